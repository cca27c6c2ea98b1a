"""Single fields: ids, names, confidences, seconds, patterns; each says what it expected."""

from __future__ import annotations

import math
import re

from qaeval.errors import InputError
from qaeval.wording import UNSAFE, shown

ALL = "all"

# The levels that have letters for names.
LETTERS = {"S": 3, "A": 2, "B": 1}
_LEVEL = re.compile(r"[+-]?\d{1,6}|L\d{1,6}", re.ASCII)

# A score in size: sums and squares of any number of such stay far from the end of the range.
LARGEST = 1e12

# Seconds; a sum of any number of such times stays far from the end of the range.
LONGEST = 1e12

_DECISIONS = {"true": 1, "false": 0, "": -1}

RANK_DIGITS = 8  # of ranks that are compared with scores; longer ones are none


def confidence(value: float) -> float:
    """A confidence, from 0 to 1."""
    if not 0.0 <= value <= 1.0:
        hint = " (80% is 0.8)" if 2.0 <= value <= 100.0 else ""
        raise InputError(f"confidence {value} is outside 0..1{hint}")
    return value


def seconds(value: float) -> float:
    """A length of time."""
    if value < 0:
        raise InputError(f"seconds {value:g} is negative")
    if value > LONGEST:
        raise InputError(f"seconds {value:g} is more than {LONGEST:g}")
    return value


def is_level(text: str) -> bool:
    """Whether the text is the level of an answer: a whole number, L0…Ln, or S, A, B."""
    return text in LETTERS or _LEVEL.fullmatch(text) is not None


def level(text: str) -> int:
    """The level of an answer."""
    if not is_level(text):
        raise InputError(f"level {shown(text)}, expected a whole number, L0…Ln, or S, A, B")
    return LETTERS[text] if text in LETTERS else int(text.removeprefix("L"))


def question_id(text: str) -> str:
    """The id of a question."""
    if text == ALL:
        raise InputError(f"a question may not be called '{ALL}' (the name of the summary row)")
    return plain_id(text, "question")


def sample(text: str) -> str:
    """The label of a sample; it may be empty, where there is but one."""
    return plain_id(text, "sample") if text else text


def again(question: str, sample: str) -> InputError:
    """The error of a second response to a question, or to a sample of one."""
    if sample:
        return InputError(f"sample {shown(sample)} of question {shown(question)} again")
    return InputError(
        f"question {shown(question)} again (a column 'sample' would tell repeated samples apart)"
    )


def unlike(question: str, sample: str) -> InputError:
    """The error of a row that has a sample where the rows before have none, or the reverse."""
    has = "a sample" if sample else "no sample"
    return InputError(f"{has} for question {shown(question)}, unlike the run's rows before")


def run_name(text: str) -> str:
    """The name of a run; a `#` before it would make comments of its rows in a score table."""
    if text.startswith("#"):
        raise InputError(f"the run is called {shown(text)}, but a name may not start with '#'")
    return plain_id(text, "run name")


def plain_id(text: str, what: str) -> str:
    """An id or a name: not empty, and nothing in it that a terminal would obey."""
    if not text:
        raise InputError(f"the {what} is empty")
    unsafe = UNSAFE.search(text)
    if unsafe:
        is_byte = "\ud800" <= unsafe.group() <= "\udfff"
        what_it_is = "is not valid Unicode" if is_byte else "holds a control character"
        raise InputError(f"{what} {shown(text)} {what_it_is}")
    return text


def decision(text: str) -> int:
    """Whether an answer is held to be good, as a run says: true or false, or nothing."""
    word = text.strip().casefold()
    if word not in _DECISIONS:
        raise InputError(f"decision {shown(text)}, expected true or false")
    return _DECISIONS[word]


def lenient_rank(text: str) -> float:
    """A rank that is only compared with scores: NaN where it is no whole number of such digits."""
    digits = text.removeprefix("-")
    plain = digits.isascii() and digits.isdigit() and len(digits) <= RANK_DIGITS
    return float(text) if plain else math.nan
