"""What difference a test of the family finds, and with how many questions."""

from __future__ import annotations

import math
from functools import cache

import numpy as np

from qaeval.arrays import Floats

MOST_QUESTIONS = 1_000_000
_NODES = 80


def detectable(
    sd: float, count: float, runs: int = 2, alpha: float = 0.05, power: float = 0.8
) -> float:
    """The true difference that is found with `power`, of runs whose differences have this sd.

    The statistic has a noncentral t distribution, and is found where it exceeds the critical value
    of a family of all pairs of so many runs.
    """
    from scipy.optimize import brentq  # only plans need it
    from scipy.special import nctdtr

    degrees = count - 1
    limit = family_critical(runs, degrees, alpha)

    def missing(shift: float) -> float:
        # What is found on the wrong side is next to nothing once the shift is above 0.
        return float(1 - nctdtr(degrees, shift, limit)) - power

    most = limit + 5.0
    while missing(most) < 0:
        most *= 1.5
    return float(brentq(missing, 0.0, most)) * sd / math.sqrt(count)


def questions_to_detect(
    sd: float, difference: float, runs: int = 2, alpha: float = 0.05, power: float = 0.8
) -> int | None:
    """The fewest questions at which a difference is detectable; None beyond a million."""
    low, high = 2, 4
    while detectable(sd, high, runs, alpha, power) > difference:
        low, high = high, high * 2
        if low > MOST_QUESTIONS:
            return None
    while low < high:
        middle = (low + high) // 2
        if detectable(sd, middle, runs, alpha, power) > difference:
            low = middle + 1
        else:
            high = middle
    return high if high <= MOST_QUESTIONS else None


@cache
def family_critical(runs: int, degrees: float, alpha: float) -> float:
    """The critical value of |t| for all pairs of runs: the studentised range over √2 (Tukey).

    For two runs it is Student's.
    """
    from scipy.special import stdtrit

    student = float(stdtrit(degrees, 1 - alpha / 2))
    if runs <= 2:
        return student
    low, high = student, float(stdtrit(degrees, 1 - alpha / (runs * (runs - 1))))
    for _ in range(60):
        middle = (low + high) / 2
        if range_chance(middle * math.sqrt(2), runs, degrees) < 1 - alpha:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def range_chance(limit: float, runs: int, degrees: float) -> float:
    """The chance that the studentised range of so many runs stays below a limit."""
    scales, weights = _scales(degrees)
    return float(np.dot(weights, _normal_range(limit * scales, runs)))


@cache
def _scales(degrees: float) -> tuple[Floats, Floats]:
    """Nodes and weights for the mean over s, where s²·degrees is chi-squared."""
    from scipy.special import chdtri

    at, weights = _nodes(_NODES)
    chances = (at + 1) / 2
    return np.sqrt(chdtri(degrees, 1 - chances) / degrees), weights / 2


def _normal_range(limits: Floats, runs: int) -> Floats:
    """The chance that the range of so many normal numbers stays below each limit."""
    from scipy.special import ndtr

    at, weights = _nodes(4 * _NODES)
    points = 8 * at
    density = np.exp(-(points**2) / 2) / math.sqrt(2 * math.pi)
    inside = ndtr(points[None, :]) - ndtr(points[None, :] - limits[:, None])
    return runs * (inside ** (runs - 1)) @ (density * weights * 8)


@cache
def _nodes(count: int) -> tuple[Floats, Floats]:
    """Gauss and Legendre's points between −1 and 1, and their weights."""
    at, weights = np.polynomial.legendre.leggauss(count)
    return at, weights
