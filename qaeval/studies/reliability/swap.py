"""The swap method (Voorhees & Buckley 2002): how large must a difference be to be believed?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from qaeval.arrays import Bools, Floats, Ints
from qaeval.errands import BY_SIZE, Workers
from qaeval.progress import Step, no_step
from qaeval.studies.exact import Weighted, whole_steps
from qaeval.studies.reliability.pairs import Counts, over_blocks

# The papers' bins of differences: [0, .01), [.01, .02), …, [.20, ∞).
BIN_WIDTH = Fraction(1, 100)
BINS = 21

# Whole numbers that differ by no more are counted by distance, in 16 bits.
_FEW_DISTANCES = 8192


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
    most = _largest_difference(first, second)
    kind = _DistanceCounter if most <= _FEW_DISTANCES else _BinCounter
    counter = kind(first, second, width, bins, strict)
    runs, trials = first.numerators.shape
    found = over_blocks(runs, trials, counter, workers, progress)
    counts, swapped, ties, reach = counter.by_bin(*found)
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


class _BinCounter:
    """Counts the comparisons of one run with a block of others, bin by bin."""

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
        first = self.first[run] - self.first[others]
        up, down = _signs(first, self.margins[0])
        other_up, other_down = _signs(self.second[run] - self.second[others], self.margins[1])
        if self.strict:
            swapped = (up ^ other_up) | (down ^ other_down)
        else:
            swapped = (up & other_down) | (down & other_up)
        np.abs(first, out=first)
        same = ~(up | down)
        ties = int(np.count_nonzero(same))
        if self.margins[0] is not None:
            first[same] = 0.0
            first += self.margins[0]
        places = whole_steps(first, self.step, self.bins - 1)
        reach = np.bincount(places.max(axis=1), minlength=self.bins)
        places *= 2
        places += swapped
        counts = np.bincount(places.ravel(), minlength=2 * self.bins).reshape(self.bins, 2)
        return counts.sum(axis=1), counts[:, 1], ties, reach

    def by_bin(self, *counts: Any) -> Counts:
        """The sums of all counts as they are."""
        return counts


def _signs(differences: Floats, margin: float | Floats | None) -> tuple[Bools, Bools]:
    """Which are above 0 and which below; within the margin only rounding is left."""
    if margin is None:
        return differences > 0, differences < 0
    return differences >= margin, differences <= -margin


class _DistanceCounter:
    """Counts whole numbers by their distance, whose bin is looked up once all are counted."""

    def __init__(
        self, first: Weighted, second: Weighted, width: Fraction, bins: int, strict: bool
    ) -> None:
        # Large values may differ by little, so only what is above the least of a set is kept.
        self.first, self.second = (
            (sums - sums.min(axis=0)).astype(np.int16)
            for sums in (first.numerators, second.numerators)
        )
        most = int(_largest_difference(first, second))
        self.places = whole_steps(np.arange(most + 1.0), float(width) * first.denominator, bins - 1)
        self.bins = bins
        self.strict = strict

    def __call__(self, run: int, others: slice) -> tuple[Ints, Ints]:
        """By distance: comparisons without and with a swap, pairs by the largest."""
        first = self.first[run] - self.first[others]
        one, two = np.sign(first), np.sign(self.second[run] - self.second[others])
        swapped = one != two if self.strict else one * two < 0
        np.abs(first, out=first)
        reach = np.bincount(first.max(axis=1), minlength=len(self.places))
        first *= 2
        first += swapped
        return np.bincount(first.ravel(), minlength=2 * len(self.places)), reach

    def by_bin(self, counts: Ints, reach: Ints) -> Counts:
        """Comparisons, swaps, exact ties and pairs as the other counter has them."""
        kept, swapped = counts.reshape(-1, 2).T
        comparisons, swaps, pairs = (
            np.bincount(self.places, some, self.bins).astype(np.int64)  # doubles hold them exactly
            for some in (kept + swapped, swapped, reach)
        )
        return comparisons, swaps, kept[0] + swapped[0], pairs


def _largest_difference(first: Weighted, second: Weighted) -> float:
    """Between two runs on the same set, in whole numbers; infinite where they are rounded."""
    alike = isinstance(first.denominator, float)
    if not alike or first.margin is not None or second.margin is not None:
        return math.inf
    return max(float(np.ptp(sums.numerators, axis=0).max()) for sums in (first, second))
