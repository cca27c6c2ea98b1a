"""Measures of long answers: the nuggets they hold, how long they are, what their citations support.

Where nothing is known of what a measure needs, its value is NaN, and the run is refused.
"""

from __future__ import annotations

import numpy as np

from qaeval.arrays import Floats
from qaeval.marking.marks import NuggetMarks
from qaeval.measures.lists import RankedLists, ratio, sums_by_question
from qaeval.measures.registry import Example, Parameter, mean, number_from, one_of

_RAG = "Pradeep et al. 2024, TREC RAG"
_TREC = "Voorhees 2003, TREC 2003 question answering"
_PYRAMID = "Lin & Demner-Fushman 2006, HLT-NAACL"
_SUPPORT = "Thakur et al. 2025, SIGIR, Section 3"
_NUGGETS = "assignments to the nuggets of every question"
_LENGTH = "the length of every answer"
_CITATIONS = "the citations of every answer's sentences"
_HELD = "v1 v1 vp o0 o0"
_SHORT = "v1 v1 v1 v0 o1 o1 o0 ; 800"
_AARP = "v1*1 v0*.9 v1*.8 v0*.7 o1*.2 o0*.1 o0*.1 o0*.1 o0*0 ; 600"

# What scores 0 whatever the answer where a question has nothing vital, or nothing that weighs.
OF_VITAL = ("nugget-vital", "nugget-vital-strict", "nugget-recall", "nugget-F")
OF_WEIGHTS = ("nugget-pyramid", "nugget-pyramid-recall")

_BETA = Parameter("beta", 3.0, "weight of recall against precision", number_from(0, above=True))
_ALLOWANCE = Parameter("allowance", 100.0, "characters that a nugget may take", number_from(0))
_PARTIAL = Parameter("partial", 0.0, "credit of partial support", number_from(0, most=1.0))
_OF = Parameter("of", "first", "first citation, or all judged ones", one_of(("first", "all")))
_HALF = Parameter("partial", 0.5, "credit of partial support", number_from(0, most=1.0))


def _nuggets(lists: RankedLists) -> NuggetMarks:
    nuggets = lists.marks.nuggets
    assert nuggets is not None, "Measure.statistics takes marks of nuggets only"
    return nuggets


def _share(nuggets: NuggetMarks, weight: Floats, credit: Floats) -> Floats:
    """The credit of a question's nuggets over what all weigh; 0 where they weigh nothing."""
    size, question = len(nuggets.length), nuggets.question
    held = sums_by_question(question, weight * credit, size)
    share = ratio(held, sums_by_question(question, weight, size))
    return np.where(np.diff(nuggets.bounds) > 0, share, np.nan)


def _credited(nuggets: NuggetMarks, partial: float) -> Floats:
    """What each nugget is worth to a measure that gives partial support so much."""
    return np.where(nuggets.credit == 0.5, partial, nuggets.credit)


def _strict(nuggets: NuggetMarks) -> Floats:
    return _credited(nuggets, 0.0)


def _vital(nuggets: NuggetMarks) -> Floats:
    return nuggets.vital.astype(np.float64)


def _half_okay(nuggets: NuggetMarks) -> Floats:
    return np.where(nuggets.vital, 1.0, 0.5)


@mean(
    "nugget-vital",
    family="nuggets",
    needs=_NUGGETS,
    formula="Σ credit of vital nuggets / their number; credit 1, ½ for partial support, 0",
    source=_RAG,
    example=Example(_HELD, "0.8333", "(1 + 1 + ½)/3"),
)
def nugget_vital(lists: RankedLists) -> Floats:
    """How many of the vital nuggets an answer holds; 0 where a question has none."""
    nuggets = _nuggets(lists)
    return _share(nuggets, _vital(nuggets), nuggets.credit)


@mean(
    "nugget-vital-strict",
    family="nuggets",
    needs=_NUGGETS,
    formula="vital nuggets supported / their number",
    source=_RAG,
    example=Example(_HELD, "0.6667", "2 of 3"),
)
def nugget_vital_strict(lists: RankedLists) -> Floats:
    """The same, partial support counting nothing: the primary measure of TREC RAG."""
    nuggets = _nuggets(lists)
    return _share(nuggets, _vital(nuggets), _strict(nuggets))


