"""Randomized Tukey HSD (Carterette 2012): results shuffled among all runs within questions."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from qaeval.arrays import Floats
from qaeval.studies.inference.tests.randomization import critical
from qaeval.studies.inference.tests.registry import PairTest, declared
from qaeval.studies.sampling import random_orders

_NEAR = 1e-12


@declared
class Tukey(PairTest):
    """Every pair against the range of all runs under the same shuffles."""

    name = "tukey-hsd"
    help = "randomized, within questions; allows for the number of runs itself"
    extreme = "some pair of runs looking as different as this one"
    hypothesis = "all runs were the same, so that their results can be shuffled within a question"
    is_random = True
    is_for_family = True

    @cached_property
    def _ranges(self) -> Floats:
        sums = self.given.sums
        ranges = np.empty(self.trials)
        with self.watch(self.trials, self.name) as step:
            for trial, order in enumerate(random_orders(sums.shape, self.trials, self.seed)):
                totals = np.take_along_axis(sums, order, axis=0).sum(axis=1)
                ranges[trial] = totals.max() - totals.min()
                step(1)
        return np.sort(ranges) / self.given.per

    def p_values(self) -> Floats:
        """(k + 1)/(N + 1) of N shuffles, k of which have as wide a range."""
        seen = self.pairs.sums * (1 - _NEAR)
        reached = self.trials - np.searchsorted(self._ranges, seen, side="left")
        return (reached + 1) / (self.trials + 1)

    def half_widths(self, alphas: Floats) -> Floats:
        """One width for all pairs."""
        width = critical(self._ranges, float(alphas[0])) / self.given.units.questions
        return np.full(len(self.pairs.x), width)
