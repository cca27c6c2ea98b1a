"""Whether an experiment holds enough to say which difference to believe.

Commands, words and pages all ask here; what is missing is said in a few words.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from qaeval.studies.reliability.planning import Plan
from qaeval.studies.reliability.swap import Swaps
from qaeval.studies.reliability.swap_model import LEAST_SHARE, share_reaching, worst_misfit
from qaeval.wording import counted, percent

ENOUGH_RUNS = 10
ENOUGH_PAIRS = 10
FARTHEST = 10  # times the questions that a model was fitted on

# How far a model's swap rate may be from the measured one in any wide bin at any c. Chosen on 504
# generated collections, tried on 540 fresh ones (nine kinds; 10, 16 and 25 runs; 50 and 195
# questions): 133 of 180 with abilities spread at random are supported, all 30 with 25 runs and 195
# questions among them; of 180 with runs in two camps, copies of a few runs or one run far below
# equals, 15 are; of 120 whose runs are alike, none. Fresh sets contradict a difference of 1 to 1.25
# times the required one in 3.9% of the cases, and in 6.5% and 6.9% with 5 and 10 times the
# questions (means over the collections that are supported).
TOLERANCE = 0.08


@dataclass(frozen=True)
class SwapSupport:
    """The bin that decides on the required difference, and what speaks for it."""

    swaps: Swaps
    at: int | None  # by the rule asked for; None: no bin is good enough
    steady: int | None  # by the steady rule
    pairs: int | None  # of runs, with a comparison in that bin or above
    missing: str  # empty where the difference can be believed

    @property
    def is_enough(self) -> bool:
        """Whether the difference can be believed."""
        return not self.missing


def swap_support(swaps: Swaps, confidence: Fraction, steady_rule: bool = False) -> SwapSupport:
    """What speaks for the difference required at a level of confidence."""
    steady = swaps.required(confidence, steady=True)
    at = steady if steady_rule else swaps.required(confidence)
    pairs = None if at is None else swaps.pairs_from(at)
    lacking = _swaps_lack(swaps, at) or thin_bin(swaps, at, confidence)
    if not lacking and at != steady:
        lacking = rules_differ(swaps, confidence)
    return SwapSupport(swaps, at, steady, pairs, lacking)


def _swaps_lack(swaps: Swaps, at: int | None) -> str:
    if swaps.runs < ENOUGH_RUNS:
        return too_few_runs(swaps.runs)
    if at is None:
        return "no difference seen is as large as the one required"
    if swaps.pairs_from(at) < ENOUGH_PAIRS:
        have = counted(swaps.pairs_from(at), "pair")
        verb = "has" if swaps.pairs_from(at) == 1 else "have"
        return (
            f"only {have} of runs {verb} differences of {swaps.edge(at):g} or more, expected "
            f"{ENOUGH_PAIRS}"
        )
    return ""


def thin_bin(swaps: Swaps, at: int | None, confidence: Fraction) -> str:
    """Where a bin holds so few comparisons that one swap would undo it; empty where it does not."""
    allowed = 1 - confidence
    if at is None or not allowed:
        return ""
    have, enough = int(swaps.comparisons[at]), math.ceil(1 / allowed)
    if have >= enough:
        return ""
    return (
        f"the bin from {swaps.edge(at):g} holds only {counted(have, 'comparison')}, of which one "
        f"swap would be more than {percent(float(allowed))}: expected {enough} or more (--trials)"
    )


def rules_differ(swaps: Swaps, confidence: Fraction) -> str:
    """Where the first good bin is followed by a worse one; empty where it is not."""
    first, steady = (swaps.required(confidence, rule) for rule in (False, True))
    if first is None or first == steady:
        return ""
    later = "on no bin" if steady is None else f"from {swaps.edge(steady):g} on"
    return (
        f"the first bin good enough is {swaps.edge(first):g}, but a later one is not; {later} all "
        "are (--rule steady)"
    )


def too_few_runs(runs: int) -> str:
    """What is missing where runs are few."""
    return f"only {counted(runs, 'run')}, expected {ENOUGH_RUNS} or more"


def plan_lacks(plan: Plan, questions: float, confidence: float) -> str:
    """What is missing to believe a difference with so many questions; empty where nothing is."""
    if plan.runs < ENOUGH_RUNS:
        return too_few_runs(plan.runs)
    if plan.model is None:
        return "swap rates do not fall as the difference grows, so no model fits"
    worst = worst_misfit(plan.model, plan.tallies)
    if worst.error > TOLERANCE:
        span = f"{worst.low:.2g} " + ("or more" if worst.high is None else f"to {worst.high:.2g}")
        return (
            f"the model does not fit: at c = {worst.size}, differences of {span} are swapped in "
            f"{worst.measured:.0%} of the cases, by the model in {worst.modelled:.0%}"
        )
    largest = plan.tallies[-1]
    asked = plan.model.required(largest.size, confidence)
    seen = share_reaching(plan.model, largest, asked)
    if seen < LEAST_SHARE:
        return (
            f"only {seen:.1%} of the differences at c = {largest.size} reach {asked:.2g}, which "
            f"the model asks for, expected {percent(LEAST_SHARE)}"
        )
    if questions > FARTHEST * plan.questions:
        return (
            f"more than {FARTHEST} times the {counted(plan.questions, plan.noun)} that the model "
            "was fitted on"
        )
    return ""