@mean(
    "nugget-all",
    family="nuggets",
    needs=_NUGGETS,
    formula="Σ credit of all nuggets / their number; credit 1, ½ for partial support, 0",
    source=_RAG,
    example=Example(_HELD, "0.5000", "(1 + 1 + ½)/5"),
)
def nugget_all(lists: RankedLists) -> Floats:
    """How many of the nuggets an answer holds, vital or okay."""
    nuggets = _nuggets(lists)
    return _share(nuggets, np.ones(len(nuggets.credit)), nuggets.credit)


@mean(
    "nugget-all-strict",
    family="nuggets",
    needs=_NUGGETS,
    formula="nuggets supported / their number",
    source=_RAG,
    example=Example(_HELD, "0.4000", "2 of 5"),
)
def nugget_all_strict(lists: RankedLists) -> Floats:
    """The same, partial support counting nothing."""
    nuggets = _nuggets(lists)
    return _share(nuggets, np.ones(len(nuggets.credit)), _strict(nuggets))


@mean(
    "nugget-weighted",
    family="nuggets",
    needs=_NUGGETS,
    formula="(Σ credit of vital + ½ Σ credit of okay nuggets) / (vital + ½ okay)",
    source=_RAG,
    example=Example(_HELD, "0.6250", "(1 + 1 + ½ + ½·0)/(3 + ½·2)"),
)
def nugget_weighted(lists: RankedLists) -> Floats:
    """How many of the nuggets an answer holds, an okay one counting half."""
    nuggets = _nuggets(lists)
    return _share(nuggets, _half_okay(nuggets), nuggets.credit)


@mean(
    "nugget-weighted-strict",
    family="nuggets",
    needs=_NUGGETS,
    formula="(vital supported + ½ okay supported) / (vital + ½ okay)",
    source=_RAG,
    example=Example(_HELD, "0.5000", "2/(3 + ½·2)"),
)
def nugget_weighted_strict(lists: RankedLists) -> Floats:
    """The same, partial support counting nothing."""
    nuggets = _nuggets(lists)
    return _share(nuggets, _half_okay(nuggets), _strict(nuggets))


@mean(
    "nugget-recall",
    family="nuggets",
    needs=_NUGGETS,
    parameters=(_PARTIAL,),
    formula="vital nuggets returned / vital nuggets",
    source=_TREC,
    example=Example(_SHORT, "0.7500", "3 of 4 vital"),
)
def nugget_recall(lists: RankedLists, partial: float) -> Floats:
    """The share of vital nuggets that an answer holds; 0 where a question has none."""
    nuggets = _nuggets(lists)
    return _share(nuggets, _vital(nuggets), _credited(nuggets, partial))


def _precision(nuggets: NuggetMarks, allowance: float, partial: float) -> Floats:
    """1 up to the allowance, then allowance/length; 0 of an answer without length or nugget."""
    returned = (_credited(nuggets, partial) > 0).astype(np.float64)
    held = sums_by_question(nuggets.question, returned, len(nuggets.length))
    allowed, length = allowance * held, nuggets.length
    over = np.divide(allowed, length, out=np.ones(len(length)), where=length > allowed)
    precision = np.where(held > 0, over, 0.0)
    return np.where(np.isnan(length), np.nan, precision)


@mean(
    "nugget-precision",
    family="nuggets",
    needs=_LENGTH,
    parameters=(_ALLOWANCE, _PARTIAL),
    formula="1 where length ≤ α, else 1 − (length − α)/length; α = 100 per nugget returned",
    source=_TREC,
    example=Example(_SHORT, "0.6250", "5 nuggets allow 500: 1 − (800 − 500)/800"),
)
def nugget_precision(lists: RankedLists, allowance: float, partial: float) -> Floats:
    """How far an answer keeps to the length that its nuggets, vital or okay, allow."""
    return _precision(_nuggets(lists), allowance, partial)


def _balanced(precision: Floats, recall: Floats, beta: float) -> Floats:
    """F of precision and recall, 0 where either is."""
    weighed = beta**2 * precision + recall
    held = (1 + beta**2) * precision * recall
    return np.where(np.isnan(weighed), np.nan, ratio(held, np.where(weighed > 0, weighed, 0.0)))


@mean(
    "nugget-F",
    family="nuggets",
    needs=_LENGTH,
    parameters=(_BETA, _ALLOWANCE, _PARTIAL),
    formula="(1+β²)·P·R/(β²·P+R) of nugget-precision and nugget-recall; β = 3 (TREC 2003: 5)",
    source=_TREC,
    example=Example(_SHORT, "0.7353", "10·(5/8)(3/4)/(9·5/8 + 3/4)"),
)
def nugget_f(lists: RankedLists, beta: float, allowance: float, partial: float) -> Floats:
    """TREC's score of definition and "other" questions: vital nuggets, against length."""
    precision = nugget_precision(lists, allowance, partial)
    return _balanced(precision, nugget_recall(lists, partial), beta)


