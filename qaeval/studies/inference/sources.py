"""Where the variance of a value comes from: the questions drawn, and the samples of each.

With n questions, the mean of k samples of each, and values of variance s² among the samples of a
question, Σ s²/k / n² is what sampling alone would make of the variance of the overall value; it is
unbiased. The squared standard error has both parts, so the rest is that of the questions.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.measures import Measure
from qaeval.scores.table import Scores
from qaeval.studies.inference.contributions import Contributions
from qaeval.studies.inference.differences import plain_errors
from qaeval.studies.units import Units


@dataclass(frozen=True)
class Sources:
    """Two parts of the variance of each value or difference; NaN where they are not known."""

    questions: Floats  # not below 0, though its unbiased estimate may be
    sampling: Floats

    @property
    def shares(self) -> Floats:
        """Sampling's part of the whole, from 0 to 1; NaN also where nothing varies."""
        whole = self.questions + self.sampling
        return np.divide(self.sampling, whole, out=np.full(len(whole), np.nan), where=whole > 0)


def value_sources(scores: Scores, measure: Measure, given: Contributions) -> Sources | None:
    """Of each run's value; None without repeated samples, or of what is no mean over them."""
    sampling = sampling_variances(scores, measure, given.units)
    return None if sampling is None else _sources(given.standard_errors**2, sampling)


def difference_sources(
    scores: Scores, measure: Measure, given: Contributions, x: Ints, y: Ints
) -> Sources | None:
    """Of the difference of each pair of runs, which are sampled each by itself."""
    sampling = sampling_variances(scores, measure, given.units)
    if sampling is None:
        return None
    return _sources(plain_errors(given, x, y) ** 2, sampling[x] + sampling[y])


def sampling_variances(scores: Scores, measure: Measure, units: Units) -> Floats | None:
    """What sampling makes of the variance of each run's value; NaN where some k is 1."""
    noise = scores.noise(measure.label) if measure.is_mean and scores.samples is not None else None
    if noise is None:
        return None
    weights = np.ones(units.questions)
    if units.task_of_question is not None:
        sizes = np.bincount(units.task_of_question)
        weights = (units.questions / (units.tasks * sizes))[units.task_of_question]
    return (noise * weights**2).sum(axis=1) / units.questions**2


def _sources(variances: Floats, sampling: Floats) -> Sources:
    known = ~(np.isnan(variances) | np.isnan(sampling))
    questions = np.where(known, np.maximum(variances - sampling, 0.0), np.nan)
    return Sources(questions, np.where(known, sampling, np.nan))
