"""Scores side by side: questions by runs, and runs by the values of a column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from qaeval.arrays import Floats
from qaeval.errors import InputError
from qaeval.files.fields import ALL
from qaeval.presentation.leaderboards import (
    Filled,
    filled_table,
    measure_column,
    shown_kind,
    value_cells,
    with_ends,
)
from qaeval.presentation.overall import Overall
from qaeval.presentation.tables import PROGRAMS, Cell, Column, Table
from qaeval.wording import shown

MACRO_SHORT = "macro"  # above the column of macro means, so that six values fit a terminal


def question_matrices(
    board: Overall, order: Sequence[int], lead: Mapping[str, Cell]
) -> list[Table]:
    """A table for each mean measure and each component: a row per question, a column per run.

    One such table alone is a matrix that the studies read; of several, programs read which is
    which in the first column. People read the overall values below.
    """
    scores = board.scores
    overall = {m.label: v for m, v in zip(scores.measures, board.values, strict=True)}
    tables = []
    for label, values in scores.columns.items():
        kind = shown_kind(np.append(values, overall.get(label, [])))
        filled: list[Filled] = [(Column("question"), scores.questions)]
        filled += [(Column(scores.runs[run], kind), _known(values[run])) for run in order]
        which = {} if len(scores.columns) == 1 else {"measure": label}
        title = f"{board.title}, {label}" if board.title else label
        table = filled_table(filled, title, {**lead, **which})
        if label in overall:
            closing: list[Cell] = [ALL, *(float(overall[label][run]) for run in order)]
            table = replace(table, closing=[closing])
        tables.append(table)
    return tables


def _known(values: Floats) -> list[Cell]:
    """Numbers, and empty cells for questions that a run is not scored on."""
    return ["" if value != value else value for value in values.tolist()]


def crosstabs(boards: Sequence[Overall], by: str, end_digits: int | None = None) -> list[Table]:
    """A table for each measure: a row per run, a column for each value of `by` and the macro mean.

    Rows come in the order of the macro mean's leaderboard; below them people read how many
    questions a value has.
    """
    macro, tables = boards[-1], []
    ranked = macro.ranked()
    for at, measure in enumerate(macro.scores.measures):
        filled: list[Filled] = [
            (Column("rank", "whole"), [row.rank for row in ranked]),
            (Column("run"), [row.run for row in ranked]),
        ]
        column = measure_column(measure, end_digits)
        for board in boards:
            cells = value_cells(board, at)
            in_order = [cells[run] for run in macro.order]
            heading = MACRO_SHORT if board is macro else None
            column = replace(column, name=board.value, heading=heading)
            filled += with_ends(column, in_order)
        table = filled_table(filled, f"{measure.label} by {by}", {"measure": measure.label})
        tables.append(replace(table, closing=[_question_counts(table, boards)]))
    return tables


def _question_counts(table: Table, boards: Sequence[Overall]) -> list[Cell]:
    """Below the columns of rank and run, whatever the values beside them are called."""
    counts: dict[str, Cell] = {board.value: str(len(board.scores.questions)) for board in boards}
    return ["", "questions", *(counts.get(column.name, "") for column in table.columns[2:])]


def check_names(tables: Sequence[Table]) -> None:
    """Refuse tables in which a program could not tell two columns apart by their names."""
    for names in map(_names, tables):
        twice = [name for name in names if names.count(name) > 1]
        if twice:
            raise InputError(
                f"two columns would be called {shown(twice[0])}: give the run, the measure or the "
                "value of that name another"
            )


def check_one_header(tables: Sequence[Table]) -> None:
    """Refuse tables that cannot stand below one header, as those of different runs cannot."""
    if any(_names(table) != _names(tables[0]) for table in tables):
        raise InputError(
            "--by-runs beside -q --wide: each value has columns of its own, which tsv and csv "
            "cannot hold; take -f json or leave out --wide"
        )


def _names(table: Table) -> list[str]:
    return [column.name for column in table.seen_by(PROGRAMS).columns]
