"""How far the numbers can be trusted: swaps, stability and plans, in words and in tables."""

from __future__ import annotations

from fractions import Fraction

from qaeval.presentation.html import Html, joined, tag
from qaeval.presentation.html_tables import cell_markup, html_table
from qaeval.presentation.plan_tables import (
    Goals,
    detectable_difference,
    plan_table,
    required_difference,
    usual_numbers,
)
from qaeval.presentation.report.findings import Findings, MeasureFindings
from qaeval.presentation.stability_tables import stability_table
from qaeval.presentation.swap_tables import bin_table, requirement
from qaeval.presentation.tables import Cell, Column, PageHead, Table
from qaeval.presentation.words import (
    complementary_sets,
    edge_text,
    plan_in_words,
    swap_remarks,
    unbelievable,
)
from qaeval.studies.reliability.planning import Plan
from qaeval.studies.reliability.stability import Stability
from qaeval.studies.reliability.support import plan_lacks, swap_support
from qaeval.studies.reliability.swap import Swaps
from qaeval.studies.units import Units
from qaeval.wording import counted, percent

CONFIDENCE = Fraction(95, 100)
GOALS = Goals(float(CONFIDENCE))
MINORITY = 0.01  # the rate of wrong conclusions at which measures are compared


def in_short(studied: MeasureFindings, units: Units) -> str:
    """The one sentence that a reader of the leaderboard needs: what to believe, or what is missing.

    Empty where nothing was tried.
    """
    label, plan = studied.measure.label, studied.plan
    lacking = ""
    if plan is not None:
        lacking = plan_lacks(plan, units.count, GOALS.confidence)
        if not lacking:
            least = plan.value(lambda model: model.required(units.count, GOALS.confidence))
            return _believe(label, counted(units.count, units.noun), f"{least:.2g}")
    for _, size, swaps in studied.swaps[:1]:
        support = swap_support(swaps, CONFIDENCE)
        if support.at is not None and support.is_enough:
            least_seen = edge_text(swaps, support.at)
            return _believe(label, counted(size, units.noun), least_seen)
        lacking = lacking or support.missing
    return unbelievable(label, lacking) if lacking else ""


def _believe(label: str, have: str, least: str) -> str:
    return f"With {have}, believe a difference in {label} of {least} or more."


def words(studied: MeasureFindings, units: Units) -> list[str]:
    """What the experiments say about one measure."""
    said = []
    if studied.plan is not None:
        said += plan_in_words(studied.plan, units.count, GOALS)
    said += [_swap_words(size, swaps, units) for _, size, swaps in studied.swaps]
    said += [_stability_words(size, steady, units) for _, size, steady in studied.stability]
    answered = [entry for entry in studied.swaps if entry[2].required(CONFIDENCE) is not None]
    said += [f"{remark}." for remark in swap_remarks(answered, [CONFIDENCE], steady_rule=False)]
    sizes = [size for _, size, _ in studied.swaps]
    said += [f"{remark}." for remark in complementary_sets(sizes, units.count, units.noun)]
    said += [f"Not known: {reason}." for reason in studied.missing]
    return said


def _swap_words(size: int, swaps: Swaps, units: Units) -> str:
    """The difference that the swap method requires; as a number only where it is supported."""
    support = swap_support(swaps, CONFIDENCE)
    sets = f"Between two sets of {counted(size, units.noun)}, "
    wrong = percent(float(1 - CONFIDENCE))
    if support.at is None:
        return f"{sets}no difference seen was contradicted in {wrong} of the cases or fewer."
    if not support.is_enough:
        return f"{sets}no difference can be believed from swaps: {support.missing}."
    return (
        f"{sets}a difference of {edge_text(swaps, support.at)} is contradicted in {wrong} of the "
        f"cases or fewer; {swaps.sensitivity(support.at):.1%} of all comparisons show one as large."
    )


