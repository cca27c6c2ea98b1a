"""The differences that one may believe and find, against the number of questions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from qaeval.presentation.drawings import PlanCurve
from qaeval.presentation.plots.canvas import COLOURS, NAME_SIZE, caption, panel_grid, saved
from qaeval.presentation.plots.lettering import lettered


def plot_plans(curves: Sequence[PlanCurve], told: str, path: str) -> bytes:
    """Both differences on logarithmic axes, a panel per plan; `told` says how to read it."""
    figure, panels = panel_grid(len(curves), 5.0, 3.8)
    for axes, drawn in zip(panels, curves, strict=True):
        _draw(axes, drawn)
    caption(figure, told)
    return saved(figure, path)


def _draw(axes: Any, drawn: PlanCurve) -> None:
    from matplotlib.ticker import NullFormatter, StrMethodFormatter

    if drawn.measured is not None:
        axes.axvspan(*drawn.measured, color="#dddddd", linewidth=0, label="measured")
    believed = [at for at, value in enumerate(drawn.required) if math.isfinite(value)]
    numbers = [drawn.numbers[at] for at in believed]
    if believed:
        ends = ([side[at] for at in believed] for side in (drawn.low, drawn.high))
        axes.fill_between(numbers, *ends, color=COLOURS[0], alpha=0.2, linewidth=0)
        required = [drawn.required[at] for at in believed]
        axes.plot(numbers, required, color=COLOURS[0], linewidth=1.4, label="required")
    axes.plot(drawn.numbers, drawn.detectable, color=COLOURS[1], linewidth=1.4, linestyle="--",
              label="detectable")  # fmt: skip
    axes.set_xscale("log")
    axes.set_yscale("log")
    for axis, form in ((axes.xaxis, "{x:,.0f}"), (axes.yaxis, "{x:g}")):
        axis.set_major_formatter(StrMethodFormatter(form))
        axis.set_minor_formatter(NullFormatter())
    _ticks(axes.xaxis, drawn.numbers)
    shown = [*drawn.detectable, *drawn.low, *drawn.high]
    _ticks(axes.yaxis, [value for value in shown if math.isfinite(value) and value > 0])
    axes.set_xlabel(f"{drawn.noun}s")
    axes.set_ylabel("difference")
    axes.set_title(lettered(drawn.title), fontsize="medium")
    axes.grid(True, alpha=0.3)
    axes.legend(fontsize=NAME_SIZE)


def _ticks(axis: Any, values: Sequence[float]) -> None:
    """1, 2 and 5 of every power of ten between the ends."""
    if not values:
        return
    low, high = min(values), max(values)
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    steps = [step * 10.0**power for power in powers for step in (1, 2, 5)]
    axis.set_ticks([step for step in steps if low * 0.8 <= step <= high * 1.25])
