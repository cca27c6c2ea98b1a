"""What difference a test of the family finds, and with how many questions."""

from __future__ import annotations

import math
from functools import cache

import numpy as np

from qaeval.arrays import Floats

MOST_QUESTIONS = 1_000_000
# Below this, what should be found with 80% power is found in 70 to 76% of the cases only
# (docs/calibration.md), so nothing is called detectable.
FEWEST_QUESTIONS = 50
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


def findable(
    sd: float, count: int, runs: int = 2, alpha: float = 0.05, power: float = 0.8
) -> float | None:
    """The same where it can be relied on; None for fewer questions."""
    return None if count < FEWEST_QUESTIONS else detectable(sd, count, runs, alpha, power)


def questions_to_detect(
    sd: float, difference: float, runs: int = 2, alpha: float = 0.05, power: float = 0.8
) -> int | None:
    """The fewest questions, FEWEST_QUESTIONS or more, at which a difference is detectable.

    None beyond a million. What is detectable falls nearly as 1/√n, so each try tells where to look
    next.
    """
    number = 100.0
    for _ in range(20):
        number = min(max(number, float(FEWEST_QUESTIONS)), 4.0 * MOST_QUESTIONS)
        following = number * (detectable(sd, number, runs, alpha, power) / difference) ** 2
        if abs(following - number) < 0.5:
            break
        number = following
    whole = min(max(FEWEST_QUESTIONS, round(number)), MOST_QUESTIONS + 1)
    while whole > FEWEST_QUESTIONS and detectable(sd, whole - 1, runs, alpha, power) <= difference:
        whole -= 1
    while whole <= MOST_QUESTIONS and detectable(sd, whole, runs, alpha, power) > difference:
        whole += 1
    return whole if whole <= MOST_QUESTIONS else None


@cache
def family_critical(runs: int, degrees: float, alpha: float) -> float:
    """The critical value of |t| for all pairs of runs: the studentised range over √2 (Tukey).

    For two runs it is Student's.
    """
    from scipy.optimize import brentq
    from scipy.special import stdtrit

    student = float(stdtrit(degrees, 1 - alpha / 2))
    if runs <= 2:
        return student
    bonferroni = float(stdtrit(degrees, 1 - alpha / (runs * (runs - 1))))
    root = math.sqrt(2)
    return float(
        brentq(
            lambda limit: range_chance(limit * root, runs, degrees) - (1 - alpha),
            student,
            bonferroni * 1.001,
            xtol=1e-10,
        )
    )


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
