"""Measures of responses: an answer or silence; the response of a ranked list is its rank 1."""

from __future__ import annotations

import numpy as np

from qaeval.arrays import Floats
from qaeval.marking.marks import Marks
from qaeval.measures.lists import RankedLists
from qaeval.measures.registry import (
    MOST,
    SHARE,
    TRUTH,
    Example,
    Parameter,
    component,
    mean,
    number_from,
    of_totals,
    one_of,
)

_PENAS = "Peñas & Rodrigo 2011, ACL"
_COUNTS = ("correct", "answered")
_PAYOFF = number_from(-MOST)


@component("correct", "1 if the response is right", TRUTH)
def correct(marks: Marks) -> Floats:
    """1 if the response is right."""
    return marks.correct.astype(np.float64)


@component("answered", "1 if there is a response", TRUTH)
def answered(marks: Marks) -> Floats:
    """1 if there is a response."""
    return marks.answered.astype(np.float64)


@component(
    "confidence",
    "the system's confidence in its response",
    SHARE,
    required_where="answered",
)
def confidence(marks: Marks) -> Floats:
    """The system's confidence in its response."""
    return marks.response_confidence


@component("held_right", "1 if there is no response, but the candidate held back was right", TRUTH)
def held_right(marks: Marks) -> Floats:
    """1 if the candidate held back was right."""
    return (marks.held_back > 0).astype(np.float64)


@component("held_wrong", "1 if there is no response, and the candidate held back was wrong", TRUTH)
def held_wrong(marks: Marks) -> Floats:
    """1 if the candidate held back was wrong."""
    return (marks.held_back < 0).astype(np.float64)


@mean(
    "accuracy",
    family="response",
    formula="n_ac/n",
    source=_PENAS,
    example=Example("R R W U", "0.5000", "2 right of 4"),
)
def accuracy(lists: RankedLists) -> Floats:
    """The share of questions answered right; silence counts as an error."""
    return correct(lists.marks)


@of_totals(
    "c@1",
    family="response",
    components=_COUNTS,
    formula="(n_ac + n_u·n_ac/n)/n",
    source=f"{_PENAS}, Formula 4",
    example=Example("R R W U", "0.6250", "(2 + 1·2/4)/4"),
)
def c_at_1(n: Floats, correct: Floats, answered: Floats) -> Floats:
    """Accuracy that credits silence as if it had been right as often as the system is overall."""
    return correct * (2 * n - answered) / (n * n)


@mean(
    "UF",
    family="response",
    bounds=lambda payoffs: (min(payoffs.values()), max(payoffs.values())),
    parameters=(
        Parameter("right", 1.0, "pay-off of a right response", _PAYOFF),
        Parameter("wrong", -1.0, "pay-off of a wrong response", _PAYOFF),
        Parameter("none", 0.0, "pay-off of no response", _PAYOFF),
    ),
    formula="mean pay-off: right, wrong or none",
    source=f"{_PENAS}, Formula 1",
    example=Example("R R W U", "0.2500", "(1 + 1 − 1 + 0)/4"),
)
def utility(lists: RankedLists, right: float, wrong: float, none: float) -> Floats:
    """Mean utility of the responses."""
    marks = lists.marks
    return np.where(marks.correct, right, np.where(marks.answered, wrong, none))


_ESTIMATES = ("zero", "one", "half", "precision", "error", "accuracy")


@of_totals(
    "PC",
    family="response",
    components=_COUNTS,
    parameters=(Parameter("est", "accuracy", "estimate of P(C|¬A)", one_of(_ESTIMATES)),),
    formula="n_ac/n + E·n_u/n, E one of zero one half precision error accuracy",
    source=f"{_PENAS}, Section 3",
    example=Example("R R W U", "0.6250", "est=accuracy: 2/4 + (2/4)·(1/4)"),
)
def probability_correct(n: Floats, correct: Floats, answered: Floats, est: str) -> Floats:
    """P(C) under an estimate E of how often silence would have been right.

    zero is accuracy (silence is an error). one: a system that says nothing scores 1. half is
    the utility function UF rescaled: silence pays whatever the system can do. precision is that
    of the answers given: one safe answer and silence elsewhere scores 1. error: one wrong answer
    and silence elsewhere scores almost 1. accuracy is c@1, the one that cannot be gamed so.
    """
    right = _precision(correct, answered)
    estimates = {
        "zero": 0.0 * n,
        "one": 0.0 * n + 1.0,
        "half": 0.0 * n + 0.5,
        "precision": right,
        "error": np.where(answered > 0, 1 - right, 0.0),
        "accuracy": correct / n,
    }
    return (correct + estimates[est] * (n - answered)) / n


def _precision(correct: Floats, answered: Floats) -> Floats:
    # Of repeated samples there may be less than one answer.
    return np.divide(correct, answered, out=np.zeros(np.shape(correct)), where=answered > 0)


@mean(
    "coverage",
    family="response",
    formula="answered/n",
    source="El-Yaniv & Wiener 2010, JMLR 11",
    example=Example("R R W U", "0.7500", "3 answered of 4"),
    better="",
)
def coverage(lists: RankedLists) -> Floats:
    """The share of questions answered."""
    return answered(lists.marks)


@of_totals(
    "precision",
    family="response",
    components=_COUNTS,
    formula="n_ac/answered, 0 if nothing is answered",
    source=f"{_PENAS}, Formula 5",
    example=Example("R R W U", "0.6667", "2 right of 3 answered"),
)
def precision(n: Floats, correct: Floats, answered: Floats) -> Floats:
    """The share of the responses that are right."""
    return _precision(correct, answered)


@of_totals(
    "n_ac",
    family="response",
    components=_COUNTS,
    whole=True,
    bounds=None,
    formula="number of questions answered right",
    source=f"{_PENAS}, Table 1",
    example=Example("R R W U", "2", "two R"),
)
def number_right(n: Floats, correct: Floats, answered: Floats) -> Floats:
    """How many questions were answered right."""
    return correct


@of_totals(
    "n_aw",
    family="response",
    components=_COUNTS,
    whole=True,
    bounds=None,
    better="low",
    formula="number of questions answered wrong",
    source=f"{_PENAS}, Table 1",
    example=Example("R R W U", "1", "one W"),
)
def number_wrong(n: Floats, correct: Floats, answered: Floats) -> Floats:
    """How many questions were answered wrong."""
    return answered - correct


@of_totals(
    "n_u",
    family="response",
    components=_COUNTS,
    whole=True,
    bounds=None,
    better="",
    formula="number of questions not answered",
    source=f"{_PENAS}, Table 1",
    example=Example("R R W U", "1", "one U"),
)
def number_unanswered(n: Floats, correct: Floats, answered: Floats) -> Floats:
    """How many questions were not answered."""
    return n - answered
