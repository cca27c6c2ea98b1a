"""``qaeval import every-eval-ever``: samples of that schema, as scores or judged responses."""

from __future__ import annotations

from functools import partial

import click

from qaeval.cli.commands.importing.logs import LogOptions, import_logs, log_options
from qaeval.cli.commands.importing.options import output_option_group
from qaeval.cli.options import OutputOptions
from qaeval.files.foreign.every_eval_ever import read_every_eval_ever
from qaeval.files.foreign.logs import sources_of

EPILOG = """\b
Examples:
  qaeval import every-eval-ever --metric exact_match \\
    --task qx_capitals --quiet sample_data/llm/every_eval_ever
  qaeval import every-eval-ever --judged --metric exact_match --seconds \\
    --task qx_agent sample_data/llm/every_eval_ever/*_samples.jsonl
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
    """Read samples of every-eval-ever.

    FILE has a line for each sample and metric in its instance-level schema
    (*_samples.jsonl); DIR is a folder with such files, also below it. A run is a
    model_id, unless NAME= names it, the task the evaluation_name, a question the
    task and the sample_id, the metric the evaluation_result_id, and the value the
    score. Lines that have all of these in common are samples of the question, which
    is told. Two files that have another input under the same id are refused.
    """
    return import_logs(partial(read_every_eval_ever, sources_of(files)), options, output)
