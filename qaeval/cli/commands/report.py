"""``qaeval report``: one self-contained HTML page from score tables."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import click

from qaeval.cli.ending import deliver
from qaeval.cli.experiments import all_draws
from qaeval.cli.gathering import gathered
from qaeval.cli.options import NO_SIGNATURE, OUTPUT, TELLING, Notes, OutputOptions
from qaeval.cli.progress_bar import progress
from qaeval.cli.report_lines import TITLE, ReportOptions, command_lines
from qaeval.cli.run_choice import best_choice_options
from qaeval.cli.study import Study, read_study
from qaeval.cli.study_options import (
    DRAW_TRIALS,
    PLAN_TRIALS,
    TEST_TRIALS,
    DrawOptions,
    TableOptions,
    check_correction,
    correct_option,
    jobs_option,
    seed_option,
    sizes_option,
    table_group,
    table_options,
    test_option,
    unit_options,
)
from qaeval.collection.draws import Draws
from qaeval.errors import InputError
from qaeval.files.text import STDIN
from qaeval.presentation.plots.canvas import check_pictures
from qaeval.presentation.report.findings import Settings, Subject, gather, steps
from qaeval.presentation.report.making import Making, Source
from qaeval.presentation.report.page import page
from qaeval.presentation.report.trust import GOALS
from qaeval.studies.inference.tests import TESTS, check_applies

MOST_VALUES = 60  # of --by, each of which is a column

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
        "--no-pictures",
        is_flag=True,
        help="Leave out the curves, which need matplotlib; the tables stay.",
    ),
)
output_option_group = gathered("output", OutputOptions, OUTPUT, NO_SIGNATURE, TELLING)


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
    if not asked.no_pictures:
        check_pictures()
    check_correction(asked.test, asked.correct)
    notes = Notes(output.verbose)
    study = read_study(table, notes, least_runs=1)
    for measure in study.measures:
        check_applies(asked.test, measure.label, measure.is_mean, study.units.tasks > 1)
    settings = Settings(
        asked.test,
        asked.correct,
        asked.trials or TEST_TRIALS,
        asked.trials or PLAN_TRIALS,
        asked.seed,
        asked.jobs,
    )
    subject = _subject(study)
    draws = _draws(study, asked)
    with progress(steps(study.measures), "report") as step:
        findings = gather(subject, draws, settings, step)
    making = Making(
        command_lines(table, asked, output, findings),
        None if output.no_signature else study.signature(**_choices(study, draws, asked)),
        _sources(table.tables),
        study.caution,
    )
    for studied in findings.measures:
        for reason in studied.missing:
            notes.detail(f"{studied.measure.label}: {reason}")
    deliver(output, page(asked.title, findings, making, not asked.no_pictures), notes)


def _subject(study: Study) -> Subject:
    """The scores, and those of each value of --by, which must not be too many for columns."""
    by = study.asked.by
    if by is None:
        return Subject(study.scores, study.measures, study.units)
    groups = {
        value: Subject(part.scores, part.measures, part.units)
        for value, part in study.by_value().items()
    }
    if len(groups) > MOST_VALUES:
        raise InputError(f"--by {by}: {len(groups)} values, at most {MOST_VALUES}")
    return Subject(study.scores, study.measures, study.units, by, groups)


def _draws(study: Study, asked: ReportOptions) -> list[Draws]:
    """The sets of questions, none where there are too few; a -c that is too large is an error."""
    if not asked.sizes and study.units.count < 2:
        return []
    drawing = DrawOptions(asked.sizes, asked.trials or DRAW_TRIALS, asked.seed)
    return all_draws(study.scores.questions, study.units, drawing, disjoint=True)


def _choices(study: Study, draws: Sequence[Draws], asked: ReportOptions) -> dict[str, object]:
    """What the signature says of the tests, the draws and the goals."""
    choices: dict[str, object] = {}
    if len(study.scores.runs) > 1:
        choices.update(test=asked.test, correct=asked.correct)
        if TESTS[asked.test].is_random:
            choices["test trials"] = asked.trials or TEST_TRIALS
    if draws:
        choices["trials"] = draws[0].trials
        choices["plan trials"] = asked.trials or PLAN_TRIALS
        choices["c"] = ",".join(dict.fromkeys(str(drawn.size) for drawn in draws))
    choices.update(seed=asked.seed, swaps="strict", rule="first", bins="21x0.01")
    choices.update(confidence=GOALS.confidence, power=GOALS.power, alpha=GOALS.alpha)
    return choices


def _sources(paths: Sequence[str]) -> list[Source]:
    """The tables with their digests, as sha256sum prints them."""
    sources = []
    for path in dict.fromkeys(paths):
        plain = path != STDIN and Path(path).is_file()
        digest = hashlib.sha256(Path(path).read_bytes()).hexdigest() if plain else None
        sources.append(Source(path, digest))
    return sources
