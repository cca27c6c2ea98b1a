"""``qaeval correlate``: do two measures, or two gold standards, rank alike?"""

from __future__ import annotations

import click

from qaeval.cli.ending import conclude
from qaeval.cli.options import OutputOptions, cluster_option, macro_option, output_option_group
from qaeval.cli.progress_bar import progress
from qaeval.cli.run_choice import best_choice_options
from qaeval.cli.study_options import seed_option, table_group, table_options, trials_option
from qaeval.steps.asked import TableOptions
from qaeval.steps.notes import Notes
from qaeval.steps.rank_correlation import CorrelateOptions, correlation_result
from qaeval.steps.study import read_study

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
    asked = CorrelateOptions(over, against, disagree, trials, seed)
    asked.check(table.macro)
    notes = Notes(output.verbose)
    study = read_study(table, notes, asked.least_runs)
    conclude(output, correlation_result(study, asked, notes, progress), notes)
