"""How far the numbers can be trusted: swaps, stability and plans, in words and in tables."""

from __future__ import annotations

import math
from fractions import Fraction

from qaeval.presentation.report.findings import Findings, MeasureFindings
from qaeval.presentation.report.html import Html, joined, tag
from qaeval.presentation.report.tables import Head, Row, cell, number, number_cell, row_head, table
from qaeval.presentation.words import edge_text, plan_in_words, swap_remarks
from qaeval.studies.reliability.planning import Plan, detectable
from qaeval.studies.reliability.stability import Stability
from qaeval.studies.reliability.swap import Swaps
from qaeval.wording import counted, percent

CONFIDENCE = Fraction(95, 100)
POWER, ALPHA = 0.8, 0.05
MINORITY = 0.01  # the rate of wrong conclusions at which measures are compared
_MULTIPLES = (1, 2, 5, 10)


def required(plan: Plan, questions: int) -> float:
    """The difference that so many questions let one believe; infinite if none does."""
    if plan.has_few_runs:
        return math.inf
    return plan.value(lambda model: model.required(questions, float(CONFIDENCE)))


def in_short(found: MeasureFindings, questions: int) -> str:
    """The one sentence that a reader of the leaderboard needs; empty if there is none."""
    label = found.measure.label
    if found.plan is not None and required(found.plan, questions) < math.inf:
        least = required(found.plan, questions)
        have = counted(questions, "question")
        return f"With {have}, believe a difference in {label} of {least:.2g} or more."
    few = found.plan is not None and found.plan.has_few_runs
    for size, result in () if few else found.swaps[:1]:
        at = result.required(CONFIDENCE)
        if at is not None:
            return f"With {counted(size, 'question')}, believe a difference in {label} of " + (
                f"{edge_text(result, at)} or more."
            )
    return ""


def words(found: MeasureFindings, questions: int) -> list[str]:
    """What the experiments say about one measure."""
    said = []
    if found.plan is not None:
        plan = plan_in_words(found.plan, questions, float(CONFIDENCE), POWER, ALPHA)
        said.append(plan)
    said += [_swap_words(size, result) for size, result in found.swaps]
    said += [_stability_words(size, result) for size, result in found.stability]
    label = found.measure.label
    answered = [(size, one) for size, one in found.swaps if one.required(CONFIDENCE) is not None]
    entries = [(label, size, result) for size, result in answered]
    said += [f"{remark}." for remark in swap_remarks(entries, [CONFIDENCE], steady_rule=False)]
    said += [f"Not known: {reason}." for reason in found.missing]
    return said


def _swap_words(size: int, result: Swaps) -> str:
    at = result.required(CONFIDENCE)
    sets = f"Between two sets of {counted(size, 'question')}, "
    wrong = percent(float(1 - CONFIDENCE))
    if at is None:
        return f"{sets}no difference seen was contradicted in {wrong} of the cases or fewer."
    return (
        f"{sets}a difference of {edge_text(result, at)} is contradicted in {wrong} of the cases or "
        f"fewer; {result.sensitivity(at):.1%} of all comparisons show one as large."
    )


def _stability_words(size: int, result: Stability) -> str:
    margin = percent(float(result.fuzziness[0]))
    start = (
        f"Drawing {counted(size, 'question')} again and again ranks two runs against their usual "
        f"order in {result.minority_rates[0]:.1%} of the cases, if differences below {margin} "
        "count as ties"
    )
    ties = result.ties_at(MINORITY)
    if ties is None:
        return f"{start}."
    return f"{start}; to get that down to {percent(MINORITY)}, {ties:.1%} must count as ties."


def summary(findings: Findings) -> Html:
    """A row per measure and c: what can be believed, found, and how steady it is."""
    questions = len(findings.scores.questions)
    heads = [
        Head("measure"),
        Head("believe from", "number", note=f"{questions:,} questions"),
        Head("band", "text", note="95%"),
        Head("find from", "number", note=f"{POWER:.0%} power"),
        Head("c", "number", note="set size"),
        Head("swap: required", "number", note=f"at {percent(float(CONFIDENCE))}"),
        Head("sensitivity", "number"),
        Head("minority rate", "number", note="margin 1%"),
        Head("ties", "number", note=f"at minority {percent(MINORITY)}"),
    ]
    rows = [row for found in findings.measures for row in _summary_rows(found, questions)]
    return table("What can be believed, measure by measure", heads, rows)


