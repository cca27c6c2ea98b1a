"""Corrected values become what their picture shows."""

from __future__ import annotations

from qaeval.presentation.drawings import Judged, Ruled
from qaeval.studies.judging.corrected import Corrected, Estimates


def drawn_judging(result: Corrected) -> Judged:
    """The runs, best first by the corrected value, each by the model, by people and corrected."""
    order = result.verdicts.order
    title = result.measure.label
    if result.measure.definition.better == "low":
        title += " (lower is better)"

    def ruled(estimates: Estimates) -> Ruled:
        return Ruled(
            [float(estimates.values[run]) for run in order],
            [float(estimates.intervals.low[run]) for run in order],
            [float(estimates.intervals.high[run]) for run in order],
        )

    return Judged(
        title,
        [result.runs[run] for run in order],
        [float(result.model[run]) for run in order],
        ruled(result.people),
        ruled(result.corrected),
    )
