"""``qaeval stability``: how often would other questions have ranked two runs the other way?"""

from __future__ import annotations

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
from qaeval.steps.question_sets import stability_result
from qaeval.steps.study import read_study
from qaeval.studies.reliability.stability import FUZZINESS

EPILOG = """\b
Examples:
  qaeval score -q -f tsv -o scores.tsv key.tsv runs/*.tsv
  qaeval stability -m RR -m NQcorrect5 -m NQcorrect1 -c 97 scores.tsv
  qaeval stability --plot curves.png scores.tsv
"""


@click.command("stability", epilog=EPILOG)
@study_option_group
@draw_option_group
@click.option(
    "--fuzziness",
    multiple=True,
    metavar="F",
    help="Relative difference below which two runs are tied (default: 0.01 to 0.10). Repeat.",
)
@click.option(
    "--at",
    default="0.01",
    metavar="RATE",
    show_default=True,
    help="Also give the proportion of ties at this minority rate.",
)
@experiment_options
@output_option_group()
def command(
    table: TableOptions,
    draws: DrawOptions,
    output: OutputOptions,
    fuzziness: tuple[str, ...],
    at: str,
) -> None:
    """Stability of pairwise comparisons (Buckley & Voorhees 2000).

    Each trial draws c questions. A pair of runs is tied on them if their values
    are equal or differ by less than F times the larger; else one wins. The
    minority rate, the share of comparisons won by the run that wins less often,
    estimates the chance of a wrong conclusion; the proportion of ties is the price. A
    good measure keeps both small: compare measures at the same minority rate.
    """
    asked = {fraction(text, "--fuzziness") for text in fuzziness}
    margins = sorted(asked) or list(FUZZINESS)
    rate = fraction(at, "--at")
    notes = Notes(output.verbose)
    result = stability_result(read_study(table, notes), draws, margins, rate, progress)
    conclude(output, result, notes)
