"""``qaeval compare``: do the differences between runs mean anything?"""

from __future__ import annotations

from collections.abc import Sequence

import click

from qaeval.cli.ending import deliver, finish
from qaeval.cli.options import (
    KeyOptions,
    Notes,
    OutputOptions,
    RunOptions,
    key_option_group,
    output_option_group,
    run_option_group,
)
from qaeval.cli.other_ranking import OtherRanking, read_other_ranking
from qaeval.cli.progress_bar import progress
from qaeval.cli.scored_study import (
    METAVAR,
    SourceOptions,
    read_or_score,
    source_option_group,
)
from qaeval.cli.study import Study
from qaeval.cli.study_options import (
    TEST_LIST,
    TEST_TRIALS,
    TableOptions,
    TestOptions,
    check_correction,
    chosen_options,
    group_options,
    measure_option,
    seed_option,
    table_group,
    tables_argument,
    test_option_group,
    trials_option,
)
from qaeval.errors import InputError
from qaeval.measures import Measure
from qaeval.presentation.charts import drawn_standing
from qaeval.presentation.comparison_records import Told, comparison_record
from qaeval.presentation.comparison_tables import leaderboard_table, pairs_table
from qaeval.presentation.plots.dots import plot_dots
from qaeval.presentation.rendering import as_json
from qaeval.presentation.standings import Leaderboard, compared_leaderboard
from qaeval.presentation.tables import Cell, Table
from qaeval.presentation.words import tests_in_words
from qaeval.studies.inference.tests import TESTS
from qaeval.studies.inference.verdicts import Asked
from qaeval.wording import counted, nearest, shown

MOST_PAIRS = 10_000  # of a family that JSON holds without being asked for

EPILOG = """\b
Examples:
  qaeval compare scores.tsv
  qaeval compare --key key.tsv -m RR runs/*.tsv
  qaeval compare --judged -m c@1 sample_data/response/runs/*.tsv
  qaeval compare --ranks -m RR scores.tsv
  qaeval compare --questions questions.tsv --cluster passage scores.tsv
  qaeval compare -m RR --test t --correct holm scores.tsv
  qaeval compare --pairs -f tsv scores.tsv
  qaeval compare --baseline ours scores.tsv
  qaeval compare --run 'kiku-*' --run 'botan-*' scores.tsv
  qaeval compare -m RR --plot ranking.png scores.tsv
"""


@click.command("compare", epilog=f"{TEST_LIST}\n\n{EPILOG}")
@table_group(
    tables_argument(METAVAR),
    measure_option(
        "A measure of the table (default: all), or what a matrix holds; of runs, a measure or "
        "preset as 'qaeval score' takes it. Repeat for more."
    ),
    chosen_options,
    group_options,
)
@source_option_group
@test_option_group
@click.option("--pairs", is_flag=True, help="Every pair of runs instead of the leaderboard.")
@click.option("--ranks", is_flag=True, help="Show the ranks that each run may have.")
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
@trials_option(TEST_TRIALS, "Random trials of the test.")
@seed_option
@key_option_group
@run_option_group
@output_option_group(plot="Draw the runs as dots with intervals, best first,")
def command(
    table: TableOptions,
    source: SourceOptions,
    tests: TestOptions,
    key_options: KeyOptions,
    run_options: RunOptions,
    output: OutputOptions,
    pairs: bool,
    ranks: bool,
    baseline: str | None,
    ranks_against: tuple[str, ...],
    unranked: tuple[str, ...],
) -> None:
    """Test which differences between runs mean something.

    SCORES are score tables, as 'qaeval score -q -f tsv' writes them. Or the files
    are runs, with --key KEY, or judged responses, with --judged: they are scored as
    'qaeval score' does, with the same options, and the signature has both parts.

    All p, marks, letters and intervals of a table come from one test of one family:
    all pairs of runs, or with --baseline each run against that one. The default,
    max-t, flips the signs of whole questions, for all pairs at once, and compares
    every pair with the largest t of the family; so p is corrected for all pairs.

    A run is marked against the next one below: * and ** where it is better at the
    5% and 1% level, a dagger or double dagger where it is significantly worse
    although its value is higher (the sign test counts questions, not values). Two
    runs share a letter exactly where they do not differ at the 5% level. --ranks
    gives the ranks that each run may have (95%, all at once), and how often it is
    the best run on questions drawn anew.

    low to high is the 95% interval of a run's value: Wilson's with the effective
    number of questions, on a scale with two ends; else Student's t. With --pairs it
    is the interval of the difference that belongs to p: it excludes 0 exactly where
    the corrected p is at most .05. The effect is the mean difference over its
    standard deviation.

    The classical tests, listed below, are for comparison with other work; --correct
    applies to them. Random tests give p = (k+1)/(N+1). With fewer than five
    questions there are values and intervals, but no test.

    Where runs have repeated samples, a sentence names how much of the variance of a
    difference is from questions and how much from sampling; programs get columns
    var_questions and var_sampling, of values and with --pairs of differences.

    With --cluster, whole clusters are flipped and drawn; with --macro the mean over
    tasks is compared, and questions are drawn within each task. JSON is one object:
    signature, test, families, notes, runs and pairs.
    """
    check_correction(tests.test, tests.correct)
    if baseline is not None and table.choice.by_runs is not None:
        raise InputError("--baseline beside --by-runs: it is in one of the groups only")
    notes = Notes(output.verbose)
    # One run has an interval; whatever compares wants another.
    least_runs = 2 if pairs or baseline or ranks_against else 1
    study = read_or_score(table, source, key_options, run_options, notes, least_runs)
    if ranks and baseline is not None:
        raise InputError("--ranks beside --baseline: the ranks that a run may have take all pairs")
    if pairs and ranks_against:
        raise InputError("--ranks-against goes once, with the leaderboard (not --pairs)")
    other = read_other_ranking(ranks_against, unranked, study.scores, study.left_out, notes)
    _check_baseline(baseline, study)
    compared = [
        (part, _board(part, measure, tests, baseline))
        for part in study.by_value().values()
        for measure in part.measures
    ]
    sentences = [said for part, board in compared for said in _said(part, board)]
    sentences += study.caution
    boards = [_leaderboard(part, board, other, ranks) for part, board in compared]
    signature = study.signature(**_choices(tests, baseline, compared, table.choice.by_runs))
    picture = None
    if output.plot is not None:
        drawn = [drawn_standing(_title(part, board), board, baseline) for part, board in compared]
        picture = plot_dots(drawn, _reading(tests, baseline), output.plot)
    if output.format == "json":
        signed = None if output.no_signature else signature
        told = Told(signed, tests.test, tests.correct, list(dict.fromkeys(sentences)))
        families = [(_lead(part, board), board) for part, board in compared]
        record = comparison_record(told, families, boards, _pairs(compared, pairs))
        deliver(output, as_json(record), notes, picture)
        return
    tables = _pairs(compared, every=True) if pairs else boards
    finish(output, tables, notes, list(dict.fromkeys(sentences)), signature, picture)


