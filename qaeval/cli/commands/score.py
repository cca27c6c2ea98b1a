"""``qaeval score``: runs and a key become scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from qaeval.cli import DONE, LEFT_OUT
from qaeval.cli.ending import deliver
from qaeval.cli.gathering import gathered
from qaeval.cli.options import (
    OutputOptions,
    cluster_option,
    complete_measures,
    given_options,
    jobs_option,
    key_option_group,
    macro_option,
    output_option_group,
    plot_option,
    questions_option,
    run_option_group,
)
from qaeval.cli.progress_bar import progress
from qaeval.cli.run_choice import run_choice_options
from qaeval.cli.scoring_job import score_files
from qaeval.cli.scoring_options import (
    QuestionOptions,
    ScoringOptions,
    ShapeOptions,
    check_one_kind,
    check_shape,
    check_units,
    check_words,
    judged_option,
    keys_and_runs,
    nuggets_option,
    strict_questions_option,
    unanswerable_option,
)
from qaeval.measures import Measure
from qaeval.measures.naming import names_another
from qaeval.presentation.overall import MACRO, Overall
from qaeval.presentation.results import wrapped
from qaeval.presentation.score_forms import Scored, score_text
from qaeval.steps.choosing import Choosing
from qaeval.steps.notes import Notes
from qaeval.steps.options import KeyOptions, RunOptions
from qaeval.steps.run_choice import RunChoice

if TYPE_CHECKING:
    from qaeval.presentation.score_intervals import Spanned

EPILOG = """\b
Examples:
  qaeval score sample_data/factoid/key.tsv sample_data/factoid/runs/*.tsv
  qaeval score -m RR -m Q1:1:1 -m nDCG@5 key.tsv runs/*.tsv
  qaeval score -q -f tsv -o scores.tsv key.tsv runs/*.tsv
  qaeval score --judged -m c@1 -m accuracy sample_data/response/runs/*.tsv
  qaeval score -f trec -m map -m P_5 -m num_q qrels run.txt
  qaeval score --intervals --plot scores.png key.tsv runs/*.tsv
  qaeval score --intervals --questions questions.tsv --cluster passage \\
    key.tsv runs/*.tsv
  qaeval score --questions questions.tsv --by type --crosstab \\
    key.tsv runs/*.tsv
  qaeval score --runs runs.tsv --best-of team key.tsv runs/*.tsv
  qaeval score --nuggets -m trec-rag runs/*.jsonl
  qaeval score GA=ga.qrels --key BA=ba.qrels -m Hit@1 runs/*
"""


@click.command("score", epilog=EPILOG)
@click.argument(
    "files", nargs=-1, metavar="KEY RUN... | --judged RUN... | --nuggets RUN...", type=click.Path()
)
@click.option(
    "-m",
    "--measure",
    "measure",
    multiple=True,
    metavar="NAME",
    shell_complete=complete_measures,
    help="A measure (RR, Hit@5, Q2:1.5:1, nDCG@20, c@1 …) or a preset (qac1 qac2 cqa clef trec …); "
    "repeat for more. MAP=AP@10,norm=min prints one under another name. See 'qaeval measures'.",
)
@click.option(
    "--intervals",
    is_flag=True,
    help="The 95% interval of every value; programs get columns low and high.",
)
@gathered(
    "shape",
    ShapeOptions,
    click.option("-q", "--per-question", is_flag=True, help="Each question's scores too."),
    click.option(
        "--wide",
        is_flag=True,
        help="A column per measure in tsv, csv and json too; with -q a row per question and a "
        "column per run.",
    ),
    click.option(
        "--crosstab",
        is_flag=True,
        help="With --by: one table of runs by values, and the macro mean, per measure.",
    ),
)
@judged_option
@nuggets_option
@click.option(
    "--key",
    "more_keys",
    multiple=True,
    metavar="NAME=FILE",
    type=click.Path(),
    help="Another key; its measures are called NAME-measure. Repeat for more.",
)
@gathered(
    "question_options",
    QuestionOptions,
    questions_option,
    click.option("--by", metavar="COLUMN", help="A table per value of COLUMN, and the macro mean."),
    click.option(
        "--only", multiple=True, metavar="COLUMN=VALUE", help="Only questions with this value."
    ),
    cluster_option,
    macro_option,
    click.option("--intersect", is_flag=True, help="Average each run over the questions it has."),
    unanswerable_option,
)
@gathered("choice", RunChoice, run_choice_options)
@click.option(
    "--sort",
    metavar="MEASURE",
    shell_complete=complete_measures,
    help="Rank by this of the measures, instead of the first.",
)
@click.option("--keep-going", is_flag=True, help="Report a broken run, score the others, exit 3.")
@strict_questions_option
@jobs_option
@plot_option("Draw bars with 95% intervals, a panel per measure,")
@key_option_group
@run_option_group
@output_option_group(["trec"])
def command(
    files: tuple[str, ...],
    measure: tuple[str, ...],
    intervals: bool,
    shape: ShapeOptions,
    judged: bool,
    nuggets: bool,
    more_keys: tuple[str, ...],
    question_options: QuestionOptions,
    choice: RunChoice,
    sort: str | None,
    keep_going: bool,
    jobs: int | None,
    key_options: KeyOptions,
    run_options: RunOptions,
    output: OutputOptions,
) -> int:
    """Score runs against an answer key, or what needs none.

    KEY is the answer key, each RUN one system's answers; formats are recognised
    from the content, gz is read as it is, and - is standard input. The key
    decides which questions are averaged: one that a run leaves out scores 0.
    Judged responses (--judged) and assignments to nuggets that carry their key
    (--nuggets) come without one; a key of nuggets stands where any key does.

    The table has a row per run, best first by the first measure (qac2: by F) or by
    that of --sort, and ends with a signature: every choice that changes a number.
    '-q -f tsv' writes the score table that other programs can read: run, measure,
    question, value.

    --intervals puts the 95% interval beside every value, for questions drawn anew:
    Wilson's with the effective number of questions, on a scale with two ends; else
    Student's t. With --cluster whole clusters are drawn. With --macro the value is
    the mean over tasks, and questions are drawn within each; so too for the macro
    mean of --by. Both take a column of --questions FILE.

    Where a run answers a question several times (a column 'sample'), its value is
    the mean over the samples, and --intervals names how much of the variance is
    from questions and how much from sampling (columns var_questions, var_sampling).

    The picture of --plot has the same intervals, with the runs in the order of the
    table, and with --by a row of panels per value and one for the macro mean, all
    in the order of the latter.

    --wide gives programs the table that people see, rank, run and a column per
    measure (NAME_low and NAME_high with --intervals), and with -q a matrix of
    questions by runs, which the studies read if it is of one measure. --crosstab
    sets the values of --by side by side.
    """
    check_one_kind(judged, nuggets)
    keys, runs = keys_and_runs(files, judged or nuggets, more_keys)
    asked = ScoringOptions(
        keys,
        runs,
        measure,
        key_options,
        run_options,
        question_options,
        keep_going,
        intervals,
        sort,
        nuggets,
        jobs,
    )
    given = given_options()
    check_words(asked, given, output.format)
    check_shape(shape, asked, output.format)
    check_units(question_options, intervals or output.plot is not None, shape.per_question)
    notes = Notes(output.verbose)
    choosing = Choosing.of(choice, notes, question_options.by)
    scoring = score_files(asked, notes, choosing, watch=progress)
    boards: Sequence[Overall] = scoring.boards
    sentences, picture = [], None
    if intervals or output.plot is not None:
        spanned = _spanned(boards, scoring.clusters)
        boards = spanned.boards if intervals else boards
        sentences = spanned.sentences if intervals else []
        if intervals:
            sentences += choosing.caution(scoring.ranked_by.label)
        if output.plot is not None:
            picture = _picture(spanned.boards, question_options.by, output.plot)
    if not output.for_people:
        for sentence in sentences:
            notes.add(sentence.removesuffix("."))
    scored = Scored(
        scoring.scores,
        boards,
        question_options.by,
        shape.per_question,
        scoring.labels,
        wrapped(sentences),
        output.digits if "--digits" in given else None,
        shape.wide,
        shape.crosstab,
        choice.by_runs,
    )
    _tell_given_names(scoring.scores.measures, shape.per_question, notes)
    header = not output.no_header
    sign = None if output.no_signature else scoring.signature
    text = score_text(scored, sign, output.format, output.digits, header)
    deliver(output, text, notes, picture)
    return LEFT_OUT if scoring.left_out else DONE


def _tell_given_names(measures: Sequence[Measure], per_question: bool, notes: Notes) -> None:
    """Names that mislead, and how studies can take what is no mean, of which they have no more."""
    for scored in measures:
        if scored.stands_for and names_another(scored.name, scored.definition):
            other = "though another measure is called so"
            notes.add(f"{scored.label} stands for {scored.stands_for}, {other}")
        if per_question and scored.stands_for and not scored.is_mean:
            notes.add(
                f"{scored.label} stands for {scored.stands_for}, which is no mean over questions: "
                f"studies of these scores take it by -m {scored.explained}"
            )


def _spanned(boards: Sequence[Overall], clusters: Mapping[str, str] | None) -> Spanned:
    """The leaderboards with intervals, which take their time to load where most calls need none."""
    from qaeval.presentation.score_intervals import spanned

    return spanned(boards, clusters)


def _picture(boards: Sequence[Overall], by: str | None, path: str) -> bytes:
    """Bars for the table, or for each table of --by."""
    # matplotlib takes its time to load, and most calls draw nothing.
    from qaeval.presentation.charts import drawn_boards
    from qaeval.presentation.plots.bars import plot_boards

    *groups, last = boards
    if by is not None:
        last = replace(last, title=f"{MACRO} over {by}")
    return plot_boards(drawn_boards([*groups, last]), path)
