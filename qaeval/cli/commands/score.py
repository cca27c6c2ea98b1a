"""``qaeval score``: runs and a key become scores."""

from __future__ import annotations

from collections.abc import Mapping

import click
from click.core import ParameterSource

from qaeval.cli import DONE, LEFT_OUT
from qaeval.cli.ending import deliver
from qaeval.cli.gathering import gathered
from qaeval.cli.options import (
    KeyOptions,
    Notes,
    OutputOptions,
    RunOptions,
    complete_measures,
    key_option_group,
    output_option_group,
    plot_option,
    questions_option,
    run_option_group,
)
from qaeval.cli.progress_bar import progress
from qaeval.cli.scoring_job import score_files
from qaeval.cli.scoring_options import (
    QuestionOptions,
    ScoringOptions,
    check_words,
    keys_and_runs,
)
from qaeval.cli.streams import say
from qaeval.errors import InputError
from qaeval.presentation.leaderboards import MACRO, group_title
from qaeval.presentation.score_forms import Scored, score_text
from qaeval.scores.table import Scores

EPILOG = """\b
Examples:
  qaeval score sample_data/factoid/key.tsv sample_data/factoid/runs/*.tsv
  qaeval score -m RR -m Q1:1:1 -m nDCG@5 key.tsv runs/*.tsv
  qaeval score -q -f tsv -o scores.tsv key.tsv runs/*.tsv
  qaeval score --judged -m c@1 -m accuracy sample_data/response/runs/*.tsv
  qaeval score -f trec -m map -m P_5 -m num_q qrels run.txt
  qaeval score --plot scores.png key.tsv runs/*.tsv
  qaeval score GA=ga.qrels --key BA=ba.qrels -m Hit@1 runs/*
"""


@click.command("score", epilog=EPILOG)
@click.argument("files", nargs=-1, metavar="KEY RUN... | --judged RUN...", type=click.Path())
@click.option(
    "-m",
    "--measure",
    "measure",
    multiple=True,
    metavar="NAME",
    shell_complete=complete_measures,
    help="A measure (RR, Hit@5, Q2:1.5:1, nDCG@20, c@1 …) or a preset (qac1 qac2 cqa clef trec); "
    "repeat for more. See 'qaeval measures'.",
)
@click.option("-q", "--per-question", is_flag=True, help="Each question's scores too.")
@click.option("--judged", is_flag=True, help="The files are judged responses; there is no key.")
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
    click.option("--intersect", is_flag=True, help="Average each run over the questions it has."),
    click.option(
        "--unanswerable",
        type=click.Choice(["skip", "zero"]),
        default="skip",
        show_default=True,
        help="Questions for which the key has no correct answer: leave out, or count as 0.",
    ),
)
@click.option("--keep-going", is_flag=True, help="Report a broken run, score the others, exit 3.")
@click.option(
    "--strict",
    is_flag=True,
    help="Questions that a run lacks, that the key lacks or has no answer for, are errors.",
)
@plot_option("Draw bars with 95% intervals, a panel per measure,")
@key_option_group
@run_option_group
@output_option_group(["trec"])
def command(
    files: tuple[str, ...],
    measure: tuple[str, ...],
    per_question: bool,
    judged: bool,
    more_keys: tuple[str, ...],
    question_options: QuestionOptions,
    keep_going: bool,
    key_options: KeyOptions,
    run_options: RunOptions,
    output: OutputOptions,
) -> int:
    """Score runs against an answer key, or judged responses without one.

    KEY is the answer key, each RUN one system's answers; formats are recognised
    from the content, gz is read as it is, and - is standard input. The key
    decides which questions are averaged: one that a run leaves out scores 0.

    The table has a row per run, best first by the first measure, and ends with a
    signature: every choice that changes a number. '-q -f tsv' writes the score
    table that other programs can read: run, measure, question, value.

    The picture of --plot has the runs in the order of the table, and with --by a
    row of panels per value and one for the macro mean. Its intervals are over
    questions: Student's t for means (Wilson's where all values are 0 or 1), else
    percentiles of 1,000 bootstrap samples.
    """
    keys, runs = keys_and_runs(files, judged, more_keys)
    asked = ScoringOptions(
        keys, runs, measure, key_options, run_options, question_options, keep_going
    )
    check_words(asked, _given(), output.format)
    notes = Notes(output.verbose)
    scoring = score_files(asked, notes, _report, progress)
    by = question_options.by or ""
    scored = Scored(scoring.scores, scoring.groups, by, per_question, scoring.labels)
    header = not output.no_header
    text = score_text(scored, scoring.signature, output.format, output.digits, header)
    picture = None
    if output.plot is not None:
        picture = _picture(scoring.scores, scoring.groups, by, output.plot)
    deliver(output, text, notes, picture)
    return LEFT_OUT if scoring.left_out else DONE


def _given() -> frozenset[str]:
    """The options that stand on the command line, by their long names."""
    context = click.get_current_context()
    return frozenset(
        max(parameter.opts, key=len)
        for parameter in context.command.params
        if parameter.name is not None
        and context.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE
    )


def _report(error: InputError) -> None:
    say(str(error))


def _picture(scores: Scores, groups: Mapping[str, Scores], by: str, path: str) -> bytes:
    """Bars for the table, or for each table of --by."""
    # Intervals and matplotlib take their time to load, and most calls draw nothing.
    from qaeval.presentation.charts import drawn_board, drawn_macro_mean
    from qaeval.presentation.plots.bars import plot_boards

    if not groups:
        return plot_boards([drawn_board(scores)], path)
    drawn = [drawn_board(group, group_title(by, value, group)) for value, group in groups.items()]
    drawn.append(drawn_macro_mean(scores, groups, f"{MACRO} over {by}"))
    return plot_boards(drawn, path)
