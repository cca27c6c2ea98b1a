"""``qaeval import trec_eval``: the output of trec_eval -q, as a score table."""

from __future__ import annotations

import click

from qaeval.cli.commands.importing.figures import import_figures
from qaeval.cli.commands.importing.options import files_argument, output_option_group
from qaeval.cli.options import OutputOptions
from qaeval.files.foreign.trec_eval import read_trec_eval

EPILOG = """\b
Examples:
  qaeval import trec_eval -o scores.tsv sample_data/llm/trec_eval/*.txt
  qaeval compare -m map scores.tsv
"""


@click.command("trec_eval", epilog=EPILOG)
@files_argument
@output_option_group
def command(files: tuple[str, ...], output: OutputOptions) -> None:
    """Read output of trec_eval -q.

    FILE is one run's (trec_eval -q qrels run.txt); the run is called by its row
    runid unless NAME=FILE says otherwise. The studies read such files as they
    are; here they are put into one score table.
    """
    import_figures(read_trec_eval, files, output)
