"""Measures of whole columns for many samples of questions at once.

`weights`, whole numbers, questions × samples, say how often each question was drawn: one that was
drawn twice is a tie with itself. The values are those of the measures' own functions but for
rounding, and NaN where a measure is undefined.
"""

from __future__ import annotations

import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.measures.ties import Ties

# A share nearer than this to one that is asked for has reached it: what is missing is rounding.
REACHED = 1e-9
# A variance below this share of the squares is what rounding left of none.
_NOTHING = 1e-12


def sampled_cws(weights: Floats, correct: Floats, answered: Floats, confidence: Floats) -> Floats:
    """CWS; no response is wrong, and last where it has no confidence."""
    return _mean_precision(weights, correct, np.where(np.isnan(confidence), -1.0, confidence))


def sampled_aurc(weights: Floats, correct: Floats, answered: Floats, confidence: Floats) -> Floats:
    """AURC, over the questions answered."""
    given = answered > 0
    if not given.any():
        return np.full(weights.shape[1], np.nan)
    return 1 - _mean_precision(weights[given], correct[given], confidence[given])


def _mean_precision(weights: Floats, correct: Floats, keys: Floats) -> Floats:
    """(1/n) Σ C(i)/i by falling keys; inside a tie C(i) is its expectation.

    With H(i) = 1 + 1/2 + … + 1/i, a tie of m with r right that ends at e, behind s = e − m
    questions, C of them right, adds C·(H(e) − H(s)) + (r/m)·(m − s·(H(e) − H(s))). The first terms
    of all ties together are R·H(n) − Σ r·H(e), R being all right ones; so only ties with a right
    one matter.
    """
    order = np.argsort(-keys, kind="stable")
    starts = np.flatnonzero(np.diff(keys[order], prepend=np.inf))
    drawn, right_at = weights.astype(np.int32)[order], np.flatnonzero(correct[order])
    tie_of = np.searchsorted(starts, right_at, side="right") - 1
    ties, firsts = np.unique(tie_of, return_index=True)
    sizes = np.add.reduceat(drawn, starts, axis=0)
    ends = np.cumsum(sizes, axis=0, dtype=np.int32)
    total = ends[-1]
    if not len(ties):
        return _ratio(np.zeros(len(total)), total.astype(np.float64))
    right = np.add.reduceat(drawn[right_at] * correct[order][right_at, None], firsts, axis=0)
    sizes, ends = sizes[ties], ends[ties]
    harmonic = np.concatenate(([0.0], np.cumsum(1 / np.arange(1, int(total.max()) + 1))))
    before, at_end = ends - sizes, harmonic[ends]
    inside = right / np.maximum(sizes, 1) * before * (at_end - harmonic[before])
    every = right.sum(axis=0)
    sums = every * (harmonic[total] + 1) - (right * at_end).sum(axis=0) - inside.sum(axis=0)
    return _ratio(sums, total.astype(np.float64))


def sampled_excess(
    weights: Floats, correct: Floats, answered: Floats, confidence: Floats
) -> Floats:
    """E-AURC: AURC less that of answers in the order of their being right."""
    given = answered > 0
    if not given.any():
        return np.full(weights.shape[1], np.nan)
    drawn, right = weights[given], correct[given]
    best = _mean_precision(drawn, right, right)
    return best - _mean_precision(drawn, right, confidence[given])


def sampled_auroc(weights: Floats, correct: Floats, answered: Floats, confidence: Floats) -> Floats:
    """AUROC, over the questions answered."""
    given = answered > 0
    ties = Ties.of(confidence[given], correct[given], weights[given])
    wrong = ties.wrong.sum(axis=0)
    lower = wrong - np.cumsum(ties.wrong, axis=0)
    above = (ties.right * (lower + ties.wrong / 2)).sum(axis=0)
    return _ratio(above, ties.right.sum(axis=0) * wrong)


def sampled_augrc(weights: Floats, correct: Floats, answered: Floats, confidence: Floats) -> Floats:
    """AUGRC, over the questions answered."""
    given = answered > 0
    ties = Ties.of(confidence[given], correct[given], weights[given])
    kept = ties.right + ties.wrong
    before = np.cumsum(ties.wrong, axis=0) - ties.wrong / 2
    return _ratio((kept * before).sum(axis=0), kept.sum(axis=0) ** 2)


def sampled_coverage(
    weights: Floats, correct: Floats, answered: Floats, confidence: Floats, precision: float
) -> Floats:
    """coverage-at: the share of all questions drawn."""
    given = answered > 0
    ties = Ties.of(confidence[given], correct[given], weights[given])
    right, kept = np.cumsum(ties.right, axis=0), np.cumsum(ties.right + ties.wrong, axis=0)
    enough = np.where(right >= (precision - REACHED) * kept, kept, 0.0)
    return enough.max(axis=0, initial=0.0) / weights.sum(axis=0)


def sampled_ece(
    weights: Floats, correct: Floats, confidence: Floats, bin_of: Ints, bins: int
) -> Floats:
    """ECE of answered questions, whose bins are given."""
    gaps = np.zeros((bins, len(bin_of)))
    gaps[bin_of, np.arange(len(bin_of))] = correct - confidence
    return _ratio(np.abs(gaps @ weights).sum(axis=0), weights.sum(axis=0))


def sampled_correlation(
    weights: Floats, correct: Floats, answered: Floats, confidence: Floats
) -> Floats:
    """Pearson's correlation of confidence and correctness, over the questions answered."""
    given = answered > 0
    drawn = weights[given]
    count = drawn.sum(axis=0)
    if not given.any():
        return np.full(weights.shape[1], np.nan)
    # About the means of all questions, so that what is subtracted is small.
    right = correct[given] - correct[given].mean()
    apart = confidence[given] - confidence[given].min()
    sure = apart / max(float(apart.max()), 1e-300)
    sure -= sure.mean()
    sums = [_ratio(numbers @ drawn, count) for numbers in (right, sure)]
    spreads = [
        _ratio(numbers**2 @ drawn, count) - mean**2
        for numbers, mean in zip((right, sure), sums, strict=True)
    ]
    both = _ratio((right * sure) @ drawn, count) - sums[0] * sums[1]
    scale = [max(float((numbers**2).max()), 1e-300) for numbers in (right, sure)]
    varies = (spreads[0] > _NOTHING * scale[0]) & (spreads[1] > _NOTHING * scale[1])
    with np.errstate(divide="ignore", invalid="ignore"):
        values = both / np.sqrt(spreads[0] * spreads[1])
    return np.where(varies, np.clip(values, -1.0, 1.0), np.nan)


def _ratio(sums: Floats, counts: Floats) -> Floats:
    """sums / counts, undefined where nothing was drawn."""
    return np.divide(sums, counts, out=np.full(len(counts), np.nan), where=counts > 0)
