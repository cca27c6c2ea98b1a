"""Scores weighed against answer time become tables (Llopis et al. 2009, Tables 1 and 2)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from qaeval.presentation.tables import EVERYONE, PAGE, PEOPLE, PROGRAMS, Cell, Column, Table
from qaeval.studies.timed_runs import TimedRuns
from qaeval.studies.timing import Crossing

_SPREAD = ("median", "p95")
_READ = (PEOPLE, PAGE)


def time_tables(
    timed: TimedRuns, weights: Mapping[str, float], near: Sequence[Crossing], digits: int
) -> list[Table]:
    """The paper's tables and the nearest crossings to be read, the long table for programs."""
    tables = [_times(timed, digits), _weighted(timed, weights, digits), _values(timed, weights)]
    if near:
        title = "where two runs change places (run_x leads up to r, run_y beyond)"
        tables.append(crossing_table(near, title, _READ))
    return tables


def _times(timed: TimedRuns, digits: int) -> Table:
    """Table 1, and how the seconds of a run's questions spread."""
    spread = timed.spread()
    columns = [
        Column("run"),
        Column(timed.label, "number"),
        Column("seconds", "exact"),
        *(Column(name, "exact") for name in _SPREAD if spread[0]),
        Column("effective_time", "number"),
    ]
    rows: list[list[Cell]] = []
    for at, run in enumerate(timed.runs):
        seconds = [round(value, digits) for value in (float(timed.seconds[at]), *spread[at])]
        rows.append([run, float(timed.score[at]), *seconds, float(timed.effective[at])])
    return Table(columns, rows, readers=_READ)


def _weighted(timed: TimedRuns, weights: Mapping[str, float], digits: int) -> Table:
    """Table 2: a column per weight, the rank in brackets."""
    rows: list[list[Cell]] = [[run] for run in timed.runs]
    for weight in weights.values():
        for row, value, rank in zip(rows, *timed.ranked(weight), strict=True):
            row.append(f"{value:.{digits}f} ({rank})")
    columns = [Column("run"), *(Column(f"r = {text}", "exact") for text in weights)]
    return Table(columns, rows, f"{timed.label}, discounted by time (rank)", readers=_READ)


def _values(timed: TimedRuns, weights: Mapping[str, float]) -> Table:
    """Both tables at length: a row per run and weight."""
    spread = timed.spread()
    columns = [
        Column("run"),
        *(Column(name, "number") for name in ("score", "seconds", "effective_time", "r", "value")),
        Column("rank", "whole"),
        *(Column(name, "number") for name in _SPREAD if spread[0]),
    ]
    ranked = {weight: timed.ranked(weight) for weight in weights.values()}
    rows: list[list[Cell]] = []
    for at, run in enumerate(timed.runs):
        start = [float(timed.score[at]), float(timed.seconds[at]), float(timed.effective[at])]
        for weight, (values, ranks) in ranked.items():
            rows.append([run, *start, weight, float(values[at]), ranks[at], *spread[at]])
    return Table(columns, rows, readers=(PROGRAMS,))


def crossing_table(
    crossings: Sequence[Crossing], title: str = "", readers: Collection[str] = EVERYONE
) -> Table:
    """The pairs of runs that change places, and the weight at which they do."""
    columns = [Column("run_x"), Column("run_y"), Column("r", "number"), Column("value", "number")]
    rows: list[list[Cell]] = [
        [crossing.slower, crossing.faster, crossing.r, crossing.value] for crossing in crossings
    ]
    return Table(columns, rows, title, readers=readers)
