"""Single fields: ids, numbers, confidences, seconds; each says what it expected."""

from __future__ import annotations

import math
import re
import warnings

from qaeval.errors import UNSAFE, InputError, shown

ALL = "all"

_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_INTEGER = re.compile(r"[+-]?\d{1,18}", re.ASCII)


def is_number(text: str) -> bool:
    """Whether the text is a decimal number."""
    return _NUMBER.fullmatch(text) is not None


def number(text: str, what: str) -> float:
    """A finite decimal number."""
    if not is_number(text):
        raise InputError(f"{what} {shown(text)} is not a number")
    return finite(float(text), what)


def finite(value: float, what: str) -> float:
    """The value, unless it is NaN or infinite."""
    if not math.isfinite(value):
        raise InputError(f"{what} is not a finite number")
    return value


def integer(text: str, what: str) -> int:
    """A whole number."""
    if _INTEGER.fullmatch(text) is None:
        raise InputError(f"{what} {shown(text)} is not a whole number")
    return int(text)


def confidence(value: float) -> float:
    """A confidence, from 0 to 1."""
    if not 0.0 <= value <= 1.0:
        raise InputError(f"confidence {value:g} is outside 0..1")
    return value


def seconds(value: float) -> float:
    """A length of time."""
    if value < 0:
        raise InputError(f"seconds {value:g} is negative")
    return value


def question_id(text: str) -> str:
    """The id of a question."""
    if text == ALL:
        raise InputError(f"a question may not be called '{ALL}' (the name of the summary row)")
    return plain_id(text, "question")


def plain_id(text: str, what: str) -> str:
    """An id or a name: not empty, and nothing in it that a terminal would obey."""
    if not text:
        raise InputError(f"the {what} is empty")
    unsafe = UNSAFE.search(text)
    if unsafe:
        raise InputError(f"{what} {shown(text)} holds a control character")
    return text


def pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """A user's regular expression, or an error that says what is wrong with it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return re.compile(text, flags)
    except (re.error, OverflowError, RecursionError) as error:
        raise InputError(
            f"the regular expression {shown(text)} does not compile: {error}"
        ) from None
