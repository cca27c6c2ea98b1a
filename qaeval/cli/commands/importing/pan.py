"""``qaeval import pan``: answers to PAN's verification problems, judged by the truth."""

from __future__ import annotations

import click

from qaeval.cli.commands.importing.options import files_argument, output_option_group
from qaeval.cli.import_job import ImportJob
from qaeval.cli.options import OutputOptions
from qaeval.files.foreign.pan import read_answers, read_truth
from qaeval.files.judged import judged_text
from qaeval.wording import counted, listed

EPILOG = """\b
Examples:
  qaeval import pan sample_data/llm/pan/truth.jsonl \\
    sample_data/llm/pan/careful.jsonl
  qaeval import pan sample_data/llm/pan/truth.jsonl \\
    a=sample_data/llm/pan/careful.jsonl b=sample_data/llm/pan/bold.jsonl |
    qaeval score --judged -m c@1 -m F0.5u -m AUC --quiet -
"""


@click.command("pan", epilog=EPILOG)
@click.argument("truth", type=click.Path())
@files_argument
@output_option_group
def command(truth: str, files: tuple[str, ...], output: OutputOptions) -> None:
    """Read answers to PAN's verification problems.

    TRUTH has {"id": "p1", "same": true} on every line, FILE the answers,
    {"id": "p1", "value": 0.9}, where a value above 0.5 says yes and one below no.
    Out come judged responses whose confidence is the value, as F0.5u and AUC read
    it; AUROC, ECE and their kin would take it for the confidence in an answer.

    A value of exactly 0.5, and a problem without one, is no answer: UR if yes
    would have been right, UW if it would have been wrong.
    """
    job = ImportJob(output)
    right = read_truth(truth)
    runs = []
    for run, path in job.named(files):
        responses, lacking = read_answers(path, run, right)
        runs.append(responses)
        job.tell_judged(responses)
        if lacking:
            none = f"{path}: no value for {counted(len(lacking), 'problem')}"
            job.notes.add(f"{none} ({listed(lacking)}): no answer")
    job.finish(judged_text(runs))
