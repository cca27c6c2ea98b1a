"""How far assessors agree."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from qaeval.arrays import Floats, Ints


class Agreement(NamedTuple):
    """Observed and expected agreement, and kappa = (observed - expected) / (1 - expected)."""

    observed: float
    expected: float
    kappa: float  # nan where everybody gave one and the same label throughout


def fleiss(labels: Ints, size: int) -> Agreement:
    """Agreement of all assessors (Fleiss 1971): the share of pairs of labels that are equal."""
    answers, assessors = labels.shape
    counts = np.stack([(labels == label).sum(axis=1) for label in range(size)], axis=1)
    equal_pairs = int((counts * (counts - 1)).sum())
    shares = counts.sum(axis=0) / (answers * assessors)
    observed = equal_pairs / (answers * assessors * (assessors - 1))
    return _agreement(observed, shares, shares)


def cohen(first: Ints, second: Ints, size: int) -> Agreement:
    """Agreement of two assessors (Cohen 1960)."""
    shares = [np.bincount(labels, minlength=size) / len(labels) for labels in (first, second)]
    return _agreement(float((first == second).mean()), *shares)


def _agreement(observed: float, first: Floats, second: Floats) -> Agreement:
    expected = float(first @ second)
    if first.max() == 1 and second.max() == 1 and expected == 1:
        return Agreement(observed, expected, float("nan"))
    return Agreement(observed, expected, (observed - expected) / (1 - expected))
