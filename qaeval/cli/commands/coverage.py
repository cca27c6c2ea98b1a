"""``qaeval coverage``: what would a system have scored had it stayed silent when unsure?"""

from __future__ import annotations

import click

from qaeval.cli.ending import conclude
from qaeval.cli.gathering import gathered
from qaeval.cli.options import (
    OutputOptions,
    complete_measures,
    name_from_option,
    output_option_group,
    questions_option,
    run_columns_option,
)
from qaeval.cli.progress_bar import progress
from qaeval.cli.run_choice import name_choice_options
from qaeval.cli.study_options import intersect_option, only_option, seed_option
from qaeval.steps.abstaining import POINTS, CoverageOptions, coverage_result
from qaeval.steps.notes import Notes
from qaeval.steps.response_runs import ResponseOptions, read_responses
from qaeval.steps.run_choice import RunChoice

EPILOG = """\b
Examples:
  qaeval coverage --judged sample_data/response/runs/icia091ro.tsv
  qaeval coverage --judged --best-for c@1 sample_data/response/runs/*09*.tsv
  qaeval score -q -f tsv -m c@1 -m CWS -o scores.tsv key.tsv runs/*.tsv
  qaeval coverage --plot risk.png scores.tsv
"""


@click.command("coverage", epilog=EPILOG)
@click.argument("files", nargs=-1, metavar="SCORES... | --judged RUN...", type=click.Path())
@click.option("--judged", is_flag=True, help="The files are judged responses.")
@click.option(
    "-m",
    "--measure",
    multiple=True,
    metavar="NAME",
    shell_complete=complete_measures,
    help="Another response measure beside those shown. Repeat for more.",
)
@click.option(
    "--best-for",
    multiple=True,
    metavar="NAME",
    shell_complete=complete_measures,
    help="Instead, the threshold that is best for this measure, cross-validated. Repeat for more.",
)
@click.option(
    "--folds",
    type=click.IntRange(2),
    default=10,
    metavar="K",
    show_default=True,
    help="Parts of the questions for --best-for: each is answered by the others' threshold.",
)
@click.option(
    "--points",
    type=click.IntRange(2),
    metavar="N",
    help=f"At most N thresholds a run, evenly (default: all; as text, md and latex {POINTS}).",
)
@intersect_option
@questions_option
@only_option
@name_from_option
@run_columns_option
@name_choice_options()
@gathered("choice", RunChoice)
@gathered("asked", ResponseOptions)
@seed_option
@output_option_group(plot="Draw the error rate against coverage, and how far confidences hold")
def command(
    asked: ResponseOptions,
    measure: tuple[str, ...],
    best_for: tuple[str, ...],
    folds: int,
    points: int | None,
    seed: int,
    output: OutputOptions,
) -> None:
    """Hold answers below a confidence back: coverage, risk, and the best threshold.

    SCORES is a score table with confidences ('qaeval score -q -f tsv -m CWS …'),
    or with --judged the files are judged responses. For every confidence that a run
    gives, the row of that threshold has the scores of the run had it not answered
    where it was less confident; in the last row, 'none', it answers nothing. What a
    run left unanswered stays so. Text shows the shortest number that draws the
    line at the same place, the other formats the confidence itself.

    --best-for finds the threshold that would have been best. A threshold that is
    chosen and judged on the same questions looks better than it is, so cv_value
    is the score if the questions of each fold are answered by the threshold that
    is best for the other folds, and cv_gain what is left of the gain, with its 95%
    interval: where that holds 0, the threshold may gain nothing on other questions.
    Of equally good thresholds the lowest is taken, which answers most.

    As tsv: run threshold coverage precision accuracy c@1 UF, then those of -m; with
    --best-for: run measure threshold coverage value without gain cv_value cv_gain
    threshold_low threshold_high (over the folds) cv_gain_low cv_gain_high.
    """
    wanted = CoverageOptions(measure, best_for, folds, points, seed)
    notes = Notes(output.verbose)
    conclude(output, coverage_result(read_responses(asked, notes), wanted, asked, progress), notes)
