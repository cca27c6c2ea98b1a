"""The words and numbers of nugget files: importance, assignment, support, weight, length."""

from __future__ import annotations

import math
from collections.abc import Mapping

from qaeval import decimals
from qaeval.collection.nuggets import OKAY, VITAL
from qaeval.errors import InputError
from qaeval.wording import nearest, shown

_MOST_WEIGHT = 1e100  # sums of such weights are still numbers
FAILED = ("failed", "fail")  # nuggetizer could not tell; it counts as not supported

_ASSIGNED = {
    "support": 1.0,
    "partial_support": 0.5,
    "not_support": 0.0,
    "yes": 1.0,
    "no": 0.0,
    "1": 1.0,
    "0.5": 0.5,
    "0": 0.0,
    **dict.fromkeys(FAILED, 0.0),
}
_SUPPORT = {
    "full_support": 1.0,
    "partial_support": 0.5,
    "no_support": 0.0,
    "fs": 1.0,
    "ps": 0.5,
    "ns": 0.0,
    "2": 1.0,
    "1": 0.5,
    "0": 0.0,
    **dict.fromkeys(("", "-1", "unjudged", "not_judged"), math.nan),
}
_LONGEST = 10**12  # characters, more than any answer has


def is_vital(text: str) -> bool:
    """Whether a nugget is vital: the other word is okay."""
    word = text.strip().casefold()
    if word not in (VITAL, OKAY):
        hint = nearest(word, (VITAL, OKAY))
        raise InputError(f"importance {shown(text)}, expected {VITAL} or {OKAY}{hint}")
    return word == VITAL


def assignment(text: str) -> float:
    """How far an answer holds a nugget."""
    expected = "support, partial_support or not_support (yes no, 1 0.5 0)"
    return _worth(text, "assignment", _ASSIGNED, expected)


def support(text: str) -> float:
    """How far a cited passage supports a sentence; NaN where nobody judged it."""
    expected = "full_support, partial_support or no_support (FS PS NS, 2 1 0; -1: not judged)"
    return _worth(text, "support", _SUPPORT, expected)


def _worth(text: str, what: str, words: Mapping[str, float], expected: str) -> float:
    word = text.strip().casefold()
    if word not in words:
        spelled = [name for name in words if len(name) > 2 and name.isidentifier()]
        raise InputError(f"{what} {shown(text)}, expected {expected}{nearest(word, spelled)}")
    return words[word]


def weight(text: str) -> float:
    """What a nugget counts in a pyramid: only the ratios within a question matter."""
    value = decimals.number(text, "weight")
    if value < 0:
        raise InputError(f"weight {text} is negative")
    if value > _MOST_WEIGHT:
        raise InputError(f"weight {text}, expected at most {_MOST_WEIGHT:g}")
    return value


def length(text: str) -> float:
    """The length of an answer, in characters that are no white space."""
    value = decimals.integer(text, "length")
    if value < 0:
        raise InputError(f"length {text} is negative")
    if value > _LONGEST:
        raise InputError(f"length {text} is more than {_LONGEST:,}")
    return float(value)


def length_of(answer: str) -> float:
    """The characters of an answer that are no white space."""
    return float(sum(not character.isspace() for character in answer))
