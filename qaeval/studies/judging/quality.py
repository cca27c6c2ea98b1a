"""Is the judge any good? Its grades beside people's, answer by answer and run by run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np

from qaeval.arrays import Bools, Floats, Ints
from qaeval.gold.agreement import COEFFICIENTS, answer_parts, sums_of
from qaeval.progress import Watch, unwatched
from qaeval.studies.exact import WholeColumn
from qaeval.studies.inference.contributions import Contributions, Spread
from qaeval.studies.inference.intervals import t_quantile, wilson
from qaeval.studies.inference.verdicts import Asked, Verdicts, verdicts
from qaeval.studies.judging.graded import Graded
from qaeval.studies.judging.labels import Labels
from qaeval.studies.units import Units

_BY_NAME = {coefficient.name: coefficient for coefficient in COEFFICIENTS}


class Span(NamedTuple):
    """A number with its 95% interval; NaN where there is nothing to count."""

    value: float
    low: float
    high: float


class Confusion(NamedTuple):
    """How many labelled answers each of the two accepts; an answer that people halve counts so."""

    both: float
    model_alone: float
    people_alone: float
    neither: float

    @property
    def kappa(self) -> float:
        """Cohen's; NaN where both say one and the same of all."""
        table = np.array([[self.both, self.model_alone], [self.people_alone, self.neither]])
        return float(_BY_NAME["Cohen"].of_pair(table).value)


@dataclass(frozen=True)
class Quality:
    """The model's grades beside people's, of one run or of all."""

    labels: int
    bias: Span  # mean grade by the model less that by people
    distance: Span  # mean of how far apart they are
    confusion: Confusion | None  # None: grades are more than right and wrong
    accepts_wrong: Span  # of the answers that are wrong by people, the share accepted
    rejects_right: Span


@dataclass(frozen=True)
class Accord:
    """The shares of pairs of equal labels: of two people, and of the model and one of them."""

    answers: int  # that several people labelled
    people: float
    model: float
    alpha: float  # Krippendorff's among people, nominal; NaN where it is undefined


def qualities(graded: Graded, labels: Labels, units: Units) -> tuple[list[Quality], Quality]:
    """Of every run, and of all runs together."""
    every = len(graded.scores.runs)
    runs = [_quality(graded, labels, units, [run]) for run in range(every)]
    return runs, _quality(graded, labels, units, range(every))


def _quality(graded: Graded, labels: Labels, units: Units, runs: Sequence[int]) -> Quality:
    known = labels.known[list(runs)]
    model, people = graded.model[list(runs)][known], labels.grades[list(runs)][known]
    # Answers to one question are not independent: all runs' labels of a unit belong together.
    unit_of = np.broadcast_to(units.of_question, known.shape)[known]
    counts = _Weighted(labels.weights[list(runs)][known], unit_of)
    nothing = Span(math.nan, math.nan, math.nan)
    is_plain = bool(np.isin(model, (0.0, 1.0)).all()) and graded.bounds == (0.0, 1.0)
    confusion = accepts = rejects = None
    if is_plain:
        parts = (people * model, (1 - people) * model, people * (1 - model))
        rest = (1 - people) * (1 - model)
        confusion = Confusion(*(float(part.sum()) for part in (*parts, rest)))
        accepts = counts.share((1 - people) * model, 1 - people)
        rejects = counts.share(people * (1 - model), people)
    return Quality(
        len(model),
        counts.mean(model - people, graded.span),
        counts.mean(np.abs(model - people), graded.span),
        confusion,
        accepts or nothing,
        rejects or nothing,
    )


