"""``qaeval import helm``: the runs of a HELM suite, as scores or judged responses."""

from __future__ import annotations

from functools import partial

import click

from qaeval.cli.commands.importing.logs import LogOptions, import_logs, log_options, sources_of
from qaeval.cli.commands.importing.options import output_option_group
from qaeval.cli.options import OutputOptions
from qaeval.files.foreign.helm import read_helm

EPILOG = """\b
Examples:
  qaeval import helm --metric exact_match sample_data/llm/helm
"""


@click.command("helm", epilog=EPILOG)
@click.argument("folders", nargs=-1, required=True, metavar="[NAME=]DIR...", type=click.Path())
@log_options(seconds="the time each request took")
@click.option(
    "--split",
    metavar="NAME",
    help="The split (default: test, where a run has several).",
)
@output_option_group
def command(
    folders: tuple[str, ...], split: str | None, options: LogOptions, output: OutputOptions
) -> int:
    """Read the runs of a HELM suite."""
    read = partial(read_helm, sources_of(folders), split=split)
    return import_logs(read, options, output)
