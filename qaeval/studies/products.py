"""Sums of products of whole numbers too large for a double, exact up to the last addition."""

from __future__ import annotations

import math

import numpy as np

from qaeval.arrays import Floats, Ints

_BITS = 53
_ROWS_AT_ONCE = 64  # of pairs: the working arrays stay small


def exact_products(whole: Floats) -> Floats:
    """`whole @ whole.T`, the same on every machine whatever the order of its additions.

    Large numbers are cut into limbs whose products add up below 2^53, where doubles are exact.
    """
    room, count = _cut(whole)
    if count == 1:
        return whole @ whole.T
    limbs = _limbs(whole, room, count)
    products = np.zeros((len(whole), len(whole)))
    for degree in range(2 * count - 1):
        part = np.zeros_like(products)
        for i in _lower(degree, count):
            part += limbs[i] @ limbs[degree - i].T
        products += part * 2.0 ** (room * degree)
    return products


def exact_pair_products(whole: Floats, x: Ints, y: Ints) -> Floats:
    """Those of rows x with rows y alone, to the last bit; few pairs need no product of all."""
    room, count = _cut(whole)
    products = np.zeros(len(x))
    for start in range(0, len(x), _ROWS_AT_ONCE):
        rows = slice(start, start + _ROWS_AT_ONCE)
        first, second = (_limbs(whole[side[rows]], room, count) for side in (x, y))
        for degree in range(2 * count - 1):
            part = np.zeros(len(first[0]))
            for i in _lower(degree, count):
                part += np.einsum("ij,ij->i", first[i], second[degree - i])
            products[rows] += part * 2.0 ** (room * degree)
    return products


def exact_squares(whole: Floats) -> Floats:
    """The diagonal of all products."""
    every = np.arange(len(whole))
    return exact_pair_products(whole, every, every)


def squared_differences(whole: Floats, per: float, x: Ints, y: Ints) -> Floats:
    """Σ (row x − row y)² for each pair of rows of whole numbers, of which `per` make 1."""
    if len(x) <= len(whole):
        squares, products = exact_squares(whole), exact_pair_products(whole, x, y)
    else:
        every = exact_products(whole)
        squares, products = np.diag(every), every[x, y]
    squares, products = squares / per**2, products / per**2
    return np.maximum(squares[x] + squares[y] - 2 * products, 0.0)


def _cut(whole: Floats) -> tuple[int, int]:
    """How many bits a limb may have, and how many limbs the largest number takes."""
    largest = max(float(whole.max(initial=0)), -float(whole.min(initial=0)))
    room = (_BITS - math.ceil(math.log2(max(whole.shape[1], 2)))) // 2
    return room, max(1, math.ceil(math.log2(largest + 1) / room))


def _lower(degree: int, count: int) -> range:
    """The limbs that have a partner with which they make this power of the base."""
    return range(max(0, degree - count + 1), min(degree, count - 1) + 1)


def _limbs(whole: Floats, room: int, count: int) -> list[Floats]:
    """The numbers in base 2^room, lowest limb first, each with the sign of its number."""
    if count == 1:
        return [whole]
    rest, base, limbs = np.abs(whole), 2.0**room, []
    for _ in range(count):
        higher = np.floor(rest / base)
        limbs.append(np.copysign(rest - higher * base, whole))
        rest = higher
    return limbs
