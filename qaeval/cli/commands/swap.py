"""``qaeval swap``: how large must a difference be to be believed?"""

from __future__ import annotations

from fractions import Fraction

import click

from qaeval.cli.ending import conclude
from qaeval.cli.options import OutputOptions, output_option_group
from qaeval.cli.progress_bar import progress
from qaeval.cli.study_options import (
    draw_option_group,
    experiment_options,
    fraction,
    study_option_group,
)
from qaeval.steps.asked import DrawOptions, TableOptions
from qaeval.steps.notes import Notes
from qaeval.steps.question_sets import SwapOptions, swap_result
from qaeval.steps.study import read_study

EPILOG = """\b
Examples:
  qaeval score -q -f tsv -o scores.tsv key.tsv runs/*.tsv
  qaeval swap -m RR -m NQcorrect5 -m NQcorrect1 -c 97 -c 50 scores.tsv
  qaeval swap --bins -f tsv scores.tsv
  qaeval swap --questions questions.tsv --cluster passage -c 15 scores.tsv
  qaeval swap --swaps original --trials 100 -c 250 -m c@1 scores.tsv
"""


@click.command("swap", epilog=EPILOG)
@study_option_group
@draw_option_group
@click.option(
    "--confidence",
    multiple=True,
    metavar="P",
    help="Confidence at which the required difference is given (default: 0.95). Repeat.",
)
@click.option(
    "--swaps",
    "kind",
    type=click.Choice(["strict", "original"]),
    default="strict",
    show_default=True,
    help="strict: a tie on one set only is a swap too; original: only opposite signs.",
)
@click.option(
    "--rule",
    type=click.Choice(["first", "steady"]),
    default="first",
    show_default=True,
    help="Required difference: the first bin that is good enough, or from which on all are.",
)
@click.option("--bins", is_flag=True, help="The swap rate of each bin of differences instead.")
@click.option("--bin-width", default="0.01", metavar="W", show_default=True, help="Width of a bin.")
@click.option(
    "--bins-count",
    type=click.IntRange(2, 10_000),
    default=21,
    metavar="N",
    show_default=True,
    help="Number of bins; the last is open.",
)
@experiment_options
@output_option_group()
def command(
    table: TableOptions,
    draws: DrawOptions,
    output: OutputOptions,
    confidence: tuple[str, ...],
    kind: str,
    rule: str,
    bins: bool,
    bin_width: str,
    bins_count: int,
) -> None:
    """Sensitivity by the swap method (Voorhees & Buckley 2002).

    Each trial draws two sets A and B of c questions with none in common. For each
    pair of runs, the difference on A falls into a bin; it is swapped if B says the
    contrary. The difference required at 95% confidence is the lower edge of the
    first bin with a swap rate of 5% or less ('none' where no bin has). The table
    gives it, the highest value of any run on any set, the required difference
    relative to that, and the sensitivity: the share of comparisons that have the
    required difference. Bins that are empty or hold nothing but exact ties say
    nothing and are passed over. The last bin is open: where it is the answer,
    more bins (--bins-count) give a larger one.

    The required difference is supported where there are ten runs or more, ten pairs
    of them differ by as much or more, its bin holds so many comparisons that one
    swap would not be too many (20 at 95%), and both rules (--rule) agree or the
    steady one was asked for; else a line says what is missing, and JSON has null. With
    --cluster, c counts clusters. For programs: pairs (how many differ by as much),
    steady (the difference by that rule) and supported.
    """
    asked = SwapOptions(
        [fraction(text, "--confidence") for text in confidence] or [Fraction(95, 100)],
        kind,
        rule,
        bins,
        fraction(bin_width, "--bin-width", high=None),
        bins_count,
    )
    notes = Notes(output.verbose)
    conclude(output, swap_result(read_study(table, notes), draws, asked, progress), notes)
