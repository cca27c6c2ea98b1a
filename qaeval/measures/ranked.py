"""Measures of ranked answers."""

from __future__ import annotations

import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.measures.lists import RankedLists, log_discount, ratio, sums_by_question
from qaeval.measures.registry import (
    MAY_CUT,
    MUST_CUT,
    ONLY_ONE,
    Example,
    Parameter,
    mean,
    number_from,
    one_of,
)

BETA = Parameter("beta", 1.0, "weight of gains against counts", number_from(0))

_Q_SOURCE = "Sakai 2004, NTCIR-4; Sakai 2007, ACM TALIP 6(1), Section 4.1"
_O_SOURCE = "Sakai 2007, IPSJ TOD 48 SIG9"


@mean(
    "RR",
    family="ranked",
    aliases=("recip_rank", "MRR"),
    cutoff=MAY_CUT,
    formula="1/rank of the first correct answer, else 0",
    source="Voorhees 1999, TREC-8 question answering; Sakai 2007, Section 3",
    example=Example("0 2 0 3 / 3 3", "0.5000", "the first correct answer is at rank 2: 1/2"),
)
def reciprocal_rank(lists: RankedLists) -> Floats:
    """Reciprocal rank: how far down the reader must go to the first correct answer."""
    return lists.total(1 / lists.rank, where=lists.count == 1)


@mean(
    "Hit",
    family="ranked",
    aliases=("NQcorrect{k}", "Success", "success_{k}"),
    cutoff=MUST_CUT,
    formula="1 if a correct answer is within the top k, else 0",
    source="Fukumoto et al. 2004, QAC2 (NQcorrect5, NQcorrect1); Sakai 2007, Section 3",
    example=Example("0 0 1 0 0 / 1", "1.0000", "Hit@5: a correct answer at rank 3 of 5"),
)
def hit(lists: RankedLists) -> Floats:
    """Whether the list holds a correct answer at all; its mean is the share of such questions."""
    return lists.total(np.ones(len(lists.rank)), where=lists.count == 1)


@mean(
    "Q",
    family="ranked",
    aliases=("Q-measure",),
    cutoff=MAY_CUT,
    graded=True,
    parameters=(BETA,),
    formula="(1/R) Σ I(r)·BR(r), BR(r) = (C(r)+β·cg(r))/(r+β·cg*(r)); Q@k: to k, over min(R,k)",
    source=_Q_SOURCE,
    example=Example(
        "2 2 0 3 2 / 3 3 3 3",
        "0.7224",
        "Beatles: ((2+1)/(3+1) + (4+2)/(6+2) + (7+3)/(12+4) + (9+4)/(12+5))/4",
    ),
)
def q_measure(lists: RankedLists, beta: float) -> Floats:
    """Q-measure: average precision made aware of answer levels; 1 only for an ideal list."""
    return ratio(lists.total(lists.blended_ratio(beta)), _cut_classes(lists))


def _cut_classes(lists: RankedLists) -> Ints:
    """min(R, k), NTCIREVAL's divisor at a cutoff."""
    return lists.classes if lists.cutoff is None else np.minimum(lists.classes, lists.cutoff)


@mean(
    "nDCG",
    family="ranked",
    aliases=("MSnDCG", "ndcg", "ndcg_cut_{k}"),
    cutoff=MAY_CUT,
    graded=True,
    formula="Σ g(r)/log2(r+1) over the same sum for the ideal list, both to k",
    source="Järvelin & Kekäläinen 2002, in the form of Burges et al. 2005 (NTCIREVAL's MSnDCG)",
    example=Example("0 3 0 2 / 3 3 2", "0.4674", "(3/1.5850 + 2/2.3219)/(3 + 3/1.5850 + 2/2)"),
)
def ndcg(lists: RankedLists) -> Floats:
    """Normalised discounted cumulative gain."""
    gained = lists.total(lists.gain / log_discount(lists.rank))
    return ratio(gained, lists.ideal_total(lists.ideal_gain / log_discount(lists.ideal_rank)))


