"""PAN's measures of verification: yes or no to every question, as one value from 0 to 1.

The confidence is that value: above .5 it says yes, below no, and .5 is no answer. Whether the
truth is yes follows from what was said and whether that was right; where nothing was said, from
whether yes would have been right (UR) or wrong (UW).
"""

from __future__ import annotations

import numpy as np

from qaeval.arrays import Bools, Floats
from qaeval.measures.confidence import RANKED
from qaeval.measures.drawn import Samples
from qaeval.measures.registry import Example, of_columns
from qaeval.measures.sampled import sampled_auroc

_UNDECIDED = 0.5
_NEEDS = "the value of yes, from 0 to 1, as the confidence of every answered question"
_REMARK = "the confidence is read as PAN's value of yes: above .5 says yes, below .5 no"


def _decided(correct: Floats, answered: Floats, confidence: Floats) -> tuple[Floats, Floats]:
    """What each question adds above and below the line of F0.5u."""
    silent = (answered == 0) | (confidence == _UNDECIDED)
    says_yes = ~silent & (confidence > _UNDECIDED)
    right, wrong = says_yes & (correct > 0), says_yes & (correct == 0)
    missed = ~silent & ~says_yes & (correct == 0)
    above = 1.25 * right
    return above, above + 0.25 * (missed | silent) + wrong


def sampled_f05u(samples: Samples, correct: Floats, answered: Floats, confidence: Floats) -> Floats:
    """F0.5u for many samples at once."""
    above, below = (part @ samples.weights for part in _decided(correct, answered, confidence))
    return np.divide(above, below, out=np.full(len(below), np.nan), where=below > 0)


@of_columns(
    "F0.5u",
    family="response",
    components=RANKED,
    needs=_NEEDS,
    remark=_REMARK,
    sampled=sampled_f05u,
    formula="1.25·TP/(1.25·TP + 0.25·(FN + n_u) + FP); TP, FP: yes said rightly, wrongly; FN: no "
    "said wrongly; n_u: no answer, or .5",
    source="Bevendorff et al. 2019, NAACL",
    example=Example("R:.9 W:.8 R:.1 W:.2 U", "0.4545", "1.25/(1.25 + .25·(1 + 1) + 1)"),
)
def f05u(correct: Floats, answered: Floats, confidence: Floats) -> float | None:
    """PAN's F-score of yes, which weighs precision; silence is a yes that was missed.

    Undefined where every question is rightly answered no.
    """
    above, below = (part.sum() for part in _decided(correct, answered, confidence))
    return float(above / below) if below > 0 else None


def _truth(
    correct: Floats, answered: Floats, confidence: Floats, held_right: Floats, held_wrong: Floats
) -> tuple[Floats, Floats, Bools]:
    """Whether yes is right, the value of yes, and whether the former is known."""
    given = answered > 0
    said = given & (confidence >= _UNDECIDED)
    truth = np.where(given, said == (correct > 0), held_right > 0).astype(np.float64)
    known = given | (held_right > 0) | (held_wrong > 0)
    return truth, np.where(given, confidence, _UNDECIDED), known


def sampled_auc(samples: Samples, **columns: Floats) -> Floats:
    """AUC for many samples at once."""
    truth, value, known = _truth(**columns)
    values = sampled_auroc(samples, truth, np.ones(len(truth)), value)
    return np.where(samples.drawn[:, ~known].any(axis=1), np.nan, values)


@of_columns(
    "AUC",
    family="response",
    components=(*RANKED, "held_right", "held_wrong"),
    needs=_NEEDS,
    remark=_REMARK,
    sampled=sampled_auc,
    formula="chance that a question with the truth yes has a higher value than one with no; equal: "
    "half; no answer has the value .5",
    source="Kestemont et al. 2020, CLEF, PAN's task of authorship verification",
    example=Example("R:.9 W:.8 R:.1 UR", "0.7500", "yes .9 .5, no .8 .1: 3 of 4 pairs"),
)
def area_under_curve(**columns: Floats) -> float | None:
    """PAN's AUC of the values for the truth, not to be taken for AUROC.

    Undefined where all questions have the same truth, or where the truth of one that was not
    answered is not told: UR if yes would have been right, UW if wrong.
    """
    truth, _, known = _truth(**columns)
    if not known.all():
        return None
    value = float(sampled_auc(Samples(np.ones((1, len(truth)), dtype=np.bool_)), **columns)[0])
    return None if np.isnan(value) else value
