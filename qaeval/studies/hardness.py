"""How hard each question is: the mean over runs (Sakai et al. 2010, Section 3.4)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from qaeval.arrays import Floats
from qaeval.scores.ranking import best_first, shared_ranks
from qaeval.studies.exact import WholeColumn

THIRDS = ("easy", "medium", "hard")


@dataclass(frozen=True)
class TiedCut:
    """Questions of equal mean on both sides of the cut after a third."""

    after: str
    mean: float
    before_cut: int
    behind_cut: int


@dataclass(frozen=True)
class Hardness:
    """Questions with their means and thirds, the easiest first."""

    questions: list[str]
    means: list[float]
    thirds: list[str]
    tied_cuts: list[TiedCut]

    def counts(self, questions: Collection[str]) -> list[int]:
        """How many of these questions are easy, medium and hard (Figures 2-5)."""
        chosen = set(questions)
        inside = [t for q, t in zip(self.questions, self.thirds, strict=True) if q in chosen]
        return [inside.count(third) for third in THIRDS]

    def spans(self) -> list[tuple[str, float, float]]:
        """The highest and lowest mean of each third that has questions."""
        spans = []
        for third in THIRDS:
            inside = [m for m, t in zip(self.means, self.thirds, strict=True) if t == third]
            if inside:
                spans.append((third, min(inside), max(inside)))
        return spans


def question_means(column: Floats) -> Floats:
    """The mean over runs of each question (column: runs × questions), in whole numbers."""
    whole = WholeColumn.of(column.T)
    return np.asarray(whole.units.sum(axis=1) / (whole.per * len(column)))


def hardness(means: Floats, questions: Sequence[str], better: str = "high") -> Hardness:
    """Thirds by position: of n questions in order, the one at i (from 0) is in third ⌊3i/n⌋.

    Means within 1e-9 of each other are equal, and equals go by id.
    """
    order = best_first(means, questions, better)
    count = len(order)
    thirds = [3 * i // count for i in range(count)]
    ranks = shared_ranks([means[i] for i in order])
    cuts = []
    for i in range(1, count):
        if thirds[i] != thirds[i - 1] and ranks[i] == ranks[i - 1]:
            first = ranks[i] - 1
            behind = ranks.count(ranks[i]) - (i - first)
            cuts.append(TiedCut(THIRDS[thirds[i - 1]], float(means[order[i]]), i - first, behind))
    return Hardness(
        [questions[i] for i in order],
        [float(means[i]) for i in order],
        [THIRDS[third] for third in thirds],
        cuts,
    )
