"""The curves of the stability and swap experiments."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from qaeval.presentation.plots.canvas import curve, legend, level_line, one_axes, saved
from qaeval.studies.reliability.stability import Stability
from qaeval.studies.reliability.swap import Swaps
from qaeval.wording import percent


def plot_stability(entries: Sequence[tuple[str, int, Stability]], at: Fraction, path: str) -> bytes:
    """Minority rate against proportion of ties, a curve per measure and c (2007, Figure 4)."""
    figure, axes = one_axes("proportion of ties", "minority rate")
    for i, (label, size, result) in enumerate(entries):
        name = _name(label, size, entries)
        curve(axes, result.tie_rates, result.minority_rates, name, i)
    level_line(axes, float(at), percent(float(at)))
    return _picture(figure, axes, path, entries)


def plot_swaps(entries: Sequence[tuple[str, int, Swaps]], allowed: float, path: str) -> bytes:
    """Swap rate against the bins of differences, a curve per measure and c (2007, Figure 5)."""
    figure, axes = one_axes("difference between two runs (lower edge of the bin)", "swap rate")
    for i, (label, size, result) in enumerate(entries):
        # The last bin is open: a point at its lower edge would belong further to the right.
        closed = enumerate(result.rates[:-1])
        points = [(result.edge(at), rate) for at, rate in closed if rate is not None]
        name = _name(label, size, entries)
        curve(axes, [x for x, _ in points], [y for _, y in points], name, i)
    level_line(axes, allowed, percent(allowed))
    return _picture(figure, axes, path, entries)


def _one_size(entries: Sequence[Any]) -> bool:
    return len({size for _, size, _ in entries}) == 1


def _name(label: str, size: int, entries: Sequence[Any]) -> str:
    """What a curve is called: with its c, unless all have the same."""
    return label if _one_size(entries) else f"{label}, c = {size}"


def _picture(figure: Any, axes: Any, path: str, entries: Sequence[Any]) -> bytes:
    axes.set_ylim(bottom=0)
    left, right = axes.get_xlim()
    axes.set_xlim(left=max(left, -0.03 * right))  # neither ties nor differences go below 0
    if _one_size(entries):
        axes.set_title(f"c = {entries[0][1]} questions", fontsize="medium")
    legend(figure, axes)
    return saved(figure, path)
