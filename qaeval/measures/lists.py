"""Ranked lists as measures see them: the correct answers, with ranks, gains and running sums."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from qaeval.arrays import Bools, Floats, Ints
from qaeval.marking.marks import Marks
from qaeval.measures.tries import Tries


@dataclass(frozen=True)
class Gains:
    """The gain of each level in whole units of a common fraction: running sums stay exact."""

    units: tuple[int, ...] | range  # by level; level 0 has none
    per: int  # units that make a gain of 1

    @classmethod
    def as_levels(cls, scale: int) -> Gains:
        """The level itself as its gain, on a scale of so many levels, perhaps a million."""
        return cls(range(scale + 1), 1)

    @classmethod
    def of(cls, gains: tuple[Fraction, ...]) -> Gains:
        """From the gains of the levels 1, 2, …"""
        per = math.lcm(*(gain.denominator for gain in gains))
        return cls((0, *(int(gain * per) for gain in gains)), per)

    @property
    def table(self) -> Ints:
        """The units by level as an array."""
        if isinstance(self.units, range):
            return np.arange(len(self.units))
        return np.array(self.units, dtype=np.int64)

    @property
    def highest(self) -> float:
        """The gain of the scale's top level."""
        return self.units[-1] / self.per


class RankedLists:
    """The correct answers of every question's list, up to a cutoff, in rank order.

    One entry per correct answer: `question` (its position), `rank`, `gain`, `count` (correct
    answers so far, C(r)), `cumulative` (gain so far, cg(r)). Per question: `classes` (R), `given`.
    """

    def __init__(self, marks: Marks, gains: Gains, cutoff: int | None = None) -> None:
        self.marks = marks
        self.gains = gains
        self.cutoff = cutoff
        self.size = len(marks.questions)
        self.given = marks.given
        units = gains.table
        self.question, self.rank, hits = _positive(
            marks.correct_at, units[marks.correct_levels], marks.bounds
        )
        self.ideal_question, self.ideal_rank, ideal = _positive(
            np.arange(len(marks.ideal)), units[marks.ideal], marks.ideal_bounds
        )
        self.classes = np.bincount(self.ideal_question, minlength=self.size)
        self.count, running = _running(self.question, hits)
        _, ideal_running = _running(self.ideal_question, ideal)
        self.gain = hits / gains.per
        self.cumulative = running / gains.per
        self.ideal_gain = ideal / gains.per
        self._ideal_cumulative = ideal_running / gains.per
        self._ideal_start = np.cumsum(self.classes) - self.classes
        if cutoff is not None:
            self._cut(cutoff)

    def _cut(self, cutoff: int) -> None:
        keep = self.rank <= cutoff
        for name in ("question", "rank", "count", "gain", "cumulative"):
            setattr(self, name, getattr(self, name)[keep])
        keep = self.ideal_rank <= cutoff
        for name in ("ideal_question", "ideal_rank", "ideal_gain"):
            setattr(self, name, getattr(self, name)[keep])

    @cached_property
    def ideal_cumulative(self) -> Floats:
        """cg*(r): the ideal list's gain so far at the rank of each correct answer."""
        steps = np.minimum(self.rank, self.classes[self.question])
        return self._ideal_cumulative[self._ideal_start[self.question] + steps - 1]

    def blended_ratio(self, beta: float) -> Floats:
        """BR(r) = (C(r) + β·cg(r)) / (r + β·cg*(r)) at each correct answer (2007, Section 4.1)."""
        return (self.count + beta * self.cumulative) / (self.rank + beta * self.ideal_cumulative)

    def total(self, values: Floats | Ints, where: Bools | None = None) -> Floats:
        """Per question, the sum over its correct answers, in rank order as trec_eval does."""
        question = self.question
        if where is not None:
            question, values = question[where], values[where]
        return sums_by_question(question, values, self.size)

    def ideal_total(self, values: Floats) -> Floats:
        """Per question, the sum over the ideal list."""
        return sums_by_question(self.ideal_question, values, self.size)

    @property
    def hits(self) -> Floats:
        """Per question, the number of correct answers."""
        return np.bincount(self.question, minlength=self.size).astype(np.float64)

    @cached_property
    def first_best(self) -> Bools:
        """Marks the first correct answer that has its list's highest gain."""
        best = np.zeros(self.size)
        np.maximum.at(best, self.question, self.gain)
        is_best = (self.gain == best[self.question]).astype(np.int64)
        _, so_far = _running(self.question, is_best)
        return (is_best == 1) & (so_far == 1)


class Views:
    """One run's marks as ranked lists, built once for each set of gains and cutoff asked for."""

    def __init__(self, marks: Marks) -> None:
        self.marks = marks
        self._lists: dict[tuple[Gains, int | None], RankedLists] = {}

    def lists(self, gains: Gains, cutoff: int | None) -> RankedLists:
        """The lists under these gains, up to the cutoff."""
        which = (gains, cutoff)
        if which not in self._lists:
            self._lists[which] = RankedLists(self.marks, gains, cutoff)
        return self._lists[which]

    @cached_property
    def tries(self) -> Tries:
        """The samples of each question."""
        return Tries(self.marks)


def sums_by_question(question: Ints, values: Floats | Ints, size: int) -> Floats:
    """Per question, the sum of its entries, added up in their order."""
    return np.bincount(question, weights=values, minlength=size).astype(np.float64, copy=False)


def ratio(values: Floats, by: Floats | Ints) -> Floats:
    """values / by, and 0 where there is nothing to divide by."""
    return np.divide(values, by, out=np.zeros(len(values)), where=np.asarray(by) > 0)


def log_discount(rank: Ints) -> Floats:
    """log2(r + 1) from the C library, whose last bit numpy's own version does not always share."""
    if not len(rank):
        return np.zeros(0)
    table = np.array([math.log2(r + 1) for r in range(1, int(rank.max()) + 1)])
    return table[rank - 1]


def _positive(at: Ints, units: Ints, bounds: Ints) -> tuple[Ints, Ints, Ints]:
    """Question, rank within it and units of the entries with a gain."""
    at, units = at[units > 0], units[units > 0]
    question = np.searchsorted(bounds, at, side="right") - 1
    return question, at - bounds[question] + 1, units


def _running(question: Ints, units: Ints) -> tuple[Ints, Ints]:
    """Within each question: how many entries so far, and their units so far."""
    starts = np.flatnonzero(np.diff(question, prepend=-1))
    lengths = np.diff(np.append(starts, len(question)))
    count = np.arange(len(question)) - np.repeat(starts, lengths) + 1
    sums = np.cumsum(units)
    before = np.repeat(sums[starts] - units[starts], lengths)
    return count, sums - before
