"""Matrices of scores: a row per question and a column per run, as a spreadsheet has them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from qaeval import decimals
from qaeval.errors import InputError
from qaeval.files import fields
from qaeval.files.cells import UNSCORED, Cells, plain_numbers
from qaeval.files.headed import cells as cells_of
from qaeval.files.headed import separator
from qaeval.files.header_words import names_no_run, names_questions, names_runs, names_summary
from qaeval.files.text import Document
from qaeval.wording import counted, listed, shown

Row = tuple[int, list[str]]

_NO_VALUES = frozenset(("", "-", "na", "n/a", "nan", "none", "null"))
_QUESTION_NAME = re.compile(r"(q|qid|question|query|topic|t)[-_. ]?\d+", re.IGNORECASE)

_FEW = 4  # scores that go 0, 1, 2 by chance

_NAME_IT = (
    "the first column is taken for questions: name it 'question', or give --no-question-column"
)
_TRANSPOSE = "expected a row per question and a column per run: transpose it"


def read_matrix(document: Document, label: str, numbered: bool, into: Cells) -> None:
    """First column the question, then a column per run; `numbered`: the rows are 1, 2, 3, …"""
    if document.is_large and not numbered:
        from qaeval.files.score_scan import scan_matrix  # only a large file is worth loading it

        if scan_matrix(document, label, into):
            return
    rows = list(_rows(document))
    if not rows:
        return  # every row was a problem, and is kept as one
    (line, header), *rows = rows
    try:
        check_is_matrix(header)
        if numbered:
            _check_unnamed(header[0], [row[0] for _, row in rows])
            header = ["question", *header]
            rows = [(number, [str(at), *row]) for at, (number, row) in enumerate(rows, 1)]
            document.remark(f"{counted(len(rows), 'row')}, numbered as questions from 1 on")
        _check_header(header)
        _check_first_column(document, header[0], [row[0] for _, row in rows], line)
        runs = [fields.run_name(name) for name in header[1:]]
        if len(set(runs)) < len(runs):
            raise InputError("a run stands twice in the header")
    except InputError as error:
        raise error.at(document.file, line) from None
    _tell_odd_runs(document, runs, line)
    seen: dict[str, int] = {}
    for number, row in rows:
        try:
            if names_summary(row[0]):
                raise InputError(f"the row {shown(row[0])} is no question: take it out")
            first = seen.setdefault(row[0], number)
            if first != number:
                raise InputError(f"question {shown(row[0])} again (first on line {first})")
            _add_row(row, runs, label, number, into)
        except InputError as error:
            document.report(error, number)


def _rows(document: Document) -> Iterator[Row]:
    between, width = None, 0
    for number, line in document.numbered(comments=True):
        try:
            between = between or separator(line)
            row = [cell.strip() for cell in cells_of(line, between)]
            width = width or len(row)
            if len(row) != width:
                raise InputError(f"{counted(len(row), 'field')}, expected {width}")
            yield number, row
        except InputError as error:
            document.report(error, number)


def check_is_matrix(header: Sequence[str]) -> None:
    """Refuse runs, keys and judged responses, from which score would make a table first."""
    if UNSCORED & {name.casefold() for name in header}:
        judged = "outcome" in header
        given = "judged responses" if judged else "a run or a key"
        made = f"'qaeval score {'--judged ' if judged else ''}-q -f tsv' makes one"
        raise InputError(f"{given}, expected a score table: {made}")


def _check_header(header: Sequence[str]) -> None:
    """Refuse a header that is none, and one of questions."""
    lead, *names = header
    if names_runs(lead):
        wanted = _TRANSPOSE
        if any(map(names_questions, names)):
            wanted = "expected the columns run measure question value"
        elif {"score", "seconds"} & {name.casefold() for name in names}:
            wanted = "expected the columns run score seconds"
        raise InputError(f"the first column is called {shown(lead)}, {wanted}")
    if any(map(names_runs, names)) and lead.casefold() == "rank":
        raise InputError("a leaderboard, expected a row per question (qaeval score -q -f tsv)")
    asks = names_questions(lead) and not decimals.is_number(lead)
    if names and not asks and all(map(_QUESTION_NAME.fullmatch, names)):
        raise InputError(f"the columns are called {listed(names)}, {_TRANSPOSE}")
    numbers = [name for name in names if decimals.is_number(name)]
    counts = all(map(decimals.is_integer, names))  # as pandas counts columns without a name
    if names and len(numbers) == len(names) and not asks and not (counts and not lead):
        raise InputError(
            f"no header: numbers stand where the runs are named ({listed(numbers)}), "
            "expected 'question' and the names of the runs in the first row"
        )


def _check_first_column(document: Document, lead: str, column: Sequence[str], line: int) -> None:
    """Refuse scores that would be taken for questions, or say what was taken for them."""
    if names_questions(lead):
        return
    told = [cell for cell in column if cell.casefold() not in _NO_VALUES]
    numbers = bool(told) and all(map(decimals.is_number, told))
    counts = numbers and not lead and all(map(decimals.is_integer, told))
    if numbers and not counts:
        raise InputError(f"numbers under {shown(lead)}: {_NAME_IT}" if lead else _NAME_IT)
    called = f", {shown(lead)}," if lead else ", which has no name,"
    document.remark(f"the first column{called} is taken for questions, the others for runs", line)


def _check_unnamed(lead: str, column: Sequence[str]) -> None:
    """Refuse a first column that is plainly one of questions where there is said to be none."""
    if names_questions(lead) and not decimals.is_number(lead):
        raise InputError(f"the first column is called {shown(lead)}: no --no-question-column then")
    if len(column) > _FEW and any(_counts(column, first) for first in (0, 1)):
        raise InputError(
            "the first column counts the rows: name it 'question', and leave out "
            "--no-question-column"
        )


def _counts(column: Sequence[str], first: int) -> bool:
    """Whether the cells are first, first + 1, first + 2, …"""
    return all(cell == str(at) for at, cell in enumerate(column, first))


def _tell_odd_runs(document: Document, runs: Sequence[str], line: int) -> None:
    odd = [name for name in runs if names_no_run(name)]
    if odd:
        document.remark(f"taken for a run like the others: {listed(odd)}", line)


def _add_row(row: Sequence[str], runs: Sequence[str], label: str, line: int, into: Cells) -> None:
    question = fields.question_id(row[0])
    figures = plain_numbers(row[1:])
    if figures is not None:
        size = len(runs)
        into.add_many(runs, [label] * size, [question] * size, figures, [line] * size)
        return
    for run, cell in zip(runs, row[1:], strict=True):
        if cell:
            into.add(run, label, question, decimals.number(cell, "value"), line)
