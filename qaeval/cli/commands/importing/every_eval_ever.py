"""``qaeval import every-eval-ever``: samples of that schema, as scores or judged responses."""

from __future__ import annotations

from functools import partial

import click

from qaeval.cli.commands.importing.logs import LogOptions, import_logs, log_options, sources_of
from qaeval.cli.commands.importing.options import output_option_group
from qaeval.cli.options import OutputOptions
from qaeval.files.foreign.every_eval_ever import read_every_eval_ever

EPILOG = """\b
Examples:
  qaeval import every-eval-ever --metric exact_match \\
    sample_data/llm/every_eval_ever/*_samples.jsonl
"""


@click.command("every-eval-ever", epilog=EPILOG)
@click.argument("files", nargs=-1, required=True, metavar="[NAME=]FILE|DIR...", type=click.Path())
@log_options(
    seconds="the time each sample took (latency_ms)",
    confidence="With --judged: a number from 0 to 1 that the samples' metadata have under NAME.",
    cluster="The field of the samples' metadata that says which belong together.",
)
@output_option_group
def command(files: tuple[str, ...], options: LogOptions, output: OutputOptions) -> int:
    """Read samples in the schema of every-eval-ever."""
    return import_logs(partial(read_every_eval_ever, sources_of(files)), options, output)