@mean(
    "nugget-pyramid-recall",
    family="nuggets",
    needs=_NUGGETS,
    parameters=(_PARTIAL,),
    formula="Σ weights of the nuggets returned / Σ weights of all",
    source=_PYRAMID,
    example=Example(_AARP, "0.5128", "(1 + .8 + .2)/3.9"),
)
def nugget_pyramid_recall(lists: RankedLists, partial: float) -> Floats:
    """Recall by weights: how many assessors call a nugget vital, by the most of a question."""
    nuggets = _nuggets(lists)
    return _share(nuggets, nuggets.weight, _credited(nuggets, partial))


@mean(
    "nugget-pyramid",
    family="nuggets",
    needs=_LENGTH,
    parameters=(_BETA, _ALLOWANCE, _PARTIAL),
    formula="(1+β²)·P·R/(β²·P+R) of nugget-precision and nugget-pyramid-recall; β = 3",
    source=_PYRAMID,
    example=Example(_AARP, "0.5115", "10·(1/2)(20/39)/(9·1/2 + 20/39)"),
)
def nugget_pyramid(lists: RankedLists, beta: float, allowance: float, partial: float) -> Floats:
    """The pyramid F-score, which no single assessor's choice of vital nuggets decides."""
    precision = nugget_precision(lists, allowance, partial)
    return _balanced(precision, nugget_pyramid_recall(lists, partial), beta)


@mean(
    "nugget-length",
    family="nuggets",
    needs=_LENGTH,
    bounds=None,
    better="",
    formula="characters of the answer that are no white space",
    source=_TREC,
    example=Example(_SHORT, "800.0000", "as given"),
)
def nugget_length(lists: RankedLists) -> Floats:
    """How long answers are, to be read beside nugget-F."""
    return _nuggets(lists).length


def _supported(nuggets: NuggetMarks, of: str, partial: float) -> Floats:
    """The support of each sentence; 0 without a citation, NaN where nobody judged one."""
    counts, starts = np.diff(nuggets.citation_bounds), nuggets.citation_bounds[:-1]
    support = np.where(nuggets.support == 0.5, partial, nuggets.support)
    if of == "first":
        supported = np.zeros(len(counts))
        supported[counts > 0] = support[starts[counts > 0]]
        return supported
    sentence = np.repeat(np.arange(len(counts)), counts)
    judged = ~np.isnan(support)
    number = np.bincount(sentence[judged], minlength=len(counts))
    mean_support = ratio(sums_by_question(sentence[judged], support[judged], len(counts)), number)
    return np.where((counts > 0) & (number == 0), np.nan, mean_support)


def _cited_share(nuggets: NuggetMarks, of: str, partial: float, cited_only: bool) -> Floats:
    """The mean support of sentences; those whose citations nobody judged are left out."""
    supported = _supported(nuggets, of, partial)
    counted = ~np.isnan(supported)
    if cited_only:
        counted &= np.diff(nuggets.citation_bounds) > 0
    size, question = len(nuggets.length), nuggets.sentence_question[counted]
    sums = sums_by_question(question, supported[counted], size)
    share = ratio(sums, np.bincount(question, minlength=size))
    return np.where(nuggets.has_sentences, share, np.nan)


@mean(
    "citation-precision",
    family="nuggets",
    needs=_CITATIONS,
    parameters=(_OF, _HALF),
    formula="Σ support of the first citations / sentences with a citation; 1, ½ partial, 0",
    source=_SUPPORT,
    example=Example("v1 ; 90 ; P F -", "0.7500", "(½ + 1)/2"),
)
def citation_precision(lists: RankedLists, of: str, partial: float) -> Floats:
    """How far what is cited supports the sentences; what nobody judged is left out."""
    return _cited_share(_nuggets(lists), of, partial, cited_only=True)


@mean(
    "citation-recall",
    family="nuggets",
    needs=_CITATIONS,
    parameters=(_OF, _HALF),
    formula="Σ support of the first citations / sentences; 1, ½ for partial support, 0",
    source=_SUPPORT,
    example=Example("v1 ; 90 ; P F -", "0.5000", "(½ + 1)/3"),
)
def citation_recall(lists: RankedLists, of: str, partial: float) -> Floats:
    """How much of an answer is supported: a sentence without a citation is not."""
    return _cited_share(_nuggets(lists), of, partial, cited_only=False)
