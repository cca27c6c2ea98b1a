"""Measures of decisions: each answer is said to be good or not, whatever its rank."""

from __future__ import annotations

import numpy as np

from qaeval.arrays import Bools, Floats
from qaeval.collection.runs import TRUE, UNDECIDED
from qaeval.marking.marks import Marks
from qaeval.measures.registry import COUNT, Example, component, of_totals

_SOURCE = "the scorer of SemEval-2016 Task 3, community question answering (P, R, F1, Acc)"
_NEEDS = "a decision (true or false) on every answer"
_MARKS = "1+ 0+ 0+ 1- 0- / 1 1 1"


@component("decisions", "answers decided on", COUNT)
def answers_decided_on(marks: Marks) -> Floats:
    """Answers decided on, all that the run gives."""
    return _counted(marks, np.ones(int(marks.bounds[-1]), dtype=np.bool_))


@component("decided", "answers decided to be good", COUNT)
def answers_decided_good(marks: Marks) -> Floats:
    """Answers decided to be good."""
    return _counted(marks, _decided(marks))


@component("decided_right", "correct answers decided to be good", COUNT)
def answers_decided_rightly(marks: Marks) -> Floats:
    """Correct answers decided to be good."""
    correct = np.zeros(int(marks.bounds[-1]), dtype=np.bool_)
    correct[marks.correct_at] = True
    return _counted(marks, _decided(marks) & correct)


def _decided(marks: Marks) -> Bools:
    none = np.zeros(int(marks.bounds[-1]), dtype=np.bool_)
    return none if marks.decisions is None else marks.decisions == TRUE


def _counted(marks: Marks, chosen: Bools) -> Floats:
    """Chosen answers by question; NaN where an answer is not decided on."""
    if marks.decisions is None:
        return np.full(len(marks.questions), np.nan)
    open_before = np.append(0, np.cumsum(marks.decisions == UNDECIDED))[marks.bounds]
    before = np.append(0, np.cumsum(chosen))[marks.bounds]
    return np.where(np.diff(open_before) > 0, np.nan, np.diff(before))


def _share(part: Floats, whole: Floats) -> Floats:
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)


@of_totals(
    "decision-F1",
    family="decisions",
    needs=_NEEDS,
    components=("decided", "decided_right", "num_rel"),
    formula="2·decided_right/(decided+num_rel), of sums over questions",
    source=_SOURCE,
    example=Example(_MARKS, "0.3333", "1 of 3 decided good is correct, of 3 in the key: 2·1/(3+3)"),
)
def decision_f1(n: Floats, decided: Floats, decided_right: Floats, num_rel: Floats) -> Floats:
    """F1 of the answers decided to be good, all questions together: the harmonic mean of
    decision-precision and decision-recall."""
    return _share(2 * decided_right, decided + num_rel)


@of_totals(
    "decision-precision",
    family="decisions",
    needs=_NEEDS,
    components=("decided", "decided_right"),
    formula="decided_right/decided, of sums over questions; 0 if none is decided good",
    source=_SOURCE,
    example=Example(_MARKS, "0.3333", "1 of 3 decided good is correct"),
)
def decision_precision(n: Floats, decided: Floats, decided_right: Floats) -> Floats:
    """The share of answers decided to be good that are."""
    return _share(decided_right, decided)


@of_totals(
    "decision-recall",
    family="decisions",
    needs=_NEEDS,
    components=("decided_right", "num_rel"),
    formula="decided_right/num_rel, of sums over questions",
    source=_SOURCE,
    example=Example(_MARKS, "0.3333", "1 of 3 in the key is decided good"),
)
def decision_recall(n: Floats, decided_right: Floats, num_rel: Floats) -> Floats:
    """The share of the key's correct answers that are decided to be good; one that the run leaves
    out is not."""
    return _share(decided_right, num_rel)


@of_totals(
    "decision-accuracy",
    family="decisions",
    needs=_NEEDS,
    components=("decisions", "decided", "decided_right", "num_rel_ret"),
    formula="(2·decided_right+decisions-decided-num_rel_ret)/decisions, of sums over questions",
    source=_SOURCE,
    example=Example(_MARKS, "0.4000", "1 rightly decided good, 1 rightly not, of 5 decisions"),
)
def decision_accuracy(
    n: Floats, decisions: Floats, decided: Floats, decided_right: Floats, num_rel_ret: Floats
) -> Floats:
    """The share of decisions that are right: good of what is correct, and not good of what is
    not. An answer that the run leaves out is no decision."""
    return _share(2 * decided_right + decisions - decided - num_rel_ret, decisions)
