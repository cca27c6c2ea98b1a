"""Swaps of whole numbers are counted by distance, others bin by bin: the same counts, by hand."""

from fractions import Fraction

import numpy as np
import pytest

from qaeval.studies.exact import Weighted
from qaeval.studies.reliability.swap import swaps

# Three runs on two trials; of the six comparisons two are ties on the first set.
FIRST = np.array([[3, 0], [3, 4], [0, 4]], dtype=float)
SECOND = np.array([[1, 2], [0, 1], [2, 1]], dtype=float)


def counted(lift, per, guard=0.0, strict=True):
    """Sums of ten questions, in bins of .1; `lift` leaves all differences as they are."""
    first, second = (Weighted((sums + lift) * per, 10.0 * per, guard) for sums in (FIRST, SECOND))
    return swaps(first, second, Fraction(1, 10), 4, strict)


@pytest.mark.parametrize("guard", [0.0, 1e-9])
@pytest.mark.parametrize("per", [1, 20_000])
@pytest.mark.parametrize("lift", [0, 40_000, -40_000])
def test_small_differences_of_any_numbers(lift, per, guard):
    counts = counted(lift, per, guard)
    # Trial 1: x-y 0|+1 swap, x-z +3|-1 swap, y-z +3|-2 swap. Trial 2: -4|+1, -4|+1 swaps, 0|0 none.
    assert counts.comparisons.tolist() == [2, 0, 0, 4]
    assert counts.swaps.tolist() == [1, 0, 0, 4]
    assert counts.exact_ties == 2
    assert counts.reach.tolist() == [0, 0, 0, 3]
    assert counts.largest == pytest.approx((4 + lift) / 10)


@pytest.mark.parametrize("per", [1, 20_000])
def test_a_tie_is_no_swap_unless_asked(per):
    assert counted(0, per, strict=False).swaps.tolist() == [0, 0, 0, 4]
