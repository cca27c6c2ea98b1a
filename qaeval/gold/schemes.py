"""Assessors' labels become levels (Sakai et al. 2010), and how far the assessors agree.

Labels are numbers, 0 the best and `size - 1` the worst, a row per answer and a column per assessor;
the answers to a question stand together, and `starts` says where each question begins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from qaeval.arrays import Bools, Ints

Rule = Callable[[Ints], Ints]  # labels to levels

GA_ASSESSORS, GA_LABELS = 4, 3
LACKING = -1


def votes(labels: Ints, size: int) -> Ints:
    """How often each answer got each label; the worst is no vote of confidence."""
    return np.stack([(labels == label).sum(axis=1) for label in range(size - 1)], axis=1)


def good_answers(labels: Ints) -> Ints:
    """GA (Table 2): L3 AAAA AAAB, L2 AABB ABBB, L1 other patterns of two or more votes."""
    best, middle = votes(labels, GA_LABELS).T
    given = best + middle
    everyone = given == GA_ASSESSORS
    return np.select([everyone & (best >= 3), everyone & (best >= 1), given >= 2], [3, 2, 1], 0)


def weighted(labels: Ints, weights: Sequence[int]) -> Ints:
    """GAW (Table 21): the sum of the labels' weights."""
    return np.asarray(weights, dtype=np.int64)[labels].sum(axis=1)


def reachable(weights: Sequence[int], assessors: int) -> set[int]:
    """The levels that sums of weights can give."""
    sums = {0}
    for _ in range(assessors):
        sums = {total + weight for total in sums for weight in weights}
    return sums


def favourites(labels: Ints, starts: Ints, size: int) -> Ints:
    """UFA (Section 2.3): 1 where some assessor gave no answer to the question a better label.

    Who gave a question nothing but the worst label has no favourite there.
    """
    best = np.minimum.reduceat(labels, starts, axis=0)
    answers = np.diff([*starts, len(labels)])
    liked = (labels == np.repeat(best, answers, axis=0)) & (labels < size - 1)
    return liked.any(axis=1).astype(np.int64)


def mapped(labels: Ints, size: int, levels: Mapping[tuple[int, ...], int]) -> Ints:
    """The level of each answer's pattern of votes, or LACKING."""
    patterns, which = distinct(votes(labels, size))
    return np.array([levels.get(pattern, LACKING) for pattern in patterns], dtype=np.int64)[which]


def distinct(rows: Ints) -> tuple[list[tuple[int, ...]], Ints]:
    """The different rows, and which of them stands where."""
    found: dict[tuple[int, ...], int] = {}
    which = [found.setdefault(tuple(row), len(found)) for row in rows.tolist()]
    return list(found), np.array(which, dtype=np.int64)


def pattern_counts(labels: Ints, size: int, levels: Ints) -> list[tuple[int, tuple[int, ...], int]]:
    """Level, pattern and number of answers: high levels first, then many votes, then good ones."""
    rows, which = distinct(np.column_stack([levels, votes(labels, size)]))
    counted = zip(rows, np.bincount(which).tolist(), strict=True)
    entries = [(level, tuple(pattern), count) for (level, *pattern), count in counted]
    return sorted(entries, key=lambda entry: (entry[0], sum(entry[1]), entry[1]), reverse=True)


def per_question(chosen: Bools, starts: Ints) -> Ints:
    """How many of each question's answers are chosen."""
    return np.add.reduceat(chosen.astype(np.int64), starts)


def leave_one_out(labels: Ints, rule: Rule) -> list[Ints]:
    """The levels without each assessor in turn (Table 24)."""
    return [rule(np.delete(labels, left_out, axis=1)) for left_out in range(labels.shape[1])]


def as_ranking(labels: Ints, starts: Ints) -> Ints:
    """One assessor's answers, question by question, best label first, ties as they stand."""
    question = np.repeat(np.arange(len(starts)), np.diff([*starts, len(labels)]))
    return np.lexsort((labels, question))


@dataclass
class Distribution:
    """The counts of Tables 2, 3, 4, 21 and 24; a group of answers is a level, or a sum of them."""

    patterns: list[tuple[int, tuple[int, ...], int]]  # level, pattern, answers
    answers: dict[str, int]  # by group: high levels first, then `relevant` and `all`
    means: dict[str, float]  # answers per question
    best: dict[str, int] | None  # best answers in each group
    questions: dict[str, Counter[int]]  # by group: how many questions have so many answers in it
    without: list[Counter[int]]  # answers by level, without each assessor


def distribution(
    labels: Ints,
    starts: Ints,
    size: int,
    levels: Ints,
    possible: set[int],
    best: Bools | None,
    rule: Rule | None,
) -> Distribution:
    """Count answers; `rule` is None where the levels need all assessors."""
    every_level = sorted(possible | set(levels.tolist()), reverse=True)
    groups = {str(level): levels == level for level in every_level}
    groups |= {"relevant": levels > 0, "all": levels >= 0}
    answers = {name: int(chosen.sum()) for name, chosen in groups.items()}
    left = [] if rule is None or labels.shape[1] < 2 else leave_one_out(labels, rule)
    if any((part == LACKING).any() for part in left):
        left = []
    return Distribution(
        pattern_counts(labels, size, levels),
        answers,
        {name: count / len(starts) for name, count in answers.items()},
        None if best is None else {name: int(part[best].sum()) for name, part in groups.items()},
        {name: Counter(per_question(part, starts).tolist()) for name, part in groups.items()},
        [Counter(part.tolist()) for part in left],
    )
