"""Where the variance of a value comes from: the questions drawn, and the samples of each.

With n questions, the mean of k samples of each, and values of variance s² among the samples of a
question, Σ s²/k / n² is what sampling alone would make of the variance of the overall value; it is
unbiased. The squared standard error has both parts, so the rest is that of the questions.
"""

from __future__ import annotations

import math
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


def sampling_variances(
    scores: Scores, measure: Measure, units: Units, single: bool = False
) -> Floats | None:
    """What sampling makes of the variance of each run's value; NaN where some k is 1.

    `single`: what it would make of it with one sample of each question.
    """
    if not measure.is_mean or scores.samples is None or scores.repeats is None:
        return None
    repeats = scores.repeats
    noise = repeats.spread(measure.label) if single else repeats.noise(measure.label)
    if noise is None:
        return None
    weights = np.ones(units.questions)
    if units.task_of_question is not None:
        sizes = np.bincount(units.task_of_question)
        weights = (units.questions / (units.tasks * sizes))[units.task_of_question]
    return (noise * weights**2).sum(axis=1) / units.questions**2


@dataclass(frozen=True)
class SampleCosts:
    """Variances of a difference per question or cluster: of questions, and of a single sample."""

    questions: float
    single: float
    most: int  # samples that some question has

    def sd(self, samples: int) -> float:
        """The standard deviation per question with so many samples of each."""
        return math.sqrt(self.questions + self.single / samples)

    def gain(self, samples: int) -> float:
        """By what share twice as many samples lower the standard error."""
        return 1 - self.sd(2 * samples) / self.sd(samples) if self.sd(samples) > 0 else 0.0


def sample_costs(scores: Scores, measure: Measure, units: Units, sd: float) -> SampleCosts | None:
    """Of the pairs of runs on the mean, whose differences have this sd; None if not known."""
    now = sampling_variances(scores, measure, units)
    single = sampling_variances(scores, measure, units, single=True)
    if now is None or single is None or np.isnan(now).any() or scores.samples is None:
        return None
    # Each run is in as many pairs: the mean over pairs of both runs' parts is twice that of runs.
    parts = [2 * float(np.mean(part)) * units.count for part in (now, single)]
    return SampleCosts(max(sd**2 - parts[0], 0.0), parts[1], int(scores.samples.max()))


def _sources(variances: Floats, sampling: Floats) -> Sources:
    known = ~(np.isnan(variances) | np.isnan(sampling))
    questions = np.where(known, np.maximum(variances - sampling, 0.0), np.nan)
    return Sources(questions, np.where(known, sampling, np.nan))
