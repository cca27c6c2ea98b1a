"""What tests and experiments say, in plain sentences."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from qaeval.presentation.numbers import number_text
from qaeval.presentation.plan_tables import (
    SAMPLES,
    Goals,
    detecting_questions,
    needs_lack,
    required_questions,
)
from qaeval.presentation.standings import Leaderboard
from qaeval.studies.hardness import Hardness
from qaeval.studies.inference.corrections import ALPHA
from qaeval.studies.inference.letters import MOST_LETTERS
from qaeval.studies.inference.power import FEWEST_QUESTIONS, findable
from qaeval.studies.inference.sources import Sources
from qaeval.studies.inference.tests import TESTS
from qaeval.studies.inference.verdicts import STRICT, Verdicts
from qaeval.studies.reliability.planning import Plan
from qaeval.studies.reliability.support import (
    ENOUGH_RUNS,
    plan_lacks,
    rules_differ,
    swap_support,
    thin_bin,
    too_few_runs,
)
from qaeval.studies.reliability.swap import Swaps
from qaeval.wording import counted, listed, percent


def tests_in_words(title: str, board: Leaderboard) -> list[str]:
    """The shares of pairs that differ, what clusters cost, and how to read p."""
    said = []
    if board.design_effect is not None:
        said = [f"{title}: {clusters_in_words(board.units, {'': board.design_effect})}"]
    if board.told is None or board.asked is None or board.missing:
        known = any(not math.isnan(line.low) for line in board.lines)
        spans = "; low to high is the 95% interval of a value" if known else ", and no interval"
        return [f"{title}: {board.missing}{spans}.", *said]
    pairs, asked = board.told.pairs, board.asked
    at_1, at_5, count = pairs.count_at(STRICT), pairs.count_at(ALPHA), len(pairs.p)
    how = "" if asked.correct == "none" else f", {asked.correct}"
    return [
        f"{title}: {at_1 / count:.0%} of {counted(count, 'run pair')} differ at .01, an additional "
        f"{(at_5 - at_1) / count:.0%} at .05 ({asked.test}{how}).",
        *said,
        *_sampled(title, board),
        *_cannot_be_said(title, board, board.told),
        f"p is the chance of {TESTS[asked.test].extreme} if {TESTS[asked.test].hypothesis}.",
    ]


def _sampled(title: str, board: Leaderboard) -> list[str]:
    """What of the differences comes of sampling, where runs have repeated samples."""
    if board.told is None or board.pair_sources is None:
        return []
    pairs = board.told.pairs
    names = [
        f"{board.runs[x]} and {board.runs[y]}"
        for x, y in zip(pairs.x.tolist(), pairs.y.tolist(), strict=True)
    ]
    told = sources_in_words("a difference", board.pair_sources, names, "pair")
    return [f"{title}: {text}" for text in told]


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


def sources_in_words(what: str, sources: Sources, names: Sequence[str], noun: str) -> list[str]:
    """How much of the variances is from questions and how much from sampling."""
    said = []
    shares = sources.shares
    known = shares[~np.isnan(shares)]
    if known.size:
        middle = float(np.median(known))
        text = f"{1 - middle:.0%} is from questions and {middle:.0%} from sampling"
        if known.size > 1:
            ends = f"{known.min():.0%} to {known.max():.0%}"
            text += f" (median of {counted(known.size, noun)}; sampling {ends})"
        said.append(f"of the variance of {what}, {text}.")
    unknown = [names[at] for at in np.flatnonzero(np.isnan(sources.sampling)).tolist()]
    if unknown:
        said.append(
            f"how much of it is from sampling is not known of {listed(unknown)}, where some "
            "question has a single sample."
        )
    return said


def _cannot_be_said(title: str, board: Leaderboard, told: Verdicts) -> list[str]:
    """What is left out of the table, and why."""
    said = []
    unknown = [line.run for line in board.lines if math.isnan(line.low)]
    if len(unknown) == len(board.lines):  # and yet there are tests
        said.append(
            f"{title}: no interval of a value, which on few questions is off on the mean; the "
            "differences between runs can be tested."
        )
    elif unknown:
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


def plan_in_words(plan: Plan, number: int, goals: Goals) -> list[str]:
    """The difference that so many questions let one believe, and the one that they let one find."""
    required = plan.value(lambda model: model.required(number, goals.confidence))
    found = findable(plan.sd, number, goals.runs, goals.alpha, goals.power)
    start, label = f"With {counted(number, plan.noun)}, ", plan.measure.label
    lacking = plan_lacks(plan, number, goals.confidence)
    said = [unbelievable(label, lacking)] if lacking else []
    if not lacking:
        start += (
            f"believe a difference in {label} of {required:.2g} or more: other {plan.noun}s would "
            f"contradict it in {percent(1 - goals.confidence)} of the cases; "
        )
    return [*said, f"{start}{found_in_words(f'in {label} ', found, goals)}"]


WORTHWHILE = 0.05  # of the detectable difference, that twice as many samples must take off


def samples_in_words(plan: Plan) -> list[str]:
    """How many samples of a question are worth their while, where the pilot has some."""
    costs = plan.costs
    if costs is None:
        return []
    enough = 1
    while enough < SAMPLES[-1] and costs.gain(enough) >= WORTHWHILE:
        enough *= 2
    label, gain = plan.measure.label, costs.gain(enough)
    if gain >= WORTHWHILE:
        return [
            f"{label}: more samples of each question are worth their while up to {enough} at "
            f"least: each doubling lowers what is detectable by {WORTHWHILE:.0%} or more."
        ]
    return [
        f"{label}: beyond {counted(enough, 'sample')} of each question, take more {plan.noun}s "
        f"instead: twice as many samples would lower what is detectable by {gain:.1%} only "
        f"(below {WORTHWHILE:.0%})."
    ]


def found_in_words(where: str, found: float | None, goals: Goals) -> str:
    """The true difference that the test finds."""
    if found is None:
        return f"no difference is called detectable: that takes {FEWEST_QUESTIONS} or more."
    return (
        f"a true difference {where}of {found:.2g} is found with {goals.power:.0%} power "
        f"({_finding(goals)})."
    )


def unbelievable(label: str, lacking: str) -> str:
    """What is missing to say which difference to believe."""
    return f"{label}: which difference to believe is not known: {lacking}."


def _finding(goals: Goals) -> str:
    """By which test a difference is found."""
    family = "one pair of runs" if goals.runs == 2 else f"all pairs of {goals.runs} runs"
    return f"max-t over {family}, alpha {goals.alpha:g}"


def needs_in_words(plan: Plan, difference: float, goals: Goals) -> list[str]:
    """How many questions a difference needs; nothing where no number of them would do."""
    required = required_questions(plan, difference, goals.confidence)[0]
    detecting = detecting_questions(plan, difference, goals)
    label = plan.measure.label
    lacking = needs_lack(plan, difference, goals.confidence)
    said = [unbelievable(label, lacking)] if lacking else []
    if not isinstance(detecting, int):
        return said
    start = f"A difference in {label} of {difference:g} "
    if not lacking and isinstance(required, int):
        start += (
            f"can be believed with {counted(required, plan.noun)} ({goals.confidence:.0%} "
            "confidence), and "
        )
    return [*said, f"{start}{detected_in_words(counted(detecting, plan.noun), goals)}"]


def detected_in_words(questions: str, goals: Goals) -> str:
    """With how many questions the test finds a difference."""
    return f"is found with {questions} ({goals.power:.0%} power, {_finding(goals)})."


def edge_text(result: Swaps, at: int) -> str:
    """The lower edge of a bin, with the decimals that bins have."""
    return number_text(result.edge(at), "edge", 0)


def swap_remarks(
    entries: Sequence[tuple[str, int, Swaps]], levels: Sequence[Fraction], steady_rule: bool
) -> list[str]:
    """What a required difference lacks, and where it is the open bin's or is not there."""
    remarks = []
    for level in levels:
        for label, size, result in entries:
            support = swap_support(result, level, steady_rule)
            where = f"{label}, c = {size}: "
            last = len(result.comparisons) - 1
            differ = rules_differ(result, level)
            if differ:
                remarks.append(f"{where}{differ}")
            if support.at is None:
                remarks.append(
                    f"{where}none: the differences seen do not reach the one required at "
                    f"{percent(float(level))}, or only beyond {result.edge(last):g}: try more "
                    "bins (--bins-count)"
                )
            elif result.runs < ENOUGH_RUNS:
                remarks += [where + thin for thin in [thin_bin(result, support.at, level)] if thin]
            elif support.missing not in ("", differ):
                remarks.append(f"{where}{support.missing}")
            if support.at == last:
                remarks.append(
                    f"{where}{edge_text(result, last)} is the open last bin: with more bins "
                    "(--bins-count) the difference required may be larger"
                )
    if entries and entries[0][2].runs < ENOUGH_RUNS:
        lacking = too_few_runs(entries[0][2].runs)
        remarks.append(f"Which difference to believe is not known: {lacking}")
    return remarks


def complementary_sets(sizes: Sequence[int], count: int, noun: str) -> list[str]:
    """Where two sets of a size leave none over: then each is what the other is not."""
    said = []
    for size in dict.fromkeys(sizes):
        if 2 * size in (count, count - 1):
            every = f"all {count:,}" if 2 * size == count else f"all but one of the {count:,}"
            said.append(
                f"At c = {size} the two sets are complementary (together they hold {every} "
                f"{noun}s), so every trial divides the same ones anew"
            )
    return said


def thirds_in_words(hardness: Hardness, digits: int = 4) -> str:
    """The means between which each third of the questions lies."""
    spans = [
        f"{third} {low:.{digits}f} to {high:.{digits}f}" for third, low, high in hardness.spans()
    ]
    return ", ".join(spans)
