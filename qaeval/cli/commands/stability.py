"""``qaeval stability``: how often would other questions have ranked two runs the other way?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from qaeval.cli.options import FOR_PEOPLE, Notes, emit, output_options
from qaeval.cli.study_options import draw_options, experiment_options, study_options
from qaeval.wording import percent

if TYPE_CHECKING:
    from qaeval.cli.study import Study
    from qaeval.presentation.tables import Cell, Table
    from qaeval.studies.reliability.stability import Stability

EPILOG = """\b
Examples:
  qaeval score -q -f tsv -o scores.tsv key.tsv runs/*.tsv
  qaeval stability -m RR -m NQcorrect5 -m NQcorrect1 -c 97 scores.tsv
  qaeval stability --plot curves.png scores.tsv
"""


@click.command("stability", epilog=EPILOG, short_help="Measure how steady rankings are.")
@study_options
@draw_options
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
@output_options()
def command(**options: Any) -> None:
    """Stability of pairwise comparisons (Buckley & Voorhees 2000).

    Each trial draws c questions. A pair of runs is tied on them if their values
    are equal or differ by less than F times the larger; else one wins. The
    minority rate, the share of comparisons won by the run that wins less often,
    estimates the chance of a wrong conclusion; the proportion of ties is the price. A
    good measure keeps both small: compare measures at the same minority rate.
    """
    from qaeval.cli.study import (
        curves,
        draw_signature,
        experiment_signature,
        fraction,
        read_studies,
    )
    from qaeval.presentation.tables import render
    from qaeval.studies.reliability.stability import FUZZINESS

    fuzziness = [fraction(text, "--fuzziness") for text in options["fuzziness"]]
    fuzziness = sorted(set(fuzziness)) or list(FUZZINESS)
    at = fraction(options["at"], "--at")
    notes = Notes(options["verbose"])
    studies = read_studies(options, notes)
    found = {value: _experiments(study, fuzziness, options) for value, study in studies.items()}
    picture = None
    if options["plot"] is not None:
        from qaeval.presentation.plots.reliability import plot_stability

        picture = plot_stability(curves(found), at, options["plot"])
    by = options["by"]
    tables = [_table(value, by, entries) for value, entries in found.items()]
    format = options["format"]
    if format in FOR_PEOPLE:
        tables += [_crossings(value, by, entries, float(at)) for value, entries in found.items()]
    choices = draw_signature(options, found)
    choices["fuzziness"] = ",".join(f"{float(value):g}" for value in fuzziness)
    signature = [experiment_signature(studies, options, **choices)]
    header = not options["no_header"]
    text = render(tables, format, options["digits"], header, signature)
    emit(text, options["output"], options["plot"], picture)
    notes.tell()


def _experiments(
    study: Study, fuzziness: list[Any], options: dict[str, Any]
) -> list[tuple[str, int, Stability]]:
    """Each measure at each c: its label, c, and the counts."""
    from qaeval.cli.progress_bar import experiment_length, progress, weighing
    from qaeval.cli.study import all_draws
    from qaeval.studies.reliability.stability import measured_stability

    scores = study.scores
    every = all_draws(study, options, disjoint=False)
    found = []
    with progress(experiment_length(study, len(every), 1), "stability") as step:
        for draws in every:
            for measure in study.measures:
                result = measured_stability(
                    scores, measure, draws, fuzziness, options["jobs"], step, weighing(step)
                )
                found.append((measure.label, draws.size, result))
    return found


def _table(value: str, by: str | None, entries: list[tuple[str, int, Stability]]) -> Table:
    from qaeval.presentation.tables import Column, Table

    columns = [
        *([Column(by)] if by else []),
        Column("measure"),
        Column("c", "whole"),
        Column("fuzziness", "exact"),
        Column("minority_rate", "number"),
        Column("prop_ties", "number"),
        Column("pairs", "whole"),
        Column("trials", "whole"),
    ]
    rows: list[list[Cell]] = [
        [
            *([value] if by else []),
            label,
            size,
            float(f),
            rate,
            ties,
            result.pairs,
            result.trials,
        ]
        for label, size, result in entries
        for f, rate, ties in zip(
            result.fuzziness, result.minority_rates, result.tie_rates, strict=True
        )
    ]
    return Table(columns, rows)


def _crossings(
    value: str, by: str | None, entries: list[tuple[str, int, Stability]], at: float
) -> Table:
    """The proportion of ties at the same minority rate, which makes measures comparable."""
    from qaeval.presentation.tables import Column, Table

    columns = [Column("measure"), Column("c", "whole"), Column("prop_ties", "number", "low")]
    rows: list[list[Cell]] = [[label, size, result.ties_at(at)] for label, size, result in entries]
    where = f"{by}: {value}, " if by else ""
    title = f"{where}ties at a minority rate of {percent(at)} (-: not reached)"
    return Table(columns, rows, title)
