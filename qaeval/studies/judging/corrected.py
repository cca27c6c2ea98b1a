"""The corrected values of runs, their intervals, and the tests between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from qaeval.arrays import Bools, Floats, Ints
from qaeval.measures import Measure
from qaeval.progress import Watch, unwatched
from qaeval.studies.exact import WholeColumn
from qaeval.studies.inference.contributions import Contributions, Spread, bounds_of, contributions
from qaeval.studies.inference.intervals import Intervals, t_quantile, wilson
from qaeval.studies.inference.verdicts import Asked, Verdicts, verdicts
from qaeval.studies.judging.correction import Correction
from qaeval.studies.judging.graded import Graded
from qaeval.studies.units import Units


@dataclass(frozen=True)
class Estimates:
    """Every run's value, the variance of it, and its 95% interval."""

    values: Floats
    variances: Floats
    intervals: Intervals

    def where(self, chosen: Bools, others: Estimates) -> Estimates:
        """These for the chosen runs, others for the rest."""
        ends = zip(
            (self.intervals.low, self.intervals.high),
            (others.intervals.low, others.intervals.high),
            strict=True,
        )
        return Estimates(
            np.where(chosen, self.values, others.values),
            np.where(chosen, self.variances, others.variances),
            Intervals(*(np.where(chosen, mine, theirs) for mine, theirs in ends)),
        )


@dataclass(frozen=True)
class Corrected:
    """One measure by the model alone, by people alone and corrected, in the order of the runs."""

    measure: Measure
    runs: Sequence[str]
    model: Floats
    people: Estimates
    corrected: Estimates
    slopes: Floats  # λ; 0 where the model does not help
    labels: Ints
    as_good_as: Floats  # labels that people alone would need
    verdicts: Verdicts


def corrected_runs(
    graded: Graded,
    measure: Measure,
    found: Sequence[Correction],
    units: Units,
    asked: Asked,
    watch: Watch = unwatched,
) -> Corrected:
    """Correct every run by one measure, and test the family.

    Where the corrected interval would be wider than people's alone, it is people's alone.
    """
    alone = np.array([run.people for run in found])
    moved = np.array([run.grades for run in found])
    powers = np.array([run.power for run in found])
    people = _Seen(graded, measure, found, units, alone, np.zeros(len(found)))
    both = _Seen(graded, measure, found, units, moved, powers)
    by_people, by_both = people.estimates(), both.estimates()
    helps = (powers > 0) & (_width(by_both) <= _width(by_people))
    final = _Seen(
        graded,
        measure,
        found,
        units,
        np.where(helps[:, None], moved, alone),
        np.where(helps, powers, 0.0),
    )
    labels = np.array([run.labels for run in found])
    corrected = by_both.where(helps, by_people)
    with np.errstate(divide="ignore", invalid="ignore"):
        worth = labels * by_people.variances / corrected.variances
    known = helps & (by_people.variances > 0)
    told = verdicts(final.for_pairs(), graded.scores.runs, measure.definition.better, asked, watch)
    return Corrected(
        measure,
        graded.scores.runs,
        measure.overall(graded.with_grades(measure, graded.model).columns),
        by_people,
        corrected,
        np.where(helps, [run.slope for run in found], 0.0),
        labels,
        np.where(known, worth, labels),
        replace(told, intervals=corrected.intervals),
    )


def _width(estimates: Estimates) -> Floats:
    return estimates.intervals.high - estimates.intervals.low


class _Seen:
    """A measure of every run under some grades, and what is left open of it."""

    def __init__(
        self,
        graded: Graded,
        measure: Measure,
        found: Sequence[Correction],
        units: Units,
        grades: Floats,
        powers: Floats,
    ) -> None:
        self.found, self.units, self.powers = found, units, powers
        scores = graded.with_grades(measure, grades)
        given = contributions(scores, measure, units)
        columns = {name: graded.scores.columns[label] for name, label in measure.columns.items()}
        self.given = replace(given, bounds=bounds_of(measure, columns))
        parts = given.whole.units / given.per
        stretches = np.array([run.stretch for run in found])
        self.rows = units.sums((parts - given.values[:, None]) * stretches)
        # What one more answer right is worth to the mean over all questions.
        answered = np.array([run.answered for run in found])
        self.worth = graded.slopes(measure, grades) * answered * graded.span

    def estimates(self) -> Estimates:
        """With half a disagreement each way that was not seen: λ is known from few of them."""
        count = np.array([run.effective for run in self.found])
        unseen = (self.worth * self.powers) ** 2 / (count * (count - 1))
        variances = (self.rows**2).sum(axis=1) / self.units.questions**2 + unseen
        return Estimates(self.given.values, variances, self._intervals(variances))

    def _intervals(self, variances: Floats) -> Intervals:
        """Wilson's with as many right or wrong answers as leave so much open, else Student's t."""
        labelled = np.array([run.labelled_units for run in self.found], dtype=np.float64)
        quantiles = np.array([t_quantile(count - 1) for count in labelled])
        values = self.given.values
        if self.given.bounds is None:
            reach = quantiles * np.sqrt(variances)
            return Intervals(values - reach, values + reach)
        low, high = self.given.bounds
        shares = np.clip((values - low) / (high - low), 0, 1)
        inside = shares * (1 - shares)
        counts = labelled.copy()
        varies = (inside > 0) & (variances > 0)
        counts[varies] = (inside * (high - low) ** 2)[varies] / variances[varies]
        ends = [
            wilson(shares[at : at + 1], counts[at : at + 1], quantile)
            for at, quantile in enumerate(quantiles.tolist())
        ]
        return Intervals(
            *(low + (high - low) * np.array([end[side][0] for end in ends]) for side in (0, 1))
        )

    def for_pairs(self) -> Contributions:
        """The contributions with what labels leave open of them.

        A column for each run has a labelled answer of it that went the other way: with few labels
        the disagreements seen are too few to tell how many there are.
        """
        count = np.array([run.effective for run in self.found])
        unseen = np.diag(self.units.questions * np.abs(self.worth) / count)
        rows = WholeColumn.of(np.hstack([self.rows, unseen]))
        fewest = min(run.labelled_units for run in self.found)
        noun = f"labelled {self.units.noun}"
        return replace(self.given, spread=Spread(rows, float(fewest - 1), noun))
