"""A scheme that a user names, and the levels that it gives to assessed answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from qaeval.arrays import Bools, Ints
from qaeval.collection.assessments import Assessments
from qaeval.errors import InputError, UnreadableFile
from qaeval.files.label_patterns import pattern_text, read_map
from qaeval.gold.community import map_scheme
from qaeval.gold.registry import LACKING, Labelled, Scheme, votes
from qaeval.gold.schemes import SCHEMES
from qaeval.wording import counted, listed, nearest, shown

_IN_WORDS = {3: "three", 4: "four"}


@dataclass(frozen=True)
class ChosenScheme:
    """A scheme, and what it goes by beside the labels."""

    scheme: Scheme
    weights: Sequence[int]  # of each label of the scale, best first
    map: Mapping[tuple[int, ...], int]  # levels of patterns, where a file says them

    def labelled(self, assessments: Assessments, best: Bools | None) -> Labelled:
        """What the rule of the scheme is to look at."""
        size = len(assessments.scale)
        labels, starts = assessments.labels, assessments.starts
        return Labelled(labels, starts, size, self.weights, best, self.map)


def find_scheme(
    name: str, scale: Sequence[str], weights: Sequence[int] | None = None
) -> ChosenScheme:
    """The scheme of that name, else that of a file of patterns; weights count down to 0."""
    if weights is None:
        weights = range(len(scale))[::-1]
    if name in SCHEMES:
        scheme = SCHEMES[name]
        if scheme.labels not in (None, len(scale)):
            expected = f"{_IN_WORDS[scheme.labels or 0]} labels"
            have = counted(len(scale), "label")
            raise InputError(f"--scheme {name} is for {expected}, found {have}")
        return ChosenScheme(scheme, weights, {})
    try:
        return ChosenScheme(map_scheme(name), weights, read_map(name, scale))
    except UnreadableFile as error:
        hint = nearest(name, SCHEMES) or f"; the schemes are {' '.join(SCHEMES)}"
        raise InputError(f"--scheme: {error}{hint}") from None


def levels_of(scheme: Scheme, assessments: Assessments, given: Labelled) -> Ints:
    """The level of each answer."""
    _check_assessors(scheme, assessments)
    if scheme.takes_skipped and not scheme.only_best:
        _check_labelled(assessments, given)
    levels = scheme.rule(given)
    lacking = (levels == LACKING).nonzero()[0]
    if len(lacking):
        at = int(lacking[0])
        own = votes(given.labels[[at]], given.size)[0].tolist()
        pattern = pattern_text(own, assessments.scale)
        raise assessments.wrong(at, f"has the pattern {shown(pattern)}, which {scheme.name} lacks")
    return levels


def _check_assessors(scheme: Scheme, assessments: Assessments) -> None:
    """Refuse another number of assessors than the scheme is for."""
    number = len(assessments.assessors)
    have = f"{counted(number, 'assessor')} ({listed(assessments.assessors)})"
    if scheme.assessors not in (None, number):
        exactly = f"is for exactly {_IN_WORDS[scheme.assessors or 0]}; try {scheme.instead}"
        raise InputError(f"{have}, but --scheme {scheme.name} {exactly}", assessments.file)
    if number < scheme.least_assessors:
        least = f"needs at least {_IN_WORDS[scheme.least_assessors]} to tell who is right"
        raise InputError(f"{have}, but --scheme {scheme.name} {least}", assessments.file)


def _check_labelled(assessments: Assessments, given: Labelled) -> None:
    without = np.flatnonzero(~given.counts.any(axis=1))
    if len(without):
        told = "has no label from anybody (--skipped-as LABEL gives it one)"
        raise assessments.wrong(int(without[0]), told)
