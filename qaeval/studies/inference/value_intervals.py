"""The intervals of a score table's values, also where runs have different questions."""

from __future__ import annotations

import numpy as np

from qaeval.measures import Measure
from qaeval.scores.table import Scores
from qaeval.studies.inference.contributions import contributions
from qaeval.studies.inference.intervals import Intervals, run_intervals
from qaeval.studies.units import Units


def value_intervals(scores: Scores, measure: Measure, units: Units | None = None) -> Intervals:
    """The interval of each run's value, over the questions that the run was averaged over."""
    units = Units.single(len(scores.questions)) if units is None else units
    present = ~np.isnan(scores.columns[next(iter(measure.columns.values()))])
    if present.all():
        return run_intervals(contributions(scores, measure, units))
    low, high = np.full(len(scores.runs), np.nan), np.full(len(scores.runs), np.nan)
    for at, run in enumerate(scores.runs):
        chosen = np.flatnonzero(present[at])
        if len(chosen):
            alone = scores.of_runs([run]).on([scores.questions[i] for i in chosen])
            span = run_intervals(contributions(alone, measure, units.of_some(chosen)))
            low[at], high[at] = span.low[0], span.high[0]
    return Intervals(low, high)
