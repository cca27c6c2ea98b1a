"""What tests and experiments found, in plain sentences."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from qaeval.studies.inference.comparison import Pairs
from qaeval.studies.inference.significance import NULL_HYPOTHESES, corrected
from qaeval.studies.reliability.planning import ENOUGH_RUNS, Plan, detectable
from qaeval.wording import counted, percent

if TYPE_CHECKING:
    from qaeval.studies.reliability.swap import Swaps


def tests_in_words(title: str, pairs: Pairs, test: str, method: str) -> list[str]:
    """The shares of pairs that differ, and how to read p."""
    if not len(pairs.p):
        return [f"{title}: one run, so nothing to test; low to high is its 95% interval."]
    p = corrected(pairs.p, method)
    at_1, at_5 = np.count_nonzero(p <= 0.01), np.count_nonzero(p <= 0.05)
    count = len(p)
    how = "" if method == "none" else f", {method}"
    return [
        f"{title}: {at_1 / count:.0%} of {counted(count, 'run pair')} differ at .01, an additional "
        f"{(at_5 - at_1) / count:.0%} at .05 ({test}{how}).",
        f"p is the chance of a result at least as extreme if {NULL_HYPOTHESES[test]}.",
    ]


def plan_in_words(plan: Plan, number: int, confidence: float, power: float, alpha: float) -> str:
    """The difference that so many questions let one believe, and the one that they let one find."""
    required = plan.value(lambda model: model.required(number, confidence))
    found = detectable(plan.sd, number, alpha, power)
    start = f"With {counted(number, 'question')}, "
    label = plan.measure.label
    if plan.has_few_runs:
        start = f"{few_runs(plan.runs)} {start}"
    elif required < math.inf:
        start += (
            f"believe a difference in {label} of {required:.2g} or more: other questions would "
            f"contradict it in {percent(1 - confidence)} of the cases; "
        )
    return start + (
        f"a true difference in {label} of {found:.2g} is found with {power:.0%} power "
        f"(paired test, two-sided, alpha {alpha:g})."
    )


def few_runs(runs: int) -> str:
    """Why no difference is called believable."""
    have = counted(runs, "run")
    return f"Only {have}: which difference to believe wants {ENOUGH_RUNS} or more."


def edge_text(result: Swaps, at: int) -> str:
    """The lower edge of a bin, with the decimals that bins have."""
    text = f"{result.edge(at):g}"
    return f"{result.edge(at):.2f}" if len(text) < 4 else text


def swap_remarks(
    entries: Sequence[tuple[str, int, Swaps]], levels: Sequence[Fraction], steady_rule: bool
) -> list[str]:
    """Where the first good bin is followed by worse ones, is the open one, or is not there."""
    remarks = []
    for level in levels:
        for label, size, result in entries:
            first, steady = result.required(level), result.required(level, steady=True)
            where = f"{label}, c = {size}: "
            last = len(result.comparisons) - 1
            answer = steady if steady_rule else first
            if first is not None and first != steady:
                later = "on no bin" if steady is None else f"from {result.edge(steady):g} on"
                remarks.append(
                    f"{where}the first bin good enough is {result.edge(first):g}, but a later "
                    f"one is not; {later} all are (--rule steady)"
                )
            if answer is None:
                remarks.append(
                    f"{where}none: the differences seen do not reach the one required at "
                    f"{percent(float(level))}, or only beyond {result.edge(last):g}: try more "
                    "bins (--bins-count)"
                )
            elif answer == last:
                remarks.append(
                    f"{where}{edge_text(result, answer)} is the open last bin: with more bins "
                    "(--bins-count) the difference required may be larger"
                )
    return remarks
