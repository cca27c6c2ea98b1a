"""Measures of answers by confidence: what would be gained by giving only the surest ones.

AURC mixes how good the answers are with how well they are ordered. AUROC knows the order alone, and
E-AURC is what the order costs.
"""

from __future__ import annotations

import numpy as np

from qaeval.arrays import Floats
from qaeval.measures.confidence import NEEDS, RANKED, expected_right
from qaeval.measures.registry import Example, Parameter, number_from, of_columns
from qaeval.measures.sampled import (
    REACHED,
    sampled_augrc,
    sampled_aurc,
    sampled_auroc,
    sampled_coverage,
    sampled_excess,
)
from qaeval.measures.ties import Ties

_JUMPS = "one question can move it far"


@of_columns(
    "AUROC",
    family="response",
    components=RANKED,
    needs=NEEDS,
    sampled=sampled_auroc,
    formula="chance that a right answer has a higher confidence than a wrong one; equal: half",
    source="Hanley & McNeil 1982, Radiology 143",
    example=Example("R:.9 W:.8 R:.7 U", "0.5000", ".9 > .8, but .7 < .8: 1 of 2 pairs"),
)
def area_under_roc(correct: Floats, answered: Floats, confidence: Floats) -> float | None:
    """Whether right answers are the surer ones: 1 all of them, 0.5 no better than by lot.

    It knows the order of the confidences alone, not how many answers are right; undefined where
    all answers are right, or all wrong.
    """
    given = answered > 0
    ties = Ties.of(confidence[given], correct[given])
    pairs = ties.right.sum() * ties.wrong.sum()
    if pairs == 0:
        return None
    lower = np.cumsum(ties.wrong[::-1])[::-1] - ties.wrong
    return float((ties.right * (lower + ties.wrong / 2)).sum() / pairs)


@of_columns(
    "AURC",
    family="response",
    components=RANKED,
    needs=NEEDS,
    better="low",
    sampled=sampled_aurc,
    formula="mean over i of the error rate among the i most confident answers; ties: expectation",
    source="Geifman et al. 2019, ICLR",
    example=Example("R:.9 W:.8 R:.7 U", "0.2778", "(0 + 1/2 + 1/3)/3"),
)
def area_under_risk(correct: Floats, answered: Floats, confidence: Floats) -> float | None:
    """Area under the risk-coverage curve; undefined if nothing is answered.

    Low for a system that errs little, whatever its confidences: E-AURC takes that off.
    """
    given = answered > 0
    if not given.any():
        return None
    right = expected_right(correct[given], confidence[given])
    return float(np.mean(1 - right / np.arange(1, len(right) + 1)))


@of_columns(
    "E-AURC",
    family="response",
    components=RANKED,
    needs=NEEDS,
    better="low",
    sampled=sampled_excess,
    formula="AURC − that of the best order, (1/a) Σ max(0, i − n_ac)/i over i from 1 to a, the "
    "number of answers",
    source="Geifman et al. 2019, ICLR, whose optimum is the limit for many answers",
    example=Example("R:.9 W:.8 R:.7 U", "0.1667", "(0 + 1/2 + 1/3)/3 − (0 + 0 + 1/3)/3"),
)
def excess_area_under_risk(correct: Floats, answered: Floats, confidence: Floats) -> float | None:
    """How much of AURC comes from the order of the answers; undefined if nothing is answered.

    Exactly 0 where every right answer is surer than every wrong one, for any number of answers.
    """
    given = answered > 0
    if not given.any():
        return None
    right = expected_right(correct[given], confidence[given])
    best = np.cumsum(-np.sort(-correct[given]))
    return float(np.mean((best - right) / np.arange(1, len(right) + 1)))


@of_columns(
    "AUGRC",
    family="response",
    components=RANKED,
    needs=NEEDS,
    better="low",
    bounds=(0.0, 0.5),
    sampled=sampled_augrc,
    formula="area under (wrong answers kept)/answered against answers kept/answered, straight "
    "lines between confidences: (1 − AUROC)·p·(1−p) + (1−p)²/2, p = precision",
    source="Traub et al. 2024, NeurIPS",
    example=Example("R:.9 W:.8 R:.7 U", "0.1667", "(0 + (0+1)/2 + (1+1)/2)/3²"),
)
def area_under_generalized_risk(
    correct: Floats, answered: Floats, confidence: Floats
) -> float | None:
    """The mean risk of an error that nobody holds back; undefined if nothing is answered.

    0 if all is right and 0.5 if all is wrong; unlike AURC it does not dwell on the first few
    answers.
    """
    given = answered > 0
    if not given.any():
        return None
    ties = Ties.of(confidence[given], correct[given])
    before = np.cumsum(ties.wrong) - ties.wrong
    kept = ties.right + ties.wrong
    return float((kept * (before + ties.wrong / 2)).sum() / kept.sum() ** 2)


@of_columns(
    "coverage-at",
    family="response",
    components=RANKED,
    needs=NEEDS,
    sampled=sampled_coverage,
    # A wrong answer more among the surest can halve it.
    no_interval=_JUMPS,
    no_test=_JUMPS,
    parameters=(
        Parameter("precision", 0.95, "the least precision", number_from(0, above=True, most=1)),
    ),
    formula="the largest share of all questions that a threshold on the confidence leaves answered "
    "with that precision; 0 if none does",
    source="Kamath et al. 2020, ACL",
    example=Example("R:.9 R:.8 W:.7 U", "0.5000", "silent below .8, 2 of 4, both right"),
)
def coverage_at_precision(
    correct: Floats, answered: Floats, confidence: Floats, precision: float
) -> float:
    """How many questions can be left to the system if it may err so often and no more.

    Answers of equal confidence are kept or held back together. The threshold is chosen on the very
    questions that it is judged on, so on few of them it promises too much.
    """
    given = answered > 0
    ties = Ties.of(confidence[given], correct[given])
    right, kept = np.cumsum(ties.right), np.cumsum(ties.right + ties.wrong)
    enough = kept[right >= (precision - REACHED) * kept]
    return float(enough[-1] / len(answered)) if len(enough) else 0.0
