"""``qaeval correlate``: do two measures, or two gold standards, rank alike?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import click
import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.cli.ending import finish
from qaeval.cli.options import (
    Notes,
    OutputOptions,
    cluster_option,
    macro_option,
    output_option_group,
)
from qaeval.cli.progress_bar import progress
from qaeval.cli.run_choice import best_choice_options
from qaeval.cli.study import Study, read_study
from qaeval.cli.study_options import (
    TableOptions,
    seed_option,
    table_group,
    table_options,
    trials_option,
)
from qaeval.errors import InputError
from qaeval.measures import Measure
from qaeval.presentation.correlation_tables import Pair, correlation_table, disagreement_table
from qaeval.presentation.plots.scatter import plot_scatter
from qaeval.scores.ranking import levels
from qaeval.scores.table import Scores
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

EPILOG = """\b
Examples:
  qaeval score -q -f tsv -m RR -m Q -m AP -o scores.tsv key.tsv runs/*.tsv
  qaeval correlate scores.tsv
  qaeval correlate --over questions -m RR -m Q --plot scatter.png scores.tsv
  qaeval correlate --against RR scores.tsv
  qaeval correlate --disagree 10 -m RR -m Q scores.tsv
"""


@click.command("correlate", epilog=EPILOG)
@table_group(table_options, best_choice_options, cluster_option, macro_option)
@click.option(
    "--over",
    type=click.Choice(["runs", "questions"]),
    help="Rank runs (the default), or questions by their mean over runs.",
)
@click.option(
    "--against",
    metavar="MEASURE",
    help="Only the pairs in which MEASURE is measure_x.",
)
@click.option(
    "--disagree",
    type=click.IntRange(1, 1_000_000),
    metavar="N",
    help="Instead, the N questions whose ranks differ most between two measures.",
)
@trials_option(1000, "Resamples for the interval (--over questions).")
@seed_option
@output_option_group(plot="Draw a scatter")
def command(
    table: TableOptions,
    output: OutputOptions,
    over: str | None,
    against: str | None,
    disagree: int | None,
    trials: int,
    seed: int,
) -> None:
    """Correlation between rankings, for every pair of measures.

    Kendall's tau-b, Spearman's rho and AP correlation (Yilmaz et al. 2008) compare
    the ranking by measure_x with that by measure_y, of runs, or of questions
    by their mean over runs; n is how many are ranked. Best is first in
    both, also where lower is better, and values nearer than 1e-9 are tied.

    AP correlation is not symmetric: measure_x gives the actual ranking, and errors
    at the top of the ranking by measure_y weigh most. With ties it is the mean
    over all ways of breaking them.

    Over questions, low and high are the 95% interval of tau: the middle of the taus
    on questions (or, with --cluster, clusters) drawn anew with replacement. Over
    runs they are empty: rankings by fewer different questions are less steady,
    so such an interval lies too low, and none was found that holds. A ranking that
    is nothing but ties has no correlation (-), nor is there an interval if such a
    ranking was drawn. With --macro, runs are ranked by the mean over tasks.

    --disagree ranks questions, 1 the easiest, ties at the mean of their places, and
    prints measure_x, measure_y, question, mean_x, mean_y, rank_x, rank_y, diff
    (rank_y - rank_x: above 0 the question is harder by measure_y).
    """
    over = over or ("runs" if disagree is None else "questions")
    if disagree is not None and over == "runs":
        raise InputError("--disagree beside --over runs: it compares the ranks of questions")
    if table.macro is not None and over == "questions":
        raise InputError("--macro beside questions: it says how runs are valued, not questions")
    notes = Notes(output.verbose)
    study = read_study(table, notes, least_runs=2 if over == "runs" else 1)
    measures = _ranking_measures(study, over, notes)
    pairs = _pairs(measures, against)
    of_runs = over == "runs"
    values = _run_values(study, measures) if of_runs else _question_values(study.scores, measures)
    correlations: dict[Pair, Correlation] = {}
    if disagree is None or output.plot is not None:
        weights = None if of_runs else _resampled_questions(study.units, trials, seed)
        correlations = _correlations(pairs, values, weights)
    choices: dict[str, object] = {"over": over}
    sentences: list[str] = []
    if disagree is None:
        if not of_runs:
            choices.update(trials=trials, seed=seed)
        tables = [correlation_table(correlations)]
        sentences = _about_the_columns(correlations, over)
    else:
        tables = []
        for x, y in pairs:
            means = (values[x.label], values[y.label])
            rankings = (_ranking(means[0], x), _ranking(means[1], y))
            questions = study.scores.questions
            most = disagreements(*rankings, questions, disagree)
            tables.append(disagreement_table((x.label, y.label), means, questions, most))
    picture = None
    if output.plot is not None:
        picture = plot_scatter(
            {pair: (values[pair[0]], values[pair[1]]) for pair in correlations},
            {pair: correlation.tau for pair, correlation in correlations.items()},
            study.scores.runs if over == "runs" else None,
            output.plot,
        )
    finish(output, tables, notes, sentences, study.signature(**choices), picture)


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
) -> dict[Pair, Correlation]:
    """Each pair's rankings compared; `weights`, for the interval, are the questions drawn anew."""
    measures = {measure.label: measure for pair in pairs for measure in pair}
    rankings = {label: _ranking(values[label], measure) for label, measure in measures.items()}
    correlations = {}
    with progress(len(pairs) * len(next(iter(rankings.values()))), "correlate") as step:
        for x, y in ((first.label, second.label) for first, second in pairs):
            both = rankings[x], rankings[y]
            taus = None if weights is None else resampled_item_taus(*both, weights, step)
            correlations[x, y] = correlate(*both, taus)
    return correlations
