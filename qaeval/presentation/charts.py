"""Scores become what their pictures show: runs in order, with values and intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from qaeval.arrays import Floats
from qaeval.presentation.drawings import Bars, Board, Dots
from qaeval.presentation.leaderboards import macro_values
from qaeval.presentation.standings import Leaderboard
from qaeval.scores.ranking import best_first
from qaeval.scores.table import Scores
from qaeval.studies.inference.intervals import Intervals
from qaeval.studies.inference.value_intervals import value_intervals
from qaeval.studies.units import Units


def drawn_board(scores: Scores, title: str = "", units: Units | None = None) -> Board:
    """The leaderboard to be drawn, with the intervals that the choice of questions leaves."""
    return _drawn(
        scores,
        title,
        [scores.values(measure) for measure in scores.measures],
        [value_intervals(scores, measure, units) for measure in scores.measures],
    )


def drawn_macro_mean(scores: Scores, groups: Mapping[str, Scores], title: str) -> Board:
    """The macro mean to be drawn, with the intervals that questions drawn within groups leave."""
    group_of = {name: value for value, part in groups.items() for name in part.questions}
    tasks = [group_of[name] for name in scores.questions]
    units = Units.of(None, tasks, len(tasks))
    spans = [value_intervals(scores, measure, units) for measure in scores.measures]
    return _drawn(scores, title, macro_values(groups), spans)


def _drawn(
    scores: Scores, title: str, values: Sequence[Floats], spans: Sequence[Intervals]
) -> Board:
    order = best_first(values[0], scores.runs, scores.measures[0].definition.better)
    panels = []
    for measure, column, span in zip(scores.measures, values, spans, strict=True):
        definition = measure.definition
        notes = ["lower is better"] if definition.better == "low" else []
        notes += ["no intervals"] if np.isnan(span.low).all() else []
        ends = (column[order].tolist(), span.low[order].tolist(), span.high[order].tolist())
        panels.append(Bars(measure.label, *ends, ", ".join(notes), definition.whole))
    return Board(title, [scores.runs[i] for i in order], panels)


def drawn_standing(title: str, board: Leaderboard, baseline: str | None = None) -> Dots:
    """A ranking with its tests, to be drawn best first."""
    lines = board.lines
    runs = [line.run for line in lines]
    if board.measure.definition.better == "low":
        title += " (lower is better)"
    return Dots(
        title=title,
        runs=runs,
        values=[line.value for line in lines],
        low=[line.low for line in lines],
        high=[line.high for line in lines],
        marks=[line.mark for line in lines],
        groups=board.groups,
        ranks=[
            None
            if line.rank_low is None or line.rank_high is None
            else (line.rank_low, line.rank_high)
            for line in lines
        ],
        baseline=None if baseline is None else runs.index(baseline),
    )
