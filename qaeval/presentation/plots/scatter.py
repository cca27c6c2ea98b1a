"""Two measures against each other, a point per run or question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from qaeval.presentation.plots.canvas import COLOURS, panel_grid, saved
from qaeval.presentation.plots.lettering import lettered
from qaeval.presentation.plots.points import name_points


def plot_scatter(
    points: Mapping[tuple[str, str], tuple[Any, Any]],
    taus: Mapping[tuple[str, str], float],
    names: Sequence[str] | None,
    path: str,
) -> bytes:
    """The values by two measures against each other, a panel per pair (Figures 7-15)."""
    figure, panels = panel_grid(len(points), 4.5, 4.0)
    for axes, ((x, y), (x_values, y_values)) in zip(panels, points.items(), strict=True):
        axes.scatter(x_values, y_values, s=14, color=COLOURS[0], alpha=0.75, linewidths=0)
        axes.set_xlabel(lettered(x))
        axes.set_ylabel(lettered(y))
        axes.locator_params(nbins=5)
        axes.grid(True, alpha=0.3)
        tau = taus[x, y]
        axes.set_title(f"tau-b {tau:.3f}" if tau == tau else "tau-b undefined", fontsize="medium")
    if names is not None:
        drawn = [(axes, *both) for axes, both in zip(panels, points.values(), strict=True)]
        name_points(figure, drawn, names)
    return saved(figure, path)
