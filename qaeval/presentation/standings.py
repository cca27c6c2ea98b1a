"""A leaderboard as plain numbers: its lines, and what the tests between its runs say."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from qaeval.arrays import Floats
from qaeval.measures import Measure
from qaeval.progress import Watch, unwatched
from qaeval.scores.ranking import best_first, shared_ranks
from qaeval.scores.table import Scores
from qaeval.studies.inference.contributions import Contributions, contributions
from qaeval.studies.inference.sources import Sources, difference_sources, value_sources
from qaeval.studies.inference.tests import check_applies
from qaeval.studies.inference.value_intervals import middle_ratio, variance_ratios
from qaeval.studies.inference.verdicts import Asked, Verdicts, verdicts
from qaeval.studies.units import Units


@dataclass(frozen=True)
class Line:
    """One run's line of a leaderboard; NaN: no interval, None: no test."""

    rank: int
    run: str
    value: float
    low: float = math.nan
    high: float = math.nan
    rank_low: int | None = None
    rank_high: int | None = None
    best: float | None = None
    mark: str = ""
    p: float | None = None
    letters: str = ""

    @property
    def ranks(self) -> str:
        """The interval of the rank, for people."""
        return "" if self.rank_low is None else f"{self.rank_low}–{self.rank_high}"


@dataclass(frozen=True)
class Leaderboard:
    """One measure's runs, best first, and what was found out about the differences."""

    measure: Measure
    runs: Sequence[str]  # in the order of the score table
    lines: Sequence[Line]
    told: Verdicts | None = None
    asked: Asked | None = None
    values: Floats | None = None  # in the order of the score table
    missing: str = ""  # why there are no tests
    units: int = 0  # questions, or clusters of them
    design_effect: float | None = None  # of clusters: how much larger they make the variance
    sources: Sources | None = None  # of the values' variances, where runs have samples
    pair_sources: Sources | None = None  # of those of the differences

    @property
    def tests(self) -> Verdicts | None:
        """What the tests say, if there were any."""
        return None if self.missing else self.told

    @property
    def alike(self) -> list[str]:
        """The runs below the best that cannot be told from it."""
        if self.tests is None:
            return []
        return [self.runs[run] for run in self.tests.alike_the_leader]

    @property
    def groups(self) -> list[list[int]]:
        """The places of the runs that share a letter, a list for each letter."""
        by_letter: dict[str, list[int]] = {}
        for place, line in enumerate(self.lines):
            for letter in line.letters:
                by_letter.setdefault(letter, []).append(place)
        return [places for _, places in sorted(by_letter.items()) if len(places) > 1]


def compared_leaderboard(
    scores: Scores, measure: Measure, units: Units, asked: Asked, watch: Watch = unwatched
) -> Leaderboard:
    """The runs by one measure, with everything that can be said of their differences."""
    check_applies(asked.test, measure.label, measure.is_mean, units.tasks > 1)
    given = contributions(scores, measure, units)
    told = verdicts(given, scores.runs, measure.definition.better, asked, watch)
    lines = [
        _line(rank, run, scores.runs, given, told)
        for rank, run in zip(told.ranks, told.order, strict=True)
    ]
    return Leaderboard(
        measure,
        scores.runs,
        lines,
        told,
        asked,
        given.values,
        told.untested,
        units.count,
        middle_ratio(variance_ratios(scores, measure, given)) if units.clustered else None,
        value_sources(scores, measure, given),
        difference_sources(scores, measure, given, told.pairs.x, told.pairs.y),
    )


def _line(rank: int, run: int, runs: Sequence[str], given: Contributions, told: Verdicts) -> Line:
    return Line(
        rank,
        runs[run],
        float(given.values[run]),
        float(told.intervals.low[run]),
        float(told.intervals.high[run]),
        None if told.rank_low is None or not given.known[run] else int(told.rank_low[run]),
        None if told.rank_high is None or not given.known[run] else int(told.rank_high[run]),
        None if np.isnan(told.best[run]) else float(told.best[run]),
        told.marks.get(run, ""),
        told.p.get(run),
        "" if told.letters is None else told.letters.get(run, ""),
    )


def untested_leaderboard(scores: Scores, measure: Measure, missing: str) -> Leaderboard:
    """Ranks and values, undefined ones last, where runs cannot be tested; `missing` says why."""
    values = measure.overall(scores.columns)
    order = best_first(values, scores.runs, measure.definition.better)
    ranks = shared_ranks([values[run] for run in order])
    lines = [
        Line(rank, scores.runs[run], float(values[run]))
        for rank, run in zip(ranks, order, strict=True)
    ]
    return Leaderboard(measure, scores.runs, lines, values=values, missing=missing)
