"""Sums of products of whole numbers too large for a double, exact up to the last addition."""

from __future__ import annotations

import math

import numpy as np

from qaeval.arrays import Floats

_BITS = 53


def exact_products(whole: Floats) -> Floats:
    """`whole @ whole.T`, the same on every machine whatever the order of its additions.

    Large numbers are cut into limbs whose products add up below 2^53, where doubles are exact.
    """
    largest = float(np.abs(whole).max(initial=0))
    room = (_BITS - math.ceil(math.log2(max(whole.shape[1], 2)))) // 2
    count = max(1, math.ceil(math.log2(largest + 1) / room))
    if count == 1:
        return whole @ whole.T
    limbs = _limbs(whole, room, count)
    products = np.zeros((len(whole), len(whole)))
    for degree in range(2 * count - 1):
        part = np.zeros_like(products)
        for i in range(max(0, degree - count + 1), min(degree, count - 1) + 1):
            part += limbs[i] @ limbs[degree - i].T
        products += part * 2.0 ** (room * degree)
    return products


def _limbs(whole: Floats, room: int, count: int) -> list[Floats]:
    """The numbers in base 2^room, lowest limb first, each with the sign of its number."""
    rest, base, limbs = np.abs(whole), 2.0**room, []
    for _ in range(count):
        higher = np.floor(rest / base)
        limbs.append(np.copysign(rest - higher * base, whole))
        rest = higher
    return limbs
