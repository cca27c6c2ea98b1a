"""Two measures against each other, a point per run or question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from qaeval.plots.canvas import COLOURS, panel_grid, saved
from qaeval.plots.lettering import lettered

_MOST_NAMED_POINTS = 15


def plot_scatter(
    points: Mapping[tuple[str, str], tuple[Any, Any]],
    taus: Mapping[tuple[str, str], float],
    names: Sequence[str] | None,
    path: str,
) -> bytes:
    """The values by two measures against each other, a panel per pair (Figures 7-15)."""
    figure, panels = panel_grid(len(points), 4.5, 4.0)
    for axes, ((x, y), (x_values, y_values)) in zip(panels, points.items(), strict=True):
        axes.scatter(x_values, y_values, s=14, color=COLOURS[0], alpha=0.6, linewidths=0)
        if names is not None and len(names) <= _MOST_NAMED_POINTS:
            _name_points(axes, names, x_values, y_values)
        axes.set_xlabel(lettered(x))
        axes.set_ylabel(lettered(y))
        axes.grid(True, alpha=0.3)
        tau = taus[x, y]
        axes.set_title(f"tau-b {tau:.3f}" if tau == tau else "tau-b undefined", fontsize="medium")
    return saved(figure, path)


def _name_points(axes: Any, names: Sequence[str], x_values: Any, y_values: Any) -> None:
    """Names beside points, inside the axes; where points crowd, only the first is named."""
    (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
    taken: list[tuple[float, float]] = []
    for name, x, y in zip(names, x_values, y_values, strict=True):
        across, up = (x - left) / (right - left), (y - low) / (high - low)
        if any(abs(across - a) < 0.25 and abs(up - b) < 0.045 for a, b in taken):
            continue
        taken.append((across, up))
        side = -1 if across > 0.6 else 1
        axes.annotate(
            lettered(name),
            (x, y),
            (4 * side, 3),
            textcoords="offset points",
            ha="right" if side < 0 else "left",
            fontsize="x-small",
        )
