"""Scales of labels, their weights, patterns of votes, and maps from patterns to levels."""

from __future__ import annotations

from collections.abc import Sequence

from qaeval import decimals
from qaeval.errors import InputError
from qaeval.files import fields
from qaeval.files.headed import HeadedTable
from qaeval.files.text import read_document
from qaeval.wording import either, shown

NO_VOTE = "-"
HIGHEST = 1000


def read_map(path: str, scale: Sequence[str]) -> dict[tuple[int, ...], int]:
    """Read `pattern level`: the level of each pattern of votes."""
    document = read_document(path)
    table = HeadedTable(document, ("pattern", "level"))
    levels: dict[tuple[int, ...], int] = {}
    for number, row in table.rows():
        text = row[table.position["pattern"]]
        try:
            pattern = parse_pattern(text, scale)
            level = _level(row[table.position["level"]])
            if levels.setdefault(pattern, level) != level:
                other = levels[pattern]
                raise InputError(f"pattern {shown(text)} again, with level {level} after {other}")
        except InputError as error:
            document.report(error, number)
    if not levels:
        raise InputError("no patterns below the header", document.file)
    return levels


def parse_pattern(text: str, scale: Sequence[str]) -> tuple[int, ...]:
    """How many votes of each label but the worst a pattern holds, in any order."""
    if not text:
        raise InputError(f"the pattern is empty, expected '{NO_VOTE}' for {scale[-1]}'s only")
    labels = [] if text == NO_VOTE else text.split(" ") if _is_wordy(scale) else list(text)
    for label in labels:
        if label == scale[-1]:
            raise InputError(f"pattern {shown(text)}: leave out the {label}'s, which are no votes")
        if label not in scale:
            votes = either(scale[:-1])
            raise InputError(f"pattern {shown(text)}: {shown(label)} where {votes} was expected")
    return tuple(labels.count(label) for label in scale[:-1])


def pattern_text(votes: Sequence[int], scale: Sequence[str]) -> str:
    """A pattern as it is written: AAAB, or - where nobody voted."""
    labels = [label for label, count in zip(scale, votes, strict=False) for _ in range(count)]
    return (" " if _is_wordy(scale) else "").join(labels) or NO_VOTE


def parse_scale(text: str) -> tuple[str, ...]:
    """`A,B,C`: labels, best first."""
    scale = tuple(text.split(","))
    for label in scale:
        if any(char.isspace() for char in fields.plain_id(label, "label")):
            raise InputError(f"the label {shown(label)} holds a blank, which separates labels")
        if label == NO_VOTE or scale.count(label) > 1:
            why = "stands for no votes" if label == NO_VOTE else "stands twice"
            raise InputError(f"{shown(label)} {why}")
    if len(scale) < 2:
        raise InputError(f"one label {shown(text)}, expected two or more, best first: A,B,C")
    return scale


def parse_weights(text: str, scale: Sequence[str]) -> list[int]:
    """`A=2,B=1,C=0`: the weight of each label of the scale."""
    weights: dict[str, int] = {}
    for part in text.split(","):
        label, equals, weight = part.rpartition("=")
        if not equals:
            raise InputError(f"{shown(part)}, expected LABEL=WEIGHT")
        if label not in scale:
            raise InputError(f"no label {shown(label)}, expected {either(scale)}")
        if label in weights:
            raise InputError(f"{shown(label)} stands twice")
        weights[label] = _bounded(weight, "weight")
    for label in scale:
        if label not in weights:
            raise InputError(f"no weight for {shown(label)}")
    return [weights[label] for label in scale]


def _level(text: str) -> int:
    return _bounded(text.removeprefix("L"), "level")


def _bounded(text: str, what: str) -> int:
    value = decimals.integer(text, what)
    if not 0 <= value <= HIGHEST:
        raise InputError(f"{what} {value} is outside 0..{HIGHEST}")
    return value


def _is_wordy(scale: Sequence[str]) -> bool:
    return any(len(label) > 1 for label in scale)
