"""The sign test: which run wins more questions?"""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.studies.inference.tests.registry import PairTest, declared
from qaeval.studies.inference.wins import wins_and_losses

_EXACT_SPLIT = 60  # units up to which binomial tails are worked out in whole numbers


@declared
class Sign(PairTest):
    """Two-sided exact binomial test on the questions won, ties dropped."""

    name = "sign"
    help = "two-sided, exact; counts questions won, ties dropped"
    hypothesis = "on a question where they differ, either run is as likely to be the better one"

    @cached_property
    def _won(self) -> tuple[Ints, Ints]:
        given, pairs = self.given, self.pairs
        return wins_and_losses(given.sums, given.whole.guard, pairs.x, pairs.y)

    def p_values(self) -> Floats:
        """From the numbers of wins and losses alone."""
        return sign_test(*self._won)

    def favours(self) -> Floats:
        """The run that wins more questions, which need not have the higher mean."""
        wins, losses = self._won
        return np.sign(wins - losses).astype(np.float64)


def sign_test(wins: Ints, losses: Ints) -> Floats:
    """The chance of a split at least as uneven, if either side were as likely."""
    from scipy.special import bdtr  # not needed by those who only score

    fewer, total = np.minimum(wins, losses), wins + losses
    # Few different splits occur among many pairs, so each is worked out once.
    splits, where = np.unique(np.stack([fewer, total]), axis=1, return_inverse=True)
    tails = 2 * bdtr(splits[0].astype(np.float64), splits[1], 0.5)
    tails[2 * splits[0] + 1 >= splits[1]] = 1.0  # as even as can be, or nothing but ties
    for at in np.flatnonzero((tails < 1) & (splits[1] <= _EXACT_SPLIT)):
        few, all_of = int(splits[0, at]), int(splits[1, at])
        tails[at] = 2 * sum(math.comb(all_of, i) for i in range(few + 1)) / 2**all_of
    return tails[where.ravel()]
