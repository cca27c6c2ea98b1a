"""Wilcoxon's signed-rank test, exact."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.studies.inference.tests.registry import PairTest, declared

# Differences up to which the distribution is worked out; beyond, the normal one is as good.
_EXACT_DIFFERENCES = 300


@declared
class Wilcoxon(PairTest):
    """Ranks of the differences' sizes, questions without a difference dropped."""

    name = "wilcoxon"
    help = "signed ranks, two-sided, exact; ties dropped"
    hypothesis = "the differences per question are symmetric about 0"

    def p_values(self) -> Floats:
        """From the exact distribution of the sum of ranks, mid-ranks where sizes are equal."""
        return np.array([_two_sided(*ranks) for ranks in self._signed_ranks("wilcoxon")])

    def favours(self) -> Floats:
        """The run with the larger sum of ranks, which need not have the higher mean."""
        sums = [2 * int(doubled[up].sum()) - int(doubled.sum())
                for doubled, up in self._signed_ranks("wilcoxon, direction")]  # fmt: skip
        return np.sign(np.array(sums, dtype=np.float64))

    def _signed_ranks(self, label: str) -> Iterator[tuple[Ints, Floats]]:
        """Of each pair: twice the mid-ranks of its differences, and which of them favour x."""
        guard = self.given.whole.guard
        with self.watch(len(self.pairs.x), label) as step:
            for x, y in zip(self.pairs.x.tolist(), self.pairs.y.tolist(), strict=True):
                difference = self.given.sums[x] - self.given.sums[y]
                if guard:  # differences that are equal but for rounding must rank as equal
                    difference = np.rint(difference / guard)
                difference = difference[difference != 0]
                yield _doubled_ranks(np.abs(difference)), difference > 0
                step(1)


def _doubled_ranks(sizes: Floats) -> Ints:
    """Twice the mid-rank of each, a whole number."""
    _, group, counts = np.unique(sizes, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return (2 * last - counts + 1)[group.ravel()].astype(np.int64)


def _two_sided(doubled: Ints, up: Floats) -> float:
    if not len(doubled):
        return 1.0
    total, seen = int(doubled.sum()), int(doubled[up].sum())
    smaller = min(seen, total - seen)
    if len(doubled) <= _EXACT_DIFFERENCES:
        tails = _distribution(tuple(sorted(doubled.tolist())))
        return float(min(1.0, 2 * tails[smaller]))
    from scipy.special import ndtr  # not needed by those who only score

    spread = np.sqrt(float((doubled.astype(np.float64) ** 2).sum())) / 2
    return float(min(1.0, 2 * ndtr((smaller + 1 - total / 2) / spread)))


@cache
def _distribution(doubled: tuple[int, ...]) -> Floats:
    """The chance of each sum of ranks or less, if every sign is a coin's."""
    chances = np.zeros(sum(doubled) + 1)
    chances[0] = 1.0
    reach = 0
    for rank in doubled:
        reach += rank
        moved = np.zeros(reach + 1)
        moved[rank:] = chances[: reach - rank + 1]
        chances[: reach + 1] = (chances[: reach + 1] + moved) / 2
    return np.cumsum(chances)