@mean(
    "nG",
    family="ranked",
    cutoff=ONLY_ONE,
    graded=True,
    formula="g(1)/g*(1)",
    source="Sakai et al. 2010, NTCIR-8 community QA",
    example=Example("2 3 / 3 3", "0.6667", "gain 2 at rank 1 of 3 that were to be had"),
)
def normalised_gain(lists: RankedLists) -> Floats:
    """Normalised gain at rank 1: how good the first answer is beside the best there is."""
    return ratio(lists.total(lists.gain), lists.ideal_total(lists.ideal_gain))


@mean(
    "AP",
    family="ranked",
    aliases=("MAP", "map", "map_cut_{k}"),
    cutoff=MAY_CUT,
    parameters=(
        Parameter(
            "norm",
            "R",
            "divisor: R, min for min(R,k), found for the correct answers given",
            one_of(("R", "min", "found")),
        ),
    ),
    formula="(1/R) Σ I(r)·C(r)/r; divided by R at a cutoff too (norm=min: by min(R,k); norm=found: "
    "by C(k), 0 if that is 0)",
    source="trec_eval 9.0.8 (map, map_cut); NTCIREVAL (norm=min); the scorer of SemEval-2016 "
    "Task 3 (AP@10,norm=found)",
    example=Example("0 1 0 1 / 1 1 1", "0.3333", "(1/2 + 2/4)/3"),
)
def average_precision(lists: RankedLists, norm: str) -> Floats:
    """Average precision, without regard to levels."""
    precision = lists.total(lists.count / lists.rank)
    if norm == "found":
        return ratio(precision, lists.hits)
    return ratio(precision, _cut_classes(lists) if norm == "min" else lists.classes)


@mean(
    "P",
    family="ranked",
    aliases=("P_{k}",),
    cutoff=MUST_CUT,
    formula="correct answers within the top k, over k",
    source="trec_eval 9.0.8 (P)",
    example=Example("0 1 0 1 / 1 1 1", "0.4000", "P@5: 2 correct of 5 ranks, the fifth left empty"),
)
def precision_at(lists: RankedLists) -> Floats:
    """Precision at rank k; a short list counts as filled with wrong answers."""
    assert lists.cutoff is not None
    return lists.hits / lists.cutoff


@mean(
    "Recall",
    family="ranked",
    aliases=("recall_{k}",),
    cutoff=MUST_CUT,
    formula="correct answers within the top k, over R",
    source="trec_eval 9.0.8 (recall)",
    example=Example("0 1 0 1 / 1 1 1", "0.6667", "Recall@5: 2 of 3 answers found"),
)
def recall_at(lists: RankedLists) -> Floats:
    """Recall at rank k."""
    return ratio(lists.hits, lists.classes)


@mean(
    "Rprec",
    family="ranked",
    formula="correct answers within the top R, over R",
    source="trec_eval 9.0.8 (Rprec)",
    example=Example("0 1 0 1 / 1 1 1", "0.3333", "1 correct within the top R = 3"),
)
def r_precision(lists: RankedLists) -> Floats:
    """Precision at the rank where precision and recall are equal."""
    inside = lists.rank <= lists.classes[lists.question]
    return ratio(lists.total(np.ones(len(lists.rank)), where=inside), lists.classes)


@mean(
    "O-measure",
    family="ranked",
    graded=True,
    parameters=(BETA,),
    formula="BR at the rank of the first correct answer",
    source=_O_SOURCE,
    example=Example("0 2 3 / 3 3", "0.3750", "(1+2)/(2+6) at rank 2"),
)
def o_measure(lists: RankedLists, beta: float) -> Floats:
    """Graded reciprocal rank: the reader stops at the first correct answer."""
    return lists.total(lists.blended_ratio(beta), where=lists.count == 1)


