"""``qaeval import inspect``: logs of inspect_ai, as scores or judged responses."""

from __future__ import annotations

from functools import partial

import click

from qaeval.cli.commands.importing.logs import LogOptions, import_logs, log_options
from qaeval.cli.commands.importing.options import output_option_group
from qaeval.cli.options import OutputOptions
from qaeval.files.foreign.inspect_logs import read_inspect
from qaeval.files.foreign.logs import sources_of

EPILOG = """\b
Examples:
  qaeval import inspect --metric match -o scores.tsv sample_data/llm/inspect
  qaeval compare --quiet scores.tsv
  qaeval import inspect --judged --metric includes --task capitals \\
    --cluster continent --questions-out questions.tsv -o judged.tsv \\
    sample_data/llm/inspect
  qaeval score --judged --questions questions.tsv judged.tsv
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
    help="Take the scored samples of runs that were cancelled, failed or killed, where "
    "none came to its end.",
)
@output_option_group
def command(
    logs: tuple[str, ...], allow_unfinished: bool, options: LogOptions, output: OutputOptions
) -> int:
    """Read logs of inspect_ai.

    LOG is an .eval or .json file. DIR is a folder with logs, also below it: of each
    model and task the newest that came to its end is taken, and those passed over
    are told. A run is a model, unless NAME= names it, a question the task and the
    id of the sample (capitals:cap-peru), and epochs are samples of the question.
    Two logs that have another input under the same id are refused.

    The metric is a scorer, or for a scorer with several values scorer.key. C, P, I
    and N are 1, 0.5, 0 and 0, as in inspect. What has no score is left out, as in
    inspect's means, and told. With --judged N is U, as is an empty answer that is
    not right, and --no-response looks at the scorer's answer.

    Logs packed with zstd (since April 2026) need Python 3.14 or zstandard:
    pip install 'qaeval-cli[inspect]'.
    """
    read = partial(read_inspect, sources_of(logs), unfinished=allow_unfinished)
    return import_logs(read, options, output)
