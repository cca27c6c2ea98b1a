"""Measures of answer sets: a class counts once, every returned answer counts in precision."""

from __future__ import annotations

import numpy as np

from qaeval.arrays import Floats
from qaeval.measures.lists import RankedLists, ratio
from qaeval.measures.registry import Example, Parameter, mean, number_from

_SOURCE = "Voorhees 2004, TREC 2003 list questions; Fukumoto et al. 2004, QAC2 subtask 2"


@mean(
    "IP",
    family="sets",
    aliases=("set_P",),
    formula="classes found / answers returned",
    source=_SOURCE,
    example=Example("1 0 1 0 / 1 1 1", "0.5000", "2 classes found by 4 answers"),
)
def instance_precision(lists: RankedLists) -> Floats:
    """Instance precision: a duplicate is an answer returned in vain."""
    return ratio(lists.hits, lists.given)


@mean(
    "IR",
    family="sets",
    aliases=("set_recall",),
    formula="classes found / R",
    source=_SOURCE,
    example=Example("1 0 1 0 / 1 1 1", "0.6667", "2 of 3 classes found"),
)
def instance_recall(lists: RankedLists) -> Floats:
    """Instance recall."""
    return ratio(lists.hits, lists.classes)


@mean(
    "F",
    family="sets",
    aliases=("F1", "set_F"),
    parameters=(Parameter("beta", 1.0, "weight of recall", number_from(0, above=True)),),
    formula="(1+β²)·IP·IR/(β²·IP+IR)",
    source=_SOURCE,
    example=Example("1 0 1 0 / 1 1 1", "0.5714", "2·(1/2)(2/3)/(1/2+2/3)"),
)
def f_measure(lists: RankedLists, beta: float) -> Floats:
    """Instance-based F-measure."""
    # (1+β²)·hits/(β²·R + returned) is the same, with a single rounding.
    weight = beta * beta
    sizes = np.asarray(weight * lists.classes + lists.given, dtype=np.float64)
    return ratio((1 + weight) * lists.hits, sizes)
