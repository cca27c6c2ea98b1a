"""``qaeval import lm-eval``: samples of lm-evaluation-harness, as scores or judged responses."""

from __future__ import annotations

from collections.abc import Sequence

import click

from qaeval.cli.commands.importing.options import (
    files_argument,
    finite,
    judged_option,
    output_option_group,
)
from qaeval.cli.import_job import ImportJob
from qaeval.cli.options import OutputOptions, parsed_option
from qaeval.errors import InputError
from qaeval.files.fields import pattern
from qaeval.files.foreign.judging import Judging
from qaeval.files.foreign.lm_eval import Chosen, read_samples
from qaeval.files.foreign.lm_eval_responses import judge_samples
from qaeval.files.judged import judged_text
from qaeval.scores.reading import merge_figures
from qaeval.scores.rows import score_text
from qaeval.wording import shown

EPILOG = """\b
Examples:
  qaeval import lm-eval --metric exact_match --filter strict-match \\
    small=sample_data/llm/small/samples_facts_2026-03-02T10-15-00.jsonl \\
    large=sample_data/llm/large/samples_facts_2026-03-02T11-40-00.jsonl
  qaeval import lm-eval --judged --metric exact_match \\
    --filter flexible-extract --no-response "(?i)don.t know" \\
    --confidence confidence -o judged.tsv \\
    small=sample_data/llm/small/samples_facts_2026-03-02T10-15-00.jsonl \\
    large=sample_data/llm/large/samples_facts_2026-03-02T11-40-00.jsonl
  qaeval score --judged judged.tsv
"""


@click.command("lm-eval", epilog=EPILOG)
@files_argument
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    metavar="NAME",
    help="The metric, where the samples have several. Repeat for more.",
)
@click.option("--filter", metavar="NAME", help="The filter, where the samples have several.")
@judged_option
@click.option(
    "--right-from",
    type=float,
    callback=finite,
    metavar="X",
    help="With --judged: a value of X or more is right (default: 1 is right, 0 is wrong, "
    "anything between an error).",
)
@click.option(
    "--no-response",
    metavar="REGEX",
    help='With --judged: a filtered response in which REGEX is found ("I don\'t know") is U, '
    "whatever its metric.",
)
@click.option(
    "--confidence",
    metavar="choices|NAME",
    help="With --judged: the likeliest choice's share of the choices' likelihoods (multiple "
    "choice), or a number from 0 to 1 that the sample or its 'doc' has under NAME.",
)
@output_option_group
def command(
    files: tuple[str, ...],
    metrics: tuple[str, ...],
    filter: str | None,
    judged: bool,
    right_from: float | None,
    no_response: str | None,
    confidence: str | None,
    output: OutputOptions,
) -> None:
    """Read samples of lm-evaluation-harness.

    FILE is a samples_*.jsonl as --log_samples writes it; the question is the
    doc_id, the value that of the metric, the score table's measure. A document
    comes once for each filter, so one must be chosen where there are several.

    With --judged a document is R, W or U: U where --no-response finds the filtered
    response, or where that is empty and not right. Take a filter that keeps "I don't
    know": one that writes [invalid] for it writes so for other answers too. Only
    answers (R, W) get a confidence. The likeliest choice is the one that acc
    judges; acc_norm may judge another.
    """
    job = ImportJob(output)
    chosen = Chosen(tuple(dict.fromkeys(metrics)), filter, confidence)
    if judged:
        _import_judged(job, files, chosen, right_from, no_response)
    else:
        judging = {"right-from": right_from, "no-response": no_response, "confidence": confidence}
        for name, value in judging.items():
            if value is not None:
                raise InputError(f"--{name} needs --judged")
        _import_scores(job, files, chosen)


def _import_scores(job: ImportJob, files: Sequence[str], chosen: Chosen) -> None:
    scored = []
    for run, path in job.named(files):
        scored.append(read_samples(path, run, chosen))
        job.tell(run, len(scored[-1].questions))
    job.finish(score_text(merge_figures(scored)))


def _import_judged(
    job: ImportJob,
    files: Sequence[str],
    chosen: Chosen,
    right_from: float | None,
    no_response: str | None,
) -> None:
    if len(chosen.metrics) > 1:
        raise InputError("--judged takes one --metric")
    silence = None
    if no_response is not None:
        silence = parsed_option("--no-response", pattern, no_response)
    judging = Judging(right_from, silence)
    judged = []
    for run, path in job.named(files):
        judged.append(judge_samples(path, run, chosen, judging))
        job.tell_judged(judged[-1])
        if no_response is not None and "U" not in judged[-1].outcomes:
            job.notes.add(f"{path}: --no-response {shown(no_response)} is found in no response")
    job.finish(judged_text(judged))
