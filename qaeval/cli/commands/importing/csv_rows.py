"""``qaeval import csv``: grades or scores from any CSV or TSV."""

from __future__ import annotations

import click

from qaeval.cli.commands.importing.options import files_argument, output_option_group
from qaeval.cli.commands.importing.rows import RowOptions, import_rows, row_options
from qaeval.cli.options import OutputOptions

EPILOG = """\b
Examples:
  qaeval import csv sample_data/llm/graded.csv
  qaeval import csv --outcome grade --map A=R,B=W,C=U --question '#' \\
    --confidence confidence --seconds seconds -o judged.tsv \\
    large=sample_data/llm/graded.csv
  qaeval score --judged -m c@1 -m AURC judged.tsv
  qaeval import csv --column grade --map A=1,B=0,C=0 --same problem \\
    --questions-out questions.tsv sample_data/llm/graded.csv
"""


@click.command("csv", epilog=EPILOG)
@files_argument
@row_options("COLUMN")
@output_option_group
def command(files: tuple[str, ...], options: RowOptions, output: OutputOptions) -> None:
    """Read grades or scores from any CSV or TSV.

    FILE has a header row and a row for each response, with tabs, commas or
    semicolons between the fields, which may be quoted; or with --wide a row for
    each question and a column for each run. Grades (--outcome) become judged
    responses, numbers (--column) a score table; true and false are 1 and 0.

    Blanks in ids are folded into one. A question whose --same differs from row to
    row, or a second row of one run, question and sample, is an error.
    """
    import_rows(files, options, output, is_json=False)