class _Weighted:
    """Labelled answers with weights, in units that belong together."""

    def __init__(self, weights: Floats, unit_of: Ints) -> None:
        self.weights = weights
        _, self.unit_of = np.unique(unit_of, return_inverse=True)
        self.units = int(self.unit_of.max()) + 1

    def _squares(self, residuals: Floats) -> float:
        return float((np.bincount(self.unit_of, self.weights * residuals) ** 2).sum())

    def mean(self, values: Floats, span: float) -> Span:
        """By Student's t, with a disagreement that was not seen."""
        total = float(self.weights.sum())
        mean = float((self.weights * values).sum()) / total
        labels = total**2 / float((self.weights**2).sum())
        squares = self._squares(values - mean) / total**2 + (span / labels) ** 2
        error = math.sqrt(squares * self.units / max(self.units - 1, 1))
        reach = t_quantile(self.units - 1) * error
        return Span(mean, mean - reach, mean + reach)

    def share(self, counted: Floats, among: Floats) -> Span:
        """Of what is `among`, the share that is counted, by Wilson's interval."""
        total = float((self.weights * among).sum())
        there = np.unique(self.unit_of[among > 0])
        if total == 0 or len(there) < 2:
            return Span(math.nan, math.nan, math.nan)
        share = float((self.weights * counted).sum()) / total
        size = total**2 / float((self.weights**2 * among).sum())
        variance = self._squares(counted - share * among) / total**2
        variance *= len(there) / (len(there) - 1)
        if 0 < share < 1 and variance > 0:
            size = share * (1 - share) / variance
        low, high = wilson(np.array([share]), np.array([size]), t_quantile(len(there) - 1))
        return Span(share, float(low[0]), float(high[0]))


def bias_test(
    graded: Graded, labels: Labels, units: Units, asked: Asked, watch: Watch = unwatched
) -> Verdicts:
    """Whether the model is kinder to some runs than to others, by the test of `compare`."""
    shape = len(graded.scores.runs), units.questions
    values, parts, rows = np.empty(shape[0]), np.empty(shape), np.empty((shape[0], units.count))
    unseen, fewest = np.empty(shape[0]), math.inf
    for run in range(shape[0]):
        known = labels.known[run]
        error, weights = _errors(graded, labels, run, known)
        mean = float((weights * error).sum() / weights.sum())
        scaled = weights * shape[1] / weights.sum() * (error - mean)
        count = len(np.unique(units.of_question[known])) if units.clustered else int(known.sum())
        values[run], parts[run] = mean, mean + scaled
        rows[run] = units.sums(scaled[None, :] * math.sqrt(count / max(count - 1, 1)))[0]
        unseen[run] = shape[1] * graded.span * float((weights**2).sum()) / weights.sum() ** 2
        fewest = min(fewest, count)
    spread = Spread(
        WholeColumn.of(np.hstack([rows, np.diag(unseen)])), fewest - 1, f"labelled {units.noun}"
    )
    given = Contributions(
        values, WholeColumn.of(parts), units, None, False, ~np.isnan(values), spread=spread
    )
    return verdicts(given, graded.scores.runs, "high", asked, watch)


def _errors(graded: Graded, labels: Labels, run: int, known: Bools) -> tuple[Floats, Floats]:
    """The model's grade less people's, and the weight of it; 0 where there is no label."""
    error = np.where(known, graded.model[run] - np.where(known, labels.grades[run], 0.0), 0.0)
    return error, np.where(known, labels.weights[run], 0.0)


def accord(graded: Graded, labels: Labels) -> Accord | None:
    """How often people agree with each other, and the model with one of them."""
    people, model = [], []
    for (run, question), given in labels.several.items():
        if len(given) < 2:
            continue
        pairs = [x == y for x, y in combinations(given.values(), 2)]
        grade = graded.model[run, question]
        people.append(sum(pairs) / len(pairs))
        model.append(sum(grade == label for label in given.values()) / len(given))
    if not people:
        return None
    alpha = _alpha([list(given.values()) for given in labels.several.values()])
    return Accord(len(people), float(np.mean(people)), float(np.mean(model)), alpha)


def _alpha(given: Sequence[Sequence[float]]) -> float:
    """Krippendorff's of all labels, each grade a label of its own."""
    scale = sorted({grade for grades in given for grade in grades})
    counts = np.array([[list(grades).count(grade) for grade in scale] for grades in given])
    of_sums = _BY_NAME["alpha"].of_sums
    assert of_sums is not None
    return float(of_sums(sums_of(answer_parts(counts).sum(axis=0), len(scale))).value)