@mean(
    "P-measure",
    family="ranked",
    graded=True,
    parameters=(BETA,),
    formula="BR at r_p, the first rank that has the list's highest gain",
    source=_O_SOURCE,
    example=Example("0 2 3 / 3 3", "0.7778", "r_p = 3: (2+5)/(3+6)"),
)
def p_measure(lists: RankedLists, beta: float) -> Floats:
    """The reader stops at the best answer of the list."""
    return lists.total(lists.blended_ratio(beta), where=lists.first_best)


@mean(
    "P-plus",
    family="ranked",
    graded=True,
    parameters=(BETA,),
    formula="mean of BR over the correct ranks up to r_p",
    source=_O_SOURCE,
    example=Example("0 2 3 / 3 3", "0.5764", "((1+2)/(2+6) + (2+5)/(3+6))/2"),
)
def p_plus(lists: RankedLists, beta: float) -> Floats:
    """As P-measure, but every correct answer on the way to the best one counts."""
    last = np.zeros(lists.size, dtype=np.int64)
    last[lists.question[lists.first_best]] = lists.rank[lists.first_best]
    inside = lists.rank <= last[lists.question]
    blended = lists.total(lists.blended_ratio(beta), where=inside)
    return ratio(blended, lists.total(np.ones(len(lists.rank)), where=inside))


@mean(
    "ERR",
    family="ranked",
    cutoff=MAY_CUT,
    graded=True,
    formula="Σ (1/r)·p(r)·Π(1−p(i<r)), p = g/(gmax+1)",
    source="Chapelle et al. 2009, CIKM, with NTCIREVAL's p",
    example=Example("0 3 0 2 / 3 3 2", "0.4062", "(1/2)(3/4) + (1/4)(2/4)(1−3/4)"),
)
def expected_reciprocal_rank(lists: RankedLists) -> Floats:
    """Expected reciprocal rank: the better the answers so far, the sooner the reader stops."""
    return _err(lists, lists.question, lists.rank, lists.gain)


@mean(
    "nERR",
    family="ranked",
    cutoff=MAY_CUT,
    graded=True,
    formula="ERR over that of the ideal list, both to k",
    source="Sakai & Song 2011, SIGIR",
    example=Example("0 3 0 2 / 3 2", "0.5000", "0.40625 / (3/4 + (1/2)(2/4)(1−3/4))"),
)
def normalised_err(lists: RankedLists) -> Floats:
    """Expected reciprocal rank beside the best possible."""
    ideal = _err(lists, lists.ideal_question, lists.ideal_rank, lists.ideal_gain)
    return ratio(_err(lists, lists.question, lists.rank, lists.gain), ideal)


def _err(lists: RankedLists, question: Ints, rank: Ints, gain: Floats) -> Floats:
    stop = gain / (lists.gains.highest + 1)
    weights = stop * _survival(question, stop) / rank
    return sums_by_question(question, weights, lists.size)


def _survival(question: Ints, stop: Floats) -> Floats:
    """The chance that the reader is still there: Π(1 − p) over the question's earlier answers."""
    alive = np.ones(len(stop))
    follows = np.flatnonzero(np.diff(question, prepend=-1) == 0)
    while len(follows):
        alive[follows] = alive[follows - 1] * (1 - stop[follows - 1])
        # Each round settles one more answer of every question; what is certain to be 0 is settled.
        later = follows[1:][np.diff(follows) == 1]
        follows = later[alive[later - 1] > 0]
    return alive


@mean(
    "RBP",
    family="ranked",
    graded=True,
    parameters=(Parameter("p", 0.95, "persistence", number_from(0, above=True, below=1)),),
    formula="(1−p) Σ p^(r−1)·g(r)/gmax",
    source="Moffat & Zobel 2008, ACM TOIS 27(1)",
    example=Example("0 3 0 2 / 3 3 2", "0.0761", "0.05·(0.95·1 + 0.857375·2/3)"),
)
def rank_biased_precision(lists: RankedLists, p: float) -> Floats:
    """Rank-biased precision: the reader goes on to the next answer with probability p."""
    weights = (1 - p) * np.power(p, lists.rank - 1) * lists.gain / lists.gains.highest
    return lists.total(weights)
