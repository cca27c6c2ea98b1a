"""trec_eval's counts, which are summed over questions."""

from __future__ import annotations

import numpy as np

from qaeval.arrays import Floats
from qaeval.marking.marks import Marks
from qaeval.measures.registry import COUNT, Example, component, of_totals

_SOURCE = "trec_eval 9.0.8"


@component("num_ret", "answers given", COUNT)
def answers_given(marks: Marks) -> Floats:
    """Answers given."""
    return marks.given.astype(np.float64)


@component("num_rel", "correct answers in the key", COUNT)
def answers_to_find(marks: Marks) -> Floats:
    """Correct answers (classes) in the key."""
    return np.diff(marks.ideal_bounds).astype(np.float64)


@component("num_rel_ret", "correct answers given", COUNT)
def answers_found(marks: Marks) -> Floats:
    """Correct answers given."""
    return np.diff(np.searchsorted(marks.correct_at, marks.bounds)).astype(np.float64)


@of_totals(
    "num_q",
    family="counts",
    components=("num_ret",),
    whole=True,
    bounds=None,
    better="",
    formula="number of questions",
    source=_SOURCE,
    example=Example("1 0 1 / 1 1 1", "1", "one question"),
)
def number_of_questions(n: Floats, num_ret: Floats) -> Floats:
    """The number of questions that the scores are taken over."""
    return n


@of_totals(
    "num_ret",
    family="counts",
    components=("num_ret",),
    whole=True,
    bounds=None,
    better="",
    formula="answers given, summed over questions",
    source=_SOURCE,
    example=Example("1 0 1 / 1 1 1", "3", "three answers"),
)
def number_retrieved(n: Floats, num_ret: Floats) -> Floats:
    """How many answers were given."""
    return num_ret


@of_totals(
    "num_rel",
    family="counts",
    components=("num_rel",),
    whole=True,
    bounds=None,
    better="",
    formula="R summed over questions",
    source=_SOURCE,
    example=Example("1 0 1 / 1 1 1", "3", "three classes in the key"),
)
def number_relevant(n: Floats, num_rel: Floats) -> Floats:
    """How many correct answers (classes) the key has."""
    return num_rel


@of_totals(
    "num_rel_ret",
    family="counts",
    components=("num_rel_ret",),
    whole=True,
    bounds=None,
    formula="correct answers given, summed over questions",
    source=_SOURCE,
    example=Example("1 0 1 / 1 1 1", "2", "two correct answers"),
)
def number_found(n: Floats, num_rel_ret: Floats) -> Floats:
    """How many correct answers were given."""
    return num_rel_ret
