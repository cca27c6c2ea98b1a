"""Silence below a confidence becomes tables: scores at each threshold, and the best threshold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from qaeval.measures import Measure
from qaeval.presentation.leaderboards import measure_column
from qaeval.presentation.tables import PAGE, PEOPLE, PROGRAMS, Cell, Column, Estimate, Table
from qaeval.scores.ranking import best_first
from qaeval.studies.abstention import Abstention, Tuned, spread


def threshold_tables(
    tried: Sequence[Abstention], measures: Sequence[Measure], points: int | None, short: bool
) -> list[Table]:
    """A table per run with a row per threshold, or so many `points` of them, evenly.

    `short` shows the shortest number that holds back the same answers as the threshold itself.
    """
    columns = [Column("threshold", "exact"), *map(measure_column, measures)]
    tables = []
    for run in tried:
        kept = spread(len(run.thresholds), points or len(run.thresholds))
        edges = [run.short_threshold(at) if short else run.thresholds[at] for at in kept]
        values = [run.values(measure, kept).tolist() for measure in measures]
        rows: list[list[Cell]] = [
            [_threshold(edge), *cells]
            for edge, cells in zip(edges, zip(*values, strict=True), strict=True)
        ]
        name = run.responses.name
        tables.append(Table(columns, rows, name, lead={"run": name}))
    return tables


def tuned_table(aim: Measure, results: Mapping[str, Tuned]) -> Table:
    """The best threshold of each run for a measure, the best value by cross-validation first."""
    better = aim.definition.better
    kind = "whole" if aim.definition.whole else "number"
    columns = [
        Column("run"),
        Column("measure", readers=(PROGRAMS,)),
        Column("threshold", "exact", readers=(PROGRAMS,)),
        Column("threshold", "exact", readers=(PEOPLE, PAGE)),
        Column("coverage", "number"),
        Column("value", kind, better),
        Column("without", kind, better),
        Column("gain", kind, readers=(PROGRAMS,)),  # which people would take for cv_gain
        Column("cv_value", kind, better),
        Column("cv_gain", kind, end_digits=0 if aim.definition.whole else 2),
        Column("threshold_low", "exact", readers=(PROGRAMS,)),
        Column("threshold_high", "exact", readers=(PROGRAMS,)),
        Column("cv_gain_low", "number", readers=(PROGRAMS,)),
        Column("cv_gain_high", "number", readers=(PROGRAMS,)),
    ]
    names = list(results)
    honest = np.array([result.honest for result in results.values()])
    rows = [
        _tuned_row(names[at], aim, results[names[at]]) for at in best_first(honest, names, better)
    ]
    return Table(columns, rows, f"best threshold for {aim.label}")


def _tuned_row(run: str, aim: Measure, result: Tuned) -> list[Cell]:
    sign = -1 if aim.definition.better == "low" else 1
    ends = sorted(result.by_fold, key=lambda edge: np.inf if edge is None else edge)
    low, high = sorted((sign * result.change_low, sign * result.change_high))
    return [
        run,
        aim.label,
        _threshold(result.threshold),
        _threshold(result.short_threshold),
        result.coverage,
        result.value,
        result.without,
        sign * (result.value - result.without),
        result.honest,
        Estimate(sign * (result.honest - result.without), low, high),
        _threshold(ends[0]),
        _threshold(ends[-1]),
        low,
        high,
    ]


def _threshold(value: float | None) -> Cell:
    return "none" if value is None else value
