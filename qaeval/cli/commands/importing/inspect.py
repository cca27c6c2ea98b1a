"""``qaeval import inspect``: logs of inspect_ai, as scores or judged responses."""

from __future__ import annotations

from functools import partial

import click

from qaeval.cli.commands.importing.logs import LogOptions, import_logs, log_options, sources_of
from qaeval.cli.commands.importing.options import output_option_group
from qaeval.cli.options import OutputOptions
from qaeval.files.foreign.inspect_logs import read_inspect

EPILOG = """\b
Examples:
  qaeval import inspect --metric match sample_data/llm/inspect
"""


@click.command("inspect", epilog=EPILOG)
@click.argument("logs", nargs=-1, required=True, metavar="[NAME=]LOG|DIR...", type=click.Path())
@log_options(
    seconds="the time each sample took (working_time)",
    confidence="With --judged: a number from 0 to 1 that the score, its metadata or the sample's "
    "metadata has under NAME.",
    cluster="The field of the samples' metadata that says which belong together.",
    metric_names=("--metric", "--scorer"),
)
@click.option(
    "--allow-unfinished",
    is_flag=True,
    help="Take the scored samples of runs that were cancelled, failed or killed.",
)
@output_option_group
def command(
    logs: tuple[str, ...], allow_unfinished: bool, options: LogOptions, output: OutputOptions
) -> int:
    """Read logs of inspect_ai.

    LOG is an .eval or a .json, DIR a folder of them, of which the newest of each model and task
    is taken. The run is the model, a question the task and the id of the sample, and the epochs
    are its samples.
    """
    read = partial(read_inspect, sources_of(logs), unfinished=allow_unfinished)
    return import_logs(read, options, output)
