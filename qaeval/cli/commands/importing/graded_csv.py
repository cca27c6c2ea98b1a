"""``qaeval import csv``: graded responses from CSV or TSV, as judged responses."""

from __future__ import annotations

from collections.abc import Sequence

import click

from qaeval.cli.commands.importing.options import files_argument, output_option_group
from qaeval.cli.gathering import gathered
from qaeval.cli.import_job import ImportJob
from qaeval.cli.options import OutputOptions, parsed_option
from qaeval.collection.responses import Responses
from qaeval.errors import InputError
from qaeval.files.foreign.graded_csv import ROW_NUMBER, Columns, parse_map, read_graded
from qaeval.files.judged import judged_text
from qaeval.files.named import RUN_NAME, split_name
from qaeval.wording import counted, shown

EPILOG = """\b
Examples:
  qaeval import csv sample_data/llm/graded.csv
  qaeval import csv --column grade --map A=R,B=W,C=U --question '#' \\
    --confidence confidence --seconds seconds -o judged.tsv \\
    large=sample_data/llm/graded.csv
  qaeval score --judged -m c@1 -m AURC judged.tsv
"""


@click.command("csv", epilog=EPILOG)
@files_argument
@click.option(
    "--column",
    "grade",
    default="grade",
    metavar="COLUMN",
    show_default=True,
    help="Holds the grade.",
)
@click.option(
    "--map",
    "grades",
    default="A=R,B=W,C=U",
    metavar="GRADE=OUTCOME,…",
    show_default=True,
    help="What each grade stands for: R right, W wrong, U not answered, UR or UW not answered "
    "but the candidate was right or wrong.",
)
@click.option(
    "--question",
    metavar="COLUMN|#",
    help="Names the question (default: question, id or question_id); # numbers the rows.",
)
@click.option(
    "--same-order",
    is_flag=True,
    help="With --question '#' and several files: row n of each is the same question.",
)
@click.option("--confidence", metavar="COLUMN", help="Holds the confidence, from 0 to 1.")
@click.option("--seconds", metavar="COLUMN", help="Holds the time taken.")
@click.option("--run", metavar="COLUMN", help="Names the run (default: the file is one run).")
@gathered("columns", Columns)
@output_option_group
def command(
    files: tuple[str, ...],
    grades: str,
    same_order: bool,
    columns: Columns,
    output: OutputOptions,
) -> None:
    """Read graded responses from CSV or TSV.

    FILE has a header row and a row for each response, with tabs, commas or
    semicolons between the fields, which may be quoted. Out come judged responses.
    SimpleQA's graders write A (correct), B (incorrect) and C (not attempted),
    which is what --map expects unless told otherwise.
    """
    numbered = columns.question == ROW_NUMBER and len(files) > 1
    if numbered != same_order:
        raise InputError(
            "--question '#' numbers the rows of each file on its own: --same-order says that row n "
            "of each is the same question"
            if numbered
            else "--same-order goes with --question '#' and several files"
        )
    job = ImportJob(output)
    outcomes = parsed_option("--map", parse_map, grades)
    cure = () if columns.run is None else ("a run stands in one file",)
    runs = []
    for argument in files:
        name, path = split_name(argument, RUN_NAME)
        if name is not None and columns.run is not None:
            raise InputError(f"{shown(argument)}: with --run the column names the runs")
        for run in read_graded(path, name, columns, outcomes):
            job.claim(run.name, run.file, *cure)
            job.tell(run.name, len(run.questions))
            runs.append(run)
    if same_order:
        _check_rows(runs)
    job.finish(judged_text(runs))


def _check_rows(runs: Sequence[Responses]) -> None:
    """Refuse files whose rows cannot be the same questions: they have not the same number."""
    first = runs[0]
    for run in runs:
        if len(run.questions) != len(first.questions):
            have = f"{counted(len(run.questions), 'row')}, but {first.file} has"
            raise InputError(f"{have} {len(first.questions)}: --same-order cannot be", run.file)
