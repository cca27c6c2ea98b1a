"""``qaeval import lm-eval``: output of lm-evaluation-harness, as scores or judged responses."""

from __future__ import annotations

from collections.abc import Iterator

import click

from qaeval.cli.commands.importing.logs import LogOptions, import_logs, log_options
from qaeval.cli.commands.importing.options import output_option_group
from qaeval.cli.options import OutputOptions
from qaeval.files.foreign.lm_eval import read_lm_eval
from qaeval.files.foreign.logs import Meet, TaskLog, Wanted, sources_of

EPILOG = """\b
Examples:
  qaeval import lm-eval --metric exact_match --filter strict-match \\
    sample_data/llm
  qaeval import lm-eval --metric exact_match --filter strict-match \\
    --questions-out questions.tsv -o scores.tsv \\
    small=sample_data/llm/small large=sample_data/llm/large
  qaeval compare --questions questions.tsv scores.tsv
  qaeval import lm-eval --judged --metric exact_match \\
    --filter flexible-extract --no-response "(?i)don.t know" \\
    --confidence confidence -o judged.tsv sample_data/llm
  qaeval score --judged judged.tsv
"""


@click.command("lm-eval", epilog=EPILOG)
@click.argument("logs", nargs=-1, required=True, metavar="[NAME=]DIR|FILE...", type=click.Path())
@click.option(
    "--filter",
    "filters",
    multiple=True,
    metavar="NAME",
    help="The filter, where a task has several. Repeat for tasks that have others.",
)
@log_options(
    confidence="With --judged: a number from 0 to 1 that the sample or its 'doc' has under NAME, "
    "or 'choices', the likeliest choice's share of the choices' likelihoods (multiple choice).",
    cluster="What documents share (a passage), a field of 'doc': goes into the table of questions.",
)
@output_option_group
def command(
    logs: tuple[str, ...], filters: tuple[str, ...], options: LogOptions, output: OutputOptions
) -> int:
    """Read what lm-evaluation-harness wrote.

    DIR is an output folder (lm_eval --output_path DIR --log_samples) or one above
    several; FILE is a results_*.json, for the samples of that evaluation, or a
    samples_*.jsonl. All that is of one model is one run, called as its results file
    or else its folder says, or NAME. Of several evaluations of a task in a folder
    the newest counts, and a note tells.

    The question is task:doc_id, the value that of the metric, which is the score
    table's measure. Two documents under one id are an error. Tasks that have
    different metrics (--metric acc --metric exact_match) make one measure,
    acc/exact_match. A document comes once for each filter, so one must be chosen
    where a task has several. Repeats are samples where the harness graded each
    (from version 0.5 on). --task takes groups too.

    With --judged a document is R, W or U: U where --no-response finds the filtered
    response, or where that is empty and not right. Take a filter that keeps "I don't
    know": one that writes [invalid] for it writes so for other answers too. Only
    answers (R, W) get a confidence. The likeliest choice is the one that acc
    judges; acc_norm may judge another.
    """

    def read(wanted: Wanted, meet: Meet) -> Iterator[TaskLog]:
        return read_lm_eval(sources_of(logs), wanted, filters, meet)

    return import_logs(read, options, output)
