"""Runs by the model alone, by people alone and corrected, side by side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from qaeval.presentation.drawings import Judged, Ruled
from qaeval.presentation.plots.canvas import (
    LINE,
    NAME_SIZE,
    blank_figure,
    caption,
    lines_drawn,
    saved,
)
from qaeval.presentation.plots.lettering import lettered, text_width

_PLOT = 3.8  # inches of a panel without its names
_WIDEST = 14.0
_TALLER = 1.9  # lines of a run, which has three signs
_MODEL, _PEOPLE, _CORRECTED = "#8a3b12", "#5a8fb8", "#0b3c5d"
_APART = 0.26


def plot_judging(boards: Sequence[Judged], path: str) -> bytes:
    """A panel per measure, runs best first by the corrected value."""
    lines = lines_drawn(len(boards[0].runs), 2)
    names = [lettered(name) for name in boards[0].runs[:lines]]
    wide = text_width(names, NAME_SIZE) + _PLOT
    across = max(1, min(len(boards), 3, int(_WIDEST // wide)))
    down = -(-len(boards) // across)
    figure = blank_figure(wide * across, down * (lines * LINE * _TALLER + 1.0))
    panels = figure.subplots(down, across, squeeze=False).ravel().tolist()
    for at, axes in enumerate(panels):
        if at >= len(boards):
            axes.set_axis_off()
            continue
        _draw(axes, boards[at], lines)
    told = (
        "Model: grades of all answers by the model alone. People: their labels alone. Corrected: "
        "both together. Lines are 95% intervals."
    )
    if len(boards[0].runs) > lines:
        told += f" Of {len(boards[0].runs):,} runs the first {lines} are drawn."
    caption(figure, told)
    return saved(figure, path)


def _draw(axes: Any, board: Judged, lines: int) -> None:
    rows = range(lines)
    axes.plot(
        board.model[:lines], [y - _APART for y in rows], linestyle="", marker="x", markersize=5,
        color=_MODEL, label="model",
    )  # fmt: skip
    _draw_ruled(axes, board.people, 0.0, lines, _PEOPLE, "s", "people")
    _draw_ruled(axes, board.corrected, _APART, lines, _CORRECTED, "o", "corrected")
    axes.set_yticks(rows, [lettered(name) for name in board.runs[:lines]], fontsize=NAME_SIZE)
    axes.set_ylim(lines - 0.4, -0.6)
    axes.set_title(lettered(board.title), fontsize=10)
    axes.locator_params(axis="x", nbins=6)
    axes.tick_params(axis="x", labelsize=NAME_SIZE)
    axes.grid(True, alpha=0.3)
    axes.set_axisbelow(True)
    axes.legend(fontsize=NAME_SIZE - 1, loc="best", framealpha=0.8)


def _draw_ruled(
    axes: Any, ruled: Ruled, shift: float, lines: int, colour: str, marker: str, label: str
) -> None:
    for y, (low, high) in enumerate(zip(ruled.low[:lines], ruled.high[:lines], strict=True)):
        if math.isfinite(low) and math.isfinite(high):
            axes.plot([low, high], [y + shift] * 2, color=colour, linewidth=1.3,
                      solid_capstyle="butt")  # fmt: skip
    places = [y + shift for y in range(lines)]
    axes.plot(ruled.values[:lines], places, linestyle="", marker=marker, markersize=4.5,
              color=colour, label=label)  # fmt: skip
