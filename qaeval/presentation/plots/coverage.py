"""Risk-coverage curves: the error rate among the answers that a threshold leaves."""

from __future__ import annotations

import math
from collections.abc import Sequence

from qaeval.presentation.drawings import RiskCurve
from qaeval.presentation.plots.canvas import curve, legend, one_axes, saved


def plot_risk(curves: Sequence[RiskCurve], path: str) -> bytes:
    """Error rate among answers against coverage, a curve per run with its area (AURC).

    A large marker at its right end is the run as it is, with nothing held back.
    """
    figure, axes = one_axes(
        "coverage (share of questions answered)", "risk (error rate of answers)"
    )
    for i, drawn in enumerate(curves):
        name = drawn.run if math.isnan(drawn.area) else f"{drawn.run} (AURC {drawn.area:.3f})"
        curve(axes, drawn.coverage, drawn.risk, name, i)
        axes.plot(drawn.coverage[:1], drawn.risk[:1], marker="o", markersize=7,
                  color=axes.lines[-1].get_color(), clip_on=False)  # fmt: skip
    axes.set_xlim(0, 1.01)
    axes.set_ylim(bottom=0)
    legend(figure, axes)
    return saved(figure, path)
