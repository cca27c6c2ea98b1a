"""How answers are distributed over patterns, levels and questions (Sakai et al. 2010)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from qaeval.arrays import Bools, Ints
from qaeval.collection.assessments import SKIPPED
from qaeval.gold.agreement import label_counts
from qaeval.gold.community import distinct
from qaeval.gold.registry import LACKING, Labelled, Scheme, votes


def pattern_counts(labels: Ints, size: int, levels: Ints) -> list[tuple[int, tuple[int, ...], int]]:
    """Level, pattern and number of answers: high levels first, then many votes, then good ones.

    A pattern leaves out the worst label, unless labels are missing, from which it differs.
    """
    patterns = label_counts(labels, size) if (labels == SKIPPED).any() else votes(labels, size)
    rows, which = distinct(np.column_stack([levels, patterns]))
    counted = zip(rows, np.bincount(which).tolist(), strict=True)
    entries = [(level, tuple(pattern), count) for (level, *pattern), count in counted]
    return sorted(entries, key=lambda entry: (entry[0], sum(entry[1]), entry[1]), reverse=True)


def per_question(chosen: Bools, starts: Ints) -> Ints:
    """How many of each question's answers are chosen."""
    return np.add.reduceat(chosen.astype(np.int64), starts)


def leave_one_out(labels: Ints, rule: Callable[[Ints], Ints]) -> list[Ints]:
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


def distribution(given: Labelled, scheme: Scheme, levels: Ints) -> Distribution:
    """Count answers, also without each assessor where the scheme has levels for so many."""
    every_level = sorted(scheme.possible(given) | set(levels.tolist()), reverse=True)
    groups = {str(level): levels == level for level in every_level}
    groups |= {"relevant": levels > 0, "all": levels >= 0}
    answers = {name: int(chosen.sum()) for name, chosen in groups.items()}
    best = given.best
    return Distribution(
        pattern_counts(given.labels, given.size, levels),
        answers,
        {name: count / len(given.starts) for name, count in answers.items()},
        None if best is None else {name: int(part[best].sum()) for name, part in groups.items()},
        {name: Counter(per_question(part, given.starts).tolist()) for name, part in groups.items()},
        [Counter(part.tolist()) for part in _without_each(given, scheme)],
    )


def _without_each(given: Labelled, scheme: Scheme) -> list[Ints]:
    """The levels without each assessor; none where some pattern of the others has none."""
    others = given.labels.shape[1] - 1
    if not scheme.goes_by_assessors or others < scheme.least_assessors:
        return []
    levels = leave_one_out(given.labels, lambda labels: scheme.rule(replace(given, labels=labels)))
    return [] if any((part == LACKING).any() for part in levels) else levels
