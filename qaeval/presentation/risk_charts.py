"""Confidences become what their pictures show: risk against coverage, and who can be believed."""

from __future__ import annotations

import math
from collections.abc import Sequence

from qaeval.measures import measure
from qaeval.presentation.drawings import Reliability, RiskCurve
from qaeval.studies.abstention import Abstention
from qaeval.studies.confidence_bins import confidence_bins


def drawn_risks(runs: Sequence[Abstention]) -> list[RiskCurve]:
    """Each run's coverage and error rate at every threshold that leaves it an answer."""
    curves = []
    for tried in runs:
        coverage = tried.values(measure("coverage"))
        risk = 1 - tried.values(measure("precision"))
        answers = coverage > 0
        area = _value(tried, "AURC")
        name, questions = tried.responses.name, len(tried.responses.questions)
        curves.append(
            RiskCurve(name, coverage[answers].tolist(), risk[answers].tolist(), area, questions)
        )
    return curves


def drawn_reliability(runs: Sequence[Abstention]) -> list[Reliability]:
    """Each run's answers by bins of confidence, as ECE has them."""
    diagrams = []
    for tried in runs:
        bins = confidence_bins(tried.responses)
        values = {name: _value(tried, name) for name in ("ECE", "AUROC")}
        known = {name: value for name, value in values.items() if not math.isnan(value)}
        diagrams.append(
            Reliability(
                tried.responses.name,
                ", ".join(f"{name} {value:.3f}" for name, value in known.items()),
                [(drawn.low, drawn.high) for drawn in bins],
                [drawn.answers for drawn in bins],
                [drawn.confidence for drawn in bins],
                [drawn.right for drawn in bins],
                [drawn.right_low for drawn in bins],
                [drawn.right_high for drawn in bins],
            )
        )
    return diagrams


def _value(tried: Abstention, name: str) -> float:
    """A measure of the run as it is, with nothing held back."""
    return float(tried.values(measure(name), [0])[0])
