"""How swap rates depend on the difference and on the number of questions.

The swap rate is measured at growing c and fitted by a binomial logit on the difference d in units
of its standard error, u = d·√c/sd:

    logit(swap rate) = a + b·u + e·u² + g·u/√c

For large c the required difference falls as 1/√c, as it does for any mean; g carries what small
sets add. Of sixteen forms tried on sixteen generated collections this one predicted the largest c
from the smaller ones best. A logit linear in d, log c and d·log c asked for twice the difference
that five times the questions turned out to need.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from qaeval.arrays import Floats, Ints


@dataclass(frozen=True)
class Tally:
    """Comparisons and swaps at one c, by bins whose midpoints are in standard errors."""

    size: int
    errors: Floats
    comparisons: Ints
    swaps: Ints


@dataclass(frozen=True)
class SwapModel:
    """logit(swap rate) = a + b·u + e·u² + g·u/√c with u = d·√c/sd, b < 0 and e ≤ 0.

    The signs make the rate fall with c at any difference.
    """

    a: float
    b: float
    e: float
    g: float
    sd: float

    def rate(self, difference: float, questions: float) -> float:
        """The swap rate of a difference seen on so many questions."""
        v = difference / self.sd
        u = v * math.sqrt(questions)
        logit = self.a + self.b * u + self.e * u * u + self.g * v
        return 1 / (1 + math.exp(min(-logit, 700.0)))

    def required(self, questions: float, confidence: float) -> float:
        """The difference from which on the rate is at most 1 − confidence; infinite if none is."""
        root = math.sqrt(questions)
        constant = self.a - _logit(1 - confidence)
        return self.sd * _last_root(self.e * questions, self.b * root + self.g, constant)

    def questions(self, difference: float, confidence: float) -> float:
        """The number of questions, not yet whole, that make a difference the required one."""
        v = difference / self.sd
        u = _last_root(self.e, self.b, self.a + self.g * v - _logit(1 - confidence))
        return (u / v) ** 2 if u < 1e9 * v else math.inf


def _logit(rate: float) -> float:
    return math.log(rate / (1 - rate))


def _last_root(square: float, slope: float, constant: float) -> float:
    """From where on square·x² + slope·x + constant ≤ 0, for x ≥ 0 and square ≤ 0."""
    if square == 0:
        if slope < 0:
            return max(0.0, -constant / slope)
        return 0.0 if slope == 0 and constant <= 0 else math.inf
    inside = slope * slope - 4 * square * constant
    if inside < 0:
        return 0.0
    # This form of the root does not cancel, however flat the parabola.
    if slope < 0:
        return max(0.0, 2 * constant / (-slope + math.sqrt(inside)))
    return max(0.0, (slope + math.sqrt(inside)) / (-2 * square))


def fit(tallies: Sequence[Tally], sd: float) -> SwapModel | None:
    """The model that fits measured swap rates best, without the terms that have the wrong sign.

    None where rates do not fall with the difference: nothing can be extrapolated then.
    """
    u = np.concatenate([tally.errors for tally in tallies])
    root = np.concatenate([np.full(len(t.errors), math.sqrt(t.size)) for t in tallies])
    counts = np.concatenate([tally.comparisons for tally in tallies]).astype(np.float64)
    swapped = np.concatenate([tally.swaps for tally in tallies]).astype(np.float64)
    if not 0 < swapped.sum() < counts.sum():
        return None
    columns = {"a": np.ones_like(u), "b": u, "e": u * u, "g": u / root}
    for terms in ("abeg", "abg", "ab"):
        found = logit_fit(np.stack([columns[term] for term in terms], axis=1), swapped, counts)
        if found is None:
            continue
        values = dict.fromkeys("abeg", 0.0) | dict(zip(terms, found.tolist(), strict=True))
        if values["b"] < 0 and values["e"] <= 0:
            return SwapModel(**values, sd=sd)
    return None


def logit_fit(columns: Floats, hits: Floats, counts: Floats) -> Floats | None:
    """Binomial logit regression by reweighted least squares; None where it does not settle."""
    coefficients = np.zeros(columns.shape[1])
    for _ in range(50):
        logits = np.clip(columns @ coefficients, -30, 30)
        rates = 1 / (1 + np.exp(-logits))
        weights = counts * rates * (1 - rates)
        slopes = columns.T @ (weights[:, None] * columns)
        step = np.linalg.lstsq(slopes, columns.T @ (hits - counts * rates), rcond=None)[0]
        coefficients = coefficients + step
        if np.abs(step).max() < 1e-9 * (1 + np.abs(coefficients).max()):
            return coefficients
    return None


# Wide bins of the difference, in standard errors, and the share of comparisons that one must hold.
WIDE = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0)
LEAST_SHARE = 0.02


@dataclass(frozen=True)
class Misfit:
    """A wide bin of differences at one c, with its swap rate as measured and by the model."""

    size: int
    low: float
    high: float | None  # None: the bin is open
    measured: float
    modelled: float

    @property
    def error(self) -> float:
        """How far the two rates are apart."""
        return abs(self.measured - self.modelled)


def worst_misfit(model: SwapModel, tallies: Sequence[Tally]) -> Misfit:
    """Where the model is furthest from what was measured, over all c and wide bins."""
    misfits = [misfit for tally in tallies for misfit in _misfits(model, tally)]
    return max(misfits, key=lambda misfit: misfit.error)


def _misfits(model: SwapModel, tally: Tally) -> list[Misfit]:
    error = model.sd / math.sqrt(tally.size)
    places = np.digitize(tally.errors, WIDE) - 1
    rates = np.array([model.rate(u * error, tally.size) for u in tally.errors.tolist()])
    every = int(tally.comparisons.sum())
    misfits = []
    for at in np.unique(places).tolist():
        inside = places == at
        count = int(tally.comparisons[inside].sum())
        if count >= LEAST_SHARE * every:
            high = WIDE[at + 1] * error if at + 1 < len(WIDE) else None
            modelled = float((rates * tally.comparisons)[inside].sum()) / count
            measured = int(tally.swaps[inside].sum()) / count
            misfits.append(Misfit(tally.size, WIDE[at] * error, high, measured, modelled))
    return misfits


def share_reaching(model: SwapModel, tally: Tally, difference: float) -> float:
    """The share of a tally's comparisons that differ by so much or more."""
    reached = tally.errors * model.sd / math.sqrt(tally.size) >= difference
    return float(tally.comparisons[reached].sum() / tally.comparisons.sum())
