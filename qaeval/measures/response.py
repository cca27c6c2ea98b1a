"""Measures of responses: an answer or silence; the response of a ranked list is its rank 1."""

from __future__ import annotations

import numpy as np

from qaeval.arrays import Floats
from qaeval.marking.marks import Marks
from qaeval.measures.lists import RankedLists
from qaeval.measures.registry import (
    MOST,
    Example,
    Parameter,
    component,
    mean,
    number_from,
    of_columns,
    of_totals,
    one_of,
    whole_from,
)

# Near enough to an edge to have been meant for it: .7·10 is 7.000000000000001.
_EDGE = 1e-9

_PENAS = "Peñas & Rodrigo 2011, ACL"
_COUNTS = ("correct", "answered")
_RANKED = ("correct", "answered", "confidence")
_PAYOFF = number_from(-MOST)
_CONFIDENCE = "a confidence for every answered question"


@component("correct", "1 if the response is right")
def correct(marks: Marks) -> Floats:
    """1 if the response is right."""
    return marks.correct.astype(np.float64)


@component("answered", "1 if there is a response")
def answered(marks: Marks) -> Floats:
    """1 if there is a response."""
    return marks.answered.astype(np.float64)


@component("confidence", "the system's confidence in its response", required_where="answered")
def confidence(marks: Marks) -> Floats:
    """The system's confidence in its response."""
    return marks.response_confidence


@component("held_right", "1 if there is no response, but the candidate held back was right")
def held_right(marks: Marks) -> Floats:
    """1 if the candidate held back was right."""
    return (marks.held_back > 0).astype(np.float64)


@component("held_wrong", "1 if there is no response, and the candidate held back was wrong")
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
    return np.where(answered > 0, correct / np.maximum(answered, 1), 0.0)


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
    better="",
    formula="number of questions not answered",
    source=f"{_PENAS}, Table 1",
    example=Example("R R W U", "1", "one U"),
)
def number_unanswered(n: Floats, correct: Floats, answered: Floats) -> Floats:
    """How many questions were not answered."""
    return n - answered


@of_columns(
    "CWS",
    family="response",
    components=_RANKED,
    needs=_CONFIDENCE,
    formula="(1/n) Σ C(i)/i over the questions by confidence, highest first; ties: expectation",
    source="Voorhees 2002, TREC 2002 question answering",
    example=Example("R:.9 W:.8 R:.7 U", "0.6667", "(1/1 + 1/2 + 2/3 + 2/4)/4"),
)
def confidence_weighted(correct: Floats, answered: Floats, confidence: Floats) -> float:
    """Confidence-weighted score: right answers should be the confident ones.

    No response is wrong, and last where it has no confidence.
    """
    keys = np.where(np.isnan(confidence), -1.0, confidence)
    return float(np.mean(_expected_right(correct, keys) / np.arange(1, len(keys) + 1)))


def _expected_right(correct: Floats, confidence: Floats) -> Floats:
    """C(i), the right ones among the i most confident; inside a tie, its expectation."""
    order = np.argsort(-confidence, kind="stable")
    levels = confidence[order]
    starts = np.flatnonzero(np.diff(levels, prepend=np.inf))
    sizes = np.diff(np.append(starts, len(levels)))
    right = np.add.reduceat(correct[order], starts)
    before = np.repeat(np.cumsum(right) - right, sizes)
    inside = np.arange(len(levels)) - np.repeat(starts, sizes) + 1
    return before + np.repeat(right, sizes) * inside / np.repeat(sizes, sizes)


@mean(
    "K1",
    family="response",
    needs=_CONFIDENCE,
    formula="Σ ±confidence / n: + right, − wrong, unanswered 0",
    source="Herrera et al. 2005, CLEF 2004 pilot task",
    example=Example("R:.9 W:.5 U", "0.1333", "(.9 − .5 + 0)/3"),
)
def k1(lists: RankedLists) -> Floats:
    """Confidence staked on each response, won or lost; 0 for a system that says nothing."""
    marks = lists.marks
    staked = np.where(marks.correct, 1.0, -1.0) * marks.response_confidence
    return np.where(marks.answered, staked, 0.0)


@mean(
    "K",
    family="response",
    needs="a confidence for every answer",
    formula="mean of Σ eval·confidence / max(R, answers); eval 1 correct, 0 repeated, −1 wrong",
    source="Herrera et al. 2005, CLEF 2004 pilot task",
    example=Example("R:.9 W:.5 U", "0.1333", "as K1 where there is one answer to each question"),
)
def k(lists: RankedLists) -> Floats:
    """K1 for several answers a question."""
    marks = lists.marks
    evaluation = np.array([1.0, -1.0, 0.0, -1.0])[marks.answers.reasons]
    question = np.repeat(np.arange(lists.size), lists.given)
    # A repeated answer counts 0 whatever its confidence, also where it has none.
    staked = np.where(evaluation == 0, 0.0, evaluation * marks.answers.confidence)
    staked = np.bincount(question, weights=staked, minlength=lists.size)
    return staked / np.maximum(np.maximum(lists.classes, lists.given), 1)


