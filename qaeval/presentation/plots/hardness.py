"""Easy and hard questions: their means in order, and their shares by category."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from qaeval.presentation.plots.canvas import NAME_SIZE, curve, legend, one_axes, panel_grid, saved
from qaeval.presentation.plots.lettering import lettered, text_width
from qaeval.studies.hardness import THIRDS

_THIRD_COLOURS = ("#d3e5f2", "#e69f00", "#8b1a2b")  # light, middle and dark in grey too


def plot_hardness(means: Mapping[str, Sequence[float]], path: str) -> bytes:
    """Each measure's means over runs, the easiest question first, with the cuts into thirds."""
    figure, axes = one_axes("questions, the easiest first", "mean over runs")
    count = len(next(iter(means.values())))
    places = list(range(1, count + 1))
    for i, (label, values) in enumerate(means.items()):
        curve(axes, places, values, label, i)
    _name_thirds(axes, count)
    legend(figure, axes)
    return saved(figure, path)


def _name_thirds(axes: Any, count: int) -> None:
    """The cuts into thirds, and what lies between them."""
    cuts = [0.5, *(-(-count * third // 3) + 0.5 for third in (1, 2)), count + 0.5]
    for cut in cuts[1:-1]:
        axes.axvline(cut, color="black", linewidth=0.8, linestyle="--")
    axes.set_xlim(cuts[0], cuts[-1])
    for name, (start, end) in zip(THIRDS, pairwise(cuts), strict=True):
        axes.annotate(name, ((start + end) / 2, 1), (0, 3), xycoords=("data", "axes fraction"),
                      textcoords="offset points", ha="center", fontsize=NAME_SIZE)  # fmt: skip


def plot_thirds(counted: Mapping[str, Mapping[str, Sequence[int]]], path: str) -> bytes:
    """Shares of easy, medium and hard questions by category, a panel per measure (Figures 2-5)."""
    categories = list(next(iter(counted.values())))
    height = 1.2 + 0.28 * len(categories)
    room = max(text_width([f"{lettered(name)} (999)" for name in categories], 9), 1.0)
    figure, panels = panel_grid(len(counted), room + 4.2, height)
    for axes, (label, counts) in zip(panels, counted.items(), strict=True):
        sizes = [sum(counts[name]) for name in categories]
        left = [0.0] * len(categories)
        for i, third in enumerate(THIRDS):
            widths = [counts[n][i] / size for n, size in zip(categories, sizes, strict=True)]
            axes.barh(range(len(categories)), widths, left=left, label=third,
                      color=_THIRD_COLOURS[i], edgecolor="black", linewidth=0.5)  # fmt: skip
            left = [a + b for a, b in zip(left, widths, strict=True)]
        names = [f"{lettered(n)} ({size})" for n, size in zip(categories, sizes, strict=True)]
        axes.set_yticks(range(len(categories)), names, fontsize="small")
        axes.invert_yaxis()
        axes.set_xlim(0, 1)
        axes.set_xlabel("share of questions")
        axes.set_title(lettered(label), fontsize="medium")
    handles, names = panels[0].get_legend_handles_labels()
    figure.legend(handles, names, fontsize="small", loc="outside upper center", ncols=3)
    return saved(figure, path)
