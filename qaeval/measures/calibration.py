"""Measures of how far confidences can be believed, over the questions answered."""

from __future__ import annotations

import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.measures.confidence import NEEDS, RANKED, expected_right
from qaeval.measures.registry import Example, Parameter, of_columns, whole_from
from qaeval.measures.sampled import sampled_aurc, sampled_brier, sampled_ece

# Near enough to an edge to have been meant for it: .7·10 is 7.000000000000001.
_EDGE = 1e-9


@of_columns(
    "AURC",
    family="response",
    components=RANKED,
    needs=NEEDS,
    better="low",
    sampled=sampled_aurc,
    formula="mean over i of the error rate among the i most confident answers; ties: expectation",
    source="Geifman et al. 2019, ICLR",
    example=Example("R:.9 W:.8 R:.7 U", "0.2778", "(0 + 1/2 + 1/3)/3"),
)
def area_under_risk(correct: Floats, answered: Floats, confidence: Floats) -> float | None:
    """Area under the risk-coverage curve; undefined if nothing is answered."""
    given = answered > 0
    if not given.any():
        return None
    right = expected_right(correct[given], confidence[given])
    return float(np.mean(1 - right / np.arange(1, len(right) + 1)))


@of_columns(
    "Brier",
    family="response",
    components=RANKED,
    needs=NEEDS,
    better="low",
    sampled=sampled_brier,
    formula="mean of (confidence − correct)² over answered questions",
    source="Brier 1950, Monthly Weather Review 78",
    example=Example("R:.9 W:.5 U", "0.1300", "(.1² + .5²)/2"),
)
def brier(correct: Floats, answered: Floats, confidence: Floats) -> float | None:
    """Squared error of the confidences; undefined if nothing is answered."""
    given = answered > 0
    if not given.any():
        return None
    return float(np.mean((confidence[given] - correct[given]) ** 2))


def _bin_of(confidence: Floats, bins: int) -> Ints:
    """The bin of each confidence, from 0."""
    return np.clip(np.ceil(confidence * bins - _EDGE) - 1, 0, bins - 1).astype(np.int64)


def sampled_error(
    weights: Floats, correct: Floats, answered: Floats, confidence: Floats, bins: int
) -> Floats:
    """ECE for many samples at once."""
    given = answered > 0
    sure = confidence[given]
    return sampled_ece(weights[given], correct[given], sure, _bin_of(sure, bins), bins)


@of_columns(
    "ECE",
    family="response",
    components=RANKED,
    needs=NEEDS,
    better="low",
    sampled=sampled_error,
    biased=True,  # what few answers leave in each bin by chance counts as error
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
    gap = np.bincount(_bin_of(sure, bins), weights=right - sure, minlength=bins)
    return float(np.abs(gap).sum() / len(right))
