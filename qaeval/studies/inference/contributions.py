"""Every measure as one number per run and question, whose mean is the measure.

All inference sees only these numbers, added up within units: a mean gives its values themselves, a
macro mean its values weighted so that tasks count the same, any other measure its jackknife
pseudo-values, moved so that their mean is the measure itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from qaeval.arrays import Bools, Floats
from qaeval.measures import Measure
from qaeval.scores.table import Scores
from qaeval.studies.exact import Weigher, WholeColumn
from qaeval.studies.products import exact_squares
from qaeval.studies.units import Units


@dataclass(frozen=True)
class Spread:
    """What is left open of the runs' values, where that is more than which questions were drawn.

    The squares of a run's row add up to the variance of its sum. There may be columns beyond those
    of the units, which flips turn as well: what might have been seen and was not.
    """

    rows: WholeColumn  # runs × units and further columns
    degrees: float
    noun: str  # what there is one more of than degrees of freedom


@dataclass(frozen=True)
class Contributions:
    """A run's value is the sum of its row over units, divided by the number of questions."""

    values: Floats  # each run's own aggregate, NaN where the measure is undefined
    whole: WholeColumn  # runs × questions
    units: Units
    bounds: tuple[float, float] | None  # between which the measure lies, if it has ends
    pseudo: bool  # jackknife pseudo-values of what is not a mean
    known: Bools  # runs whose contributions are all defined
    no_interval: str = ""  # why none of a value holds
    no_test: str = ""  # why none of a difference holds
    spread: Spread | None = None  # None: the units themselves show it

    @property
    def is_centred(self) -> bool:
        """Whether flips act on what is left after means: of tasks, or of a spread of its own."""
        return self.units.tasks > 1 or self.spread is not None

    @property
    def degrees(self) -> float:
        """Degrees of freedom of a standard error."""
        return self.units.degrees if self.spread is None else self.spread.degrees

    @cached_property
    def sums(self) -> Floats:
        """The contributions added up within units, runs × units, in whole numbers of 1/per."""
        return self.units.sums(self.whole.units)

    @property
    def per(self) -> float:
        """What makes 1 of a whole number."""
        return self.whole.per

    @cached_property
    def totals(self) -> Floats:
        """The sum of each run's contributions, in whole numbers."""
        return self.sums.sum(axis=1)

    @cached_property
    def residuals(self) -> WholeColumn:
        """The unit sums less what the task's mean lets expect, stretched, runs × units.

        Stretched so that their squares add up to the variance of the sum of all: see `Units`.
        """
        if self.spread is not None:
            return self.spread.rows
        units, sums = self.units, self.sums / self.per
        sizes = units.sizes.astype(np.float64)
        residuals = np.empty_like(sums)
        for members, stretch in zip(units.columns_by_task, units.stretches, strict=True):
            part = sums[:, members]
            mean = part.sum(axis=1, keepdims=True) / sizes[members].sum()
            residuals[:, members] = (part - sizes[members] * mean) * stretch
        return WholeColumn.of(residuals)

    @property
    def flipped_rows(self) -> tuple[Floats, float]:
        """What sign flips act on, in whole numbers, and what makes 1 of them.

        Tasks are fixed: with several, flips act on what is left after each task's mean, else
        differences between tasks would pass for sampling error.
        """
        if not self.is_centred:
            return self.sums, self.per
        return self.residuals.units, self.residuals.per

    @cached_property
    def standard_errors(self) -> Floats:
        """Of each run's value: cluster-robust, within tasks; NaN without a degree of freedom."""
        if self.degrees < 1:
            return np.full(len(self.values), np.nan)
        squares = exact_squares(self.residuals.units) / self.residuals.per**2
        errors = np.sqrt(squares) / self.units.questions
        return np.where(self.known, errors, np.nan)

    @cached_property
    def span(self) -> float:
        """What a question won is worth: the length of the scale, or the widest seen in a run.

        Where questions weigh unequally (few in a task, sure answers in CWS), one can be worth more
        than the scale is long.
        """
        scale = 0.0 if self.bounds is None else self.bounds[1] - self.bounds[0]
        units = self.whole.units[self.known]
        if not units.size:
            return scale
        seen = np.ptp(units) if self.bounds is None else np.ptp(units, axis=1).max()
        return max(scale, float(seen) / self.per)


def contributions(scores: Scores, measure: Measure, units: Units) -> Contributions:
    """The contributions of every run of a score table, all on the same questions."""
    columns = {name: scores.columns[label] for name, label in measure.columns.items()}
    bounds = bounds_of(measure, columns)
    if units.task_of_question is None:
        if measure.is_mean:
            whole = next(iter(Weigher(scores, measure).whole.values()))
            values = measure.overall(scores.columns)
            return Contributions(values, whole, units, bounds, False, ~np.isnan(values))
        values, pseudo = _pseudo_values(scores, measure)
        return _of_numbers(values, pseudo, units, bounds, measure)
    values = np.zeros(len(scores.runs))
    numbers = np.empty((len(scores.runs), units.questions))
    for task in range(units.tasks):
        members = np.flatnonzero(units.task_of_question == task)
        part = scores.on([scores.questions[at] for at in members])
        share = units.questions / (units.tasks * len(members))
        if measure.is_mean:
            value, parts = measure.overall(part.columns), next(iter(columns.values()))[:, members]
        else:
            value, parts = _pseudo_values(part, measure)
        values += value / units.tasks
        numbers[:, members] = parts * share
    return _of_numbers(values, numbers, units, bounds, measure)


def _of_numbers(
    values: Floats,
    numbers: Floats,
    units: Units,
    bounds: tuple[float, float] | None,
    measure: Measure,
) -> Contributions:
    known = ~(np.isnan(numbers).any(axis=1) | np.isnan(values))
    whole = WholeColumn.of(np.where(known[:, None], numbers, 0.0))
    pseudo, declared = not measure.is_mean, measure.definition
    unsaid = declared.no_interval, declared.no_test
    return Contributions(values, whole, units, bounds, pseudo, known, *unsaid)


def _pseudo_values(scores: Scores, measure: Measure) -> tuple[Floats, Floats]:
    """n·M − (n−1)·M without the question, moved to have M as their mean; one question has M."""
    count = len(scores.questions)
    values = measure.overall(scores.columns)
    if count == 1:
        return values, values[:, None]
    without = Weigher(scores, measure).without_each()
    spread = without - without.mean(axis=1, keepdims=True)
    return values, values[:, None] - (count - 1) * spread


def bounds_of(measure: Measure, columns: dict[str, Floats]) -> tuple[float, float] | None:
    """The ends of the measure's scale: as declared, else 0 and 1 where all values lie there."""
    if measure.definition.family != "foreign":
        return measure.bounds
    (values,) = columns.values()
    seen = values[~np.isnan(values)]
    inside = bool(seen.size) and float(seen.min()) >= 0 and float(seen.max()) <= 1
    return (0.0, 1.0) if inside else None
