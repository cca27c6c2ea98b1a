"""Answers by how sure they were said to be: how often is each kind right?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from qaeval.collection.responses import ANSWERED, Responses
from qaeval.measures.calibration import bin_of
from qaeval.studies.inference.intervals import CONFIDENCE, t_quantile, wilson

BINS = 10  # as ECE has them


@dataclass(frozen=True)
class ConfidenceBin:
    """The answers with a confidence above `low`, up to `high`; 0 is in the first bin."""

    low: float
    high: float
    answers: int
    confidence: float  # its mean
    right: float  # the share of right answers, and its 95% interval
    right_low: float
    right_high: float


def confidence_bins(responses: Responses, bins: int = BINS) -> list[ConfidenceBin]:
    """The bins that hold an answer, with Wilson's interval of the share that is right."""
    answered = np.array([word in ANSWERED for word in responses.outcomes], dtype=np.bool_)
    right = np.array([word == "R" for word in responses.outcomes], dtype=np.float64)[answered]
    sure = responses.confidence[answered]
    bin_of_answer = bin_of(sure, bins)
    counts = np.bincount(bin_of_answer, minlength=bins)
    held = np.flatnonzero(counts)
    sums = (np.bincount(bin_of_answer, weights=w, minlength=bins)[held] for w in (sure, right))
    confidence, shares = (numbers / counts[held] for numbers in sums)
    normal = t_quantile(np.inf, CONFIDENCE)
    low, high = wilson(shares, counts[held].astype(np.float64), normal)
    return [
        ConfidenceBin(at / bins, (at + 1) / bins, count, *figures)
        for at, count, *figures in zip(
            held.tolist(),
            counts[held].tolist(),
            confidence.tolist(),
            shares.tolist(),
            low.tolist(),
            high.tolist(),
            strict=True,
        )
    ]
