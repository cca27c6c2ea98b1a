"""The curves of a report, drawn for the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from qaeval.errands import Workers
from qaeval.presentation.charts import drawn_standing
from qaeval.presentation.html import Html, tag
from qaeval.presentation.plots.canvas import IN_PAGE, load_for_pages
from qaeval.presentation.plots.coverage import MOST_DIAGRAMS, plot_reliability, plot_risk
from qaeval.presentation.plots.dots import plot_dots
from qaeval.presentation.plots.embedding import fragment
from qaeval.presentation.plots.hardness import plot_hardness
from qaeval.presentation.plots.reliability import plot_stability, plot_swaps
from qaeval.presentation.report.findings import Findings
from qaeval.presentation.report.trust import CONFIDENCE, MINORITY
from qaeval.presentation.risk_charts import drawn_reliability, drawn_risks
from qaeval.workers import can_fork


@dataclass(frozen=True)
class Gallery:
    """The page's pictures by name, empty where there is none."""

    pictures: dict[str, Html]

    @classmethod
    def of(cls, findings: Findings, workers: Workers) -> Gallery:
        """All pictures drawn, side by side where other processes start at once."""
        names = [*_names(findings)]
        load_for_pages()  # once, before there are more processes
        drawn = workers.each(_Draw(findings), names, much=can_fork())
        return cls(dict(zip(names, drawn, strict=True)))

    def __getitem__(self, name: str) -> Html:
        return self.pictures.get(name, Html(""))


def _names(findings: Findings) -> Sequence[str]:
    """What the page has pictures of; those that take longest come first."""
    names = ["reliability"] if findings.confident else []
    names += [f"ranking-{at}" for at in range(len(findings.measures))]
    names += ["risk"] if findings.confident else []
    names += ["hardness"] if findings.means else []
    if any(studied.swaps for studied in findings.measures):
        names += ["swap", "stability"]
    return names


@dataclass(frozen=True)
class _Draw:
    """Draws a picture of these findings."""

    findings: Findings

    def __call__(self, name: str) -> Html:
        kind, _, at = name.partition("-")
        if kind == "ranking":
            return _ranking(self.findings, int(at))
        return _CURVES[kind](self.findings)


def _ranking(findings: Findings, at: int) -> Html:
    """One measure's runs as dots with intervals, and lines along those that are alike."""
    board = findings.measures[at].board
    if board.tests is None:
        return Html("")
    drawn = drawn_standing(board.measure.label, board)
    return _figure(
        lambda path: plot_dots([drawn], "", path),
        f"ranking-{at}",
        f"{board.measure.label}: values with 95% intervals; a line at the right runs along runs "
        "that cannot be told apart.",
    )


def _stability_curves(findings: Findings) -> Html:
    """Minority rate against ties, a curve per measure and c."""
    entries = [entry for studied in findings.measures for entry in studied.stability]
    at = Fraction(str(MINORITY))
    return _figure(
        lambda path: plot_stability(entries, at, path),
        "stability",
        "Minority rate against proportion of ties: the lower and further left a curve, the better "
        "the measure.",
    )


def _swap_curves(findings: Findings) -> Html:
    """Swap rate against difference, a curve per measure and c."""
    entries = [entry for studied in findings.measures for entry in studied.swaps]
    return _figure(
        lambda path: plot_swaps(entries, float(1 - CONFIDENCE), path),
        "swap",
        "Swap rate against the difference seen: where a curve falls below the dashed line, a "
        "difference can be believed.",
    )


def _hardness_curves(findings: Findings) -> Html:
    """The means of the questions in order, a curve per measure."""
    means = {}
    for studied in findings.means:
        assert studied.hardness is not None
        means[studied.measure.label] = studied.hardness.means
    return _figure(
        lambda path: plot_hardness(means, path),
        "hardness",
        "Mean over runs of each question, the easiest first; dashed lines cut the thirds.",
    )


def _risk_curves(findings: Findings) -> Html:
    """Error rate against coverage, a curve per run."""
    curves = drawn_risks(findings.confident[:MOST_DIAGRAMS])
    return _figure(
        lambda path: plot_risk(curves, path),
        "risk",
        "Error rate of the answers against the share of questions answered, if the least sure "
        f"answers are held back{_first(findings)}; the dot is the run as it is.",
    )


def _reliability_diagrams(findings: Findings) -> Html:
    """How often answers of each confidence are right, a diagram per run."""
    diagrams = drawn_reliability(findings.confident[:MOST_DIAGRAMS])
    return _figure(
        lambda path: plot_reliability(diagrams, path),
        "reliability",
        f"The share of right answers by confidence, with 95% intervals{_first(findings)}: on the "
        "dashed line confidences can be believed; the bars are the numbers of answers.",
    )


def _first(findings: Findings) -> str:
    """Which of very many runs are drawn."""
    count = len(findings.confident)
    return f", for the first {MOST_DIAGRAMS} of {count} runs" if count > MOST_DIAGRAMS else ""


def _figure(draw: Callable[[str], bytes], name: str, caption: str) -> Html:
    picture = Html(fragment(draw(IN_PAGE), name, caption))
    return tag("figure", picture, tag("figcaption", caption))


_CURVES: dict[str, Callable[[Findings], Html]] = {
    "reliability": _reliability_diagrams,
    "risk": _risk_curves,
    "hardness": _hardness_curves,
    "swap": _swap_curves,
    "stability": _stability_curves,
}
