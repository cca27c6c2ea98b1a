"""Confidences: risk-coverage curves, and reliability diagrams beside them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from qaeval.presentation.drawings import Reliability, RiskCurve
from qaeval.presentation.plots.canvas import (
    COLOURS,
    NAME_SIZE,
    blank_figure,
    caption,
    curve,
    legend,
    one_axes,
    panel_grid,
    saved,
)
from qaeval.presentation.plots.lettering import lettered, text_width
from qaeval.wording import counted

_CELL = (3.4, 3.3)  # inches: a diagram; the curves take two by two of them
_BESIDE = 4  # diagrams right of the curves; others stand below, as many in a row
MOST_DIAGRAMS = 12
_COUNTS = -0.27  # where the bars of the counts begin, below the diagram
_COUNTS_HIGH = 0.17  # of the fullest bin
_COUNT_SIZE = 6.0
_FEW_ANSWERS, _FEW_SHARE = 10, 0.05  # below either the error rate of the surest is mostly chance
_BAR = "#9db8d1"

READING = (
    "Diagrams: answers by confidence, in bins of a tenth; the share that is right, with its 95% "
    "interval (Wilson's). On the dashed line confidences can be believed. Bars: how many answers."
)


def plot_confidence(
    curves: Sequence[RiskCurve], diagrams: Sequence[Reliability], path: str
) -> bytes:
    """The risk-coverage curves of all runs, and a reliability diagram of each beside them."""
    shown = diagrams[:MOST_DIAGRAMS]
    beside = min(len(shown), _BESIDE)
    columns = 4 if beside != 2 else 3
    below = -(-(len(shown) - beside) // columns)
    figure = blank_figure(_CELL[0] * columns, _CELL[1] * (2 + below))
    grid = figure.add_gridspec(2 + below, columns)
    axes = figure.add_subplot(grid[:2, :2])
    _label(axes)
    told = draw_risks(axes, curves)
    for at, diagram in enumerate(shown):
        place = grid[:2, 2:] if beside == 1 else grid[_place(at, beside, columns)]
        _draw_diagram(figure.add_subplot(place), diagram, at)
    legend(figure, axes, "lower right")
    caption(figure, " ".join([*told, READING, *_left_out(len(diagrams), len(shown))]))
    return saved(figure, path)


def _place(at: int, beside: int, columns: int) -> tuple[int, int]:
    """The row and column of a diagram: right of the curves, then below them."""
    if at < beside:
        return (at, 2) if beside == 2 else (at // 2, 2 + at % 2)
    row, column = divmod(at - beside, columns)
    return 2 + row, column


def _left_out(runs: int, shown: int) -> list[str]:
    if runs == shown:
        return []
    return [f"Of {counted(runs, 'run')} the first {shown} have a diagram."]


def plot_risk(curves: Sequence[RiskCurve], path: str) -> bytes:
    """The risk-coverage curves alone."""
    figure, axes = one_axes("", "")
    _label(axes)
    told = draw_risks(axes, curves)
    legend(figure, axes, "lower right")
    if told:
        caption(figure, " ".join(told))
    return saved(figure, path)


def plot_reliability(diagrams: Sequence[Reliability], path: str) -> bytes:
    """The reliability diagrams alone, at most three beside each other."""
    shown = diagrams[:MOST_DIAGRAMS]
    figure, panels = panel_grid(len(shown), *_CELL)
    for at, (axes, diagram) in enumerate(zip(panels, shown, strict=True)):
        _draw_diagram(axes, diagram, at)
    left_out = _left_out(len(diagrams), len(shown))
    if left_out:
        caption(figure, left_out[0])
    return saved(figure, path)


def _label(axes: Any) -> None:
    axes.set_xlabel("coverage (share of questions answered)")
    axes.set_ylabel("risk (error rate of answers)")
    axes.grid(True, alpha=0.3)


def draw_risks(axes: Any, curves: Sequence[RiskCurve]) -> list[str]:
    """Error rate among answers against coverage, a curve per run with its area (AURC).

    A large marker at its right end is the run as it is, with nothing held back. The axis ends where
    more than a few answers end, and the sentence that comes back says so.
    """
    for i, drawn in enumerate(curves):
        name = drawn.run if math.isnan(drawn.area) else f"{drawn.run} (AURC {drawn.area:.3f})"
        curve(axes, drawn.coverage, drawn.risk, name, i)
        axes.plot(drawn.coverage[:1], drawn.risk[:1], marker="o", markersize=7,
                  color=axes.lines[-1].get_color(), clip_on=False)  # fmt: skip
    steady = [risk for drawn in curves for risk in _steady_risks(drawn)]
    highest = max((risk for drawn in curves for risk in drawn.risk), default=1.0)
    top = max(steady, default=highest) or highest or 1.0
    axes.set_xlim(0, 1.01)
    axes.set_ylim(0, min(1.08 * top, 1.02))
    if highest <= 1.08 * top:
        return []
    return [
        "Curves: the axis is that of error rates of "
        f"{_FEW_ANSWERS} answers and {_FEW_SHARE:.0%} of the questions or more; curves leave it "
        "where fewer are given."
    ]


def _steady_risks(drawn: RiskCurve) -> list[float]:
    """The error rates of enough answers to be no matter of chance, mostly."""
    enough = max(_FEW_ANSWERS / drawn.questions, _FEW_SHARE) - 1e-9
    pairs = zip(drawn.coverage, drawn.risk, strict=True)
    return [risk for coverage, risk in pairs if coverage >= enough]


def _draw_diagram(axes: Any, diagram: Reliability, run: int) -> None:
    """The share of right answers against their confidence, bin by bin, over the bins' counts."""
    colour = COLOURS[run % len(COLOURS)]  # that of its curve
    most = max(diagram.answers, default=1)
    for (low, high), count in zip(diagram.edges, diagram.answers, strict=True):
        middle, height = (low + high) / 2, _COUNTS_HIGH * count / most
        axes.bar(middle, height, 0.9 * (high - low), _COUNTS, color=_BAR, linewidth=0)
        axes.annotate(f"{count:,}", (middle, _COUNTS + height), (0, 1), ha="center",
                      textcoords="offset points", fontsize=_COUNT_SIZE)  # fmt: skip
    axes.axhline(0, color="black", linewidth=0.8)
    axes.plot([0, 1], [0, 1], color="black", linewidth=0.8, linestyle="--")
    axes.vlines(diagram.confidence, diagram.low, diagram.high, color=colour, linewidth=1)
    axes.plot(diagram.confidence, diagram.right, color=colour, marker="o", markersize=4,
              linewidth=1.1)  # fmt: skip
    axes.set_xlim(0, 1)
    axes.set_ylim(_COUNTS, 1.02)
    axes.set_yticks([0.0, 0.2, 0.4, 0.6, 0.8, 1.0])
    axes.set_xlabel("confidence", fontsize=NAME_SIZE)
    axes.set_ylabel("share right", fontsize=NAME_SIZE)
    axes.tick_params(labelsize=NAME_SIZE)
    axes.grid(True, alpha=0.3)
    axes.set_title(_heading(diagram), fontsize=NAME_SIZE + 1)


def _heading(diagram: Reliability) -> str:
    """The name, cut where it is wider than the diagram, and the figures below it."""
    name = lettered(diagram.run)
    while text_width([name], NAME_SIZE + 1) > _CELL[0] - 0.3 and len(name) > 8:
        name = name[: 2 * len(name) // 3] + "…"
    return "\n".join(filter(None, (name, diagram.note)))
