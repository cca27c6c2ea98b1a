"""Scores as whole numbers, so that sums, ties and edges are decided on true values.

In floating point, with right/wrong scores and c = 100, about a quarter of the comparisons land in
the wrong .01 bin. Here every sum is a sum of integers held in doubles below 2^53, which no order of
summation, number of processes or BLAS can change.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Protocol

import numpy as np

from qaeval.arrays import Bools, Floats, Ints
from qaeval.collection.draws import Sets
from qaeval.errors import InputError
from qaeval.measures import Measure
from qaeval.measures.drawn import Samples
from qaeval.progress import Watch, unwatched
from qaeval.scores.ranking import SAME
from qaeval.scores.table import Scores
from qaeval.studies.products import squared_differences
from qaeval.studies.sampling import SetWeights
from qaeval.studies.units import Units
from qaeval.wording import shown

# A value is taken for the fraction p/q with the smallest q up to this that gives exactly its float.
LARGEST_DENOMINATOR = 2520

_LARGEST_SUM = 2.0**53
_EXACT_IN_32_BITS = 2.0**24
_WEIGHTS_AT_ONCE = 4_000_000
_VALUES_AT_ONCE = 1_000_000
_FINEST_GRID = 2.0**40  # about 1e-12
NUDGE = 1 + 1e-11  # lifts what rounding left a hair below an edge; no true value is so close


class Stretches(Protocol):
    """Weights of 0 and 1 that would be too many at once: some columns after the other."""

    @property
    def sizes(self) -> Ints:
        """What each column adds up to."""

    def stretches(self, kind: str = "f8") -> Iterator[Floats]:
        """Questions × some columns, as floats of that kind."""


# Questions × columns, whole numbers.
Weights = Floats | Bools | Stretches


def stretches(weights: Weights, kind: str = "f8") -> Iterator[Floats]:
    """Weights some columns at a time; those of 0 and 1 as floats of that kind."""
    if isinstance(weights, np.ndarray):
        yield weights.astype(kind, copy=False)
    else:
        yield from weights.stretches(kind)


def _sizes(weights: Weights) -> Floats:
    """What each column adds up to."""
    sizes = weights.sum(axis=0) if isinstance(weights, np.ndarray) else weights.sizes
    return sizes.astype(np.float64)


# Positions of questions, as many in each part; all runs on one part stand below those on another.
Parts = Sequence[Ints]


def _stacked(column: Floats, parts: Parts) -> Floats:
    return np.concatenate([np.take(column, questions, axis=1) for questions in parts])


@dataclass(frozen=True)
class WholeColumn:
    """A column of values as whole units: value = units / per."""

    units: Floats  # runs × questions, whole numbers
    per: float
    exact: bool  # False: the values were rounded to a fixed grid

    @property
    def guard(self) -> float:
        """Differences of units below this are rounding."""
        return 0.0 if self.exact else SAME * self.per

    def sums(self, weights: Weights) -> Floats:
        """What the units add up to under each column of weights.

        Over sets, sums below 2^24 are exact in 32 bits too, which takes half the time.
        """
        most = float(np.abs(self.units).sum(axis=1).max(initial=0))
        light = self.units.astype("f4" if most < _EXACT_IN_32_BITS else "f8")
        parts = [
            (light if part.dtype == light.dtype else self.units) @ part
            for part in stretches(weights, light.dtype.char)
        ]
        return np.concatenate(parts, axis=1).astype(np.float64)

    def on(self, parts: Parts) -> WholeColumn:
        """The same of some of the questions."""
        return replace(self, units=_stacked(self.units, parts))

    @classmethod
    def of(cls, values: Floats) -> WholeColumn:
        """Exactly, where a small common denominator exists; else on a grid of about 1e-12."""
        largest = max(float(values.max(initial=0)), -float(values.min(initial=0)))
        room = _LARGEST_SUM / max(1.0, largest) / values.shape[-1]
        common = _common_denominator(values, room)
        per = float(common or min(_FINEST_GRID, 2.0 ** math.floor(math.log2(room))))
        units = values * per
        return cls(np.rint(units, out=units), per, common is not None)


def _common_denominator(values: Floats, room: float) -> int | None:
    """The least common denominator of values that are small fractions, if sums have room for it."""
    common = 1
    if common >= room:
        return None
    rows = max(1, _VALUES_AT_ONCE // values.shape[-1])
    for start in range(0, len(values), rows):
        some = values[start : start + rows]
        for value in np.unique(some[some != np.rint(some)]).tolist():  # the others are whole
            denominator = _denominator(value)
            if denominator is None:
                return None
            common = math.lcm(common, denominator)
            if common >= room:
                return None
    return common


@lru_cache(maxsize=1 << 14)  # columns of one table have the same values again and again
def _denominator(value: float) -> int | None:
    """The smallest q up to LARGEST_DENOMINATOR with p/q = value."""
    fraction = Fraction(value).limit_denominator(LARGEST_DENOMINATOR)
    if fraction.numerator / fraction.denominator != value:
        return None
    return fraction.denominator


@dataclass(frozen=True)
class Weighted:
    """Values of a measure under weights on the questions: value = numerators / denominator.

    Differences smaller than `guard` (in values) are 0, and an edge within it counts as reached; it
    is 0 where the numerators are exact.
    """

    numerators: Floats  # runs × columns of weights
    denominator: float | Floats  # one for all, or one a column where sets differ in size
    guard: float

    @property
    def values(self) -> Floats:
        """The values themselves, rounded once; a set that has no question of a task has none."""
        with np.errstate(invalid="ignore"):
            return self.numerators / self.denominator

    @property
    def margin(self) -> float | Floats | None:
        """The guard in numerators; None where they are exact."""
        return self.guard * self.denominator if self.guard else None


class Weigher:
    """Recomputes a measure for any weights on the questions, from its per-question columns."""

    def __init__(self, scores: Scores, measure: Measure) -> None:
        self.measure = measure
        self.parts = 1
        columns = {name: scores.columns[label] for name, label in measure.columns.items()}
        self.columns: dict[str, Floats] = {}  # of what needs them question by question
        self.whole: dict[str, WholeColumn] = {}  # of what needs no more than their sums
        if measure.definition.kind == "columns":
            self.columns = columns
        else:
            filled = {name: np.nan_to_num(column) for name, column in columns.items()}
            self.whole = {name: WholeColumn.of(column) for name, column in filled.items()}

    @property
    def is_mean(self) -> bool:
        """Whether the measure is the mean of one column."""
        return self.measure.is_mean

    def on(self, parts: Parts) -> Weigher:
        """The same of some of the questions, in the same whole units."""
        part = copy(self)
        part.parts = len(parts)
        part.columns = {name: _stacked(column, parts) for name, column in self.columns.items()}
        part.whole = {name: whole.on(parts) for name, whole in self.whole.items()}
        return part

    def __call__(self, weights: Weights, watch: Watch = unwatched) -> Weighted:
        """The measure under each column of `weights` (questions × columns, whole numbers)."""
        if self.measure.definition.kind == "columns":
            return Weighted(self._of_columns(weights, watch), 1.0, SAME)
        sizes = _sizes(weights)
        size = float(sizes[0]) if (sizes == sizes[0]).all() else sizes
        if self.is_mean:
            (column,) = self.whole.values()
            return Weighted(column.sums(weights), column.per * size, 0.0 if column.exact else SAME)
        sums = {name: whole.sums(weights) / whole.per for name, whole in self.whole.items()}
        # The runs of one part are scored together: a measure may set one against the others.
        parts = [np.split(part, self.parts) for part in sums.values()]
        values = [
            self.of_sums(dict(zip(sums, part, strict=True)), size)
            for part in zip(*parts, strict=True)
        ]
        return Weighted(np.concatenate(values), 1.0, SAME)

    def spreads(self, x: Ints, y: Ints) -> Floats:
        """The standard deviation of a mean's differences per question, pair by pair."""
        (whole,) = self.whole.values()
        count = whole.units.shape[1]
        squares, sums = squared_differences(whole.units, 1.0, x, y), whole.units.sum(axis=1)
        about_mean = count * squares - (sums[x] - sums[y]) ** 2
        return np.sqrt(np.maximum(about_mean, 0.0) / (count * (count - 1))) / whole.per

    def without_each(self) -> Floats:
        """The measure without each question in turn, runs × questions."""
        if self.measure.definition.kind == "totals":
            sums = {
                name: (whole.units.sum(axis=1, keepdims=True) - whole.units) / whole.per
                for name, whole in self.whole.items()
            }
            return self.of_sums(sums, float(next(iter(sums.values())).shape[1] - 1))
        count = next(iter(self.columns.values())).shape[1]
        stretches = np.array_split(np.arange(count), -(-count * count // _WEIGHTS_AT_ONCE))
        return np.concatenate([self._without(at, count) for at in stretches], axis=1)

    def _without(self, left_out: Ints, count: int) -> Floats:
        weights = np.ones((len(left_out), count), dtype=np.bool_).T
        weights[left_out, np.arange(len(left_out))] = False
        return self(weights).values

    def of_sums(self, sums: Mapping[str, Floats], size: float | Floats) -> Floats:
        """The measure from sums of its components over `size` questions."""
        shape = next(iter(sums.values())).shape
        counts = np.broadcast_to(np.asarray(size, dtype=np.float64), shape)
        return self.measure.of_sums(counts, sums)

    def _of_columns(self, weights: Weights, watch: Watch) -> Floats:
        runs = len(next(iter(self.columns.values())))
        label = f"{self.measure.label} on samples of questions"
        parts: list[list[Floats]] = [[] for _ in range(runs)]
        with watch(runs, label) as step:
            count, done, told = len(_sizes(weights)), 0, 0
            for part in stretches(weights, "?"):
                samples = Samples(part.T.view(np.bool_))
                for run, values in enumerate(parts):
                    columns = {name: column[run] for name, column in self.columns.items()}
                    values.append(self.measure.of_samples(columns, samples))
                    done += len(samples)
                    step(done // count - told)
                    told = done // count
        return np.array([np.concatenate(values) for values in parts])


class TaskWeigher:
    """The mean of a measure over tasks that count the same each, for any weights on questions."""

    def __init__(self, scores: Scores, measure: Measure, units: Units) -> None:
        assert units.task_of_question is not None
        self.measure = measure
        whole = Weigher(scores, measure)
        self.parts = [
            (members, whole.on([members]))
            for members in (
                np.flatnonzero(units.task_of_question == task) for task in range(units.tasks)
            )
        ]

    def on(self, parts: Parts) -> TaskWeigher:
        """The same of some of the questions, which stand in ascending order."""
        part = copy(self)
        part.parts = [
            (
                np.flatnonzero(np.isin(parts[0], members)),
                weigher.on([np.flatnonzero(np.isin(members, chosen)) for chosen in parts]),
            )
            for members, weigher in self.parts
        ]
        return part

    def __call__(self, weights: Weights, watch: Watch = unwatched) -> Weighted:
        """The mean under each column of `weights`, which draw from every task."""
        values = [
            weigher(_RowsOf(weights, members), watch).values for members, weigher in self.parts
        ]
        return Weighted(np.mean(values, axis=0), 1.0, SAME)


class _RowsOf:
    """Weights on some of the questions."""

    def __init__(self, weights: Weights, members: Ints) -> None:
        self.weights = weights
        self.members = members

    @cached_property
    def sizes(self) -> Ints:
        """What each column adds up to."""
        return np.concatenate([part.sum(axis=0) for part in self.stretches("i8")]).astype(np.int64)

    def stretches(self, kind: str = "f8") -> Iterator[Floats]:
        """The same columns."""
        return (part[self.members] for part in stretches(self.weights, kind))


def weigher_of(scores: Scores, measure: Measure, units: Units) -> Weigher | TaskWeigher:
    """What computes the measure on sets of units."""
    if units.task_of_question is None:
        return Weigher(scores, measure)
    return TaskWeigher(scores, measure, units)


def complete_values(weighted: Weighted, measure: Measure, runs: Sequence[str]) -> Weighted:
    """The values, unless the measure is undefined for some run on some draw of questions."""
    bad = np.flatnonzero(np.isnan(weighted.numerators).any(axis=1))
    if len(bad):
        raise InputError(
            f"{measure.label} is undefined for run {shown(runs[bad[0]])} on some of the question "
            "sets drawn, so it cannot be compared over them"
        )
    return weighted


def values_on_sets(
    scores: Scores, measure: Measure, units: Units, sets: Sequence[Sets], watch: Watch = unwatched
) -> list[Weighted]:
    """The measure of every run on the sets of each trial, which must all be defined."""
    weigh = weigher_of(scores, measure, units)
    return [
        complete_values(weigh(SetWeights(drawn, units), watch), measure, scores.runs)
        for drawn in sets
    ]


def whole_steps(differences: Floats, step: float | Floats, most: int) -> Ints:
    """How many whole steps each difference reaches, towards 0, at most `most` either way."""
    with np.errstate(over="ignore"):  # what is beyond the range is beyond every step
        scaled = differences * (NUDGE / step)
    return np.clip(scaled, -most, most, out=scaled).astype(np.int64)
