"""Risk-coverage curves: the error rate among the answers that a threshold leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from qaeval.measures import measure
from qaeval.presentation.plots.canvas import curve, legend, one_axes, saved

if TYPE_CHECKING:
    from qaeval.studies.abstention import Abstention


def plot_risk(tried: Sequence[Abstention], path: str) -> bytes:
    """Error rate among answers against coverage, a curve per run with its area (AURC).

    A large marker at its right end is the run as it is, with nothing held back.
    """
    figure, axes = one_axes(
        "coverage (share of questions answered)", "risk (error rate of answers)"
    )
    for i, one in enumerate(tried):
        spoken = one.values(measure("coverage"))
        risk = 1 - one.values(measure("precision"))
        some = spoken > 0
        area = one.values(measure("AURC"), [0])[0]
        name = one.responses.name if np.isnan(area) else f"{one.responses.name} (AURC {area:.3f})"
        curve(axes, spoken[some].tolist(), risk[some].tolist(), name, i)
        axes.plot(spoken[:1], risk[:1], marker="o", markersize=7, color=axes.lines[-1].get_color(),
                  clip_on=False)  # fmt: skip
    axes.set_xlim(0, 1.01)
    axes.set_ylim(bottom=0)
    legend(figure, axes)
    return saved(figure, path)