def _summary_rows(found: MeasureFindings, questions: int) -> list[Row]:
    plan = found.plan
    start = [row_head(found.measure.label)]
    if plan is None:
        start += [number_cell(None), cell(number(None)), number_cell(None)]
    else:
        start += [number_cell(required(plan, questions)), cell(_band(plan, questions), "span")]
        start.append(number_cell(detectable(plan.sd, questions, ALPHA, POWER)))
    if not found.swaps:
        return [Row([*start, *[number_cell(None)] * 5])]
    rows = []
    for (size, swapped), (_, steady) in zip(found.swaps, found.stability, strict=True):
        at = swapped.required(CONFIDENCE)
        cells = [number_cell(size)]
        if at is None:
            cells += [cell("none", "number"), number_cell(None)]
        else:
            cells.append(cell(edge_text(swapped, at), "number"))
            cells.append(cell(f"{swapped.sensitivity(at):.1%}", "number"))
        cells += [number_cell(steady.minority_rates[0]), number_cell(steady.ties_at(MINORITY))]
        rows.append(Row([*start, *cells]))
    return rows


def _band(plan: Plan, questions: int) -> Html:
    band = plan.band(lambda model: model.required(questions, float(CONFIDENCE)))
    if band is None or plan.has_few_runs:
        return number(None)
    return joined([number(band[0]), " to ", number(band[1])])


def plan_table(findings: Findings) -> Html:
    """What more questions would let one believe and find."""
    heads = [
        Head("measure"),
        Head("questions", "number"),
        Head("believe from", "number"),
        Head("band"),
        Head("find from", "number"),
    ]
    rows = []
    for found in findings.measures:
        plan = found.plan
        for times in _MULTIPLES if plan is not None else ():
            assert plan is not None
            questions = times * len(findings.scores.questions)
            rows.append(
                Row(
                    [
                        row_head(found.measure.label),
                        number_cell(questions),
                        number_cell(required(plan, questions)),
                        cell(_band(plan, questions), "span"),
                        number_cell(detectable(plan.sd, questions, ALPHA, POWER)),
                    ]
                )
            )
    return table("Differences to be believed and found with more questions", heads, rows)


def stability_table(findings: Findings) -> Html:
    """Minority rate and ties at each margin."""
    heads = [
        Head("measure"),
        Head("c", "number"),
        Head("margin", "number"),
        Head("minority rate", "number"),
        Head("ties", "number"),
    ]
    rows = [
        Row(
            [
                row_head(found.measure.label),
                number_cell(size),
                cell(percent(float(margin)), "number"),
                number_cell(rate),
                number_cell(ties),
            ]
        )
        for found in findings.measures
        for size, result in found.stability
        for margin, rate, ties in zip(
            result.fuzziness, result.minority_rates, result.tie_rates, strict=True
        )
    ]
    return table("Stability: minority rate and proportion of ties", heads, rows)


def swap_table(findings: Findings) -> Html:
    """The swap rate of each bin of differences."""
    heads = [
        Head("measure"),
        Head("c", "number"),
        Head("difference from", "number"),
        Head("comparisons", "number"),
        Head("swaps", "number"),
        Head("swap rate", "number"),
    ]
    rows = [
        Row(
            [
                row_head(found.measure.label),
                number_cell(size),
                cell(f"{result.edge(at):.2f}", "number"),
                cell(f"{int(result.comparisons[at]):,}", "number", float(result.comparisons[at])),
                cell(f"{int(result.swaps[at]):,}", "number", float(result.swaps[at])),
                number_cell(rate),
            ]
        )
        for found in findings.measures
        for size, result in found.swaps
        for at, rate in enumerate(result.rates)
    ]
    return table("Swap rates by the difference seen on one set", heads, rows)


def sentences(findings: Findings) -> Html:
    """What the experiments say, a list per measure."""
    questions = len(findings.scores.questions)
    parts = []
    for found in findings.measures:
        lines = (tag("li", line) for line in words(found, questions))
        heading = tag("h3", found.measure.label)
        parts.append(tag("div", heading, tag("ul", *lines, class_="words")))
    return tag("div", *parts, class_="told-by-measure")
