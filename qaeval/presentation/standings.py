"""A leaderboard as plain numbers: its lines, and what the tests between its runs say."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from qaeval.measures import Measure
from qaeval.scores.ranking import best_first, shared_ranks
from qaeval.scores.table import Scores
from qaeval.studies.inference.comparison import Comparison, Pairs
from qaeval.studies.inference.intervals import Intervals
from qaeval.studies.inference.standing import standing


@dataclass(frozen=True)
class Line:
    """One run's line of a leaderboard; NaN: no interval."""

    rank: int
    run: str
    value: float
    low: float = math.nan
    high: float = math.nan
    mark: str = ""
    p: float | None = None
    letters: str = ""


@dataclass(frozen=True)
class Tests:
    """Every pair of runs under a test, and how p is corrected for their number."""

    __test__ = False  # for pytest, which would collect it by its name

    pairs: Pairs
    test: str
    correct: str


@dataclass(frozen=True)
class Leaderboard:
    """One measure's runs, best first, and the tests between them if there are any."""

    measure: Measure
    lines: Sequence[Line]
    tests: Tests | None = None
    groups: Sequence[tuple[int, int]] = ()  # first and last place of runs that are alike
    missing: str = ""  # why there are no tests

    @property
    def alike(self) -> list[str]:
        """The runs below the best that cannot be told from it."""
        if not self.groups or self.groups[0][0] > 0:
            return []
        last = self.groups[0][1]
        return [line.run for line in self.lines[: last + 1] if line.rank > 1]


def tested_leaderboard(
    comparison: Comparison, tests: Tests, baseline: str | None = None
) -> Leaderboard:
    """The runs by one measure, tested against the next one below, or against the baseline."""
    ranking = standing(comparison, tests.pairs, tests.correct, baseline)
    letters = ranking.letters
    lines = [
        Line(
            rank,
            comparison.scores.runs[run],
            float(comparison.values[run]),
            float(ranking.intervals.low[run]),
            float(ranking.intervals.high[run]),
            ranking.marks.get(run, ""),
            ranking.p.get(run),
            letters.get(run, ""),
        )
        for rank, run in zip(ranking.ranks, ranking.order, strict=True)
    ]
    place = {run: at for at, run in enumerate(ranking.order)}
    groups = [(place[group[0]], place[group[-1]]) for group in ranking.groups]
    return Leaderboard(comparison.measure, lines, tests, groups)


def untested_leaderboard(
    scores: Scores, measure: Measure, missing: str, intervals: Intervals | None = None
) -> Leaderboard:
    """Ranks and values, undefined ones last, where runs cannot be tested; `missing` says why."""
    values = measure.overall(scores.columns)
    order = best_first(values, scores.runs, measure.definition.better)
    ranks = shared_ranks([values[run] for run in order])
    spans = intervals or Intervals(np.full(len(order), np.nan), np.full(len(order), np.nan))
    lines = [
        Line(
            rank,
            scores.runs[run],
            float(values[run]),
            float(spans.low[run]),
            float(spans.high[run]),
        )
        for rank, run in zip(ranks, order, strict=True)
    ]
    return Leaderboard(measure, lines, missing=missing)
