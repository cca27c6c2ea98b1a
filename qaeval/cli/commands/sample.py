"""``qaeval sample``: the question subsets of an experiment, as a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from qaeval.cli.options import Notes, emit, output_options
from qaeval.cli.study_options import draw_options, table_options
from qaeval.errors import InputError

if TYPE_CHECKING:
    from qaeval.presentation.tables import Cell

EPILOG = """\b
Examples:
  qaeval sample -c 97 --trials 1000 -f tsv -o samples.tsv scores.tsv
  qaeval swap --samples samples.tsv scores.tsv
"""


@click.command("sample", epilog=EPILOG, short_help="Draw the question sets of an experiment.")
@table_options
@draw_options
@output_options()
def command(**options: Any) -> None:
    """Draw the question sets that stability and swap would draw.

    Each trial draws a set A of c questions and, where there are enough, a set B
    of c others, without replacement, once for all runs, pairs and measures:
    columns 'trial set question'. With --samples, stability and swap take them
    from the file, so that any result can be checked by another program on
    exactly the same draws.
    """
    from qaeval.cli.study import all_draws, read_studies
    from qaeval.files.samples import COLUMNS, sample_rows
    from qaeval.presentation.tables import Column, Table, render

    if len(options["sizes"]) > 1:
        raise InputError("sample takes one -c: a file holds sets of one size")
    notes = Notes(options["verbose"])
    study = read_studies({**options, "by": None}, notes, least_runs=1)[""]
    (draws,) = all_draws(study, {**options, "samples": None}, disjoint=False)
    columns = [Column(name, "whole" if name == "trial" else "text") for name in COLUMNS]
    rows: list[list[Cell]] = [list(row) for row in sample_rows(draws)]
    text = render([Table(columns, rows)], options["format"], header=not options["no_header"])
    emit(text, options["output"])
    notes.tell()
