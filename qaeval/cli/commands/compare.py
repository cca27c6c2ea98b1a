"""``qaeval compare``: do the differences between runs mean anything?"""

from __future__ import annotations

from collections.abc import Sequence

import click

from qaeval.cli.ending import finish
from qaeval.cli.options import Notes, OutputOptions, output_option_group
from qaeval.cli.other_ranking import read_other_ranking
from qaeval.cli.progress_bar import progress
from qaeval.cli.study import read_study
from qaeval.cli.study_options import (
    TEST_TRIALS,
    TableOptions,
    TestOptions,
    check_correction,
    seed_option,
    study_option_group,
    test_option_group,
    trials_option,
)
from qaeval.errors import InputError
from qaeval.measures import Measure
from qaeval.presentation.charts import drawn_standing
from qaeval.presentation.comparison_tables import leaderboard_table, pairs_table
from qaeval.presentation.drawings import Dots
from qaeval.presentation.plots.dots import plot_dots
from qaeval.presentation.standings import Tests, tested_leaderboard
from qaeval.presentation.tables import Table
from qaeval.presentation.words import tests_in_words
from qaeval.scores.table import Scores
from qaeval.studies.inference.comparison import Comparison
from qaeval.studies.inference.significance import RANDOM, test_of
from qaeval.wording import nearest, shown

EPILOG = """\b
Examples:
  qaeval compare scores.tsv
  qaeval compare -m RR --test randomization --correct holm scores.tsv
  qaeval compare --pairs -f tsv scores.tsv
  qaeval compare --baseline ours scores.tsv
  qaeval compare -m RR --plot ranking.png scores.tsv
"""


@click.command("compare", epilog=EPILOG)
@study_option_group
@test_option_group
@click.option("--pairs", is_flag=True, help="Every pair of runs instead of the leaderboard.")
@click.option("--baseline", metavar="RUN", help="Compare every run with this one only.")
@click.option(
    "--ranks-against",
    multiple=True,
    metavar="NAME=SCORES",
    type=click.Path(),
    help="Show how far each run moved from its rank in another table: NAME↑1, NAME↓2. Measures "
    "are paired by their names after the key's.",
)
@click.option(
    "--unranked",
    multiple=True,
    metavar="RUN",
    help="Leave a run (a judge, say) out of both rankings that are compared. Repeat.",
)
@trials_option(TEST_TRIALS, "Random trials of randomization, bootstrap and tukey-hsd.")
@seed_option
@output_option_group(plot="Draw the runs as dots with intervals, best first,")
def command(
    table: TableOptions,
    tests: TestOptions,
    output: OutputOptions,
    pairs: bool,
    baseline: str | None,
    ranks_against: tuple[str, ...],
    unranked: tuple[str, ...],
) -> None:
    """Test which differences between runs mean something.

    The leaderboard marks each run against the next one below: * and ** where it
    is better at the 5% and 1% level, and a dagger or double dagger where it is
    significantly worse although its value is higher (the sign test counts
    questions, not values). Runs that share a letter cannot be told apart. With
    --baseline the marks and p are against that run: stars for better, daggers
    for worse. With --correct, p and the letters are those after correction.

    Intervals are at 95%: Student's t for means (Wilson's where all values are 0
    or 1), else bootstrap. A single run has its interval and no test.

    The sign test is exact and two-sided and drops ties; t and wilcoxon are paired;
    tukey-hsd is randomized, within questions. Random tests give p = (k+1)/(N+1).
    The effect of --pairs is the mean difference over its standard deviation. For
    many systems in a paper, take --test randomization --correct holm.

    --plot draws the leaderboard of each measure, with the marks and a line along
    the runs that cannot be told apart (also beside --pairs).
    """
    check_correction(tests.test, tests.correct)
    notes = Notes(output.verbose)
    # One run has an interval; whatever compares wants another.
    study = read_study(table, notes, least_runs=2 if pairs or baseline or ranks_against else 1)
    if pairs and ranks_against:
        raise InputError("--ranks-against goes once, with the leaderboard (not --pairs)")
    other = read_other_ranking(ranks_against, unranked, study.scores, notes)
    _check_baseline(baseline, study.scores)
    tables: list[Table] = []
    sentences: list[str] = []
    rankings: list[Dots] = []
    for part in study.by_value().values():
        for measure in part.measures:
            comparison = Comparison(part.scores, measure, tests.trials, tests.seed, progress)
            test = test_of(measure, tests.test)
            tested = Tests(comparison.pairs(test, with_intervals=pairs), test, tests.correct)
            title = part.titled(measure.label)
            lead = {**part.lead, "measure": measure.label}
            sentences += tests_in_words(title, tested)
            if pairs:
                tables.append(pairs_table(comparison, tested, baseline, title, lead))
            if pairs and output.plot is None:
                continue
            board = tested_leaderboard(comparison, tested, baseline)
            rankings.append(drawn_standing(title, board, baseline))
            if not pairs:
                moves = None if other is None else other.moves(comparison)
                tables.append(leaderboard_table(board, title, lead, moves))
    used = list(dict.fromkeys(test_of(measure, tests.test) for measure in study.measures))
    picture = None
    if output.plot is not None:
        picture = plot_dots(rankings, _reading(used, tests.correct, baseline), output.plot)
    signature = study.signature(**_choices(used, tests, study.measures))
    finish(output, tables, notes, list(dict.fromkeys(sentences)), signature, picture)


def _check_baseline(baseline: str | None, scores: Scores) -> None:
    if baseline is not None and baseline not in scores.runs:
        hint = nearest(baseline, scores.runs)
        raise InputError(f"--baseline {shown(baseline)}: there is no such run{hint}")


def _choices(
    used: Sequence[str], tests: TestOptions, measures: Sequence[Measure]
) -> dict[str, object]:
    """The tests that were made, and what drew their random numbers."""
    choices: dict[str, object] = {"test": ",".join(used), "correct": tests.correct}
    if set(used) & RANDOM or not all(measure.is_mean for measure in measures):
        choices.update(trials=tests.trials, seed=tests.seed)
    return choices


def _reading(used: Sequence[str], correct: str, baseline: str | None) -> str:
    """How to read the picture."""
    how = f"{','.join(used)} test" + ("" if correct == "none" else f", {correct}")
    if baseline is None:
        marks = "* ** better than the next run below († ‡ worse, although its value is higher)"
    else:
        marks = "* ** better and † ‡ worse than the run with the open sign"
    return (
        "Dots: values with 95% intervals over questions. Lines at the right: runs that cannot be "
        f"told apart. Marks: {marks} at .05 and .01 ({how})."
    )
