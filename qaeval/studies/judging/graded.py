"""Grades that a model gave to every answer, and what measures make of other grades."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from qaeval.arrays import Bools, Floats
from qaeval.collection.responses import Responses
from qaeval.errors import InputError
from qaeval.measures import Measure
from qaeval.scores.scoring import score
from qaeval.scores.table import Scores
from qaeval.studies.inference.contributions import bounds_of
from qaeval.wording import counted, listed

RIGHT, ANSWERED = "correct", "answered"
_STEP = 1e-4  # of the share right, over which the slope of a measure is taken


@dataclass(frozen=True)
class Graded:
    """A score table whose column `graded` a model gave, and people could have given."""

    scores: Scores
    graded: str
    measures: list[Measure]

    @property
    def model(self) -> Floats:
        """The model's grades, runs × questions."""
        return self.scores.columns[self.graded]

    @property
    def by_outcome(self) -> bool:
        """Whether a grade says right or wrong, and silence is known."""
        return self.graded == RIGHT

    @cached_property
    def answered(self) -> Bools:
        """Where there is an answer to be graded, runs × questions."""
        if self.by_outcome:
            return self.scores.columns[ANSWERED] > 0
        return np.ones(self.model.shape, dtype=np.bool_)

    @cached_property
    def bounds(self) -> tuple[float, float] | None:
        """Between which grades lie, if they have ends."""
        if self.by_outcome:
            return 0.0, 1.0
        return bounds_of(self.measures[0], {self.graded: self.model})

    @cached_property
    def span(self) -> float:
        """What a grade that goes the other way is worth: the length of the scale, or as seen."""
        if self.bounds is not None:
            return self.bounds[1] - self.bounds[0]
        return float(np.ptp(self.model))

    def with_grades(self, measure: Measure, grades: Floats) -> Scores:
        """The table with other grades, and with what these make of the measure's own column."""
        columns = {**self.scores.columns, self.graded: grades}
        if self.by_outcome and measure.is_mean:
            right, wrong, none = _pay_offs(measure)
            answered = columns[ANSWERED]
            columns[measure.label] = none + (wrong - none) * answered + (right - wrong) * grades
        return replace(self.scores, columns=columns, summaries={})

    def slopes(self, measure: Measure, grades: Floats) -> Floats:
        """How much each run's value moves with the mean of its grades."""
        ends = [
            measure.overall(self.with_grades(measure, grades + step).columns)
            for step in (-_STEP * self.span, _STEP * self.span)
        ]
        return (ends[1] - ends[0]) / (2 * _STEP * self.span)


def graded_table(scores: Scores, measures: Sequence[Measure]) -> Graded:
    """Which column people grade: right or wrong where all measures follow from that."""
    if scores.samples is not None:
        raise InputError("several samples of a question, expected one response to each")
    if {RIGHT, ANSWERED} <= set(scores.columns):
        others = [measure.label for measure in measures if not _told_by_outcome(scores, measure)]
        if not others:
            return Graded(scores, RIGHT, list(measures))
        if len(measures) > 1 or not measures[0].is_mean:
            raise InputError(
                f"{listed(others)}: does not follow from which answers are right and which "
                "questions were answered, so that people's labels cannot correct it"
            )
    if len(measures) > 1:
        names = listed([measure.label for measure in measures])
        have = counted(len(measures), "measure")
        raise InputError(f"{have} ({names}), but labels are values of one: say which with -m")
    if not measures[0].is_mean:
        raise InputError(
            f"{measures[0].label} is not a mean over questions, and the table has no rows per "
            f"question of {RIGHT} and {ANSWERED}: take judged responses"
        )
    return Graded(scores, measures[0].label, list(measures))


def correctable(scores: Scores, measures: Sequence[Measure]) -> list[Measure]:
    """Those of the measures that labels can correct together; all, if they cannot be told."""
    if not {RIGHT, ANSWERED} <= set(scores.columns):
        return list(measures)
    return [measure for measure in measures if _told_by_outcome(scores, measure)] or list(measures)


def _told_by_outcome(scores: Scores, measure: Measure) -> bool:
    """Whether right, wrong and silence are all that the measure's values come from."""
    if not measure.is_mean:
        parts = set(measure.columns.values())
        return measure.definition.kind == "totals" and parts <= {RIGHT, ANSWERED}
    if measure.definition.family == "foreign":
        return False
    right, wrong, none = _pay_offs(measure)
    correct, answered = scores.columns[RIGHT], scores.columns[ANSWERED]
    told = none + (wrong - none) * answered + (right - wrong) * correct
    return bool(np.allclose(told, scores.columns[measure.label], rtol=0, atol=1e-9))


def _pay_offs(measure: Measure) -> tuple[float, float, float]:
    """What a right answer, a wrong one and silence are worth."""
    unknown = np.full(3, np.nan)
    three = Responses("", ["1", "2", "3"], ["R", "W", "U"], unknown, unknown, "")
    right, wrong, none = score(three, [measure]).columns[measure.label][0].tolist()
    return right, wrong, none
