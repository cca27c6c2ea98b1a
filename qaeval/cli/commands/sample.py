"""``qaeval sample``: the question subsets of an experiment, as a file."""

from __future__ import annotations

import click

from qaeval.cli.ending import finish
from qaeval.cli.options import OutputOptions, cluster_option, macro_option, output_option_group
from qaeval.cli.run_choice import name_choice_options
from qaeval.cli.study_options import draw_option_group, table_group, table_options
from qaeval.errors import InputError
from qaeval.presentation.sample_tables import sample_table
from qaeval.steps.asked import DrawOptions, TableOptions
from qaeval.steps.experiments import set_sizes
from qaeval.steps.notes import Notes
from qaeval.steps.study import Study, read_study
from qaeval.studies.sampling import Drawing
from qaeval.wording import counted

# Rows, which are held until all are written: about a kilobyte of memory each.
MOST_ROWS = 2_000_000

EPILOG = """\b
Examples:
  qaeval sample -c 97 --trials 1000 -f tsv -o samples.tsv scores.tsv
  qaeval swap --samples samples.tsv scores.tsv
"""


@click.command("sample", epilog=EPILOG)
@table_group(table_options, name_choice_options(), cluster_option, macro_option)
@draw_option_group
@output_option_group()
def command(table: TableOptions, draws: DrawOptions, output: OutputOptions) -> None:
    """Draw the question sets that stability and swap would draw.

    Each trial draws a set A of c questions and, where there are enough, a set B
    of c others, without replacement, once for all runs, pairs and measures:
    columns 'trial set question'. With --samples, stability and swap take them
    from the file, so that any result can be checked by another program on
    exactly the same draws.
    """
    if len(draws.sizes) > 1:
        raise InputError("sample takes one -c: a file holds sets of one size")
    notes = Notes(output.verbose)
    study = read_study(table, notes, least_runs=1)
    (size,) = set_sizes(study.units, draws.sizes, disjoint=False)
    _check_rows(study, size, draws.trials)
    drawing = Drawing(study.units, size, draws.trials, draws.seed)
    finish(output, [sample_table(drawing, study.scores.questions)], notes)


def _check_rows(study: Study, size: int, trials: int) -> None:
    """Refuse draws that would fill the memory, and a file that nobody could read."""
    sets = 2 if 2 * size <= study.units.count else 1
    rows = trials * sets * size * study.units.questions // study.units.count
    if rows > MOST_ROWS:
        raise InputError(
            f"{trials:,} trials of {counted(sets, 'set')} are {rows:,} rows, more than "
            f"{MOST_ROWS:,}: fewer --trials, or let stability and swap draw the same sets by --seed"
        )
