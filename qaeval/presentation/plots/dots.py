"""Runs in order as dots with intervals, and lines along those that cannot be told apart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from qaeval.presentation.drawings import Dots
from qaeval.presentation.plots.canvas import (
    LINE,
    NAME_SIZE,
    blank_figure,
    caption,
    lines_drawn,
    saved,
)
from qaeval.presentation.plots.lettering import lettered, text_width

_WIDEST = 14.0  # inches, unless one panel needs more
_PLOT = 3.4  # inches of a panel without its names and groups
_COLUMN = 0.11  # inches between the lines of groups
_RANKS = 1.1  # inches for the intervals of the ranks
_MARKS = 0.22  # inches for the marks
_DOT = "#0b3c5d"


def plot_dots(rankings: Sequence[Dots], told: str, path: str) -> bytes:
    """Dots with 95% intervals, best first, a panel per ranking; `told` says how to read it."""
    lines = lines_drawn(len(rankings[0].runs), 1)
    columns = [_columns(ranking.groups, lines) for ranking in rankings]
    beside = _MARKS + 0.05 + _COLUMN * max(max(places, default=-1) + 1 for places in columns)
    beside += _RANKS if any(any(ranking.ranks) for ranking in rankings) else 0.0
    names = [lettered(name) for ranking in rankings for name in ranking.runs[:lines]]
    wide = text_width(names, NAME_SIZE) + _PLOT + beside + 0.2
    across = max(1, min(len(rankings), 3, int(_WIDEST // wide)))
    down = -(-len(rankings) // across)
    lines_drawn(lines, down)  # refuses what is too large
    figure = blank_figure(wide * across, down * (lines * LINE + 0.8))
    ratios = {"width_ratios": [_PLOT, beside] * across}
    panels = figure.subplots(down, 2 * across, squeeze=False, gridspec_kw=ratios).ravel().tolist()
    for at, (axes, margin) in enumerate(zip(panels[::2], panels[1::2], strict=True)):
        margin.set_axis_off()
        if at >= len(rankings):
            axes.set_axis_off()
            continue
        _draw_ranking(axes, rankings[at], lines)
        _draw_margin(margin, rankings[at], columns[at], beside, lines)
    if len(rankings[0].runs) > lines:
        told += f" Of {len(rankings[0].runs):,} runs the first {lines} are drawn."
    caption(figure, told)
    return saved(figure, path)


def _draw_ranking(axes: Any, ranking: Dots, lines: int) -> None:
    values, low, high = ranking.values[:lines], ranking.low[:lines], ranking.high[:lines]
    spans = [
        (y, (a, b))
        for y, (a, b) in enumerate(zip(low, high, strict=True))
        if math.isfinite(a) and math.isfinite(b)
    ]
    _draw_spans(axes, spans, color=_DOT, linewidth=1.4, solid_capstyle="butt")
    full = [y for y in range(lines) if y != ranking.baseline]
    dots = {"markersize": 5, "color": _DOT, "linestyle": "none"}
    axes.plot([values[y] for y in full], full, marker="o", **dots)
    if ranking.baseline is not None and ranking.baseline < lines:
        y = ranking.baseline
        axes.plot([values[y]], [y], marker="D", markerfacecolor="white", **dots)
    if ranking.baseline is not None:
        axes.axvline(ranking.values[ranking.baseline], color="black", linewidth=0.8, linestyle="--")
    if len(set(values)) == 1 and not any(map(math.isfinite, low)):
        axes.set_xlim(values[0] - 0.5, values[0] + 0.5)
    axes.set_yticks(
        range(lines), [lettered(name) for name in ranking.runs[:lines]], fontsize=NAME_SIZE
    )
    axes.set_ylim(lines - 0.4, -0.6)
    axes.set_title(lettered(ranking.title), fontsize=10)
    axes.locator_params(axis="x", nbins=6)
    axes.tick_params(axis="x", labelsize=NAME_SIZE)
    axes.grid(True, alpha=0.3)
    axes.set_axisbelow(True)


def _draw_spans(
    axes: Any, spans: Sequence[tuple[int, tuple[float, float]]], **look: object
) -> None:
    """Level lines from one end to the other, as a single curve with gaps: each costs its time."""
    gap = math.nan
    x = [end for _, ends in spans for end in (*ends, gap)]
    y = [place for at, _ in spans for place in (at, at, gap)]
    axes.plot(x, y, **look)


def _columns(groups: Sequence[Sequence[int]], lines: int) -> list[int]:
    """The column of each group's line, so that no two of one column meet."""
    ends: list[int] = []
    columns = []
    for first, last in ((places[0], places[-1]) for places in groups):
        free = next((at for at, end in enumerate(ends) if end < first), len(ends))
        ends[free : free + 1] = [last]
        columns.append(free if first < lines else -1)
    return columns


def _draw_margin(
    axes: Any, ranking: Dots, columns: Sequence[int], inches: float, lines: int
) -> None:
    """Marks, a line along each group with a dot for each of its runs, and the ranks' intervals."""
    axes.set_xlim(0, inches)
    axes.set_ylim(lines - 0.4, -0.6)
    for y, mark in enumerate(ranking.marks[:lines]):
        if mark:
            axes.text(0, y, mark, va="center", fontsize=NAME_SIZE)
    for places, column in zip(ranking.groups, columns, strict=True):
        if column >= 0:
            at, drawn = _MARKS + _COLUMN * column, [y for y in places if y < lines]
            axes.plot([at] * len(drawn), drawn, color="#555555", linewidth=1.0, marker="o",
                      markersize=3.2)  # fmt: skip
    if any(ranking.ranks):
        _draw_ranks(axes, ranking, inches - _RANKS + 0.1, lines)


def _draw_ranks(axes: Any, ranking: Dots, left: float, lines: int) -> None:
    """The ranks that each run may have, from the first at the left to the last at the right."""
    wide = (_RANKS - 0.25) / max(len(ranking.runs) - 1, 1)
    spans = [
        (y, (left + wide * (span[0] - 1), left + wide * (span[1] - 1)))
        for y, span in enumerate(ranking.ranks[:lines])
        if span is not None
    ]
    _draw_spans(axes, spans, color="#8a3b12", linewidth=3.0, solid_capstyle="round", marker="|",
                markersize=4)  # fmt: skip
    axes.text(left, -0.75, f"rank 1 to {len(ranking.runs)}", fontsize=NAME_SIZE - 1,
              va="bottom")  # fmt: skip
