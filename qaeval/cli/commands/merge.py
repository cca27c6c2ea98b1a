"""``qaeval merge``: score tables of some runs each become one of all runs."""

from __future__ import annotations

import click

from qaeval.cli.ending import deliver
from qaeval.cli.options import (
    FORCE,
    OUTPUT,
    TELLING,
    OutputOptions,
    checked_output,
    complete_measures,
)
from qaeval.scores.rows import score_text
from qaeval.steps.merged import merged_scores
from qaeval.steps.notes import Notes

EPILOG = """\b
Examples:
  qaeval score -q -f tsv -m RR -o 1.tsv key.tsv runs/[a-m]*.tsv
  qaeval score -q -f tsv -m RR -o 2.tsv key.tsv runs/[n-z]*.tsv
  qaeval merge -o scores.tsv 1.tsv 2.tsv
"""


@click.command("merge", epilog=EPILOG)
@click.argument("tables", nargs=-1, required=True, metavar="SCORES...", type=click.Path())
@click.option(
    "--sort",
    metavar="MEASURE",
    shell_complete=complete_measures,
    help="Runs go by this of the measures, as score's --sort has it, instead of the first.",
)
@checked_output(OUTPUT, FORCE, TELLING)
def command(tables: tuple[str, ...], sort: str | None, output: OutputOptions) -> None:
    """Merge score tables of some runs each into one of all runs.

    SCORES are what 'score -q -f tsv' wrote for some of the runs each, by the same
    key and measures. Out comes what one call for all runs writes, to the last
    byte, in whatever order the tables are given. What is no mean over questions is
    computed anew, so MRRT weighs times by those of the longest run of all.

    One call also takes judged runs on the questions that all of them have: score
    these with --questions FILE, which is the same for each table.

    The studies take several tables as they are, and need no merging.
    """
    notes = Notes(output.verbose)
    deliver(output, score_text(merged_scores(tables, sort, notes)), notes)
