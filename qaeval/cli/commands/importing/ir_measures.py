"""``qaeval import ir_measures``: the output of ir_measures by query, as a score table."""

from __future__ import annotations

import click

from qaeval.cli.commands.importing.figures import import_figures
from qaeval.cli.commands.importing.options import files_argument, output_option_group
from qaeval.cli.options import OutputOptions
from qaeval.files.foreign.ir_measures import read_ir_measures

EPILOG = """\b
Examples:
  qaeval import ir_measures -o scores.tsv sample_data/llm/ir_measures/*.jsonl
  qaeval compare -m nDCG@10 --test t scores.tsv
"""


@click.command("ir_measures", epilog=EPILOG)
@files_argument
@output_option_group
def command(files: tuple[str, ...], output: OutputOptions) -> None:
    """Read output of ir_measures by query.

    FILE is one run's, made with -q (--by_query), as tsv or jsonl. Take jsonl
    (ir_measures -q -o jsonl qrels run.txt AP nDCG@10): tsv is rounded to four
    places.
    """
    import_figures(read_ir_measures, files, output)
