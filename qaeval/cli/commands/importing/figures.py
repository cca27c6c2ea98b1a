"""Figures that another tool has worked out, put into one score table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from qaeval.cli.import_job import ImportJob
from qaeval.cli.options import OutputOptions
from qaeval.files.cells import RunFigures
from qaeval.files.named import RUN_NAME, split_name
from qaeval.scores.reading import merge_figures
from qaeval.scores.rows import score_text


def import_figures(
    read: Callable[[str, str | None], RunFigures], files: Sequence[str], output: OutputOptions
) -> None:
    """Read each run, refuse names that come twice, and write the table."""
    job = ImportJob(output)
    runs = []
    for argument in files:
        name, path = split_name(argument, RUN_NAME)
        run = read(path, name)
        job.claim(run.run, run.file)
        job.tell(run.run, len(run.questions))
        runs.append(run)
    job.finish(score_text(merge_figures(runs)))
