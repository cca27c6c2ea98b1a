"""The stability method (Buckley & Voorhees 2000): how often do question sets disagree on a pair?"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np

from qaeval.collection import Floats, Ints
from qaeval.reliability.exact import Weighted, whole_steps
from qaeval.reliability.pairs import over_blocks

Progress = Callable[[int], None]


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
    fuzziness: Sequence[Fraction],
    jobs: int = 1,
    progress: Progress | None = None,
) -> Stability:
    """Count wins and ties of every pair of runs over the trials, for all fuzziness values at once.

    A tie is M(x) = M(y) or |M(x) − M(y)| < |f·max(M(x), M(y))|: the relative difference of each
    comparison is binned once, at the finest step that every f is a multiple of.
    """
    finest = math.lcm(*(f.denominator for f in fuzziness))
    marks = [int(f * finest) for f in fuzziness]
    counter = _Counter(weighted, marks, finest)
    minority, ties = over_blocks(len(weighted.numerators), counter, jobs, progress)
    runs, trials = weighted.numerators.shape
    return Stability(
        list(fuzziness), minority.tolist(), ties.tolist(), runs * (runs - 1) // 2, trials
    )


class _Counter:
    """Counts the comparisons of one run with a block of others."""

    def __init__(self, weighted: Weighted, marks: Sequence[int], finest: int) -> None:
        self.numerators = weighted.numerators
        self.guard = weighted.guard * weighted.denominator
        self.marks = np.array(marks)
        self.step = 1.0 / finest
        self.most = max(marks)
        self.signed = bool((self.numerators < 0).any())
        self.zero_counts = 0 in marks

    def __call__(self, run: int, others: slice) -> tuple[Ints, Ints]:
        """Σ of the smaller number of wins, and of ties, for each mark."""
        x, y = self.numerators[run], self.numerators[others]
        difference = x - y
        largest = np.maximum(x, y)
        if self.signed:
            np.abs(largest, out=largest)
        if self.guard:
            difference[np.abs(difference) < self.guard] = 0.0
            difference += np.copysign(self.guard, difference) * (difference != 0)
        largest += 1e-300  # 0 against 0 is a tie, and 0 against less than 0 is not
        equal = (difference == 0).sum(axis=1) if self.zero_counts else None
        wins = (difference > 0).sum(axis=1) if self.zero_counts else None
        steps = whole_steps(np.divide(difference, largest, out=difference), self.step, self.most)
        return self._count(steps, equal, wins)

    def _count(self, steps: Floats, equal: Ints | None, wins: Ints | None) -> tuple[Ints, Ints]:
        pairs, trials = steps.shape
        width = 2 * self.most + 1
        places = steps.astype(np.int64) + self.most
        places += (np.arange(pairs) * width)[:, None]
        counts = np.bincount(places.ravel(), minlength=pairs * width).reshape(pairs, width)
        above = np.cumsum(counts[:, ::-1], axis=1)  # how many reach +most, +most−1, …
        below = np.cumsum(counts, axis=1)
        x_wins = above[:, self.most - self.marks]
        y_wins = below[:, self.most - self.marks]
        if wins is not None and equal is not None:
            # No margin at all: only equal values tie.
            zero = self.marks == 0
            x_wins[:, zero] = wins[:, None]
            y_wins[:, zero] = (trials - wins - equal)[:, None]
        minority = np.minimum(x_wins, y_wins).sum(axis=0)
        return minority, (trials - x_wins - y_wins).sum(axis=0)
