"""``qaeval score``: runs and a key become scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from qaeval.cli.options import (
    complete_measures,
    emit,
    key_options,
    output_options,
    plot_option,
    run_options,
)
from qaeval.cli.progress_bar import progress
from qaeval.errors import InputError
from qaeval.wording import counted, printable

if TYPE_CHECKING:
    from qaeval.cli.scoring_job import ScoringJob
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


@click.command("score", epilog=EPILOG, short_help="Score runs against an answer key.")
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
@click.option(
    "--questions",
    metavar="FILE",
    type=click.Path(),
    help="A table of questions (tsv, first column 'question'): only these count.",
)
@click.option("--by", metavar="COLUMN", help="A table per value of COLUMN, and the macro mean.")
@click.option(
    "--only", multiple=True, metavar="COLUMN=VALUE", help="Only questions with this value."
)
@click.option("--intersect", is_flag=True, help="Average each run over the questions it has.")
@click.option(
    "--unanswerable",
    type=click.Choice(["skip", "zero"]),
    default="skip",
    show_default=True,
    help="Questions for which the key has no correct answer: leave out, or count as 0.",
)
@click.option("--keep-going", is_flag=True, help="Report a broken run, score the others, exit 3.")
@click.option(
    "--strict",
    is_flag=True,
    help="Questions that a run lacks, that the key lacks or has no answer for, are errors.",
)
@plot_option("Draw bars with 95% intervals, a panel per measure,")
@key_options
@run_options
@output_options(extra_formats=["trec"])
def command(**options: Any) -> int:
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
    from qaeval.cli.scoring_job import ScoringJob

    wanted = {name: value for name, value in options.items() if name not in _RENDERING}
    job = ScoringJob(**wanted, given=_given())
    scores = job.run(_report, progress)
    text, picture = _rendered(job, scores, options), None
    if options["plot"] is not None:
        picture = _picture(job, scores, options["plot"])
    emit(text, options["output"], options["plot"], picture)
    job.notes.tell()
    return 3 if job.left_out else 0


_RENDERING = ("per_question", "output", "digits", "no_header", "plot")


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
    click.echo(f"qaeval: {printable(str(error))}", err=True)


def _picture(job: ScoringJob, scores: Scores, path: str) -> bytes:
    """Bars for the table, or for each table of --by."""
    from qaeval.presentation.charts import drawn_board, drawn_macro_mean
    from qaeval.presentation.leaderboards import MACRO
    from qaeval.presentation.plots.bars import plot_boards

    groups = job.grouped(scores)
    if not groups:
        return plot_boards([drawn_board(scores, "", progress)], path)
    drawn = [
        drawn_board(group, _title(job, value, group), progress) for value, group in groups.items()
    ]
    drawn.append(drawn_macro_mean(groups, f"{MACRO} over {job.by}"))
    return plot_boards(drawn, path)


def _title(job: ScoringJob, value: str, group: Scores) -> str:
    return f"{job.by}: {value} ({counted(len(group.questions), 'question')})"


def _rendered(job: ScoringJob, scores: Scores, options: dict[str, Any]) -> str:
    from qaeval.presentation import leaderboards as boards
    from qaeval.presentation.rendering import as_json, render
    from qaeval.presentation.signature import signature_line

    format, per_question = options["format"], options["per_question"]
    if format == "trec":
        from qaeval.files.trec_eval import trec_lines

        return "".join(trec_lines(scores, job.labels(scores), per_question))
    groups = job.grouped(scores)
    if format == "json":
        record: dict[str, Any] = {"signature": job.signature(scores)}
        if groups:
            record["groups"] = {
                value: boards.as_records(group, per_question) for value, group in groups.items()
            }
            record["macro"] = boards.macro_records(groups, job.by or "")
        else:
            record["runs"] = boards.as_records(scores, per_question)
        return as_json(record)
    header = not options["no_header"]
    if format in ("tsv", "csv"):
        tables = (
            boards.long_tables_by(groups, job.by or "", per_question)
            if groups
            else [boards.long_table(scores, per_question)]
        )
        return render(tables, format, header=header)
    tables = [boards.question_table(scores)] if per_question else []
    if groups:
        tables += [
            boards.leaderboard(group, _title(job, value, group)) for value, group in groups.items()
        ]
        tables.append(boards.macro_mean(groups, job.by or ""))
    else:
        tables.append(boards.leaderboard(scores))
    notes = [signature_line(job.signature(scores))]
    return render(tables, format, options["digits"], header, notes)
