"""``qaeval import helm``: the runs of a HELM suite, as scores or judged responses."""

from __future__ import annotations

from functools import partial

import click

from qaeval.cli.commands.importing.logs import LogOptions, import_logs, log_options
from qaeval.cli.commands.importing.options import output_option_group
from qaeval.cli.options import OutputOptions
from qaeval.files.foreign.helm import read_helm
from qaeval.files.foreign.logs import sources_of

EPILOG = """\b
Examples:
  qaeval import helm --metric exact_match --task qx_sums sample_data/llm/helm
  qaeval import helm --judged --metric exact_match --quiet -o judged.tsv \\
    --questions-out questions.tsv sample_data/llm/helm
  qaeval score --judged -m accuracy --questions questions.tsv --by task \\
    --quiet judged.tsv
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
    """Read the runs of a HELM suite.

    DIR is the folder of a suite (benchmark_output/runs/SUITE) or of one of its runs,
    which has per_instance_stats.json. A run is a model, unless NAME= names it, a
    task the scenario with its arguments, a question the task and the id of the
    instance (mmlu:subject=law:id12), and train trials are samples of the question.
    Perturbed instances are left out.

    The metric is a statistic (exact_match). exact_match@5 is the best of five
    completions, as HELM has it, and not a mean of samples. What HELM gives no value
    is left out, and told. Two runs that have another text under the same id are
    refused; the texts are those of instances.json or scenario_state.json.
    """
    read = partial(read_helm, sources_of(folders), split=split)
    return import_logs(read, options, output)
