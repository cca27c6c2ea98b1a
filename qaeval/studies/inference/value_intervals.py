"""The intervals of a score table's values, also where runs have different questions."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.measures import Measure
from qaeval.scores.table import Scores
from qaeval.studies.inference.contributions import Contributions, contributions
from qaeval.studies.inference.intervals import Intervals, run_intervals
from qaeval.studies.inference.sources import Sources, value_sources
from qaeval.studies.units import Units


def value_intervals(scores: Scores, measure: Measure, units: Units | None = None) -> Intervals:
    """The interval of each run's value, over the questions that the run was averaged over."""
    return intervals_and_sources(scores, measure, units)[0]


def intervals_and_sources(
    scores: Scores, measure: Measure, units: Units | None = None
) -> tuple[Intervals, Sources | None]:
    """The same, and where the variances come from, if runs have repeated samples."""
    units = Units.single(len(scores.questions)) if units is None else units
    low, high, questions, sampling = np.full((4, len(scores.runs)), np.nan)
    told = False
    for rows, part, given in _by_questions(scores, measure, units):
        span = run_intervals(given)
        low[rows], high[rows] = span.low, span.high
        parts = value_sources(part, measure, given)
        if parts is not None:
            questions[rows], sampling[rows] = parts.questions, parts.sampling
            told = True
    return Intervals(low, high), Sources(questions, sampling) if told else None


def design_effect(scores: Scores, measure: Measure, units: Units) -> float | None:
    """The variance by clusters over that by questions, the middle one of the runs'."""
    if not units.clustered:
        return None
    ratios = [
        variance_ratios(part, measure, given)
        for _, part, given in _by_questions(scores, measure, units)
    ]
    return middle_ratio(np.concatenate(ratios)) if ratios else None


def variance_ratios(scores: Scores, measure: Measure, given: Contributions) -> Floats:
    """Each run's variance by clusters over that by questions; not finite where there is none."""
    units = given.units
    alone = Units(np.arange(units.questions), units.task_of_question)
    single = contributions(scores, measure, alone)
    with np.errstate(divide="ignore", invalid="ignore"):
        return (given.standard_errors / single.standard_errors) ** 2


def middle_ratio(ratios: Floats) -> float | None:
    """The middle one of those that are known."""
    known = ratios[np.isfinite(ratios)]
    return float(np.median(known)) if known.size else None


def _by_questions(
    scores: Scores, measure: Measure, units: Units
) -> Iterator[tuple[Ints, Scores, Contributions]]:
    """The rows of runs averaged over the same questions, their scores and contributions."""
    present = ~np.isnan(scores.columns[next(iter(measure.columns.values()))])
    if present.all():
        yield np.arange(len(scores.runs)), scores, contributions(scores, measure, units)
        return
    patterns, pattern_of = np.unique(present, axis=0, return_inverse=True)
    for at, pattern in enumerate(patterns):
        chosen = np.flatnonzero(pattern)
        if not len(chosen):
            continue
        rows = np.flatnonzero(pattern_of.ravel() == at)
        part = scores.of_runs([scores.runs[row] for row in rows])
        part = part.on([scores.questions[i] for i in chosen])
        yield rows, part, contributions(part, measure, units.of_some(chosen))
