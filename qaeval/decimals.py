"""Numbers as text: the one parser of them, and the writer whose output reads back the same."""

from __future__ import annotations

import math
import re

from qaeval.errors import InputError
from qaeval.wording import shown

UNDEFINED = "-"  # stands where a number would, were there one

_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_WITH_COMMA = re.compile(r"[+-]?\d+,\d+", re.ASCII)
_INTEGER = re.compile(r"[+-]?\d{1,18}", re.ASCII)


def is_number(text: str) -> bool:
    """Whether the text is a decimal number."""
    return _NUMBER.fullmatch(text) is not None


def is_integer(text: str) -> bool:
    """Whether the text is a whole number of no absurd length."""
    return _INTEGER.fullmatch(text) is not None


def number(text: str, what: str) -> float:
    """A finite decimal number."""
    if not is_number(text):
        hint = " (a point stands before decimals)" if _WITH_COMMA.fullmatch(text) else ""
        hint = " (80% is 0.8)" if text.endswith("%") and is_number(text[:-1]) else hint
        raise InputError(f"{what} {shown(text)} is not a number{hint}")
    value = float(text)
    if not math.isfinite(value):
        raise InputError(f"{what} {shown(text)} is too large")
    return value


def integer(text: str, what: str) -> int:
    """A whole number."""
    if not is_integer(text):
        large = "is too large" if text.isascii() and text.isdigit() else "is not a whole number"
        raise InputError(f"{what} {shown(text)} {large}")
    return int(text)


def exact_text(value: float | None) -> str:
    """The shortest decimal that reads back as the same number; `-` where there is none."""
    if value is None or value != value:
        return UNDEFINED
    return repr(float(value) + 0.0).removesuffix(".0")  # -0.0 + 0.0 is 0.0


def unsigned_zero(text: str) -> str:
    """A rounded number's text, without the sign where nothing is left behind it."""
    return text.removeprefix("-") if not text.strip("-0.%") else text
