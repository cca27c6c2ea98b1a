"""Scores as bars with intervals, a panel per measure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from qaeval.presentation.drawings import Bars, Board
from qaeval.presentation.plots.canvas import (
    LINE,
    NAME_SIZE,
    blank_figure,
    caption,
    lines_drawn,
    saved,
)
from qaeval.presentation.plots.lettering import lettered, text_width

_ACROSS = 4  # panels beside each other, which share the names on their left
_PANEL, _LONE_PANEL = 2.5, 4.5  # inches
_VALUE_SIZE = 7.0
_BAR, _EDGE = "#9db8d1", "#0b3c5d"


def plot_boards(boards: Sequence[Board], path: str) -> bytes:
    """Bars with 95% intervals, the runs in the order of their table; a block per board.

    Of very many runs only the first are drawn, and the picture says so.
    """
    runs, panels = max(len(board.runs) for board in boards), len(boards[0].measures)
    across, down = min(panels, _ACROSS), -(-panels // _ACROSS)
    lines = lines_drawn(runs, down * len(boards))
    counts = [min(lines, len(board.runs)) for board in boards]  # --by-runs lets them differ
    names = [lettered(name) for board in boards for name in board.runs]
    wide = text_width(names, NAME_SIZE) + (_LONE_PANEL if panels == 1 else _PANEL * across) + 0.4
    title = 0.3 if boards[0].title else 0
    heights = [down * (count * LINE + 0.75) + title for count in counts]
    figure = blank_figure(wide, sum(heights))
    scales = [_scale([board.measures[at] for board in boards]) for at in range(panels)]
    blocks = figure.subfigures(len(boards), 1, squeeze=False, height_ratios=heights).ravel()
    for block, board, count in zip(blocks, boards, counts, strict=True):
        if board.title:
            block.suptitle(lettered(board.title), fontsize=11)
        _draw_board(block.subplots(down, across, squeeze=False), board, count, scales)
    told = "Lines: 95% intervals over questions."
    if runs > lines:
        told += f" Of {runs:,} runs the first {lines} are drawn."
    caption(figure, told)
    return saved(figure, path)


def _scale(drawn: Sequence[Bars]) -> tuple[float, float]:
    """One scale for a measure in all blocks, from 0, with room for the values beside the bars."""
    ends = [end for bars in drawn for end in (*bars.values, *bars.low, *bars.high)]
    ends = [0.0, *(end for end in ends if math.isfinite(end))]
    span = (max(ends) - min(ends)) or 1.0
    below = any(value < 0 for bars in drawn for value in bars.values)
    under = (0.3 if below else 0.03) * span if min(ends) < 0 else 0.0
    return min(ends) - under, max(ends) + 0.26 * span


def _draw_board(grid: Any, board: Board, lines: int, scales: Sequence[tuple[float, float]]) -> None:
    panels = grid.ravel().tolist()
    across = grid.shape[1]
    for at, axes in enumerate(panels):
        if at >= len(board.measures):
            axes.remove()
            continue
        axes.set_xlim(scales[at])
        axes.set_ylim(lines - 0.4, -0.6)
        axes.locator_params(axis="x", nbins=5)
        _draw_bars(axes, board.measures[at], lines)
        names = [lettered(name) for name in board.runs[:lines]] if at % across == 0 else []
        axes.set_yticks(range(lines) if names else [], names, fontsize=NAME_SIZE)


def _draw_bars(axes: Any, bars: Bars, lines: int) -> None:
    values, low, high = bars.values[:lines], bars.low[:lines], bars.high[:lines]
    for y, (value, a, b) in enumerate(zip(values, low, high, strict=True)):
        known = math.isfinite(value)
        if known:
            axes.barh(y, value, height=0.72, color=_BAR, edgecolor=_EDGE, linewidth=0.6)
        if math.isfinite(a) and math.isfinite(b):
            axes.plot([a, b], [y, y], color="black", linewidth=1.2, solid_capstyle="butt",
                      marker="|", markersize=4)  # fmt: skip
        tips = [0.0, *(number for number in (value, a, b) if math.isfinite(number))]
        leftwards = known and value < 0
        axes.annotate(
            _short(value, bars.whole) if known else "undefined",
            (min(tips) if leftwards else max(tips), y),
            (-4 if leftwards else 4, 0),
            textcoords="offset points",
            ha="right" if leftwards else "left",
            va="center",
            fontsize=_VALUE_SIZE,
        )
    axes.set_title(lettered(bars.label) + (f"\n{bars.note}" if bars.note else ""), fontsize=9)
    axes.tick_params(axis="x", labelsize=_VALUE_SIZE)
    axes.tick_params(axis="y", length=0)
    axes.grid(True, axis="x", alpha=0.3)
    axes.set_axisbelow(True)
    axes.axvline(0, color="black", linewidth=0.8)


def _short(value: float, whole: bool) -> str:
    """A value to put beside its bar."""
    if whole or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3f}" if abs(value) < 100 else f"{value:.1f}"
