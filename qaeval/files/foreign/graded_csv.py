"""Graded CSV: a row per response, one column of which holds its grade (SimpleQA's A, B, C)."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from qaeval import decimals
from qaeval.collection.responses import OUTCOMES, Responses
from qaeval.errors import InputError
from qaeval.files import fields
from qaeval.files.judged import JudgedColumns
from qaeval.files.named import file_name
from qaeval.files.text import Lines, stream_lines
from qaeval.wording import counted, either, listed, nearest, shown

ROW_NUMBER = "#"
SEPARATORS = "\t,;"  # the first of them that the header has
QUESTION_COLUMNS = ("question", "id", "question_id")

_LONGEST_FIELD = 2**31 - 1  # csv's own limit, 128 KiB, is less than some models write


@dataclass(frozen=True)
class Columns:
    """Which column holds what; None where nothing does, or for the question: as usual."""

    grade: str
    question: str | None = None
    confidence: str | None = None
    seconds: str | None = None
    run: str | None = None


def parse_map(text: str) -> dict[str, str]:
    """`A=R,B=W,C=U`: the outcome that each grade stands for."""
    outcomes: dict[str, str] = {}
    for pair in text.split(","):
        grade, equals, outcome = pair.rpartition("=")
        grade, outcome = grade.strip(), outcome.strip()
        if not equals:
            raise InputError(f"{shown(text)}: expected GRADE=OUTCOME,… such as A=R,B=W,C=U")
        if grade in outcomes:
            raise InputError(f"grade {shown(grade)} twice in {shown(text)}")
        if outcome not in OUTCOMES:
            raise InputError(f"outcome {shown(outcome)}, expected one of {' '.join(OUTCOMES)}")
        outcomes[grade] = outcome
    return outcomes


def read_graded(
    path: str, run: str | None, columns: Columns, outcomes: Mapping[str, str]
) -> list[Responses]:
    """Read a file of graded responses: one run, or several where a column names them."""
    stream = stream_lines(path)
    rows = _rows(stream)
    line, header = next(rows, (1, []))
    if not header:
        raise InputError("only blank lines, expected a header row", stream.file)
    try:
        reader = _Reader(header, columns, outcomes, run or file_name(path))
    except InputError as error:
        raise error.at(stream.file, line) from None
    for line, row in rows:
        try:
            reader.read(row)
        except InputError as error:
            stream.report(error, line)
    if not reader.runs:
        raise InputError("no rows below the header", stream.file)
    return [columns.as_responses(name, stream.file) for name, columns in reader.runs.items()]


def _rows(stream: Lines) -> Iterator[tuple[int, list[str]]]:
    """Each row and the line on which it starts; a quoted field may go over several."""
    csv.field_size_limit(_LONGEST_FIELD)
    lines = iter(stream.lines)
    head = _head(lines)
    separator = next((mark for mark in SEPARATORS if mark in head[-1]), ",")
    rows = csv.reader(
        (f"{line}\n" for line in chain(head, lines)), delimiter=separator, strict=True
    )
    start = 1
    while True:
        try:
            row = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            raise InputError(f"not CSV: {error}", stream.file, start) from None
        if len(row) > 1 or "".join(row).strip():
            yield start, row
        start = rows.line_num + 1


def _head(lines: Iterator[str]) -> list[str]:
    """The lines up to the first that says something."""
    head = []
    for line in lines:
        head.append(line)
        if line.strip():
            break
    return head


class _Reader:
    """The columns' places, looked up once, and the runs as they are read."""

    def __init__(
        self, header: list[str], columns: Columns, outcomes: Mapping[str, str], run: str
    ) -> None:
        self.header = [name.strip() for name in header]
        self.outcomes = outcomes
        self.name = run
        self.runs: dict[str, JudgedColumns] = {}
        self.count = 0
        asked = columns.question or self._usual_question()
        self.question = None if asked == ROW_NUMBER else self._place(asked, "--question")
        self.grade = self._place(columns.grade, "--column")
        self.confidence = self._optional(columns.confidence, "--confidence")
        self.seconds = self._optional(columns.seconds, "--seconds")
        self.run = self._optional(columns.run, "--run")

    def _usual_question(self) -> str:
        usual = [name for name in QUESTION_COLUMNS if name in self.header]
        if len(usual) == 1:
            return usual[0]
        which = (
            f"columns {' and '.join(usual)}" if usual else "no column " + either(QUESTION_COLUMNS)
        )
        raise InputError(
            f"{which}: say with --question which names the question, or '#' to number the rows"
            f" (columns: {listed(self.header, 20)})"
        )

    def _place(self, name: str, option: str) -> int:
        if self.header.count(name) > 1:
            raise InputError(f"{option}: the column {shown(name)} stands twice in the header")
        if name not in self.header:
            have = listed(self.header, 20)
            hint = nearest(name, self.header)
            raise InputError(f"{option}: no column {shown(name)} (there are: {have}){hint}")
        return self.header.index(name)

    def _optional(self, name: str | None, option: str) -> int | None:
        return None if name is None else self._place(name, option)

    def read(self, row: list[str]) -> None:
        """Keep the graded response of a row."""
        if len(row) != len(self.header):
            have = counted(len(row), "field")
            raise InputError(f"{have}, expected {len(self.header)} as in the header")
        self.count += 1
        question = self._question(row)
        grade = row[self.grade].strip()
        if grade not in self.outcomes:
            have = listed(self.outcomes, 20)
            raise InputError(f"grade {shown(grade)}, but --map has only {have}")
        run = fields.run_name(self.name if self.run is None else row[self.run].strip())
        self.runs.setdefault(run, JudgedColumns()).add(
            question,
            self.outcomes[grade],
            _number(row, self.confidence, "confidence"),
            _number(row, self.seconds, "seconds"),
        )

    def _question(self, row: list[str]) -> str:
        if self.question is None:
            return str(self.count)
        try:
            return fields.question_id(row[self.question].strip())
        except InputError as error:
            raise InputError(f"{error.message} (--question '#' numbers the rows)") from None


def _number(row: list[str], at: int | None, what: str) -> float | None:
    text = "" if at is None else row[at].strip()
    return decimals.number(text, what) if text else None
