"""``qaeval hardness``: which questions are hard, and of what kind are they?"""

from __future__ import annotations

import click

from qaeval.cli.ending import conclude
from qaeval.cli.options import OutputOptions, output_option_group
from qaeval.cli.study_options import table_option_group
from qaeval.steps.asked import TableOptions
from qaeval.steps.hard_questions import check_by, hardness_result
from qaeval.steps.notes import Notes
from qaeval.steps.study import read_study

EPILOG = """\b
Examples:
  qaeval score -q -f tsv -o scores.tsv key.tsv runs/*.tsv
  qaeval hardness -m RR scores.tsv
  qaeval hardness --questions questions.tsv --by category scores.tsv
  qaeval hardness --exclude outlier scores.tsv
"""


@click.command("hardness", epilog=EPILOG)
@table_option_group
@click.option("--by", metavar="COLUMN", help="How many are easy, medium and hard for each value.")
@output_option_group(plot="Draw the means, or with --by the shares of the thirds,")
def command(table: TableOptions, output: OutputOptions) -> None:
    """Question hardness: the mean of a measure over runs (Sakai et al. 2010).

    The questions are listed the easiest first and cut by position into thirds:
    easy, medium, hard. Where n is no multiple of 3, the first thirds are one
    longer. Questions of equal mean go by id, and a note says where a cut
    goes through such a group. A measure that is not a mean over questions has
    no value for a question, so it cannot be taken.

    With --by the thirds, which are always those of all questions, are counted for
    each value of COLUMN of the question file; the columns are then measure,
    COLUMN, questions, easy, medium, hard, mean.
    """
    check_by(table.by)
    notes = Notes(output.verbose)
    study = read_study(table, notes, least_runs=1, all_grouped=False)
    conclude(output, hardness_result(study, notes), notes)
