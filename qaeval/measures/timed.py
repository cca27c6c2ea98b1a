"""Measures that weigh answer time against correctness."""

from __future__ import annotations

import numpy as np

from qaeval.arrays import Floats
from qaeval.errors import InputError
from qaeval.files.fields import LONGEST
from qaeval.marking.marks import Marks
from qaeval.measures.registry import (
    EVERYWHERE,
    Example,
    Parameter,
    Span,
    component,
    number_from,
    of_totals,
)


def effective_times(seconds: Floats) -> Floats:
    """Each run's time over that of the longest run (runs first); from 0 to 1."""
    longest = seconds.max(axis=0)
    if np.any(longest == 0):
        raise InputError("the seconds of every run add up to 0, so no run is the longest")
    return np.asarray(seconds / longest)


def discounted(score: Floats, effective: Floats, r: float | Floats) -> Floats:
    """2·score/(1+e^(r·t)), the ranking function MRRT (Formula 1); r = 0 leaves the score."""
    with np.errstate(over="ignore"):  # beyond the range of e^x the value is 0
        return np.asarray(2 * score / (1 + np.exp(r * effective)))


@component("seconds", "the time taken for the question", Span(LONGEST), required_where=EVERYWHERE)
def seconds(marks: Marks) -> Floats:
    """The time taken for the question."""
    return marks.seconds


@of_totals(
    "MRRT",
    family="timed",
    components=("RR", "seconds"),
    needs="seconds for every question",
    parameters=(Parameter("r", 1.0, "weight of time", number_from(0, most=700)),),
    formula="2·MRR/(1+e^(r·t)), t = the run's seconds / those of the longest run",
    source="Llopis et al. 2009, SIGIR workshop, Formula 1",
    example=Example("R::1 W::1 | R::2 W::2", "0.3775", "t = 1/2: 2·0.5/(1+e^0.5)"),
)
def mrr_by_time(n: Floats, RR: Floats, seconds: Floats, r: float) -> Floats:
    """Mean reciprocal rank, discounted by the time taken; r = 0 is MRR.

    The longest run is the longest of those scored together.
    """
    return discounted(RR / n, effective_times(seconds), r)


@of_totals(
    "seconds",
    family="timed",
    components=("seconds",),
    needs="seconds for every question",
    better="low",
    bounds=None,
    formula="the seconds taken, summed over questions",
    source="Llopis et al. 2009, SIGIR workshop, Table 1",
    example=Example("R::1 W::2.5", "3.5000", "1 + 2.5"),
)
def total_seconds(n: Floats, seconds: Floats) -> Floats:
    """The time a run took; beside other measures it puts the times into the score table."""
    return seconds
