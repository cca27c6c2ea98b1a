"""``qaeval compare``: do the differences between runs mean anything?"""

from __future__ import annotations

import click

from qaeval.cli.cluster import executor_option
from qaeval.cli.ending import conclude
from qaeval.cli.options import (
    OutputOptions,
    key_option_group,
    output_option_group,
    run_option_group,
)
from qaeval.cli.progress_bar import progress
from qaeval.cli.scored_study import (
    METAVAR,
    SourceOptions,
    read_or_score,
    source_option_group,
)
from qaeval.cli.study_options import (
    TEST_LIST,
    chosen_options,
    group_options,
    measure_option,
    seed_option,
    table_group,
    tables_argument,
    test_option_group,
    trials_option,
)
from qaeval.steps.asked import TEST_TRIALS, TableOptions, TestOptions, check_correction
from qaeval.steps.comparison import CompareOptions, compared
from qaeval.steps.notes import Notes
from qaeval.steps.options import KeyOptions, RunOptions
from qaeval.steps.other_ranking import read_other_ranking
from qaeval.steps.pairwise import check_pairwise, pairwise_compared

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
  qaeval compare --baseline full --equivalence 0.01 scores.tsv
  qaeval compare --pairwise --judged runs/*.tsv
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
    click.option(
        "--pairwise", is_flag=True, help="Each pair of runs on the questions that both have."
    ),
    group_options,
)
@source_option_group
@test_option_group
@click.option("--pairs", is_flag=True, help="Every pair of runs instead of the leaderboard.")
@click.option(
    "--equivalence",
    metavar="MARGIN",
    type=click.FloatRange(0, min_open=True),
    help="Every pair of runs, or with --baseline each against that one: equivalent within MARGIN, "
    "no worse, or undecided, and the share of questions that changed.",
)
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
@executor_option
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
    equivalence: float | None,
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

    --equivalence 0.01 asks the other way round: is a run worse than another by at
    most .01? It is equivalent where the simultaneous interval of the difference lies
    within the margin, no worse where only its lower end does (two one-sided tests).
    Columns: run_x run_y diff low high verdict changed changed_low changed_high up down.

    The classical tests, listed below, are for comparison with other work; --correct
    applies to them. Random tests give p = (k+1)/(N+1). With fewer than five
    questions there are values and intervals, but no test.

    Where runs have repeated samples, a sentence names how much of the variance of a
    difference is from questions and how much from sampling; programs get columns
    var_questions and var_sampling, of values and with --pairs of differences.

    With --pairwise each pair is compared on the questions that both runs have, all
    pairs under the same flips; a run's value then differs from pair to pair, so
    there are pairs (with their number of questions), but no ranks, marks or letters.

    With --cluster, whole clusters are flipped and drawn; with --macro the mean over
    tasks is compared, and questions are drawn within each task. JSON is one object:
    signature, test, families, notes, runs and pairs.
    """
    check_correction(tests.test, tests.correct)
    asked = CompareOptions(tests, baseline, pairs, ranks, equivalence)
    asked.check(table.choice, bool(ranks_against))
    if table.pairwise:
        check_pairwise(table, asked, bool(ranks_against), output.plot is not None)
    notes = Notes(output.verbose)
    # One run has an interval; whatever compares wants another.
    two = table.pairwise or pairs or baseline or ranks_against or equivalence
    least_runs = 2 if two else 1
    study = read_or_score(table, source, key_options, run_options, notes, least_runs)
    if table.pairwise:
        conclude(output, pairwise_compared(study, asked, progress), notes)
        return
    other = read_other_ranking(ranks_against, unranked, study.scores, study.left_out, notes)
    conclude(output, compared(study, asked, other, progress), notes)
