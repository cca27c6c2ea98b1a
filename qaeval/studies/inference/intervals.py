"""The interval of a run's own value: what the choice of questions leaves open."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from qaeval.arrays import Bools, Floats
from qaeval.studies.inference.contributions import Contributions

CONFIDENCE = 0.95
NEAR_AN_END = 5  # n·v(1−v) below which pseudo-values are not trusted to show all variation


@dataclass(frozen=True)
class Intervals:
    """The two ends, of each run or of each pair; NaN where there are none."""

    low: Floats
    high: Floats

    def holding_zero(self, where: Bools) -> Intervals:
        """The same, but for rounding that would put 0 outside where it must be inside."""
        low = np.where(where, np.minimum(self.low, 0.0), self.low)
        return Intervals(low, np.where(where, np.maximum(self.high, 0.0), self.high))


def run_intervals(given: Contributions) -> Intervals:
    """Of each run: Wilson's with the effective number of questions on a scale with ends, else t.

    For right and wrong answers it is Wilson's score interval with t for z and n−1 for n; it never
    leaves the scale, and has a width at both ends of it.
    """
    nothing = np.full(len(given.values), np.nan)
    if given.degrees < 1 or given.no_interval:
        return Intervals(nothing, nothing)
    quantile = t_quantile(given.degrees)
    values, errors = given.values, given.standard_errors
    if given.bounds is None:
        return Intervals(values - quantile * errors, values + quantile * errors)
    low, high = given.bounds
    shares = (values - low) / (high - low)
    ends = wilson(shares, _effective(given, shares, errors / (high - low)), quantile)
    return Intervals(*(np.where(given.known, low + end * (high - low), nothing) for end in ends))


def _effective(given: Contributions, shares: Floats, errors: Floats) -> Floats:
    """How many right or wrong answers would leave as much open: v(1−v)/se².

    At an end of the scale, where nothing varies, they are the units. Pseudo-values near an end
    hardly vary either, so there they count no more than their questions.
    """
    inside = (shares > 0) & (shares < 1) & (errors > 0)
    effective = np.full(len(shares), float(given.units.count))
    effective[inside] = (shares * (1 - shares))[inside] / errors[inside] ** 2
    if not given.pseudo:
        return effective
    questions = given.units.questions
    from_the_ends = np.clip(questions * shares * (1 - shares) / NEAR_AN_END, 1, None)
    return np.minimum(effective, questions * from_the_ends)


def wilson(shares: Floats, counts: Floats, quantile: float) -> tuple[Floats, Floats]:
    """The ends of Wilson's score interval of shares out of so many (Wilson 1927)."""
    square = quantile * quantile
    wide = 1 + square / counts
    middle = (shares + square / (2 * counts)) / wide
    inside = np.clip(shares * (1 - shares), 0, None) / counts + square / (4 * counts**2)
    half = quantile * np.sqrt(inside) / wide
    return np.clip(middle - half, 0, 1), np.clip(middle + half, 0, 1)


def t_quantile(degrees: float, confidence: float = CONFIDENCE) -> float:
    """How many standard errors a two-sided interval reaches."""
    from scipy.special import stdtrit  # not needed by those who only score

    return float(stdtrit(degrees, 1 - (1 - confidence) / 2)) if degrees > 0 else float("nan")
