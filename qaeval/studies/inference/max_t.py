"""The largest t of a family under sign flips: one critical value for all pairs (Westfall & Young).

A trial flips the sign of whole units, the same flips for all pairs, and takes the largest
u = |Σ D|/√Σ D² of the family. Flips leave the squares alone, so dividing by them studentises every
flip: pairs of unequal variance share one critical value. Two runs alone make the exact sign-flip
test.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from qaeval.arrays import Bools, Floats
from qaeval.errands import Workers
from qaeval.processors import cores
from qaeval.progress import Watch, unwatched
from qaeval.studies.inference.contributions import Contributions
from qaeval.studies.inference.corrections import ALPHA
from qaeval.studies.inference.differences import Differences
from qaeval.studies.inference.intervals import Intervals, t_quantile
from qaeval.studies.sampling import coin_blocks

_NEAR = 1e-12  # two ratios nearer than this are equal: what is left is rounding
_PAIR_BLOCK = 256  # others of a run that are compared together: they stay in the cache
_TRIALS_AT_ONCE = 256
_AHEAD = 3  # blocks of flips
_ERRAND = 500  # trials
_EXACT_IN_32_BITS = 2.0**24

Coins = NDArray[np.uint8]


@dataclass(frozen=True)
class Flips:
    """The largest ratio of the family in every trial, ascending; all flips, or some of them."""

    largest: Floats
    all_of_them: bool

    def chances(self, ratios: Floats) -> Floats:
        """How often the largest is at least as large: p, corrected for the whole family."""
        reached = len(self.largest) - np.searchsorted(
            self.largest, ratios * (1 - _NEAR), side="left"
        )
        if self.all_of_them:
            return reached / len(self.largest)
        return (reached + 1) / (len(self.largest) + 1)

    def critical(self, alpha: float = ALPHA) -> float:
        """The ratio beyond which p is at most alpha."""
        trials = len(self.largest)
        allowed = math.floor(alpha * trials + _NEAR)
        if not self.all_of_them:
            allowed = math.floor(alpha * (trials + 1) + _NEAR) - 1
        # So many trials at most may be as large: the next one down is the limit.
        return float(self.largest[trials - 1 - allowed])


def family_flips(
    given: Contributions,
    pairs: Differences,
    trials: int,
    seed: int,
    watch: Watch = unwatched,
    executor: Executor | None = None,
) -> Flips:
    """Flip units; all ways of doing so where those are no more than the trials asked for."""
    rows, per = given.flipped_rows
    return flips_of(_Largest(rows, per, pairs), rows.shape[1], trials, seed, watch, executor)


def flips_of(
    ratios: Callable[[Coins], Floats],
    count: int,
    trials: int,
    seed: int,
    watch: Watch = unwatched,
    executor: Executor | None = None,
) -> Flips:
    """Flip so many units; `ratios` gives the largest of the family under each row of coins."""
    exact = count < 60 and 2 ** (count - 1) <= trials
    total = 2 ** (count - 1) if exact else trials
    parts = []
    with watch(total, "max-t") as step, ThreadPoolExecutor(cores()) as pool:
        if executor is None or exact:
            blocks = _all_coins(count) if exact else coin_blocks(count, trials, seed)
            every = in_order(pool, ratios, blocks)
        else:
            starts = range(0, trials, _ERRAND)
            errands = [range(start, min(start + _ERRAND, trials)) for start in starts]
            every = Workers(executor=executor).each(_Flipped(ratios, count, seed), errands, True)
        for part in every:
            parts.append(part)
            step(len(part))
    return Flips(np.sort(np.concatenate(parts)), exact)


@dataclass(frozen=True)
class _Flipped:
    """Some trials of all, for whoever runs errands: their coins are tossed where they fall."""

    ratios: Callable[[Coins], Floats]
    count: int
    seed: int

    def __call__(self, errand: range) -> Floats:
        blocks = coin_blocks(self.count, len(errand), self.seed, errand.start)
        return np.concatenate([self.ratios(block) for block in blocks])


def in_order(
    pool: Executor, work: Callable[[Coins], Floats], blocks: Iterator[Coins]
) -> Iterator[Floats]:
    """The results one after the other; only a few blocks are made ahead of their turn."""
    waiting: deque[Future[Floats]] = deque()
    for block in blocks:
        waiting.append(pool.submit(work, block))
        if len(waiting) > _AHEAD:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _all_coins(count: int) -> Iterator[Coins]:
    """Every way to flip, but for the last unit, which a flip of all of them stands for."""
    every = 2 ** (count - 1)
    for start in range(0, every, _TRIALS_AT_ONCE):
        numbers = np.arange(start, min(start + _TRIALS_AT_ONCE, every))
        yield ((numbers[:, None] >> np.arange(count)) & 1).astype(np.uint8)


class FlippedRows:
    """Rows of whole numbers, the signs of whose columns are turned together.

    Sums below 2^24 are exact in 32 bits too, which takes half the time.
    """

    def __init__(self, rows: Floats) -> None:
        small = max((float(np.abs(row).sum()) for row in rows), default=0.0) < _EXACT_IN_32_BITS
        self.rows = rows.astype("f4") if small else rows
        self.totals = rows.sum(axis=1)[:, None]

    def sums(self, coins: Coins) -> Floats:
        """Rows × trials; a coin is 1 where a column keeps its sign."""
        kept = np.matmul(self.rows, coins.astype(self.rows.dtype).T)
        return 2.0 * kept.astype(np.float64) - self.totals


class _Largest:
    """The largest ratio of the family under each row of flips."""

    def __init__(self, rows: Floats, per: float, pairs: Differences) -> None:
        self.rows = FlippedRows(rows)
        self.pairs = pairs
        with np.errstate(divide="ignore"):
            self.scale = np.where(pairs.squares > 0, 1 / np.sqrt(pairs.squares) / per, 0.0)
        self.weights: Floats | None = None
        if len(pairs.x) > len(rows):
            self.weights = np.zeros((len(rows), len(rows)))
            self.weights[pairs.x, pairs.y] = self.weights[pairs.y, pairs.x] = self.scale

    def __call__(self, coins: Coins) -> Floats:
        """Of every row of coins."""
        largest = self._of_few if self.weights is None else self._of_all
        parts = range(0, len(coins), _TRIALS_AT_ONCE)
        return np.concatenate([largest(coins[at : at + _TRIALS_AT_ONCE]) for at in parts])

    def _of_few(self, coins: Coins) -> Floats:
        """Of pairs that are no more than the runs, as those with a baseline."""
        flipped = self.rows.sums(coins)
        largest = np.zeros(len(coins))
        for start in range(0, len(self.scale), _PAIR_BLOCK):
            some = slice(start, start + _PAIR_BLOCK)
            ratio = flipped[self.pairs.x[some]] - flipped[self.pairs.y[some]]
            np.abs(ratio, out=ratio)
            ratio *= self.scale[some, None]
            np.maximum(largest, ratio.max(axis=0), out=largest)
        return largest

    def _of_all(self, coins: Coins) -> Floats:
        assert self.weights is not None
        flipped = self.rows.sums(coins)
        largest = np.zeros(len(coins))
        for run in range(len(flipped) - 1):
            weights = self.weights[run, run + 1 :]
            if not weights.any():
                continue
            for start in range(0, len(weights), _PAIR_BLOCK):
                others = flipped[run + 1 + start : run + 1 + start + _PAIR_BLOCK]
                ratio = flipped[run] - others
                np.abs(ratio, out=ratio)
                ratio *= weights[start : start + _PAIR_BLOCK, None]
                np.maximum(largest, ratio.max(axis=0), out=largest)
        return largest


def simultaneous(pairs: Differences, critical: float, claimed: Bools) -> Intervals:
    """The intervals of all differences: they exclude 0 exactly where a difference is claimed.

    An end that lies away from 0 is never nearer than Student's t would have it: where few
    questions differ, flips alone know too little of what was not seen.
    """
    flips = pairs.t_scale(critical)
    far = max(flips, t_quantile(pairs.degrees))
    near = np.where(claimed, flips, far)
    up = pairs.differences > 0
    low = pairs.differences - np.where(up, near, far) * pairs.errors
    high = pairs.differences + np.where(up, far, near) * pairs.errors
    return Intervals(low, high).holding_zero(~claimed)
