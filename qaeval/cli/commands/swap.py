"""``qaeval swap``: how large must a difference be to be believed?"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import click

from qaeval.cli.ending import finish
from qaeval.cli.experiments import all_draws, curves, draw_signature, experiments
from qaeval.cli.options import Notes, OutputOptions, output_option_group
from qaeval.cli.study import Study, read_study
from qaeval.cli.study_options import (
    DrawOptions,
    TableOptions,
    draw_option_group,
    experiment_options,
    fraction,
    study_option_group,
)
from qaeval.collection.draws import Draws
from qaeval.errors import InputError
from qaeval.measures import Measure
from qaeval.presentation.plots.reliability import plot_swaps
from qaeval.presentation.swap_tables import SwapEntry, bin_table, sensitivity_tables
from qaeval.presentation.tables import Table
from qaeval.presentation.words import complementary_sets, swap_remarks
from qaeval.progress import Step, Watch
from qaeval.studies.reliability.swap import Swaps, measured_swaps

EPILOG = """\b
Examples:
  qaeval score -q -f tsv -o scores.tsv key.tsv runs/*.tsv
  qaeval swap -m RR -m NQcorrect5 -m NQcorrect1 -c 97 -c 50 scores.tsv
  qaeval swap --bins -f tsv scores.tsv
  qaeval swap --questions questions.tsv --cluster passage -c 15 scores.tsv
  qaeval swap --swaps original --trials 100 -c 250 -m c@1 scores.tsv
"""


@dataclass(frozen=True)
class Binning:
    """How differences are put into bins, and what counts as a swap."""

    width: Fraction
    count: int
    strict: bool


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
    width = fraction(bin_width, "--bin-width", high=None)
    if width == 0:
        raise InputError("--bin-width 0, expected more than 0")
    levels = [fraction(text, "--confidence") for text in confidence] or [Fraction(95, 100)]
    steady = rule == "steady"
    notes = Notes(output.verbose)
    study = read_study(table, notes)
    binning = Binning(width, bins_count, kind == "strict")
    parts = study.by_value()
    entries = {value: _experiments(part, draws, binning) for value, part in parts.items()}
    tables: list[Table] = []
    sentences: list[str] = []
    for value, part in parts.items():
        if bins:
            tables.append(bin_table(entries[value], part.lead))
        else:
            tables += sensitivity_tables(
                entries[value],
                levels,
                steady,
                part.lead,
                part.titled(""),
                only_supported=output.format == "json",
            )
        sizes = [size for _, size, _ in entries[value]]
        sentences += part.said(swap_remarks(entries[value], levels, steady))
        sentences += complementary_sets(sizes, part.units.count, part.units.noun)
    picture = None
    if output.plot is not None:
        picture = plot_swaps(curves(entries), float(1 - levels[0]), output.plot)
    signature = study.signature(
        **draw_signature(draws, entries),
        swaps=kind,
        rule=rule,
        bins=f"{bins_count}x{bin_width}",
        confidence=",".join(f"{float(level):g}" for level in levels),
    )
    finish(output, tables, notes, list(dict.fromkeys(sentences)), signature, picture, apart=False)


def _experiments(study: Study, draws: DrawOptions, binning: Binning) -> list[SwapEntry]:
    """Each measure at each c."""

    def measured(measure: Measure, drawn: Draws, step: Step, watch: Watch) -> Swaps:
        return measured_swaps(
            study.scores,
            measure,
            drawn,
            study.units,
            binning.width,
            binning.count,
            binning.strict,
            draws.jobs,
            step,
            watch,
        )

    every = all_draws(study.scores.questions, study.units, draws, disjoint=True)
    return experiments(study, every, "swap", 2, measured)
