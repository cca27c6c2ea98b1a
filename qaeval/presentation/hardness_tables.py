"""Question hardness becomes tables: the questions in order, and thirds by category."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import fsum

from qaeval.presentation.tables import PEOPLE, Cell, Column, Table
from qaeval.studies.hardness import THIRDS, Hardness


def question_list(label: str, result: Hardness) -> Table:
    """The questions by one measure, the easiest first."""
    columns = [Column("question"), Column("mean", "number"), Column("third")]
    lines = zip(result.questions, result.means, result.thirds, strict=True)
    return Table(columns, list(lines), label, {"measure": label})


def distribution_table(
    label: str,
    result: Hardness,
    by: str,
    values: Mapping[str, Collection[str]],
    title: str | None = None,
) -> Table:
    """How many questions of each category are in each third (2010, Figures 2-5)."""
    columns = [
        Column(by),
        Column("questions", "whole"),
        *(Column(third, "whole") for third in THIRDS),
        *(Column(f"% {third}", "percent", readers=(PEOPLE,)) for third in THIRDS),
        Column("mean", "number"),
    ]
    mean = dict(zip(result.questions, result.means, strict=True))

    def row(value: str, questions: Collection[str]) -> list[Cell]:
        counts, total = result.counts(questions), len(questions)
        shares = [count / total for count in counts]
        return [value, total, *counts, *shares, fsum(mean[name] for name in questions) / total]

    return Table(
        columns,
        [row(value, questions) for value, questions in values.items()],
        f"{label} by {by}" if title is None else title,
        {"measure": label},
        closing=[row("all", result.questions)],
    )
