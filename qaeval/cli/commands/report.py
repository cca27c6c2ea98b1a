"""``qaeval report``: one self-contained HTML page from score tables."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from qaeval.cli.ending import deliver
from qaeval.cli.gathering import gathered
from qaeval.cli.options import (
    FORCE,
    NO_SIGNATURE,
    OUTPUT,
    TELLING,
    OutputOptions,
    checked_output,
    jobs_option,
)
from qaeval.cli.progress_bar import progress
from qaeval.cli.run_choice import best_choice_options
from qaeval.cli.study_options import (
    correct_option,
    seed_option,
    sizes_option,
    table_group,
    table_options,
    test_option,
    unit_options,
)
from qaeval.files.text import STDIN
from qaeval.presentation.report.making import Source
from qaeval.steps.asked import (
    DRAW_TRIALS,
    PLAN_TRIALS,
    TEST_TRIALS,
    TableOptions,
)
from qaeval.steps.notes import Notes
from qaeval.steps.report_lines import TITLE, ReportOptions
from qaeval.steps.reporting import check_report, report_page
from qaeval.steps.study import read_study

EPILOG = """\b
Examples:
  qaeval score -q -f tsv -o scores.tsv key.tsv runs/*.tsv
  qaeval report -o report.html scores.tsv
  qaeval report --title "Task 1" --questions questions.tsv --by type \\
    -o report.html scores.tsv
"""

report_option_group = gathered(
    "asked",
    ReportOptions,
    click.option("--title", default=TITLE, metavar="TEXT", show_default=True, help="The heading."),
    test_option,
    correct_option,
    sizes_option,
    click.option(
        "--trials",
        type=click.IntRange(1, 10_000_000),
        metavar="N",
        help=f"How many times questions are drawn (default: {DRAW_TRIALS:,} for swap and "
        f"stability, {PLAN_TRIALS} for plan, {TEST_TRIALS:,} for random tests).",
    ),
    seed_option,
    jobs_option,
    click.option(
        "--human",
        metavar="FILE",
        type=click.Path(),
        help="People's labels of some answers, as 'qaeval judge' takes them, where a model graded "
        "all: a section with the corrected values and the model's errors.",
    ),
    click.option(
        "--no-pictures",
        is_flag=True,
        help="Leave out the curves, which need matplotlib; the tables stay.",
    ),
)
output_option_group = checked_output(OUTPUT, FORCE, NO_SIGNATURE, TELLING)


@click.command("report", epilog=EPILOG)
@table_group(table_options, best_choice_options, unit_options)
@report_option_group
@output_option_group
def command(table: TableOptions, asked: ReportOptions, output: OutputOptions) -> None:
    """Write a web page of it all: scores, and how far to trust them.

    The page is one HTML file that needs no network: the leaderboard with 95%
    intervals and the groups of runs that cannot be told apart, which difference
    to believe, swap and stability curves, each measure in detail, a heat map of
    runs by questions with the easy and the hard ones, categories with --by, the
    signature, and the commands that print each number again.

    It can be sorted and searched, read in light and dark and on a phone, and
    printed on A4. What cannot be had (too few questions, a measure that is
    undefined for some run) is left out, and the page says why.
    """
    asked = replace(asked, unsigned=output.no_signature, page=output.output)
    check_report(asked)
    notes = Notes(output.verbose)
    study = read_study(table, notes, least_runs=1)
    sources = _sources([*table.tables, *([] if asked.human is None else [asked.human])])
    deliver(output, report_page(study, asked, sources, notes, progress), notes)


def _sources(paths: Sequence[str]) -> list[Source]:
    """The tables with their digests, as sha256sum prints them."""
    sources = []
    for path in dict.fromkeys(paths):
        plain = path != STDIN and Path(path).is_file()
        digest = hashlib.sha256(Path(path).read_bytes()).hexdigest() if plain else None
        sources.append(Source(path, digest))
    return sources
