"""Paired randomization: the two runs' results swapped at random, question by question."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.studies.inference.differences import plain_errors, plain_squares
from qaeval.studies.inference.max_t import FlippedRows
from qaeval.studies.inference.tests.registry import PairTest, declared
from qaeval.studies.sampling import coin_blocks

_NEAR = 1e-12


@declared
class Randomization(PairTest):
    """How often is the difference as large, if signs are flipped for each pair on its own?"""

    name = "randomization"
    help = "paired, sign flips of questions for each pair on its own"
    hypothesis = "which run gave which result is chance, question by question"
    is_random = True
    takes_non_means = True
    takes_tasks = True

    @cached_property
    def _flipped(self) -> Floats:
        """Each run's sum under every flip, runs × trials."""
        rows, per = self.given.flipped_rows
        flipped, blocks = FlippedRows(rows), []
        with self.watch(self.trials, self.name) as step:
            for coins in coin_blocks(rows.shape[1], self.trials, self.seed):
                blocks.append(flipped.sums(coins))
                step(len(coins))
        return np.concatenate(blocks, axis=1) / per

    def _sums(self, pair: int) -> Floats:
        """The sums of a pair's differences under every flip, without their signs."""
        return np.abs(self._flipped[self.pairs.x[pair]] - self._flipped[self.pairs.y[pair]])

    def p_values(self) -> Floats:
        """(k + 1)/(N + 1) of N flips, k of which are as extreme."""
        reached = np.zeros(len(self.pairs.x), dtype=np.int64)
        with self.watch(len(reached), self.name) as step:
            for pair, seen in enumerate(self.pairs.sums.tolist()):
                reached[pair] = np.count_nonzero(self._sums(pair) >= seen * (1 - _NEAR))
                step(1)
        return (reached + 1) / (self.trials + 1)

    def half_widths(self, alphas: Floats) -> Floats:
        """The flips' own critical value times the standard error."""
        given, pairs = self.given, self.pairs
        squares = plain_squares(given, pairs.x, pairs.y)
        errors = plain_errors(given, pairs.x, pairs.y)
        units, halves = given.units, np.full(len(pairs.x), np.nan)
        for pair in np.flatnonzero(squares > 0).tolist():
            limit = critical(self._sums(pair), float(alphas[pair])) / np.sqrt(squares[pair])
            left = units.count - limit**2
            halves[pair] = np.inf if left <= 0 else limit * np.sqrt(units.degrees / left)
        return np.where(squares > 0, halves * errors, 0.0)


def critical(drawn: Floats, alpha: float) -> float:
    """The value beyond which (k + 1)/(N + 1) is at most alpha."""
    allowed = int(np.floor(alpha * (len(drawn) + 1) + _NEAR)) - 1
    at: Ints | int = len(drawn) - 1 - allowed
    return float(np.partition(drawn, at)[at]) if allowed >= 0 else float("inf")
