"""A ranking, and what the tests between its runs say about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from qaeval.scores.ranking import best_first, shared_ranks
from qaeval.studies.inference.comparison import Comparison, Pairs
from qaeval.studies.inference.intervals import Intervals
from qaeval.studies.inference.significance import alike_groups, corrected


@dataclass(frozen=True)
class Standing:
    """The runs' positions in the table, best first; the rest is by those positions."""

    order: list[int]
    ranks: list[int]  # in the order of the ranking
    intervals: Intervals
    p: dict[int, float]  # of the test against the next run below, or the baseline
    marks: dict[int, str]
    groups: list[list[int]]  # runs that cannot be told apart

    @property
    def letters(self) -> dict[int, str]:
        """The letters of the groups that each run belongs to."""
        found: dict[int, str] = {}
        for i, group in enumerate(self.groups):
            name = chr(ord("a") + i % 26) + (str(i // 26) if i >= 26 else "")
            for run in group:
                found[run] = found.get(run, "") + name
        return found


def standing(
    comparison: Comparison, pairs: Pairs, method: str, baseline: str | None = None
) -> Standing:
    """The ranking by one measure; p-values are corrected for the number of tests shown."""
    runs, better = comparison.scores.runs, comparison.measure.definition.better
    order = best_first(comparison.values, runs, better)
    against = _opponents(order, runs, baseline)
    tests = [comparison.place(a, b) for a, b in against.items()]
    p = dict(zip(against, corrected(pairs.p[tests], method).tolist(), strict=True))
    marks = {}
    for run, opponent in against.items():
        favours = pairs.favours[comparison.place(run, opponent)]
        favours *= (1 if run < opponent else -1) * (-1 if better == "low" else 1)
        marks[run] = _mark(p[run], favours)
    differs = np.zeros((len(runs), len(runs)), dtype=np.bool_)
    differs[pairs.x, pairs.y] = corrected(pairs.p, method) <= 0.05
    return Standing(
        order=order,
        ranks=shared_ranks([comparison.values[i] for i in order]),
        intervals=comparison.intervals(),
        p=p,
        marks=marks,
        groups=alike_groups(order, differs | differs.T),
    )


def _opponents(order: list[int], runs: Sequence[str], baseline: str | None) -> dict[int, int]:
    """Whom each run is tested against: the next one below, or the baseline."""
    if baseline is not None:
        base = runs.index(baseline)
        return {run: base for run in order if run != base}
    return dict(pairwise(order))


def _mark(p: float, better: float) -> str:
    """* ** better, † ‡ worse, at .05 and .01."""
    if p > 0.05 or better == 0:
        return ""
    return ("**" if p <= 0.01 else "*") if better > 0 else ("‡" if p <= 0.01 else "†")