@of_columns(
    "conf-r",
    family="response",
    components=_RANKED,
    needs=_CONFIDENCE,
    formula="Pearson correlation of confidence with correctness, over answered questions",
    source="Herrera et al. 2005, CLEF 2004 pilot task",
    example=Example("R:.9 W:.1 R:.8 W:.2", "0.9899", "deviations from the means: .7/√(1·.5)"),
)
def confidence_correlation(correct: Floats, answered: Floats, confidence: Floats) -> float | None:
    """Whether the system is the more confident where it is right; undefined without variation."""
    given = answered > 0
    right, sure = correct[given], confidence[given]
    if len(right) < 2 or np.ptp(right) == 0 or np.ptp(sure) == 0:
        return None
    return float(np.clip(np.corrcoef(right, sure)[0, 1], -1.0, 1.0))


@of_totals(
    "candidate-accuracy",
    family="response",
    components=("correct", "held_right"),
    formula="(R+UR)/n",
    source="Peñas et al. 2010, CLEF 2009 ResPubliQA",
    example=Example("R UR W UW", "0.5000", "R and UR of 4"),
)
def candidate_accuracy(n: Floats, correct: Floats, held_right: Floats) -> Floats:
    """Accuracy had the candidates not been held back."""
    return (correct + held_right) / n


@of_totals(
    "rejection",
    family="response",
    components=("correct", "held_right", "held_wrong"),
    formula="UW/(UR+UW)",
    source="Peñas et al. 2010, CLEF 2009 ResPubliQA",
    example=Example("R UR W UW UW", "0.6667", "2 of 3 candidates held back were wrong"),
)
def rejection(n: Floats, correct: Floats, held_right: Floats, held_wrong: Floats) -> Floats:
    """How often holding back was the right thing to do; undefined where nothing was held back."""
    held = held_right + held_wrong
    return np.where(held > 0, held_wrong / np.maximum(held, 1), np.nan)


@of_totals(
    "simpleqa-F",
    family="response",
    components=_COUNTS,
    formula="harmonic mean of accuracy and precision: 2·n_ac/(n+answered)",
    source="Wei et al. 2024, SimpleQA",
    example=Example("R R W U", "0.5714", "2·2/(4+3)"),
)
def simpleqa_f(n: Floats, correct: Floats, answered: Floats) -> Floats:
    """SimpleQA's F-score."""
    return 2 * correct / (n + answered)


@of_columns(
    "AURC",
    family="response",
    components=_RANKED,
    needs=_CONFIDENCE,
    better="low",
    formula="mean over i of the error rate among the i most confident answers; ties: expectation",
    source="Geifman et al. 2019, ICLR",
    example=Example("R:.9 W:.8 R:.7 U", "0.2778", "(0 + 1/2 + 1/3)/3"),
)
def area_under_risk(correct: Floats, answered: Floats, confidence: Floats) -> float | None:
    """Area under the risk-coverage curve; undefined if nothing is answered."""
    given = answered > 0
    if not given.any():
        return None
    right = _expected_right(correct[given], confidence[given])
    return float(np.mean(1 - right / np.arange(1, len(right) + 1)))


@of_columns(
    "Brier",
    family="response",
    components=_RANKED,
    needs=_CONFIDENCE,
    better="low",
    formula="mean of (confidence − correct)² over answered questions",
    source="Brier 1950, Monthly Weather Review 78",
    example=Example("R:.9 W:.5 U", "0.1300", "(.1² + .5²)/2"),
)
def brier(correct: Floats, answered: Floats, confidence: Floats) -> float | None:
    """Squared error of the confidences; undefined if nothing is answered."""
    given = answered > 0
    if not given.any():
        return None
    return float(np.mean((confidence[given] - correct[given]) ** 2))


@of_columns(
    "ECE",
    family="response",
    components=_RANKED,
    needs=_CONFIDENCE,
    better="low",
    parameters=(Parameter("bins", 10, "number of bins of equal width", whole_from(1, 1000)),),
    formula="Σ |bin|/answered · |accuracy(bin) − mean confidence(bin)|, bins (0,.1], (.1,.2] …",
    source="Guo et al. 2017, ICML",
    example=Example("R:.9 W:.5 U", "0.3000", "(|1 − .9| + |0 − .5|)/2"),
)
def calibration_error(
    correct: Floats, answered: Floats, confidence: Floats, bins: int
) -> float | None:
    """Expected calibration error; undefined if nothing is answered."""
    given = answered > 0
    if not given.any():
        return None
    right, sure = correct[given], confidence[given]
    bin_of = np.clip(np.ceil(sure * bins - _EDGE) - 1, 0, bins - 1).astype(np.int64)
    gap = np.bincount(bin_of, weights=right - sure, minlength=bins)
    return float(np.abs(gap).sum() / len(right))
