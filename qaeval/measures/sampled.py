"""Measures of whole columns for many samples of questions at once.

The values are those of the measures' own functions but for rounding, and NaN where a measure is
undefined. Those of an order of answers are sums over the right ones of what a place is worth.
"""

from __future__ import annotations

import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.measures.drawn import Ranking, Samples, rankings

# A share nearer than this to one that is asked for has reached it: what is missing is rounding.
REACHED = 1e-9
# A variance below this share of the squares is what rounding left of none.
_NOTHING = 1e-12


def sampled_cws(samples: Samples, correct: Floats, answered: Floats, confidence: Floats) -> Floats:
    """CWS; no response is wrong, and last where it has no confidence."""
    return _mean_precision(samples, correct, np.where(np.isnan(confidence), -1.0, confidence))


def sampled_aurc(samples: Samples, correct: Floats, answered: Floats, confidence: Floats) -> Floats:
    """AURC, over the questions answered."""
    return 1 - _mean_precision(samples, correct, _of_answers(answered, confidence))


def sampled_excess(
    samples: Samples, correct: Floats, answered: Floats, confidence: Floats
) -> Floats:
    """E-AURC: what the right ones lose by their places, less R·H(R) − R, which no order saves."""
    harmonic = _harmonic(len(confidence))

    def of_some(ranking: Ranking) -> Floats:
        every = np.rint(ranking.right.sum(axis=1)).astype(np.int64)
        excess = ranking.right @ harmonic[: ranking.right.shape[1]] + every * (1 - harmonic[every])
        return _ratio(np.maximum(excess, 0.0), ranking.counts)

    keys = _of_answers(answered, confidence)
    return np.concatenate([of_some(part) for part in rankings(samples, correct, keys)])


def _of_answers(answered: Floats, confidence: Floats) -> Floats:
    """The confidence of what was answered, NaN elsewhere."""
    return np.where(answered > 0, confidence, np.nan)


def _mean_precision(samples: Samples, correct: Floats, confidence: Floats) -> Floats:
    """(1/n) Σ C(i)/i by falling confidence: a right answer behind i others adds H(n) − H(i)."""
    harmonic = _harmonic(len(confidence))

    def of_some(ranking: Ranking) -> Floats:
        right = ranking.right
        lost = right @ harmonic[: right.shape[1]]
        return _ratio(right.sum(axis=1) * harmonic[ranking.counts] - lost, ranking.counts)

    return np.concatenate([of_some(part) for part in rankings(samples, correct, confidence)])


def _harmonic(most: int) -> Floats:
    """H(i) = 1 + 1/2 + … + 1/i, from H(0)."""
    return np.concatenate(([0.0], np.cumsum(1 / np.arange(1, most + 1))))


def sampled_auroc(
    samples: Samples, correct: Floats, answered: Floats, confidence: Floats
) -> Floats:
    """AUROC, over the questions answered: what is behind the right ones, less the right ones."""

    def of_some(ranking: Ranking) -> Floats:
        right, counts = ranking.right.sum(axis=1), ranking.counts
        behind = right * counts - ranking.right @ ranking.places
        return _ratio(behind - right * (right + 1) / 2, right * (counts - right))

    keys = _of_answers(answered, confidence)
    return np.concatenate([of_some(part) for part in rankings(samples, correct, keys)])


def sampled_augrc(
    samples: Samples, correct: Floats, answered: Floats, confidence: Floats
) -> Floats:
    """AUGRC, over the questions answered: each wrong one is kept with all that come behind it."""

    def of_some(ranking: Ranking) -> Floats:
        counts = ranking.counts.astype(np.float64)
        right, ahead = ranking.right.sum(axis=1), ranking.right @ ranking.places
        return _ratio(counts**2 / 2 - right * (counts - 0.5) + ahead, counts**2)

    keys = _of_answers(answered, confidence)
    return np.concatenate([of_some(part) for part in rankings(samples, correct, keys)])


def sampled_coverage(
    samples: Samples, correct: Floats, answered: Floats, confidence: Floats, precision: float
) -> Floats:
    """coverage-at: the share of all questions drawn."""

    def of_some(ranking: Ranking) -> Floats:
        kept = ranking.places + 1
        enough = np.cumsum(ranking.right, axis=1) >= (precision - REACHED) * kept
        return np.where(enough & ranking.lasts, kept, 0.0).max(axis=1, initial=0.0)

    keys = _of_answers(answered, confidence)
    kept = np.concatenate([of_some(part) for part in rankings(samples, correct, keys)])
    return kept / np.count_nonzero(samples.drawn, axis=1)


def sampled_ece(
    samples: Samples, correct: Floats, answered: Floats, confidence: Floats, bin_of: Ints, bins: int
) -> Floats:
    """ECE, over the questions answered, whose bins are given."""
    given = np.flatnonzero(answered > 0)
    gaps = np.zeros((bins, len(answered)))
    gaps[bin_of[given], given] = correct[given] - confidence[given]
    errors = np.abs(gaps @ samples.weights).sum(axis=0)
    return _ratio(errors, (answered > 0) @ samples.weights)


def sampled_correlation(
    samples: Samples, correct: Floats, answered: Floats, confidence: Floats
) -> Floats:
    """Pearson's correlation of confidence and correctness, over the questions answered."""
    given = answered > 0
    if not given.any():
        return np.full(len(samples), np.nan)
    # About the means of all questions, so that what is subtracted is small.
    right = np.where(given, correct - correct[given].mean(), 0.0)
    apart = confidence - confidence[given].min()
    sure = apart / max(float(apart[given].max()), 1e-300)
    sure = np.where(given, sure - sure[given].mean(), 0.0)
    rows = np.stack([given.astype(np.float64), right, sure, right**2, sure**2, right * sure])
    count, *sums = rows @ samples.weights
    means = [_ratio(total, count) for total in sums]
    spreads = means[2] - means[0] ** 2, means[3] - means[1] ** 2
    both = means[4] - means[0] * means[1]
    scale = [max(float((numbers**2).max()), 1e-300) for numbers in (right, sure)]
    varies = (spreads[0] > _NOTHING * scale[0]) & (spreads[1] > _NOTHING * scale[1])
    with np.errstate(divide="ignore", invalid="ignore"):
        values = both / np.sqrt(spreads[0] * spreads[1])
    return np.where(varies, np.clip(values, -1.0, 1.0), np.nan)


def _ratio(sums: Floats, counts: Floats | Ints) -> Floats:
    """sums / counts, undefined where nothing was drawn."""
    return np.divide(sums, counts, out=np.full(len(counts), np.nan), where=counts > 0)
