"""Measures of confident responses: right answers should be the confident ones."""

from __future__ import annotations

import numpy as np

from qaeval.arrays import Floats
from qaeval.measures.lists import RankedLists
from qaeval.measures.registry import Example, mean, of_columns
from qaeval.measures.sampled import sampled_correlation, sampled_cws

RANKED = ("correct", "answered", "confidence")
NEEDS = "a confidence for every answered question"


@of_columns(
    "CWS",
    family="response",
    components=RANKED,
    needs=NEEDS,
    sampled=sampled_cws,
    formula="(1/n) Σ C(i)/i over the questions by confidence, highest first; ties: expectation",
    source="Voorhees 2002, TREC 2002 question answering",
    example=Example("R:.9 W:.8 R:.7 U", "0.6667", "(1/1 + 1/2 + 2/3 + 2/4)/4"),
)
def confidence_weighted(correct: Floats, answered: Floats, confidence: Floats) -> float:
    """Confidence-weighted score: right answers should be the confident ones.

    No response is wrong, and last where it has no confidence.
    """
    keys = np.where(np.isnan(confidence), -1.0, confidence)
    return float(np.mean(expected_right(correct, keys) / np.arange(1, len(keys) + 1)))


def expected_right(correct: Floats, confidence: Floats) -> Floats:
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
    needs=NEEDS,
    bounds=(-1.0, 1.0),
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
    bounds=(-1.0, 1.0),
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
    components=RANKED,
    needs=NEEDS,
    bounds=(-1.0, 1.0),
    sampled=sampled_correlation,
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
    # On differences, which are exact between near numbers, where a mean would round them away.
    apart = (sure - sure.min()) / np.ptp(sure)
    return float(np.clip(np.corrcoef(right, apart)[0, 1], -1.0, 1.0))
