"""``qaeval plan``: how many questions are enough?"""

from __future__ import annotations

import click

from qaeval.cli.cluster import executor_option
from qaeval.cli.ending import conclude
from qaeval.cli.gathering import gathered
from qaeval.cli.options import OutputOptions, jobs_option, output_option_group
from qaeval.cli.plan_guess import GuessOptions, guess_of
from qaeval.cli.progress_bar import progress
from qaeval.cli.study_options import (
    LEAST,
    between,
    pilot_option_group,
    seed_option,
    trials_option,
)
from qaeval.errors import InputError
from qaeval.presentation.plan_tables import Goals
from qaeval.steps.asked import PLAN_TRIALS, DrawOptions, TableOptions
from qaeval.steps.guessed import guessed_plan
from qaeval.steps.notes import Notes
from qaeval.steps.planned import (
    Wanted,
    plan_result,
)
from qaeval.steps.study import read_study

EPILOG = """\b
Examples:
  qaeval score -q -f tsv -o scores.tsv key.tsv runs/*.tsv
  qaeval plan -m RR -m NQcorrect5 scores.tsv
  qaeval plan --at 50 --at 100 --at 1000 scores.tsv
  qaeval plan --diff 0.05 --diff 0.02 scores.tsv
  qaeval plan --compared-runs 20 --plot plan.png scores.tsv
  qaeval plan --sd 0.45 --diff 0.02
  qaeval plan --accuracy 0.7 --discordant 0.2 --at 500 --at 1000
"""


@click.command("plan", epilog=EPILOG)
@pilot_option_group
@click.option(
    "--at",
    multiple=True,
    type=click.IntRange(2, 1_000_000),
    metavar="N",
    help="A number of questions (default: the present, twice, 5 and 10 times it). Repeat.",
)
@click.option(
    "--diff", multiple=True, metavar="D", help="Questions needed for this difference. Repeat."
)
@click.option(
    "--confidence",
    default="0.95",
    metavar="P",
    show_default=True,
    help="Confidence of the required difference.",
)
@click.option(
    "--power",
    default="0.8",
    metavar="P",
    show_default=True,
    help="Chance of finding a true difference that is called detectable.",
)
@click.option(
    "--alpha",
    default="0.05",
    metavar="P",
    show_default=True,
    help="Significance level of the test that finds it, two-sided.",
)
@click.option(
    "--compared-runs",
    type=click.IntRange(2, 10_000),
    default=2,
    metavar="N",
    show_default=True,
    help="Runs that will be compared with each other, all pairs of them.",
)
@gathered(
    "supposed",
    GuessOptions,
    click.option(
        "--sd",
        metavar="S",
        help="Without SCORES: standard deviation of the difference of two runs on a question.",
    ),
    click.option("--accuracy", metavar="P", help="Without SCORES: the share that a run has right."),
    click.option(
        "--discordant",
        metavar="P",
        help="With --accuracy: the share of questions that one run has right and another wrong.",
    ),
)
@gathered(
    "draws",
    DrawOptions,
    trials_option(PLAN_TRIALS, "How many times sets are drawn."),
    seed_option,
    jobs_option,
    executor_option,
)
@output_option_group(plot="Draw both differences against the number of questions")
def command(
    table: TableOptions,
    supposed: GuessOptions,
    draws: DrawOptions,
    output: OutputOptions,
    at: tuple[int, ...],
    diff: tuple[str, ...],
    confidence: str,
    power: str,
    alpha: str,
    compared_runs: int,
) -> None:
    """How many questions are enough.

    Two answers for each number of questions. The difference required is the one
    that another set of as many questions would contradict in 5% of the cases or
    fewer (see qaeval swap); the difference detectable is the true one that max-t,
    the test of qaeval compare, finds with 80% power among all pairs of as many runs
    as --compared-runs says, from the variance of the differences per question.

    Swap rates can be measured with up to half of the questions only. They are
    measured at growing numbers c, and a binomial logit model of the difference
    and c is fitted to them; beyond that the table says 'extrapolated', and the
    band from low to high says how far other questions and runs of the same kind
    would move the figure.

    The required difference is supported where there are ten runs or more, the model
    agrees with the measured swap rates at every c (within .08 in each of six wide
    bins of differences), 2% or more of the differences measured are as large as
    it asks for, and no more than 10 times the questions are asked for. Else a line
    says what is missing, 'supported' is no, and JSON has null.

    Where runs have repeated samples, a second table has the detectable difference
    for 1, 2, 4, 8 and 16 samples of each question (tsv: detectable_1 …), from the
    unbiased parts of the variance, and a sentence says from where on twice as many
    samples would lower it by less than 5%: then more questions help, not samples.

    With --diff the table tells how many questions each difference needs, 'none'
    if a million would not do. With --cluster, clusters are counted instead of
    questions. Without SCORES, --sd or --accuracy with --discordant say how runs
    are supposed to differ, and the table has what can be detected.
    """
    if at and diff:
        raise InputError("--at beside --diff: one asks for differences, the other for questions")
    differences = list(dict.fromkeys(between(text, "--diff", 0.0, None) for text in diff))
    goals = Goals(
        between(confidence, "--confidence", 0.5, 1.0),
        between(power, "--power", 0.5, 1.0),
        between(alpha, "--alpha", LEAST, 1.0),
        compared_runs,
    )
    number = table.choice.run_table
    if number is not None and number.isdecimal():
        raise InputError(
            f"--runs {number}: expected a table of runs; how many will be compared is "
            f"--compared-runs {number}"
        )
    guess = guess_of(supposed, table.tables)
    if guess is not None:
        result = guessed_plan(guess, list(dict.fromkeys(at)), differences, goals)
        conclude(output, result, Notes(output.verbose))
        return
    notes = Notes(output.verbose)
    wanted = Wanted(goals, list(dict.fromkeys(at)), differences)
    conclude(output, plan_result(read_study(table, notes), draws, wanted, notes, progress), notes)
