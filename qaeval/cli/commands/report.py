"""``qaeval report``: one self-contained HTML page from score tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from qaeval.cli.options import OUTPUT, VERBOSE, Notes, emit
from qaeval.cli.study_options import (
    DRAW_TRIALS,
    PLAN_TRIALS,
    TEST_TRIALS,
    correct_option,
    jobs_option,
    seed_option,
    sizes_option,
    study_options,
    test_option,
)
from qaeval.errors import InputError
from qaeval.presentation.report.commands import TITLE

if TYPE_CHECKING:
    from qaeval.cli.study import Study
    from qaeval.collection.draws import Draws
    from qaeval.presentation.report.findings import Findings
    from qaeval.presentation.report.making import Source
    from qaeval.scores.table import Scores

MOST_VALUES = 60  # of --by, each of which is a column

EPILOG = """\b
Examples:
  qaeval score -q -f tsv -o scores.tsv key.tsv runs/*.tsv
  qaeval report -o report.html scores.tsv
  qaeval report --title "Task 1" --questions questions.tsv --by type \\
    -o report.html scores.tsv
"""


@click.command("report", epilog=EPILOG, short_help="Write a web page of it all.")
@study_options
@click.option("--title", default=TITLE, metavar="TEXT", show_default=True, help="The heading.")
@test_option
@correct_option
@sizes_option
@click.option(
    "--trials",
    type=click.IntRange(1, 10_000_000),
    metavar="N",
    help=f"How many times questions are drawn (default: {DRAW_TRIALS:,} for swap and stability, "
    f"{PLAN_TRIALS} for plan, {TEST_TRIALS:,} for random tests).",
)
@seed_option
@jobs_option
@click.option(
    "--no-pictures",
    is_flag=True,
    help="Leave out the curves, which need matplotlib; the tables stay.",
)
@OUTPUT
@VERBOSE
def command(**options: Any) -> None:
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
    from qaeval.cli.progress_bar import progress
    from qaeval.cli.study import check_correction, read_tables, studies_of
    from qaeval.presentation.report.commands import Commands
    from qaeval.presentation.report.findings import Settings, gather, steps
    from qaeval.presentation.report.page import page
    from qaeval.studies.inference.significance import check_applies

    if not options["no_pictures"]:
        from qaeval.presentation.plots.canvas import check_pictures

        check_pictures()
    check_correction(options)
    notes = Notes(options["verbose"])
    scores = read_tables(options, notes, least_runs=1)
    (study,) = studies_of(scores, {**options, "by": None}, notes).values()
    if options["test"] is not None:
        for measure in study.measures:
            check_applies(options["test"], measure)
    settings = Settings(
        options["test"],
        options["correct"],
        options["trials"] or TEST_TRIALS,
        options["trials"] or PLAN_TRIALS,
        options["seed"],
        options["jobs"],
    )
    groups = _groups(scores, options)
    draws = _draws(study, options)
    with progress(steps(study.measures), "report") as step:
        findings = gather(
            study.scores, study.measures, groups, options["by"], draws, settings, step
        )
    signature = _signature(study, findings, draws, options)
    sources = _sources(options["tables"])
    pictures = not options["no_pictures"]
    emit(
        page(options["title"], findings, Commands(options), signature, sources, pictures),
        options["output"],
    )
    for found in findings.measures:
        for reason in found.missing:
            notes.detail(f"{found.measure.label}: {reason}")
    notes.tell()


def _groups(scores: Scores, options: dict[str, Any]) -> dict[str, Scores]:
    """The scores of each value of --by, which must not be too many for columns of a table."""
    from qaeval.cli.study import studies_of

    if options["by"] is None:
        return {}
    studies = studies_of(scores, options, Notes())
    if len(studies) > MOST_VALUES:
        raise InputError(f"--by {options['by']}: {len(studies)} values, at most {MOST_VALUES}")
    return {value: one.scores for value, one in studies.items()}


def _draws(study: Study, options: dict[str, Any]) -> list[Draws]:
    """The sets of questions, none where there are too few; a -c that is too large is an error."""
    from qaeval.cli.study import all_draws

    if not options["sizes"] and len(study.scores.questions) < 2:
        return []
    drawn = {**options, "trials": options["trials"] or DRAW_TRIALS}
    return all_draws(study, drawn, disjoint=True)


def _signature(
    study: Study, findings: Findings, draws: Sequence[Draws], options: dict[str, Any]
) -> str:
    from qaeval.cli.study import experiment_signature
    from qaeval.presentation.report.trust import ALPHA, CONFIDENCE, POWER
    from qaeval.studies.inference.significance import RANDOM

    choices: dict[str, object] = {}
    if len(study.scores.runs) > 1:
        tests = list(dict.fromkeys(found.board.test for found in findings.measures))
        choices.update(test=",".join(tests), correct=options["correct"])
        if set(tests) & RANDOM or not all(one.is_mean for one in study.measures):
            choices["test trials"] = options["trials"] or TEST_TRIALS
    if draws:
        choices["trials"] = draws[0].trials
        choices["plan trials"] = options["trials"] or PLAN_TRIALS
        choices["c"] = ",".join(dict.fromkeys(str(one.size) for one in draws))
    choices.update(seed=options["seed"], swaps="strict", rule="first", bins="21x0.01")
    choices.update(confidence=float(CONFIDENCE), power=POWER, alpha=ALPHA)
    return experiment_signature({"": study}, options, **choices)


def _sources(paths: Sequence[str]) -> list[Source]:
    """The tables with their digests, as sha256sum prints them."""
    import hashlib
    from pathlib import Path

    from qaeval.files.text import STDIN
    from qaeval.presentation.report.making import Source

    found = []
    for path in dict.fromkeys(paths):
        plain = path != STDIN and Path(path).is_file()
        digest = hashlib.sha256(Path(path).read_bytes()).hexdigest() if plain else None
        found.append(Source(path, digest))
    return found
