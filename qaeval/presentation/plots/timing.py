"""Iso-ranking curves: scores and times that make the same discounted value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from qaeval.presentation.plots.canvas import COLOURS, panel_grid, saved
from qaeval.presentation.plots.lettering import lettered
from qaeval.presentation.plots.points import name_points
from qaeval.studies.timing import iso_scores

_ROOM = 1.15  # right of the best score, for names


def plot_iso_ranking(
    points: Mapping[str, tuple[float, float]], label: str, weights: Mapping[str, float], path: str
) -> bytes:
    """Each run's score and effective time among curves of equal value (2009, Figure 1)."""
    figure, panels = panel_grid(len(weights), 5.2, 4.2)
    scores = [score for score, _ in points.values()]
    times = [time for _, time in points.values()]
    for axes, (text, weight) in zip(panels, weights.items(), strict=True):
        axes.set_xlim(0, _ROOM * max(scores) or 1.0)
        axes.set_ylim(-0.03, 1.06)
        _curves(axes, weight)
        axes.scatter(scores, times, s=22, color=COLOURS[0], zorder=3, clip_on=False)
        axes.set_xlabel(f"{lettered(label)} (a curve's value is where it meets time 0)")
        axes.set_ylabel("effective time (1: the longest run)")
        axes.set_title(f"iso-ranking curves, r = {lettered(text)}", fontsize="medium")
    name_points(figure, [(axes, scores, times) for axes in panels], list(points))
    return saved(figure, path)


def _curves(axes: Any, weight: float) -> None:
    """A curve through every tick of the scores and half-way between, where time is 0."""
    ticks = axes.get_xticks()
    values = np.unique(np.concatenate([ticks, (ticks[1:] + ticks[:-1]) / 2]))
    times = np.linspace(0, 1.06, 107)
    for value in values[values > 0]:
        axes.plot(iso_scores(value, times, weight), times, color="#999999", linewidth=0.8, zorder=1)
