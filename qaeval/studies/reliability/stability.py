"""The stability method (Buckley & Voorhees 2000): how often do question sets disagree on a pair?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.errands import BY_SIZE, Workers
from qaeval.progress import Step, no_step
from qaeval.studies.exact import NUDGE, Weighted, whole_steps
from qaeval.studies.reliability.pairs import over_blocks

# The papers' margins: 1% to 10%.
FUZZINESS = tuple(Fraction(n, 100) for n in range(1, 11))

# Relative differences are counted in so many equal steps at most.
_MOST_STEPS = 1000


@dataclass(frozen=True)
class Stability:
    """Minority rate and proportion of ties at each fuzziness value, over all pairs and trials."""

    fuzziness: list[Fraction]
    minority: list[int]  # Σ over pairs of the smaller number of wins
    ties: list[int]
    pairs: int
    trials: int

    @property
    def minority_rates(self) -> list[float]:
        """The chance of concluding the wrong thing about a pair."""
        return [count / (self.pairs * self.trials) for count in self.minority]

    @property
    def tie_rates(self) -> list[float]:
        """The lack of discrimination."""
        return [count / (self.pairs * self.trials) for count in self.ties]

    def ties_at(self, rate: float) -> float | None:
        """The proportion of ties where the curve crosses a minority rate; None if it does not."""
        points = list(zip(self.minority_rates, self.tie_rates, strict=True))
        for (high, few), (low, many) in pairwise(points):
            if high >= rate >= low and high > low:
                return few + (many - few) * (high - rate) / (high - low)
        return None


def stability(
    weighted: Weighted,
    fuzziness: Sequence[Fraction] = FUZZINESS,
    workers: Workers = BY_SIZE,
    progress: Step = no_step,
) -> Stability:
    """Count wins and ties of every pair of runs over the trials, for all fuzziness values at once.

    A tie is M(x) = M(y) or |M(x) − M(y)| < |f·max(M(x), M(y))|: the relative difference of each
    comparison is binned once, at the finest step that every f is a multiple of. The values of f
    go up.
    """
    counter = _Counter(weighted, fuzziness)
    runs, trials = weighted.numerators.shape
    minority, ties = over_blocks(runs, trials, counter, workers, progress)
    return Stability(
        list(fuzziness), minority.tolist(), ties.tolist(), runs * (runs - 1) // 2, trials
    )


class _Counter:
    """Counts the comparisons of one run with a block of others."""

    def __init__(self, weighted: Weighted, fuzziness: Sequence[Fraction]) -> None:
        self.numerators = weighted.numerators
        self.margin = weighted.margin
        self.signed = bool((self.numerators < 0).any())
        self.margins = np.array([float(f) for f in fuzziness])
        finest = math.lcm(*(f.denominator for f in fuzziness))
        if max(fuzziness) * finest <= _MOST_STEPS:
            self.step: float | None = 1.0 / finest
            self.marks = np.array([int(f * finest) for f in fuzziness])
        else:  # too fine to count in equal steps: count the margins reached
            self.step = None
            self.marks = np.arange(1, len(fuzziness) + 1)
        self.most = int(self.marks[-1])

    def __call__(self, run: int, others: slice) -> tuple[Ints, Ints]:
        """Σ of the smaller number of wins, and of ties, for each margin."""
        x, y = self.numerators[run], self.numerators[others]
        difference = x - y
        largest = np.maximum(x, y)
        if self.signed:
            np.abs(largest, out=largest)
        if self.margin is not None:
            difference[np.abs(difference) < self.margin] = 0.0
            difference += np.copysign(self.margin, difference) * (difference != 0)
        unequal = None
        if self.margins[0] == 0:
            unequal = (difference > 0).sum(axis=1), (difference < 0).sum(axis=1)
        with np.errstate(over="ignore"):  # 0 against 0 is a tie, 0 against less than 0 is not
            relative = np.divide(difference, largest + 1e-300, out=difference)
        return self._count(self._steps(relative), unequal)

    def _steps(self, relative: Floats) -> Ints:
        """How far up the marks each relative difference gets, below 0 where y is larger."""
        if self.step is not None:
            return whole_steps(relative, self.step, self.most)
        reached = np.searchsorted(self.margins, np.abs(relative) * NUDGE, side="right")
        return np.where(relative < 0, -reached, reached)

    def _count(self, steps: Ints, unequal: tuple[Ints, Ints] | None) -> tuple[Ints, Ints]:
        pairs, trials = steps.shape
        width = 2 * self.most + 1
        places = steps + (np.arange(pairs) * width + self.most)[:, None]
        counts = np.bincount(places.ravel(), minlength=pairs * width).reshape(pairs, width)
        above = np.cumsum(counts[:, ::-1], axis=1)  # how many reach +most, +most−1, …
        below = np.cumsum(counts, axis=1)
        x_wins = above[:, self.most - self.marks]
        y_wins = below[:, self.most - self.marks]
        if unequal is not None:  # no margin at all: only equal values tie
            x_wins[:, 0], y_wins[:, 0] = unequal
        minority = np.minimum(x_wins, y_wins).sum(axis=0)
        return minority, (trials - x_wins - y_wins).sum(axis=0)
