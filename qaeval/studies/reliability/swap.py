"""The swap method (Voorhees & Buckley 2002): how large must a difference be to be believed?"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from qaeval.arrays import Floats, Ints
from qaeval.errands import BY_SIZE, Workers
from qaeval.progress import Step, no_step
from qaeval.studies.exact import Weighted, whole_steps
from qaeval.studies.reliability.pairs import over_blocks

# The papers' bins of differences: [0, .01), [.01, .02), …, [.20, ∞).
BIN_WIDTH = Fraction(1, 100)
BINS = 21


@dataclass(frozen=True)
class Swaps:
    """Comparisons and swaps by bin of the difference on set A."""

    width: Fraction
    comparisons: Ints
    swaps: Ints
    exact_ties: int  # comparisons of equal values, all in the first bin
    largest: float  # over all runs, trials and both sets
    values: int  # how many values that maximum is over
    trials: int
    reach: Ints  # by bin: the pairs of runs whose largest difference falls into it

    @property
    def runs(self) -> int:
        """How many runs were compared."""
        return self.values // (2 * self.trials)

    @property
    def rates(self) -> list[float | None]:
        """The swap rate of each bin; None where it is empty."""
        pairs = zip(self.swaps.tolist(), self.comparisons.tolist(), strict=True)
        return [swaps / count if count else None for swaps, count in pairs]

    def edge(self, at: int) -> float:
        """The lower edge of a bin."""
        return float(self.width * at)

    def required(self, confidence: Fraction, steady: bool = False) -> int | None:
        """The first bin whose swap rate is small enough; None if there is none.

        Bins that are empty or hold nothing but exact ties say nothing. `steady` wants every later
        bin that says something to be small enough too.
        """
        allowed = 1 - confidence
        holds = [
            None if not self._speaks(at) else Fraction(int(swaps), int(count)) <= allowed
            for at, (count, swaps) in enumerate(zip(self.comparisons, self.swaps, strict=True))
        ]
        for at, ok in enumerate(holds):
            if ok and (not steady or all(later is not False for later in holds[at:])):
                return at
        return None

    def _speaks(self, at: int) -> bool:
        count = int(self.comparisons[at])
        return count > (self.exact_ties if at == 0 else 0)

    def pairs_from(self, at: int) -> int:
        """How many different pairs of runs have a comparison in a bin or above it."""
        return int(self.reach[at:].sum())

    def sensitivity(self, at: int) -> float:
        """The share of comparisons whose difference reaches a bin."""
        return float(self.comparisons[at:].sum() / self.comparisons.sum())


def swaps(
    first: Weighted,
    second: Weighted,
    width: Fraction = BIN_WIDTH,
    bins: int = BINS,
    strict: bool = True,
    workers: Workers = BY_SIZE,
    progress: Step = no_step,
) -> Swaps:
    """Compare every pair of runs on two disjoint sets of each trial.

    A swap is d·d' < 0, or (strict) exactly one of them zero; the bin is that of |d| on the first.
    """
    counter = _Counter(first, second, width, bins, strict)
    runs, trials = first.numerators.shape
    counts, swapped, ties, reach = over_blocks(runs, trials, counter, workers, progress)
    largest = max(first.values.max(), second.values.max())
    return Swaps(
        width,
        counts,
        swapped,
        int(ties),
        float(largest),
        2 * first.numerators.size,
        trials,
        reach,
    )


def _differ_in_sign(one: Floats, two: Floats) -> NDArray[np.bool_]:
    """Whether one is above, below or at 0 and the other is not."""
    return ((one > 0) != (two > 0)) | ((one < 0) != (two < 0))


class _Counter:
    """Counts the comparisons of one run with a block of others."""

    def __init__(
        self, first: Weighted, second: Weighted, width: Fraction, bins: int, strict: bool
    ) -> None:
        self.first, self.second = first.numerators, second.numerators
        self.margins = first.margin, second.margin
        self.step = float(width) * first.denominator
        self.bins = bins
        self.strict = strict

    def __call__(self, run: int, others: slice) -> tuple[Ints, Ints, int, Ints]:
        """Comparisons and swaps of each bin, the exact ties, and the pairs by their largest bin."""
        first, second = (
            _difference(numerators, margin, run, others)
            for numerators, margin in zip((self.first, self.second), self.margins, strict=True)
        )
        swapped = _differ_in_sign(first, second) if self.strict else first * second < 0
        np.abs(first, out=first)
        ties = int(first.size - np.count_nonzero(first))
        if self.margins[0] is not None:
            first += self.margins[0]
        places = whole_steps(first, self.step, self.bins - 1)
        reach = np.bincount(places.max(axis=1), minlength=self.bins)
        places *= 2
        places += swapped
        counts = np.bincount(places.ravel(), minlength=2 * self.bins).reshape(self.bins, 2)
        return counts.sum(axis=1), counts[:, 1], ties, reach


def _difference(
    numerators: Floats, margin: float | Floats | None, run: int, others: slice
) -> Floats:
    """A run less each of the others on every set, 0 where only rounding is left."""
    difference = numerators[run] - numerators[others]
    if margin is not None:
        difference[np.abs(difference) < margin] = 0.0
    return difference
