"""Silence below a confidence becomes what its picture shows: risk against coverage."""

from __future__ import annotations

from collections.abc import Sequence

from qaeval.measures import measure
from qaeval.presentation.drawings import RiskCurve
from qaeval.studies.abstention import Abstention


def drawn_risks(runs: Sequence[Abstention]) -> list[RiskCurve]:
    """Each run's coverage and error rate at every threshold that leaves it an answer."""
    curves = []
    for tried in runs:
        coverage = tried.values(measure("coverage"))
        risk = 1 - tried.values(measure("precision"))
        answers = coverage > 0
        area = float(tried.values(measure("AURC"), [0])[0])
        curves.append(
            RiskCurve(
                tried.responses.name, coverage[answers].tolist(), risk[answers].tolist(), area
            )
        )
    return curves
