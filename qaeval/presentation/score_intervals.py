"""Leaderboards get their intervals, with the sentences that these need beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from qaeval.errors import InputError
from qaeval.presentation.overall import Overall
from qaeval.presentation.words import clusters_in_words, sources_in_words
from qaeval.studies.inference.intervals import Intervals
from qaeval.studies.inference.sources import Sources
from qaeval.studies.inference.value_intervals import design_effect, intervals_and_sources
from qaeval.studies.units import Units
from qaeval.wording import counted, listed


@dataclass(frozen=True)
class Spanned:
    """Leaderboards with intervals."""

    boards: Sequence[Overall]
    units: Sequence[Units | None]  # what is drawn for each; None: there are no intervals of it

    @property
    def sentences(self) -> list[str]:
        """What clusters cost, and which values have no interval."""
        return [
            said
            for board, units in zip(self.boards, self.units, strict=True)
            for said in _said(board, units)
        ]


def spanned(boards: Sequence[Overall], clusters: Mapping[str, str] | None) -> Spanned:
    """The leaderboards with intervals; `clusters` has the cluster of each question, if any.

    Of several leaderboards, the macro mean has none where clusters reach over its groups: neither
    could be drawn within the other.
    """
    units = [_units(board, clusters, refuse=len(boards) == 1) for board in boards]
    drawn = zip(boards, units, strict=True)
    return Spanned([_with_intervals(board, unit) for board, unit in drawn], units)


def _units(board: Overall, clusters: Mapping[str, str] | None, refuse: bool) -> Units | None:
    questions = board.scores.questions
    cluster_of = None if clusters is None else [clusters[name] for name in questions]
    try:
        return Units.of(cluster_of, board.tasks, len(questions))
    except InputError:
        if refuse:
            raise
        return None


def _with_intervals(board: Overall, units: Units | None) -> Overall:
    spans: list[Intervals] = []
    sources: list[Sources | None] = []
    for measure, values in zip(board.scores.measures, board.values, strict=True):
        nothing = np.full(len(values), np.nan)
        span, parts = Intervals(nothing, nothing), None
        if units is not None:
            span, parts = intervals_and_sources(board.scores, measure, units)
        sources.append(parts)
        gone = np.isnan(values)  # a macro mean over groups of which a run lacks some
        spans.append(
            Intervals(np.where(gone, nothing, span.low), np.where(gone, nothing, span.high))
        )
    return replace(board, intervals=spans, sources=sources)


def _said(board: Overall, units: Units | None) -> list[str]:
    title = f"{board.title}: " if board.title else ""
    if units is None:
        return [f"{title}no intervals, since clusters have questions of several groups."]
    said = []
    if units.clustered:
        effects = {
            measure.label: design_effect(board.scores, measure, units)
            for measure in board.scores.measures
        }
        known = {label: effect for label, effect in effects.items() if effect is not None}
        said.append(title + clusters_in_words(units.count, known))
    if units.degrees < 1:
        have = counted(units.count, units.noun)
        each = f", one for each of {counted(units.tasks, 'value')}" if units.tasks > 1 else ""
        return [*said, f"{title}{have}{each}: no intervals."]
    for measure, parts in zip(board.scores.measures, board.sources, strict=True):
        if parts is not None:
            told = sources_in_words("a value", parts, board.scores.runs, "run")
            said += [f"{title}{measure.label}: {text}" for text in told]
    return said + [title + text for text in _without_interval(board)]


def _without_interval(board: Overall) -> list[str]:
    """The runs whose values have no interval, measure by measure."""
    assert board.intervals is not None
    said = []
    for measure, values, span in zip(
        board.scores.measures, board.values, board.intervals, strict=True
    ):
        if measure.definition.no_interval:
            said.append(f"{measure.label}: no intervals, {measure.definition.no_interval}.")
            continue
        lacking = np.flatnonzero(~np.isnan(values) & np.isnan(span.low))
        runs = listed([board.scores.runs[run] for run in lacking])
        if runs:
            said.append(
                f"{measure.label}: no interval of {runs}, which has too few questions or for which "
                "the measure is undefined on part of them."
            )
    return said
