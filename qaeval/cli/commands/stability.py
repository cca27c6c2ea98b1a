"""``qaeval stability``: how often would other questions have ranked two runs the other way?"""

from __future__ import annotations

from collections.abc import Sequence
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
from qaeval.measures import Measure
from qaeval.presentation.plots.reliability import plot_stability
from qaeval.presentation.stability_tables import StabilityEntry, crossing_table, stability_table
from qaeval.progress import Step, Watch
from qaeval.studies.reliability.stability import FUZZINESS, Stability, measured_stability

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
    study = read_study(table, notes)
    parts = study.by_value()
    entries = {value: _experiments(part, draws, margins) for value, part in parts.items()}
    tables = [stability_table(entries[value], part.lead) for value, part in parts.items()]
    tables += [
        crossing_table(entries[value], float(rate), part.titled(""))
        for value, part in parts.items()
    ]
    picture = None
    if output.plot is not None:
        picture = plot_stability(curves(entries), rate, output.plot)
    choices = draw_signature(draws, entries)
    choices["fuzziness"] = ",".join(f"{float(margin):g}" for margin in margins)
    finish(output, tables, notes, signature=study.signature(**choices), picture=picture)


def _experiments(
    study: Study, draws: DrawOptions, margins: Sequence[Fraction]
) -> list[StabilityEntry]:
    """Each measure at each c."""

    def measured(measure: Measure, drawn: Draws, step: Step, watch: Watch) -> Stability:
        return measured_stability(
            study.scores, measure, drawn, study.units, margins, draws.jobs, step, watch
        )

    every = all_draws(study.scores.questions, study.units, draws, disjoint=False)
    return experiments(study, every, "stability", 1, measured)
