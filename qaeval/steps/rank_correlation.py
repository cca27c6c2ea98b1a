"""The step of ``qaeval correlate``: do two measures, or two gold standards, rank alike?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.errors import InputError
from qaeval.measures import Measure
from qaeval.presentation.correlation_tables import Pair, correlation_table, disagreement_table
from qaeval.presentation.results import Result, Shown
from qaeval.presentation.tables import Table
from qaeval.progress import Watch
from qaeval.scores.ranking import levels
from qaeval.scores.table import Scores
from qaeval.steps.notes import Notes
from qaeval.steps.study import Study
from qaeval.studies.correlation import (
    Correlation,
    correlate,
    disagreements,
    resampled_item_taus,
)
from qaeval.studies.exact import weigher_of
from qaeval.studies.hardness import question_means
from qaeval.studies.sampling import resampled_weights
from qaeval.studies.units import Units
from qaeval.wording import shown

TRIALS = 1000  # resamples for an interval, unless told


@dataclass(frozen=True)
class CorrelateOptions:
    """What is ranked, and which rankings are compared."""

    over: str | None = None  # runs or questions; None: as the rest asks for
    against: str | None = None  # only the pairs in which this is measure_x
    disagree: int | None = None  # instead, so many questions whose ranks differ most
    trials: int = TRIALS
    seed: int = 0

    @property
    def ranked(self) -> str:
        """What is ranked."""
        return self.over or ("runs" if self.disagree is None else "questions")

    @property
    def least_runs(self) -> int:
        """How many runs it takes."""
        return 2 if self.ranked == "runs" else 1

    def check(self, macro: str | None) -> None:
        """Refuse what does not go together."""
        if self.disagree is not None and self.ranked == "runs":
            raise InputError("--disagree beside --over runs: it compares the ranks of questions")
        if macro is not None and self.ranked == "questions":
            raise InputError("--macro beside questions: it says how runs are valued, not questions")


def correlation_result(study: Study, asked: CorrelateOptions, notes: Notes, watch: Watch) -> Result:
    """Every pair of rankings compared, or the questions on which they differ most."""
    over, of_runs = asked.ranked, asked.ranked == "runs"
    measures = _ranking_measures(study, over, notes)
    pairs = _pairs(measures, asked.against)
    values = _run_values(study, measures) if of_runs else _question_values(study.scores, measures)

    def correlations() -> dict[Pair, Correlation]:
        weights = None if of_runs else _resampled_questions(study.units, asked.trials, asked.seed)
        return _correlations(pairs, values, weights, watch)

    choices: dict[str, object] = {"over": over}
    if asked.disagree is None:
        if not of_runs:
            choices.update(trials=asked.trials, seed=asked.seed)
        known = correlations()
        shown_here = Shown([correlation_table(known)], _about_the_columns(known, over))
    else:
        known = None
        shown_here = Shown(_disagreements(study, pairs, values, asked.disagree))

    def drawing(path: str) -> bytes:
        from qaeval.presentation.plots.scatter import plot_scatter  # most calls draw nothing

        drawn = correlations() if known is None else known
        return plot_scatter(
            {pair: (values[pair[0]], values[pair[1]]) for pair in drawn},
            {pair: correlation.tau for pair, correlation in drawn.items()},
            study.scores.runs if of_runs else None,
            path,
        )

    return Result(lambda form: shown_here, study.signature(**choices), drawing)


def _disagreements(
    study: Study,
    pairs: Sequence[tuple[Measure, Measure]],
    values: Mapping[str, Floats],
    most: int,
) -> list[Table]:
    """The questions whose ranks differ most, a table per pair of measures."""
    tables, questions = [], study.scores.questions
    for x, y in pairs:
        means = (values[x.label], values[y.label])
        rankings = (_ranking(means[0], x), _ranking(means[1], y))
        differing = disagreements(*rankings, questions, most)
        tables.append(disagreement_table((x.label, y.label), means, questions, differing))
    return tables


def _ranking_measures(study: Study, over: str, notes: Notes) -> list[Measure]:
    """The measures whose rankings are compared, two or more."""
    measures = study.measures
    if over == "questions":
        measures = study.mean_measures(notes)
        if len(study.scores.questions) < 2:
            raise InputError("1 question, expected 2 or more to rank")
    if len(measures) < 2:
        raise InputError(f"1 measure ({measures[0].label}), expected 2 or more to correlate")
    return measures


def _about_the_columns(correlations: Mapping[Pair, Correlation], over: str) -> list[str]:
    about = f"n: {over} ranked. ap: measure_x is the actual ranking, measure_y the one evaluated. "
    if over == "runs":
        return [
            about + "low, high: empty, as no interval of tau over runs was found that holds: on "
            "questions drawn anew, rankings agree less than they do on other questions."
        ]
    sentences = [f"{about}low, high: 95% interval of tau (bootstrap over questions)."]
    known = [pair for pair in correlations.values() if not np.isnan(pair.tau)]
    if any(pair.low is not None and np.isnan(pair.low) for pair in known):
        sentences.append("No interval: on some questions drawn, a ranking is all ties.")
    return sentences


def _pairs(measures: Sequence[Measure], against: str | None) -> list[tuple[Measure, Measure]]:
    """Every pair, the one asked for first as x; or one measure against each of the others."""
    if against is None:
        return list(combinations(measures, 2))
    first = next((measure for measure in measures if measure.label == against), None)
    if first is None:
        names = " ".join(measure.label for measure in measures)
        raise InputError(f"--against {shown(against)}: expected a measure compared here: {names}")
    return [(first, measure) for measure in measures if measure is not first]


def _run_values(study: Study, measures: Sequence[Measure]) -> dict[str, Floats]:
    """Each run's overall value, which must be defined; with --macro the mean over tasks."""
    scores = study.scores
    every = np.ones((len(scores.questions), 1))
    by_label = {}
    for measure in measures:
        weigh = weigher_of(scores, measure, study.units)
        values = np.asarray(weigh(every).values)[:, 0]
        undefined = np.flatnonzero(np.isnan(values))
        if len(undefined):
            run = shown(scores.runs[undefined[0]])
            raise InputError(f"{measure.label} is undefined for run {run}")
        by_label[measure.label] = values
    return by_label


def _question_values(scores: Scores, measures: Sequence[Measure]) -> dict[str, Floats]:
    """Each question's mean over runs."""
    return {measure.label: question_means(scores.columns[measure.label]) for measure in measures}


def _ranking(values: Floats, measure: Measure) -> Ints:
    """Levels that grow towards the better."""
    return levels(-values if measure.definition.better == "low" else values)


def _resampled_questions(units: Units, trials: int, seed: int) -> Floats:
    """How often each question was drawn, questions × trials; clusters are drawn whole."""
    return resampled_weights(units.count, trials, seed)[units.of_question]


def _correlations(
    pairs: Sequence[tuple[Measure, Measure]],
    values: Mapping[str, Floats],
    weights: Floats | None,
    watch: Watch,
) -> dict[Pair, Correlation]:
    """Each pair's rankings compared; `weights`, for the interval, are the questions drawn anew."""
    measures = {measure.label: measure for pair in pairs for measure in pair}
    rankings = {label: _ranking(values[label], measure) for label, measure in measures.items()}
    correlations = {}
    with watch(len(pairs) * len(next(iter(rankings.values()))), "correlate") as step:
        for x, y in ((first.label, second.label) for first, second in pairs):
            both = rankings[x], rankings[y]
            taus = None if weights is None else resampled_item_taus(*both, weights, step)
            correlations[x, y] = correlate(*both, taus)
    return correlations
