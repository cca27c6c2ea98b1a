"""The bootstrap test, shifted to the null hypothesis."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from qaeval.arrays import Floats
from qaeval.scores.ranking import SAME
from qaeval.studies.inference.resampling import resampled_values
from qaeval.studies.inference.tests.randomization import critical
from qaeval.studies.inference.tests.registry import PairTest, declared


@declared
class Bootstrap(PairTest):
    """How often is d* − d as large as d, on units drawn anew?"""

    name = "bootstrap"
    help = "questions drawn anew with replacement, shifted to no difference"
    hypothesis = "the difference is 0 in the population that the questions are drawn from"
    is_random = True
    takes_non_means = True
    takes_tasks = True

    @cached_property
    def _drawn(self) -> Floats:
        return resampled_values(self.given, self.trials, self.seed, self.watch)

    def _moved(self, pair: int) -> Floats:
        x, y = self.pairs.x[pair], self.pairs.y[pair]
        return np.abs(self._drawn[x] - self._drawn[y] - self.pairs.differences[pair])

    def p_values(self) -> Floats:
        """(k + 1)/(N + 1) of N samples, k of which are as far off as the difference is from 0."""
        reached = np.zeros(len(self.pairs.x), dtype=np.int64)
        with self.watch(len(reached), self.name) as step:
            for pair, seen in enumerate(np.abs(self.pairs.differences).tolist()):
                reached[pair] = np.count_nonzero(self._moved(pair) >= seen - SAME)
                step(1)
        return (reached + 1) / (self.trials + 1)

    def half_widths(self, alphas: Floats) -> Floats:
        """How far off the samples are, but for a share of alpha."""
        pairs = range(len(self.pairs.x))
        return np.array([critical(self._moved(pair), float(alphas[pair])) for pair in pairs])
