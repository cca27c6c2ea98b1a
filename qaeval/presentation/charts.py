"""Scores become what their pictures show: runs in order, with values and intervals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from qaeval.presentation.drawings import Bars, Board, Dots
from qaeval.presentation.overall import Overall
from qaeval.presentation.standings import Leaderboard


def drawn_boards(boards: Sequence[Overall]) -> list[Board]:
    """The leaderboards to be drawn, all with the runs in the order of the last, the overall one.

    Those of --by-runs have runs of their own, in an order of their own.
    """
    last = boards[-1]
    return [
        _drawn_board(board, last.order if board.scores.runs == last.scores.runs else board.order)
        for board in boards
    ]


def _drawn_board(board: Overall, order: Sequence[int]) -> Board:
    """A leaderboard with the intervals that the choice of questions leaves."""
    assert board.intervals is not None
    panels = []
    for measure, column, span in zip(
        board.scores.measures, board.values, board.intervals, strict=True
    ):
        definition = measure.definition
        notes = ["lower is better"] if definition.better == "low" else []
        notes += ["no intervals"] if np.isnan(span.low).all() else []
        ends = (column[order].tolist(), span.low[order].tolist(), span.high[order].tolist())
        panels.append(Bars(measure.label, *ends, ", ".join(notes), definition.whole))
    return Board(board.title, [board.scores.runs[i] for i in order], panels)


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
