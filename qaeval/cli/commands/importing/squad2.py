"""``qaeval import squad2``: predictions for SQuAD 2.0, graded as its script does."""

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
from qaeval.cli.options import OutputOptions
from qaeval.errors import InputError
from qaeval.files.foreign.squad2 import read_dataset, read_na_probs, read_predictions
from qaeval.files.judged import judged_text
from qaeval.files.named import RUN_NAME, split_name
from qaeval.marking.squad2 import grade
from qaeval.scores.reading import merge_figures
from qaeval.scores.rows import score_text
from qaeval.wording import counted, listed, offered, shown

# The no-answer probability above which the script counts a prediction as silence.
DEFAULT_THRESHOLD = 1.0

EPILOG = """\b
Examples:
  qaeval import squad2 sample_data/llm/squad2/dataset.json \\
    sample_data/llm/squad2/reader.json
  cd sample_data/llm/squad2
  qaeval import squad2 --judged --na-prob reader-na-prob.json \\
    dataset.json reader.json
  qaeval import squad2 --na-prob a=reader-na-prob.json \\
    --na-prob b=tagger-na-prob.json --na-threshold 0.5 \\
    dataset.json a=reader.json b=tagger.json
"""


@click.command("squad2", epilog=EPILOG)
@click.argument("dataset", type=click.Path())
@files_argument
@click.option(
    "--na-prob",
    "na_probs",
    multiple=True,
    metavar="[NAME=]FILE",
    type=click.Path(),
    help="The probabilities that a question has no answer; with several runs, each by the name "
    "of its run. Repeat.",
)
@click.option(
    "--na-threshold",
    type=float,
    callback=finite,
    metavar="T",
    help="A no-answer probability above T counts as silence (default: 1, as the script).",
)
@judged_option
@output_option_group
def command(
    dataset: str,
    files: tuple[str, ...],
    na_probs: tuple[str, ...],
    na_threshold: float | None,
    judged: bool,
    output: OutputOptions,
) -> None:
    """Grade predictions for SQuAD 2.0 as its script does.

    DATASET is the official JSON, FILE the predictions, {"question": "answer"} or csv
    with the header Id,Predicted, of which the empty one says that there is no
    answer. The measures are exact and f1,
    from 0 to 1. A question without a prediction scores 0 (the script leaves it
    out), and the number of them is told.

    With --judged silence is R and any answer W where there is no answer; elsewhere
    silence is U, an exact match R, and anything else W. The confidence of an answer
    is 1 - the no-answer probability, that of silence which is R the probability.
    """
    if na_threshold is not None and not na_probs:
        raise InputError("--na-threshold needs --na-prob")
    threshold = DEFAULT_THRESHOLD if na_threshold is None else na_threshold
    job = ImportJob(output)
    runs = list(job.named(files))
    na_files = _na_files(na_probs, [run for run, _ in runs])
    right = read_dataset(dataset)
    graded = []
    for run, path in runs:
        given = read_predictions(path, right)
        probs = read_na_probs(na_files[run], right, given, judged) if run in na_files else None
        grades = grade(right, given, probs, threshold)
        graded.append((run, path, grades))
        job.tell(run, len(given))
        if grades.missing:
            none = f"{path}: no prediction for {counted(len(grades.missing), 'question')}"
            job.notes.add(f"{none} ({listed(grades.missing)}): {'U' if judged else '0'} for each")
    if judged:
        job.finish(judged_text([grades.as_responses(run, path) for run, path, grades in graded]))
    else:
        figures = [grades.as_figures(run, path) for run, path, grades in graded]
        job.finish(score_text(merge_figures(figures)))


def _na_files(arguments: Sequence[str], runs: Sequence[str]) -> dict[str, str]:
    """The file of no-answer probabilities of each run that has one."""
    files: dict[str, str] = {}
    for argument in arguments:
        name, path = split_name(argument, RUN_NAME)
        if name is None and len(runs) == 1:
            name = runs[0]
        if name is None or name not in runs:
            names = offered(runs)
            raise InputError(f"--na-prob {shown(argument)}: expected RUN=FILE, the runs: {names}")
        if name in files:
            raise InputError(f"--na-prob: two files for run {shown(name)}")
        files[name] = path
    return files
