"""Scores become tables: the leaderboard, the questions one by one, and the score table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np

from qaeval.arrays import Floats
from qaeval.collection.repeats import NO_SAMPLE
from qaeval.files.fields import ALL
from qaeval.files.score_output import COLUMNS, ENDS, SAMPLE, SAMPLED_COLUMNS, VARIANCES
from qaeval.measures import Measure
from qaeval.presentation.overall import Overall, RankedRun
from qaeval.presentation.tables import EVERYONE, PROGRAMS, Cell, Column, Estimate, Table
from qaeval.scores.rows import score_rows
from qaeval.scores.table import Scores

_LONG = (Column("run"), Column("measure"), Column("question"), Column("value", "number"))
_SAMPLED = (*_LONG[:3], Column(SAMPLE), _LONG[3])
assert tuple(column.name for column in _LONG) == COLUMNS
assert tuple(column.name for column in _SAMPLED) == SAMPLED_COLUMNS

_ENDS = tuple(Column(name, "number") for name in ENDS)
_VARIANCES = tuple(Column(name, "number") for name in VARIANCES)


# A column with its cells, from the top row to the last.
Filled = tuple[Column, Sequence[Cell]]


def filled_table(
    filled: Sequence[Filled], title: str, lead: Mapping[str, Cell] = MappingProxyType({})
) -> Table:
    """A table from columns that have their cells."""
    rows = list(zip(*(cells for _, cells in filled), strict=True))
    return Table([column for column, _ in filled], rows, title, lead)


def leaderboard(
    board: Overall,
    end_digits: int | None = None,
    lead: Mapping[str, Cell] = MappingProxyType({}),
) -> Table:
    """A row per run: rank, name, and a column of overall values for each measure.

    People read how many questions these are over only where runs differ in that.
    """
    ranked, order = board.ranked(), board.order
    filled: list[Filled] = [
        (Column("rank", "whole"), [row.rank for row in ranked]),
        (Column("run"), [row.run for row in ranked]),
    ]
    for at, measure in enumerate(board.scores.measures):
        cells = value_cells(board, at)
        filled += with_ends(measure_column(measure, end_digits), [cells[run] for run in order])
        filled += _variance_columns(ranked, measure.label)
    counts = [row.questions for row in ranked]
    readers = EVERYONE if len(set(counts)) > 1 else (PROGRAMS,)
    filled.append((Column("questions", "whole", readers=readers), counts))
    return filled_table(filled, board.title, lead)


def _variance_columns(ranked: Sequence[RankedRun], label: str) -> list[Filled]:
    """The parts of the values' variances, which programs read, where they are told."""
    parts = [row.variances[label] for row in ranked if row.variances and label in row.variances]
    if not parts:
        return []
    names = [f"{label}_{name}" for name in VARIANCES]
    columns = [Column(name, "number", readers=(PROGRAMS,)) for name in names]
    return list(zip(columns, zip(*parts, strict=True), strict=True))


def value_cells(board: Overall, at: int) -> list[Cell]:
    """The overall values of the measure `at`, run by run, with their intervals where these are."""
    values = board.values[at].tolist()
    if board.intervals is None:
        return values
    span = board.intervals[at]
    ends = (span.low.tolist(), span.high.tolist())
    return [Estimate(*cell) for cell in zip(values, *ends, strict=True)]


def with_ends(column: Column, cells: Sequence[Cell]) -> list[Filled]:
    """A column, and the ends of its intervals as columns of their own, which programs read."""
    spans = [cell for cell in cells if isinstance(cell, Estimate)]
    if not spans:
        return [(column, cells)]
    low, high = (Column(f"{column.name}_{end}", "number", readers=(PROGRAMS,)) for end in ENDS)
    return [
        (column, cells),
        (low, [cell.low for cell in spans]),
        (high, [cell.high for cell in spans]),
    ]


def measure_column(measure: Measure, end_digits: int | None = None) -> Column:
    """The column of a measure's values, the best of which is set in bold.

    The ends of intervals have two decimals unless told, those of counts none.
    """
    definition = measure.definition
    kind = "whole" if definition.whole else "number"
    usual = 0 if definition.whole else Column.end_digits
    digits = usual if end_digits is None else end_digits
    return Column(measure.label, kind, definition.better, end_digits=digits)


def question_table(scores: Scores, order: Sequence[int]) -> Table:
    """A row per question of each run, in this order: every mean measure and every component."""
    labels = list(scores.columns)
    kinds = {label: shown_kind(scores.columns[label]) for label in labels}
    columns = [Column("run"), Column("question"), *(Column(*kind) for kind in kinds.items())]
    rows: list[list[Cell]] = []
    for run in order:
        for at, question in enumerate(scores.questions):
            cells = [float(scores.columns[label][run, at]) for label in labels]
            if not all(np.isnan(cell) for cell in cells):
                rows.append([scores.runs[run], question, *cells])
    return Table(columns, rows)


def shown_kind(column: Floats) -> str:
    """Columns of nothing but 0, 1 and other whole numbers are shown as such."""
    known = column[~np.isnan(column)]
    return "whole" if np.array_equal(known, np.rint(known)) else "number"


def long_table(
    board: Overall, per_question: bool, lead: Mapping[str, Cell] = MappingProxyType({})
) -> Table:
    """The score table: `run measure question value`, and `low high` where there are intervals.

    Where questions are shown and runs have samples, `sample` stands before the value. The macro
    mean has no rows of single questions.
    """
    ranked = board.ranked()
    rows: list[list[Cell]]
    sampled = per_question and board.scores.repeats is not None
    columns = _SAMPLED if sampled else _LONG
    width = len(columns) - 1
    if board.tasks is None:
        every = score_rows(board.scores, board.order, per_question)
        rows = [[*names[:width], value] for names, value in every]
    else:
        names = [ALL, NO_SAMPLE] if sampled else [ALL]
        rows = [
            [row.run, label, *names, value] for row in ranked for label, value in row.scores.items()
        ]
    if board.intervals is None:
        return Table(columns, rows, lead=lead)
    ends = {row.run: row.intervals or {} for row in ranked}
    spanned: list[list[Cell]] = [
        [*row, *(ends[str(row[0])][str(row[1])] if row[2] == ALL else ("", ""))] for row in rows
    ]
    parts = {row.run: row.variances for row in ranked if row.variances is not None}
    if not parts:
        return Table((*columns, *_ENDS), spanned, lead=lead)
    nothing = ("", "")
    for row in spanned:
        of_run = parts[str(row[0])] if row[2] == ALL else {}
        row += of_run.get(str(row[1]), nothing)
    return Table((*columns, *_ENDS, *_VARIANCES), spanned, lead=lead)
