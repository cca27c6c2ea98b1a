"""Confidence intervals of each run's own value: what the choice of questions leaves open."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from qaeval.arrays import Floats
from qaeval.measures import Measure
from qaeval.progress import Watch, unwatched
from qaeval.studies.exact import Weigher
from qaeval.studies.sampling import resampled_weights

if TYPE_CHECKING:
    from qaeval.scores.table import Scores

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Intervals:
    """The two ends for each run; NaN where there is none."""

    low: Floats
    high: Floats


def of_runs(
    scores: Scores, measure: Measure, trials: int, seed: int, watch: Watch = unwatched
) -> Intervals:
    """As `of_means` for a mean, over each run's own questions; else bootstrap percentiles.

    What is not a mean has none where the runs were averaged over different questions, since one
    resampling could not serve all of them. Nothing has one over a single question.
    """
    first = scores.columns[next(iter(measure.columns.values()))]
    if measure.is_mean:
        return of_means(first, scores.values(measure))
    if np.isnan(first).any() or len(scores.questions) < 2:
        nothing = np.full(len(first), np.nan)
        return Intervals(nothing, nothing)
    weights = resampled_weights(len(scores.questions), trials, seed)
    return Intervals(*percentiles(Weigher(scores, measure)(weights, watch).values))


def of_means(column: Floats, means: Floats) -> Intervals:
    """The interval of the mean of each row, NaN being no question of the run's.

    Student's t; but Wilson's where all values of the table are 0 or 1, since it stays within them
    and has a width even where all are right.
    """
    present = ~np.isnan(column)
    counts = np.count_nonzero(present, axis=1)
    half, middle = np.full(len(column), np.nan), means.copy()
    right_or_wrong = bool(np.isin(column[present], (0.0, 1.0)).all())
    for run, count in enumerate(counts.tolist()):
        if count > 1 and right_or_wrong:
            middle[run], half[run] = _wilson(float(means[run]), count)
        elif count > 1:
            spread = np.nanstd(column[run], ddof=1)
            half[run] = t_quantile(count) * spread / np.sqrt(count)
    return Intervals(middle - half, middle + half)


def _wilson(share: float, count: int) -> tuple[float, float]:
    """Middle and half width of Wilson's score interval of a share (Wilson 1927)."""
    from scipy.special import ndtri

    z = float(ndtri(1 - (1 - CONFIDENCE) / 2))
    wide = 1 + z * z / count
    half = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / wide
    return (share + z * z / (2 * count)) / wide, half


def percentiles(values: Floats) -> tuple[Floats, Floats]:
    """The middle 95% of each row; NaN where the measure was undefined on some resample."""
    tail = 100 * (1 - CONFIDENCE) / 2
    low, high = np.percentile(values, [tail, 100 - tail], axis=1)
    return low, high


def t_quantile(count: int) -> float:
    """How many standard errors the interval of a mean over so many questions reaches."""
    from scipy.special import stdtrit

    return float(stdtrit(count - 1, 1 - (1 - CONFIDENCE) / 2)) if count > 1 else float("nan")
