"""``qaeval correlate``: do two measures, or two gold standards, rank alike?"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import click

from qaeval.cli.options import FOR_PEOPLE, Notes, emit, output_options
from qaeval.cli.study_options import (
    exclude_option,
    plot_option,
    seed_option,
    table_options,
    trials_option,
)
from qaeval.errors import InputError
from qaeval.wording import counted, shown

if TYPE_CHECKING:
    from qaeval.arrays import Floats, Ints
    from qaeval.measures import Measure
    from qaeval.presentation.tables import Cell, Table
    from qaeval.scores.table import Scores
    from qaeval.studies.correlation import Correlation

EPILOG = """\b
Examples:
  qaeval score -q -f tsv -m RR -m Q -m AP -o scores.tsv key.tsv runs/*.tsv
  qaeval correlate scores.tsv
  qaeval correlate --over questions -m RR -m Q --plot scatter.png scores.tsv
  qaeval correlate --against RR scores.tsv
  qaeval correlate --disagree 10 -m RR -m Q scores.tsv
"""


@click.command("correlate", epilog=EPILOG, short_help="Compare the rankings of two measures.")
@table_options
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
@exclude_option
@trials_option(1000, "Resamples of the questions for the interval.")
@seed_option
@plot_option("Draw a scatter")
@output_options()
def command(**options: Any) -> None:
    """Correlation between rankings, for every pair of measures.

    Kendall's tau-b, Spearman's rho and AP correlation (Yilmaz et al. 2008) compare
    the ranking by measure_x with that by measure_y, of runs, or of questions
    by their mean over runs; n is how many are ranked. Best is first in
    both, also where lower is better, and values nearer than 1e-9 are tied.

    AP correlation is not symmetric: measure_x gives the actual ranking, and errors
    at the top of the ranking by measure_y weigh most. With ties it is the mean
    over all ways of breaking them.

    low and high are the 95% interval of tau: the middle of the taus on questions
    drawn anew with replacement, which tends to lie a little low, as fewer
    different questions rank less steadily. A ranking that is nothing but ties
    has no correlation (-), nor is there an interval if such a ranking was drawn.

    --disagree ranks questions, 1 the easiest, ties at the mean of their places, and
    prints measure_x, measure_y, question, mean_x, mean_y, rank_x, rank_y, diff
    (rank_y - rank_x: above 0 the question is harder by measure_y).
    """
    from qaeval.cli.commands.hardness import mean_measures
    from qaeval.cli.study import experiment_signature, read_studies, wrapped
    from qaeval.presentation.tables import render

    over = options["over"] or ("runs" if options["disagree"] is None else "questions")
    if options["disagree"] is not None and over == "runs":
        raise InputError("--disagree beside --over runs: it compares the ranks of questions")
    notes = Notes(options["verbose"])
    least = 2 if over == "runs" else 1
    options["by"] = None
    (study,) = read_studies(options, notes, least).values()
    measures = study.measures
    if over == "questions":
        measures = mean_measures(study, bool(options["measure"]), notes)
        if len(study.scores.questions) < 2:
            raise InputError("1 question, expected 2 or more to rank")
    if len(measures) < 2:
        raise InputError(f"1 measure ({measures[0].label}), expected 2 or more to correlate")
    pairs = _pairs(measures, options["against"])
    choices: dict[str, object] = {"over": over}
    values = (_run_values if over == "runs" else _question_values)(study.scores, measures)
    told: list[str] = []
    results: dict[tuple[str, str], Correlation] = {}
    if options["disagree"] is None or options["plot"] is not None:
        results = _correlations(study.scores, pairs, values, over, options)
    if options["disagree"] is None:
        choices.update(trials=options["trials"], seed=options["seed"])
        tables = [_table(results)]
        told = [
            f"n: {over} ranked. ap: measure_x is the actual ranking, measure_y the one evaluated. "
            "low, high: 95% interval of tau (bootstrap over questions)."
        ]
        if any(one.tau == one.tau and one.low != one.low for one in results.values()):
            told.append("No interval: on some questions drawn, a ranking is undefined or all ties.")
    else:
        tables = _disagreements(study.scores, pairs, values, options)
    picture = None
    if options["plot"] is not None:
        from qaeval.presentation.plots.scatter import plot_scatter

        named = study.scores.runs if over == "runs" else None
        points = {pair: (values[pair[0]], values[pair[1]]) for pair in results}
        taus = {pair: found.tau for pair, found in results.items()}
        picture = plot_scatter(points, taus, named, options["plot"])
    footer = [
        *wrapped(told),
        *([""] if told else []),
        experiment_signature({"": study}, options, **choices),
    ]
    header = not options["no_header"]
    text = render(tables, options["format"], options["digits"], header, footer)
    emit(text, options["output"], options["plot"], picture)
    notes.tell()


def _pairs(measures: list[Measure], against: str | None) -> list[tuple[Measure, Measure]]:
    """Every pair, the one asked for first as x; or one measure against each of the others."""
    if against is None:
        return list(combinations(measures, 2))
    chosen = [one for one in measures if one.label == against]
    if not chosen:
        names = " ".join(one.label for one in measures)
        raise InputError(f"--against {shown(against)}: expected a measure compared here: {names}")
    return [(chosen[0], one) for one in measures if one is not chosen[0]]


def _run_values(scores: Scores, measures: list[Measure]) -> dict[str, Floats]:
    """Each run's overall value, which must be defined."""
    import numpy as np

    from qaeval.studies.exact import Weigher

    every = np.ones((len(scores.questions), 1))
    found = {}
    for measure in measures:
        values = np.asarray(Weigher(scores, measure)(every).values)[:, 0]
        undefined = np.flatnonzero(np.isnan(values))
        if len(undefined):
            run = shown(scores.runs[undefined[0]])
            raise InputError(f"{measure.label} is undefined for run {run}")
        found[measure.label] = values
    return found


def _question_values(scores: Scores, measures: list[Measure]) -> dict[str, Floats]:
    from qaeval.studies.hardness import question_means

    return {one.label: question_means(scores.columns[one.label]) for one in measures}


def _ranking(values: Floats, measure: Measure) -> Ints:
    """Levels that grow towards the better."""
    from qaeval.studies.correlation import levels

    return levels(-values if measure.definition.better == "low" else values)


def _correlations(
    scores: Scores,
    pairs: list[tuple[Measure, Measure]],
    values: dict[str, Floats],
    over: str,
    options: dict[str, Any],
) -> dict[tuple[str, str], Correlation]:
    import numpy as np

    from qaeval.cli.progress_bar import progress
    from qaeval.studies.correlation import correlate, resampled_item_taus, resampled_run_taus
    from qaeval.studies.exact import Weigher
    from qaeval.studies.sampling import resampled_weights

    weights = resampled_weights(len(scores.questions), options["trials"], options["seed"])
    measures = {one.label: one for pair in pairs for one in pair}
    rankings = {label: _ranking(values[label], one) for label, one in measures.items()}
    redrawn: dict[str, Ints] = {}
    lacking: dict[str, np.ndarray[Any, Any]] = {}
    if over == "runs":
        for label, one in measures.items():
            drawn = np.asarray(Weigher(scores, one)(weights, progress).values)
            lacking[label] = np.asarray(np.isnan(drawn).any(axis=0))
            redrawn[label] = _ranking(drawn, one)
    found = {}
    with progress(len(pairs) * len(next(iter(rankings.values()))), "correlate") as step:
        for x, y in ((one.label, other.label) for one, other in pairs):
            if over == "runs":
                taus = resampled_run_taus(redrawn[x], redrawn[y], step)
                taus[lacking[x] | lacking[y]] = np.nan
            else:
                taus = resampled_item_taus(rankings[x], rankings[y], weights, step)
            found[x, y] = correlate(rankings[x], rankings[y], taus)
    return found


def _table(results: dict[tuple[str, str], Correlation]) -> Table:
    from qaeval.presentation.tables import Column, Table

    columns = [
        Column("measure_x"),
        Column("measure_y"),
        Column("n", "whole"),
        *(Column(name, "number") for name in ("tau", "rho", "ap", "low", "high")),
    ]
    rows: list[list[Cell]] = [
        [x, y, one.count, one.tau, one.rho, one.ap, one.low, one.high]
        for (x, y), one in results.items()
    ]
    return Table(columns, rows)


def _disagreements(
    scores: Scores,
    pairs: list[tuple[Measure, Measure]],
    values: dict[str, Floats],
    options: dict[str, Any],
) -> list[Table]:
    """A table for each pair of measures."""
    from qaeval.presentation.tables import Column, Table
    from qaeval.studies.correlation import disagreements

    people = options["format"] in FOR_PEOPLE
    tables = []
    for x, y in pairs:
        rankings = (_ranking(values[x.label], x), _ranking(values[y.label], y))
        found = disagreements(*rankings, scores.questions, options["disagree"])
        start: list[Cell] = [] if people else [x.label, y.label]
        rows: list[list[Cell]] = [
            [
                *start,
                scores.questions[one.item],
                float(values[x.label][one.item]),
                float(values[y.label][one.item]),
                one.rank_x,
                one.rank_y,
                one.difference,
            ]
            for one in found
        ]
        ends = (x.label, y.label) if people else ("x", "y")
        columns = [
            *([] if people else [Column("measure_x"), Column("measure_y")]),
            Column("question"),
            *(Column(f"mean_{end}" if not people else end, "number") for end in ends),
            *(Column(name, "exact") for name in ("rank_x", "rank_y", "diff")),
        ]
        questions = counted(len(scores.questions), "question")
        title = f"x: {x.label}, y: {y.label}, ranks among {questions}" if people else ""
        tables.append(Table(columns, rows, title))
    return tables
