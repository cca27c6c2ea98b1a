"""Marks become a table: each answer with its class, level and gain, and why."""

from __future__ import annotations

from collections.abc import Sequence

from qaeval.collection.keys import level_name
from qaeval.marking.marks import REASONS, Marks
from qaeval.presentation.tables import Cell, Column, Table

_COLUMNS = (
    Column("run"),
    Column("question"),
    Column("rank", "whole"),
    Column("answer", widest=40),
    Column("class"),
    Column("level"),
    Column("gain", "whole"),
    Column("why"),
)


def mark_table(rows: Sequence[Sequence[Cell]]) -> Table:
    """The rows of all runs."""
    return Table(_COLUMNS, rows)


def mark_rows(marks: Marks, letters: bool, gains: Sequence[float]) -> list[list[Cell]]:
    """A row per answer of a run; `letters`: the key's levels are S, A and B."""
    rows: list[list[Cell]] = []
    answers, levels = marks.answers, marks.levels.tolist()
    for i, question in enumerate(marks.questions):
        first = int(marks.bounds[i])
        for at in range(first, int(marks.bounds[i + 1])):
            level = levels[at]
            rows.append(
                [
                    marks.run,
                    question,
                    at - first + 1,
                    answers.texts[at],
                    answers.classes[at],
                    level_name(level, letters) if level else "0",
                    gains[level],
                    REASONS[answers.reasons[at]],
                ]
            )
    return rows
