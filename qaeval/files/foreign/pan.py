"""PAN's verification: the truth of every problem, and a system's values of yes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from qaeval.collection.responses import Responses
from qaeval.errors import InputError
from qaeval.files import fields, jsonl
from qaeval.files.text import Document, read_document
from qaeval.wording import shown

UNDECIDED = 0.5


@dataclass(frozen=True)
class Truth:
    """Whether yes is right, problem by problem."""

    file: str
    yes: dict[str, bool]


def read_truth(path: str) -> Truth:
    """Read `{"id": …, "same": true}` a line; other fields, such as the authors, do not matter."""
    document = read_document(path)
    truth = Truth(document.file, {})
    for number, problem, record in _problems(document):
        same = record.get("same")
        if not isinstance(same, bool):
            document.report(InputError('no "same", expected true or false'), number)
        truth.yes[problem] = bool(same)
    if not truth.yes:
        raise InputError("the truth of no problem", document.file)
    return truth


def _problems(document: Document) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Each line's number, problem and object; none comes twice."""
    seen: set[str] = set()
    for number, record in jsonl.objects(document):
        try:
            if "id" not in record:
                raise InputError('no "id", expected a string')
            problem = fields.question_id(jsonl.string(record["id"], "id"))
            if problem in seen:
                raise InputError(f"problem {shown(problem)} again")
            seen.add(problem)
        except InputError as error:
            document.report(error, number)
        yield number, problem, record


def read_answers(path: str, run: str, truth: Truth) -> tuple[Responses, list[str]]:
    """Read `{"id": …, "value": 0.9}` a line, as judged responses, and the problems without one.

    A problem without an answer has the value .5, which is none. Of those, yes would have been right
    (UR) or wrong (UW).
    """
    document = read_document(path)
    values: dict[str, float] = {}
    for number, problem, record in _problems(document):
        try:
            if problem not in truth.yes:
                raise InputError(f"problem {shown(problem)} is not in {truth.file}")
            value = jsonl.optional_number(record, "value")
            if value is None:
                raise InputError('no "value", expected a number from 0 to 1')
            if not 0 <= value <= 1:
                raise InputError(f"value {value:g} is outside 0..1")
            values[problem] = value
        except InputError as error:
            document.report(error, number)
    problems = sorted(truth.yes)
    sure = np.array([values.get(problem, UNDECIDED) for problem in problems])
    words = [
        _outcome(truth.yes[problem], value)
        for problem, value in zip(problems, sure.tolist(), strict=True)
    ]
    nothing = np.full(len(problems), np.nan)
    lacking = [problem for problem in problems if problem not in values]
    return Responses(run, problems, words, sure, nothing, document.file), lacking


def _outcome(yes: bool, value: float) -> str:
    if value == UNDECIDED:
        return "UR" if yes else "UW"
    return "R" if (value > UNDECIDED) == yes else "W"
