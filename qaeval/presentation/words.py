"""What tests and experiments say, in plain sentences."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from qaeval.presentation.numbers import number_text
from qaeval.presentation.plan_tables import Goals, detecting_questions, required_questions
from qaeval.presentation.standings import Leaderboard
from qaeval.studies.hardness import Hardness
from qaeval.studies.inference.corrections import ALPHA
from qaeval.studies.inference.letters import MOST_LETTERS
from qaeval.studies.inference.power import detectable
from qaeval.studies.inference.tests import TESTS
from qaeval.studies.inference.verdicts import STRICT, Verdicts
from qaeval.studies.reliability.planning import ENOUGH_RUNS, Plan
from qaeval.studies.reliability.swap import Swaps
from qaeval.wording import counted, listed, percent


def tests_in_words(title: str, board: Leaderboard) -> list[str]:
    """The shares of pairs that differ, what clusters cost, and how to read p."""
    said = []
    if board.design_effect is not None:
        said = [f"{title}: {clusters_in_words(board.units, {'': board.design_effect})}"]
    if board.told is None or board.asked is None or board.missing:
        return [f"{title}: {board.missing}; low to high is the 95% interval of a value.", *said]
    pairs, asked = board.told.pairs, board.asked
    at_1, at_5, count = pairs.count_at(STRICT), pairs.count_at(ALPHA), len(pairs.p)
    how = "" if asked.correct == "none" else f", {asked.correct}"
    return [
        f"{title}: {at_1 / count:.0%} of {counted(count, 'run pair')} differ at .01, an additional "
        f"{(at_5 - at_1) / count:.0%} at .05 ({asked.test}{how}).",
        *said,
        *_cannot_be_said(title, board, board.told),
        f"p is the chance of {TESTS[asked.test].extreme} if {TESTS[asked.test].hypothesis}.",
    ]


def clusters_in_words(clusters: int, effects: Mapping[str, float]) -> str:
    """How many clusters, and what they cost by measure; one without a name stands alone."""
    have = counted(clusters, "cluster")
    if not effects:
        return f"{have}."
    costs = listed(
        [
            f"{effect:.2g} ({label})" if label else f"{effect:.2g}"
            for label, effect in effects.items()
        ],
        20,
    )
    return (
        f"{have}; they make variances {costs} times those of as many single questions "
        "(design effect)."
    )


def _cannot_be_said(title: str, board: Leaderboard, told: Verdicts) -> list[str]:
    """What is left out of the table, and why."""
    said = []
    unknown = [line.run for line in board.lines if math.isnan(line.low)]
    if unknown:
        said.append(
            f"{title}: no interval and no test of {listed(unknown)}, for which it is undefined "
            "on part of the questions."
        )
    undefined = int(np.isnan(told.pairs.p).sum())
    if undefined:
        pairs = counted(undefined, "pair")
        said.append(f"{title}: no p for {pairs} that differ by the same on every question.")
    if told.is_crowded:
        said.append(
            f"{title}: more than {MOST_LETTERS} letters would be needed, so intervals of the rank "
            "stand instead (95%, all at once)."
        )
    return said


def plan_in_words(plan: Plan, number: int, goals: Goals) -> str:
    """The difference that so many questions let one believe, and the one that they let one find."""
    required = plan.value(lambda model: model.required(number, goals.confidence))
    findable = detectable(plan.sd, number, goals.runs, goals.alpha, goals.power)
    start = f"With {counted(number, 'question')}, "
    label = plan.measure.label
    if plan.has_few_runs:
        start = f"{few_runs(plan.runs)} {start}"
    elif required < math.inf:
        start += (
            f"believe a difference in {label} of {required:.2g} or more: other questions would "
            f"contradict it in {percent(1 - goals.confidence)} of the cases; "
        )
    return start + (
        f"a true difference in {label} of {findable:.2g} is found with {goals.power:.0%} power "
        f"({_finding(goals)})."
    )


def _finding(goals: Goals) -> str:
    """By which test a difference is found."""
    family = "one pair of runs" if goals.runs == 2 else f"all pairs of {goals.runs} runs"
    return f"max-t over {family}, alpha {goals.alpha:g}"


def needs_in_words(plan: Plan, difference: float, goals: Goals) -> str:
    """How many questions a difference needs; nothing where no number of them would do."""
    required = required_questions(plan, difference, goals.confidence)[0]
    detecting = detecting_questions(plan, difference, goals)
    if not isinstance(required, int) or not isinstance(detecting, int):
        return ""
    start = f"A difference in {plan.measure.label} of {difference:g} "
    finds = (
        f"is found with {counted(detecting, 'question')} "
        f"({goals.power:.0%} power, {_finding(goals)})."
    )
    if plan.has_few_runs:
        return f"{few_runs(plan.runs)} {start}{finds}"
    believed = f"can be believed with {counted(required, 'question')} "
    return f"{start}{believed}({goals.confidence:.0%} confidence), and {finds}"


def few_runs(runs: int) -> str:
    """Why no difference is called believable."""
    have = counted(runs, "run")
    return f"Only {have}: which difference to believe wants {ENOUGH_RUNS} or more."


def edge_text(result: Swaps, at: int) -> str:
    """The lower edge of a bin, with the decimals that bins have."""
    return number_text(result.edge(at), "edge", 0)


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


def thirds_in_words(hardness: Hardness, digits: int = 4) -> str:
    """The means between which each third of the questions lies."""
    spans = [
        f"{third} {low:.{digits}f} to {high:.{digits}f}" for third, low, high in hardness.spans()
    ]
    return ", ".join(spans)
