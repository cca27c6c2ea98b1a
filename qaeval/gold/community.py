"""The schemes of NTCIR-8 Community QA (Sakai et al. 2010), and maps of patterns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from qaeval.arrays import Ints
from qaeval.gold.registry import LACKING, Labelled, Scheme, scheme, votes

GA_ASSESSORS, GA_LABELS = 4, 3


def map_scheme(name: str) -> Scheme:
    """The scheme of a user's file, which says the level of each pattern of votes."""
    return Scheme(name, "as the file says", _by_map, _map_levels)


def _by_map(given: Labelled) -> Ints:
    return mapped(given.labels, given.size, given.map)


def _map_levels(given: Labelled) -> set[int]:
    return set(given.map.values())


def _ga_levels(given: Labelled) -> set[int]:
    return {0, 1, 2, 3}


@scheme(
    "ga",
    help="L3 AAAA AAAB, L2 AABB ABBB, L1 other patterns of two or more votes, L0 the rest; "
    "for exactly four assessors",
    possible=_ga_levels,
    assessors=GA_ASSESSORS,
    labels=GA_LABELS,
    instead="gaw",
)
def _ga(given: Labelled) -> Ints:
    return good_answers(given.labels)


def good_answers(labels: Ints) -> Ints:
    """GA (Table 2): L3 AAAA AAAB, L2 AABB ABBB, L1 other patterns of two or more votes."""
    best, middle = votes(labels, GA_LABELS).T
    given = best + middle
    everyone = given == GA_ASSESSORS
    return np.select([everyone & (best >= 3), everyone & (best >= 1), given >= 2], [3, 2, 1], 0)


def _gaw_levels(given: Labelled) -> set[int]:
    return reachable(given.weights, given.labels.shape[1])


@scheme(
    "gaw",
    help="the sum of the labels' weights: AAAB is 2+2+2+1 = L7",
    possible=_gaw_levels,
    takes_weights=True,
)
def _gaw(given: Labelled) -> Ints:
    return weighted(given.labels, given.weights)


def weighted(labels: Ints, weights: Sequence[int]) -> Ints:
    """GAW (Table 21): the sum of the labels' weights."""
    return np.asarray(weights, dtype=np.int64)[labels].sum(axis=1)


def reachable(weights: Sequence[int], assessors: int) -> set[int]:
    """The levels that sums of weights can give."""
    sums = {0}
    for _ in range(assessors):
        sums = {total + weight for total in sums for weight in weights}
    return sums


@scheme(
    "ufa",
    help="L1 if the answer is some assessor's favourite: rated A, or B where that assessor gave "
    "no A for the question",
)
def _ufa(given: Labelled) -> Ints:
    return favourites(given.labels, given.starts, given.size)


def favourites(labels: Ints, starts: Ints, size: int) -> Ints:
    """UFA (Section 2.3): 1 where some assessor gave no answer to the question a better label.

    Who gave a question nothing but the worst label has no favourite there.
    """
    best = np.minimum.reduceat(labels, starts, axis=0)
    answers = np.diff([*starts, len(labels)])
    liked = (labels == np.repeat(best, answers, axis=0)) & (labels < size - 1)
    return liked.any(axis=1).astype(np.int64)


@scheme("ufba", help="as ufa, and the asker's best answer is a favourite too", needs_best=True)
def _ufba(given: Labelled) -> Ints:
    return _ufa(given) | _ba(given)


@scheme(
    "ba",
    help="L1 for the asker's best answer alone",
    needs_best=True,
    only_best=True,
    takes_skipped=True,
)
def _ba(given: Labelled) -> Ints:
    assert given.best is not None
    return given.best.astype(np.int64)


def mapped(labels: Ints, size: int, levels: Mapping[tuple[int, ...], int]) -> Ints:
    """The level of each answer's pattern of votes, or LACKING."""
    patterns, which = distinct(votes(labels, size))
    return np.array([levels.get(pattern, LACKING) for pattern in patterns], dtype=np.int64)[which]


def distinct(rows: Ints) -> tuple[list[tuple[int, ...]], Ints]:
    """The different rows, and which of them stands where."""
    places: dict[tuple[int, ...], int] = {}
    which = [places.setdefault(tuple(row), len(places)) for row in rows.tolist()]
    return list(places), np.array(which, dtype=np.int64)
