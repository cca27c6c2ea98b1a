"""Measures of how far confidences can be believed as chances, over the questions answered."""

from __future__ import annotations

import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.measures.confidence import NEEDS, RANKED
from qaeval.measures.drawn import Samples
from qaeval.measures.registry import (
    SHARE,
    Example,
    Parameter,
    Span,
    of_columns,
    of_totals,
    told_from,
    whole_from,
)
from qaeval.measures.sampled import sampled_ece

# Near enough to an edge to have been meant for it: .7·10 is 7.000000000000001.
_EDGE = 1e-9
# What is left of a chance that is 0, so that its logarithm is finite; scikit-learn's for doubles.
_LEAST_CHANCE = float(np.finfo(np.float64).eps)
_MOST_SURPRISE = 37.0  # −ln of it is 36.04


@told_from(
    "squared_error",
    "(confidence − correct)² of a response, 0 if there is none",
    SHARE,
    of=RANKED,
)
def squared_error(correct: Floats, answered: Floats, confidence: Floats) -> Floats:
    """The squared error of a confidence."""
    return np.where(answered > 0, (confidence - correct) ** 2, 0.0 * answered)


@told_from(
    "log_error",
    "−ln of the chance given to what a response turned out to be, 0 if none",
    Span(_MOST_SURPRISE),
    of=RANKED,
)
def log_error(correct: Floats, answered: Floats, confidence: Floats) -> Floats:
    """The surprise at a response being right, or wrong."""
    right = -np.log(np.maximum(confidence, _LEAST_CHANCE))
    wrong = -np.log1p(-np.minimum(confidence, 1 - _LEAST_CHANCE))
    return np.where(answered > 0, np.where(correct > 0, right, wrong), 0.0 * answered)


def _per_answer(errors: Floats, answered: Floats) -> Floats:
    """The mean over answers, undefined where there is none."""
    undefined = np.full(np.shape(answered), np.nan)
    return np.divide(errors, answered, out=undefined, where=answered > 0)


@of_totals(
    "Brier",
    family="response",
    components=(*RANKED, "squared_error"),
    needs=NEEDS,
    better="low",
    formula="mean of (confidence − correct)² over answered questions",
    source="Brier 1950, Monthly Weather Review 78",
    example=Example("R:.9 W:.5 U", "0.1300", "(.1² + .5²)/2"),
)
def brier(
    n: Floats, correct: Floats, answered: Floats, confidence: Floats, squared_error: Floats
) -> Floats:
    """Squared error of the confidences; undefined if nothing is answered.

    It grows with wrong answers as well as with confidences that say too much or too little.
    """
    return _per_answer(squared_error, answered)


@of_totals(
    "log-loss",
    family="response",
    components=(*RANKED, "log_error"),
    needs=NEEDS,
    better="low",
    bounds=None,
    no_interval="rare errors of sure answers decide it, and few questions may not show them",
    formula="mean of −ln(confidence) if right, −ln(1 − confidence) if wrong, over answered "
    "questions; a chance below 2.2e-16 counts as 2.2e-16",
    source="Good 1952, Journal of the Royal Statistical Society B 14",
    example=Example("R:.9 W:.5 U", "0.3993", "(−ln .9 − ln .5)/2"),
)
def log_loss(
    n: Floats, correct: Floats, answered: Floats, confidence: Floats, log_error: Floats
) -> Floats:
    """Surprise at the outcomes, in nats; undefined if nothing is answered.

    Being wrong with a confidence of 1 (or right with 0) would be an infinite surprise; it counts
    36.04, as in scikit-learn, and a few of those decide the value.
    """
    return _per_answer(log_error, answered)


def bin_of(confidence: Floats, bins: int) -> Ints:
    """The bin of each confidence, from 0."""
    return np.clip(np.ceil(confidence * bins - _EDGE) - 1, 0, bins - 1).astype(np.int64)


def sampled_error(
    samples: Samples, correct: Floats, answered: Floats, confidence: Floats, bins: int
) -> Floats:
    """ECE for many samples at once."""
    places = bin_of(np.where(answered > 0, confidence, 0.0), bins)
    return sampled_ece(samples, correct, answered, confidence, places, bins)


@of_columns(
    "ECE",
    family="response",
    components=RANKED,
    needs=NEEDS,
    better="low",
    sampled=sampled_error,
    # What few answers leave in each bin by chance counts as error.
    no_interval="its values on few questions are off on the mean",
    parameters=(Parameter("bins", 10, "number of bins of equal width", whole_from(1, 1000)),),
    formula="Σ |bin|/answered · |accuracy(bin) − mean confidence(bin)|, bins (0,.1], (.1,.2] …",
    source="Guo et al. 2017, ICML",
    example=Example("R:.9 W:.5 U", "0.3000", "(|1 − .9| + |0 − .5|)/2"),
)
def calibration_error(
    correct: Floats, answered: Floats, confidence: Floats, bins: int
) -> float | None:
    """Expected calibration error; undefined if nothing is answered."""
    given = answered > 0
    if not given.any():
        return None
    right, sure = correct[given], confidence[given]
    gap = np.bincount(bin_of(sure, bins), weights=right - sure, minlength=bins)
    return float(np.abs(gap).sum() / len(right))