def _stability_words(size: int, steady: Stability, units: Units) -> str:
    margin = percent(float(steady.fuzziness[0]))
    start = (
        f"Drawing {counted(size, units.noun)} again and again ranks two runs against their usual "
        f"order in {steady.minority_rates[0]:.1%} of the cases, if differences below {margin} "
        "count as ties"
    )
    ties = steady.ties_at(MINORITY)
    if ties is None:
        return f"{start}."
    return f"{start}; to get that down to {percent(MINORITY)}, {ties:.1%} must count as ties."


def summary(findings: Findings) -> Html:
    """A row per measure and c: what can be believed, found, and how steady it is."""
    questions = findings.units.count
    columns = [
        Column("measure"),
        Column(
            "believe from",
            "number",
            page=PageHead(note=counted(questions, findings.units.noun)),
        ),
        Column("band", page=PageHead(note="95%", look="span")),
        Column("find from", "number", page=PageHead(note=f"{GOALS.power:.0%} power")),
        Column("c", "whole", page=PageHead(note="set size")),
        Column("swap: required", "edge", page=PageHead(note=f"at {percent(GOALS.confidence)}")),
        Column("sensitivity", "share"),
        Column("minority rate", "number", page=PageHead(note="margin 1%")),
        Column("ties", "number", page=PageHead(note=f"at minority {percent(MINORITY)}")),
    ]
    rows = [
        [studied.measure.label, *_planned(studied.plan, questions), *cells]
        for studied in findings.measures
        for cells in _measured(studied)
    ]
    return html_table(Table(columns, rows, "What can be believed, measure by measure"))


def _planned(plan: Plan | None, questions: int) -> list[Cell]:
    """The difference to believe, its band, and the difference that a test finds."""
    if plan is None:
        return [None, cell_markup(None), None]
    findable = detectable_difference(plan, questions, GOALS)
    required, low, high = required_difference(plan, questions, GOALS.confidence)
    if plan_lacks(plan, questions, GOALS.confidence):
        return ["none", cell_markup(None), findable]
    if low == "":
        return [required, cell_markup(None), findable]
    return [required, joined([cell_markup(low), " to ", cell_markup(high)]), findable]


def _measured(studied: MeasureFindings) -> list[list[Cell]]:
    """Of each c: the difference required, the share that has it, the minority rate, and ties."""
    rows: list[list[Cell]] = []
    for (_, size, swaps), (_, _, steady) in zip(studied.swaps, studied.stability, strict=True):
        required = requirement(swap_support(swaps, CONFIDENCE), only_supported=True)
        steadiness = [steady.minority_rates[0], steady.ties_at(MINORITY)]
        rows.append([size, required.difference, required.sensitivity, *steadiness])
    return rows or [[None] * 5]


def plans_table(findings: Findings) -> Html:
    """What more questions would let one believe and find."""
    plans = [studied.plan for studied in findings.measures if studied.plan is not None]
    numbers = usual_numbers(findings.units.count)
    title = f"Differences to be believed and found with more {findings.units.noun}s"
    return html_table(plan_table(plans, numbers, GOALS, {}, title, only_supported=True))


def stability_rates(findings: Findings) -> Html:
    """Minority rate and ties at each margin."""
    entries = [entry for studied in findings.measures for entry in studied.stability]
    title = "Stability: minority rate and proportion of ties"
    return html_table(stability_table(entries, {}, title))


def swap_rates(findings: Findings) -> Html:
    """The swap rate of each bin of differences."""
    entries = [entry for studied in findings.measures for entry in studied.swaps]
    return html_table(bin_table(entries, {}, "Swap rates by the difference seen on one set"))


def sentences(findings: Findings) -> Html:
    """What the experiments say, a list per measure."""
    parts = []
    for studied in findings.measures:
        lines = (tag("li", line) for line in words(studied, findings.units))
        heading = tag("h3", studied.measure.label)
        parts.append(tag("div", heading, tag("ul", *lines, class_="words")))
    return tag("div", *parts, class_="told-by-measure")
