"""Marks become a table: each answer with its class, level and gain, and why."""

from __future__ import annotations

from collections.abc import Sequence

from qaeval.collection.keys import level_name
from qaeval.collection.nuggets import OKAY, VITAL
from qaeval.collection.repeats import NO_SAMPLE
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


_SAMPLE = Column("sample")
_NUGGET_COLUMNS = (
    Column("run"),
    Column("question"),
    Column("nugget"),
    Column("importance"),
    Column("weight", "number"),
    Column("assignment"),
    Column("length", "whole"),
    Column("text", widest=40),
)
_ASSIGNMENTS = {1.0: "support", 0.5: "partial_support", 0.0: "not_support"}


def nugget_table(marked: Sequence[Marks]) -> Table:
    """A row per nugget of every question: whether the answers of the runs hold it."""
    return Table(_NUGGET_COLUMNS, [row for marks in marked for row in _nugget_rows(marks)])


def _nugget_rows(marks: Marks) -> list[list[Cell]]:
    nuggets = marks.nuggets
    assert nuggets is not None
    return [
        [
            marks.run,
            marks.questions[question],
            nuggets.names[at],
            VITAL if nuggets.vital[at] else OKAY,
            float(nuggets.weight[at]),
            _ASSIGNMENTS[float(nuggets.credit[at])],
            float(nuggets.length[question]),
            nuggets.texts[at],
        ]
        for at, question in enumerate(nuggets.question.tolist())
    ]


def mark_table(marked: Sequence[Marks], letters: bool, gains: Sequence[float]) -> Table:
    """A row per answer of the runs; `letters`: the key's levels are S, A and B.

    Where some run has samples, a column says which.
    """
    sampled = any(marks.samples is not None for marks in marked)
    columns = (*_COLUMNS[:2], _SAMPLE, *_COLUMNS[2:]) if sampled else _COLUMNS
    rows = [row for marks in marked for row in _rows(marks, letters, gains, sampled)]
    return Table(columns, rows)


def _rows(marks: Marks, letters: bool, gains: Sequence[float], sampled: bool) -> list[list[Cell]]:
    rows: list[list[Cell]] = []
    answers, levels = marks.answers, marks.levels.tolist()
    for i, question in enumerate(marks.questions):
        sample = [] if not sampled else [NO_SAMPLE if marks.samples is None else marks.samples[i]]
        first = int(marks.bounds[i])
        for at in range(first, int(marks.bounds[i + 1])):
            level = levels[at]
            rows.append(
                [
                    marks.run,
                    question,
                    *sample,
                    at - first + 1,
                    answers.texts[at],
                    answers.classes[at],
                    level_name(level, letters) if level else "0",
                    gains[level],
                    REASONS[answers.reasons[at]],
                ]
            )
    return rows