def _board(part: Study, measure: Measure, tests: TestOptions, baseline: str | None) -> Leaderboard:
    base = None if baseline is None else part.scores.runs.index(baseline)
    asked = Asked(tests.test, tests.correct, tests.trials, tests.seed, base)
    return compared_leaderboard(part.scores, measure, part.units, asked, progress)


def _title(part: Study, board: Leaderboard) -> str:
    return part.titled(board.measure.label)


def _lead(part: Study, board: Leaderboard) -> dict[str, Cell]:
    return {**part.lead, "measure": board.measure.label}


def _said(part: Study, board: Leaderboard) -> list[str]:
    return tests_in_words(_title(part, board), board)


def _leaderboard(part: Study, board: Leaderboard, other: OtherRanking | None, ranks: bool) -> Table:
    moves = None if other is None else other.moves(part.scores, board.measure)
    return leaderboard_table(board, _title(part, board), _lead(part, board), moves, ranks)


def _pairs(compared: Sequence[tuple[Study, Leaderboard]], every: bool) -> list[Table]:
    """Every pair of each family; of large families only if they are asked for."""
    return [
        pairs_table(board, part.scores, _title(part, board), _lead(part, board))
        for part, board in compared
        if board.told is not None and (every or len(board.told.pairs.x) <= MOST_PAIRS)
    ]


def _check_baseline(baseline: str | None, study: Study) -> None:
    if baseline is not None and baseline in study.left_out:
        raise InputError(f"--baseline {shown(baseline)} is not among the runs that are chosen")
    if baseline is not None and baseline not in study.scores.runs:
        hint = nearest(baseline, study.scores.runs)
        raise InputError(f"--baseline {shown(baseline)}: there is no such run{hint}")


def _choices(
    tests: TestOptions,
    baseline: str | None,
    compared: Sequence[tuple[Study, Leaderboard]],
    by_runs: str | None,
) -> dict[str, object]:
    """The test, its family or the one of each group of runs, and what drew its random numbers."""
    choices: dict[str, object] = {"test": tests.test, "correct": tests.correct}
    if baseline is not None:
        choices["baseline"] = baseline
    families = {
        part.value: counted(len(board.told.pairs.x), "pair")
        for part, board in compared
        if board.told is not None
    }
    if families and by_runs is None:
        choices["family"] = next(iter(families.values()))
    elif families:
        choices["family"] = ",".join(f"{pairs} of {value}" for value, pairs in families.items())
    if TESTS[tests.test].is_random:
        choices.update(trials=tests.trials)
    choices["seed"] = tests.seed
    return choices


def _reading(tests: TestOptions, baseline: str | None) -> str:
    """How to read the picture."""
    how = f"{tests.test} test" + ("" if tests.correct == "none" else f", {tests.correct}")
    if baseline is None:
        marks = "* ** better than the next run below († ‡ worse, although its value is higher)"
    else:
        marks = "* ** better and † ‡ worse than the run with the open sign"
    return (
        "Dots: values with 95% intervals over questions. At the right, runs with a dot on one line "
        "cannot be told apart; bars are the ranks that a run may have. "
        f"Marks: {marks} at .05 and .01 ({how})."
    )
