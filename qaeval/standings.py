"""A comparison as a leaderboard: ranks, intervals, marks, and groups that cannot be told apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from qaeval.scoring import best_first, shared_ranks
from qaeval.significance import Comparison, Pairs, alike_groups, corrected


@dataclass(frozen=True)
class Standing:
    """One run's line of the leaderboard."""

    rank: int
    run: str
    value: float
    low: float
    high: float
    mark: str = ""  # * ** better, † ‡ worse than the run it is tested against
    p: float | None = None
    letters: str = ""  # runs that share one cannot be told apart

    @property
    def groups(self) -> set[str]:
        """The letters one by one; after z comes a1."""
        return set(re.findall(r"[a-z]\d*", self.letters))


def standings(
    comparison: Comparison, pairs: Pairs | None, correct: str = "none", baseline: str | None = None
) -> list[Standing]:
    """The runs, best first, each tested against the next one below, or against the baseline.

    Without `pairs` (a run alone has none) nothing is tested.
    """
    runs = comparison.scores.runs
    order = best_first(comparison.values, runs, comparison.measure.definition.better)
    ranks = shared_ranks([comparison.values[i] for i in order])
    intervals = comparison.intervals()
    p: dict[int, float] = {}
    marks: dict[int, str] = {}
    letters: dict[int, str] = {}
    if pairs is not None:
        p, marks = _tested(comparison, pairs, _opponents(order, runs, baseline), correct)
        letters = _letters(_alike(order, pairs, correct))
    return [
        Standing(
            rank,
            runs[i],
            float(comparison.values[i]),
            float(intervals.low[i]),
            float(intervals.high[i]),
            marks.get(i, ""),
            p.get(i),
            letters.get(i, ""),
        )
        for rank, i in zip(ranks, order, strict=True)
    ]


def _opponents(order: Sequence[int], runs: Sequence[str], baseline: str | None) -> dict[int, int]:
    """Whom each run is tested against: the next one below, or the baseline."""
    if baseline is not None:
        base = runs.index(baseline)
        return {run: base for run in order if run != base}
    return dict(pairwise(order))


def _tested(
    comparison: Comparison, pairs: Pairs, against: dict[int, int], correct: str
) -> tuple[dict[int, float], dict[int, str]]:
    """The p of each test, corrected for their number, and its mark."""
    low_is_better = comparison.measure.definition.better == "low"
    place = {pair: i for i, pair in enumerate(comparison.each_pair())}
    tests = [place[min(a, b), max(a, b)] for a, b in against.items()]
    p = dict(zip(against, corrected(pairs.p[tests], correct).tolist(), strict=True))
    marks = {}
    for test, (run, opponent) in zip(tests, against.items(), strict=True):
        favours = pairs.favours[test] * (1 if run < opponent else -1)
        marks[run] = _mark(p[run], favours * (-1 if low_is_better else 1))
    return p, marks


def _mark(p: float, better: float) -> str:
    """* ** better, † ‡ worse, at .05 and .01."""
    if p > 0.05 or better == 0:
        return ""
    return ("**" if p <= 0.01 else "*") if better > 0 else ("‡" if p <= 0.01 else "†")


def _alike(order: list[int], pairs: Pairs, correct: str) -> list[list[int]]:
    """The stretches of the ranking in which no two runs differ at .05."""
    differs = np.zeros((len(order), len(order)), dtype=np.bool_)
    differs[pairs.x, pairs.y] = corrected(pairs.p, correct) <= 0.05
    return alike_groups(order, differs | differs.T)


def _letters(groups: list[list[int]]) -> dict[int, str]:
    """The letters of the groups that each run belongs to."""
    found: dict[int, str] = {}
    for i, group in enumerate(groups):
        name = chr(ord("a") + i % 26) + (str(i // 26) if i >= 26 else "")
        for run in group:
            found[run] = found.get(run, "") + name
    return found
