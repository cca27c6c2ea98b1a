"""Schemes, by which assessors' labels become levels, each declared over its rule.

Labels are numbers, 0 the best and `size - 1` the worst, a row per answer and a column per assessor,
SKIPPED where an assessor gave none; the answers to a question stand together, and `starts` says
where each question begins. The level of a label is how far it stands above the worst.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from qaeval.arrays import Bools, Ints
from qaeval.gold.agreement import label_counts
from qaeval.gold.latent import LatentTruth, latent_truth

LACKING = -1


@dataclass(frozen=True)
class Labelled:
    """What a scheme goes by: the labels, and what else is known of the answers."""

    labels: Ints  # answers × assessors
    starts: Ints
    size: int  # of the scale
    weights: Sequence[int] = ()  # of each label, best first
    best: Bools | None = None  # which answers the askers chose
    map: Mapping[tuple[int, ...], int] = field(default_factory=dict)  # levels of patterns of votes

    @cached_property
    def counts(self) -> Ints:
        """How often each answer got each label."""
        return label_counts(self.labels, self.size)

    @cached_property
    def latent(self) -> LatentTruth:
        """What the labels say of the true ones, and of the assessors."""
        return latent_truth(self.labels, self.size)


Rule = Callable[[Labelled], Ints]  # the level of each answer


def _zero_or_one(given: Labelled) -> set[int]:
    return {0, 1}


@dataclass(frozen=True)
class Scheme:
    """A way from labels to levels, as declared."""

    name: str
    help: str
    rule: Rule
    possible: Callable[[Labelled], set[int]] = _zero_or_one  # every level that there can be
    needs_best: bool = False
    takes_weights: bool = False
    only_best: bool = False  # whatever the labels are
    assessors: int | None = None  # None: any number
    least_assessors: int = 1
    labels: int | None = None
    is_latent: bool = False  # whether it says of assessors how reliable they are
    takes_skipped: bool = False  # whether it can do without some labels
    tied: Callable[[Labelled], Bools] | None = None  # between which levels the rule had to choose
    instead: str = ""  # the scheme for another number of assessors

    @property
    def goes_by_assessors(self) -> bool:
        """Whether there are levels without one of the assessors, which may be others."""
        return self.assessors is None and not self.only_best


SCHEMES: dict[str, Scheme] = {}


def scheme(name: str, help: str, **details: Any) -> Callable[[Rule], Rule]:
    """Declare a scheme over its rule; the details are the other fields of `Scheme`."""

    def declared(rule: Rule) -> Rule:
        assert name not in SCHEMES, name
        SCHEMES[name] = Scheme(name, help, rule, **details)
        return rule

    return declared


def votes(labels: Ints, size: int) -> Ints:
    """How often each answer got each label; the worst is no vote of confidence."""
    return label_counts(labels, size)[:, :-1]
