"""Plans as curves to be drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from qaeval.presentation.drawings import PlanCurve
from qaeval.presentation.plan_tables import Goals
from qaeval.studies.inference.power import FEWEST_QUESTIONS, findable
from qaeval.studies.reliability.guess import Guess
from qaeval.studies.reliability.planning import Plan
from qaeval.studies.reliability.support import FARTHEST, plan_lacks

_POINTS = 25


def plan_curve(title: str, plan: Plan, goals: Goals) -> PlanCurve:
    """A plan up to as many questions as it may be asked for."""
    numbers = _spaced(plan.sizes[0], FARTHEST * plan.questions)
    bands = [_believed(plan, number, goals) for number in numbers]
    answers = [findable(plan.sd, n, goals.runs, goals.alpha, goals.power) for n in numbers]
    found = [math.nan if answer is None else answer for answer in answers]
    required, low, high = ([band[at] for band in bands] for at in range(3))
    measured = (plan.sizes[0], plan.sizes[-1])
    return PlanCurve(title, plan.noun, numbers, required, low, high, found, measured)


def _believed(plan: Plan, number: int, goals: Goals) -> tuple[float, float, float]:
    """The required difference with its band; NaN where nothing speaks for it."""
    if plan_lacks(plan, number, goals.confidence):
        return math.nan, math.nan, math.nan
    required = plan.value(lambda model: model.required(number, goals.confidence))
    band = plan.band(lambda model: model.required(number, goals.confidence))
    return (required, *(band or (required, required)))


def guess_curve(guess: Guess, numbers: Sequence[int], goals: Goals) -> PlanCurve:
    """What is found, by a guess alone."""
    least = max(min(numbers), FEWEST_QUESTIONS)
    spaced = _spaced(least, max(*numbers, 2 * least))
    found = [guess.detectable(n, goals.runs, goals.alpha, goals.power) for n in spaced]
    nothing = [math.nan] * len(spaced)
    heights = [math.nan if value is None else value for value in found]
    return PlanCurve("", "question", spaced, nothing, nothing, nothing, heights, None)


def _spaced(low: int, high: int) -> list[int]:
    return np.unique(np.rint(np.geomspace(low, high, _POINTS)).astype(int)).tolist()
