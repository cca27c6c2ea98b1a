"""``qaeval import jsonl``: grades or scores from JSON lines."""

from __future__ import annotations

import click

from qaeval.cli.commands.importing.options import files_argument, output_option_group
from qaeval.cli.commands.importing.rows import RowOptions, import_rows, row_options
from qaeval.cli.options import OutputOptions

EPILOG = """\b
Examples:
  qaeval import jsonl --column exact_match --question doc_id \\
    --task filter --same doc.question sample_data/llm/small/*.jsonl
  grep -h '_result_id": "exact_match"' \\
    sample_data/llm/every_eval_ever/*.jsonl > rows.jsonl
  qaeval import jsonl --column em=evaluation.score --run model_id \\
    --question sample_id --task evaluation_name --same input.raw \\
    --questions-out questions.tsv rows.jsonl
  qaeval import jsonl --outcome evaluation.is_correct --run model_id \\
    --question sample_id -o judged.tsv rows.jsonl
  qaeval score --judged -m accuracy judged.tsv
"""


@click.command("jsonl", epilog=EPILOG)
@files_argument
@row_options("FIELD")
@output_option_group
def command(files: tuple[str, ...], options: RowOptions, output: OutputOptions) -> None:
    """Read grades or scores from JSON lines.

    FILE has a JSON object a line for each response; or with --wide one for each
    question, with a field for each run. A FIELD may be a path into objects and
    lists: metadata.subject, choices.0.text. Grades (--outcome) become judged
    responses, numbers (--column) a score table; true and false are 1 and 0.

    Blanks in ids are folded into one. A question whose --same differs from line to
    line, or a second line of one run, question and sample, is an error.
    """
    import_rows(files, options, output, is_json=True)
