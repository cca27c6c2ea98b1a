"""Correlations between rankings become tables, and so do the questions that two disagree on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from qaeval.arrays import Floats
from qaeval.presentation.tables import Cell, Column, Table
from qaeval.studies.correlation import Correlation, Disagreement
from qaeval.wording import counted

# The labels of measure_x and measure_y.
Pair = tuple[str, str]


def correlation_table(correlations: Mapping[Pair, Correlation]) -> Table:
    """A row per pair of measures."""
    columns = [
        Column("measure_x"),
        Column("measure_y"),
        Column("n", "whole"),
        *(Column(name, "number") for name in ("tau", "rho", "ap", "low", "high")),
    ]
    rows: list[list[Cell]] = [
        [x, y, pair.count, pair.tau, pair.rho, pair.ap, *_interval(pair)]
        for (x, y), pair in correlations.items()
    ]
    return Table(columns, rows)


def _interval(pair: Correlation) -> list[Cell]:
    """The ends of the interval, empty where there is none."""
    return ["" if end is None else end for end in (pair.low, pair.high)]


def disagreement_table(
    labels: Pair,
    means: tuple[Floats, Floats],
    questions: Sequence[str],
    disagreements: Sequence[Disagreement],
) -> Table:
    """The questions whose ranks differ most between two measures; `means` are theirs over runs."""
    x, y = labels
    columns = [
        Column("question"),
        Column("mean_x", "number", heading=x),
        Column("mean_y", "number", heading=y),
        *(Column(name, "exact") for name in ("rank_x", "rank_y", "diff")),
    ]
    rows: list[list[Cell]] = [
        [
            questions[each.item],
            *(float(values[each.item]) for values in means),
            each.rank_x,
            each.rank_y,
            each.difference,
        ]
        for each in disagreements
    ]
    title = f"x: {x}, y: {y}, ranks among {counted(len(questions), 'question')}"
    return Table(columns, rows, title, {"measure_x": x, "measure_y": y})
