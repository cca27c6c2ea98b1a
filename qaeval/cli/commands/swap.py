"""``qaeval swap``: how large must a difference be to be believed?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from qaeval.cli.options import FOR_PEOPLE, Notes, emit, output_options
from qaeval.cli.study_options import draw_options, experiment_options, study_options
from qaeval.wording import counted, percent

if TYPE_CHECKING:
    from fractions import Fraction

    from qaeval.cli.study import Study
    from qaeval.presentation.tables import Cell, Table
    from qaeval.studies.reliability.swap import Swaps

EPILOG = """\b
Examples:
  qaeval score -q -f tsv -o scores.tsv key.tsv runs/*.tsv
  qaeval swap -m RR -m NQcorrect5 -m NQcorrect1 -c 97 -c 50 scores.tsv
  qaeval swap --bins -f tsv scores.tsv
  qaeval swap --swaps original --trials 100 -c 250 -m c@1 scores.tsv
"""

# A label, c and its counts.
Entry = tuple[str, int, "Swaps"]


@click.command("swap", epilog=EPILOG, short_help="Measure what difference can be believed.")
@study_options
@draw_options
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
@output_options()
def command(**options: Any) -> None:
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
    """
    from fractions import Fraction

    from qaeval.cli.study import (
        curves,
        draw_signature,
        experiment_signature,
        fraction,
        read_studies,
        wrapped,
    )
    from qaeval.errors import InputError
    from qaeval.presentation.tables import render
    from qaeval.presentation.words import few_runs, swap_remarks
    from qaeval.studies.reliability.planning import ENOUGH_RUNS

    width = fraction(options["bin_width"], "--bin-width", high=None)
    if width == 0:
        raise InputError("--bin-width 0, expected more than 0")
    levels = [fraction(text, "--confidence") for text in options["confidence"]]
    levels = levels or [Fraction(95, 100)]
    warnings = Notes(options["verbose"])
    studies = read_studies(options, warnings)
    found = {value: _experiments(study, width, options) for value, study in studies.items()}
    picture = None
    if options["plot"] is not None:
        from qaeval.presentation.plots.reliability import plot_swaps

        picture = plot_swaps(curves(found), float(1 - levels[0]), options["plot"])
    tables: list[Table] = []
    notes: list[str] = []
    for value, entries in found.items():
        tables += _tables(value, entries, levels, options)
        notes += wrapped(swap_remarks(entries, levels, options["rule"] == "steady"))
    runs = len(next(iter(studies.values())).scores.runs)
    if runs < ENOUGH_RUNS and options["format"] in FOR_PEOPLE:
        notes += wrapped([few_runs(runs)])
    choices = draw_signature(options, found)
    choices.update(swaps=options["kind"], rule=options["rule"])
    choices["bins"] = f"{options['bins_count']}x{options['bin_width']}"
    choices["confidence"] = ",".join(f"{float(level):g}" for level in levels)
    notes.append(experiment_signature(studies, options, **choices))
    header = not options["no_header"]
    text = render(tables, options["format"], options["digits"], header, notes)
    emit(text, options["output"], options["plot"], picture)
    warnings.tell()


def _experiments(study: Study, width: Fraction, options: dict[str, Any]) -> list[Entry]:
    from qaeval.cli.progress_bar import experiment_length, progress, weighing
    from qaeval.cli.study import all_draws
    from qaeval.studies.reliability.swap import measured_swaps

    scores = study.scores
    every = all_draws(study, options, disjoint=True)
    strict, bins = options["kind"] == "strict", options["bins_count"]
    jobs = options["jobs"]
    found = []
    with progress(experiment_length(study, len(every), 2), "swap") as step:
        for draws in every:
            for measure in study.measures:
                result = measured_swaps(
                    scores, measure, draws, width, bins, strict, jobs, step, weighing(step)
                )
                found.append((measure.label, draws.size, result))
    return found


def _tables(
    value: str, entries: list[Entry], levels: list[Fraction], options: dict[str, Any]
) -> list[Table]:
    lead = [value] if options["by"] else []
    if options["bins"]:
        return [_bin_table(lead, entries, options)]
    if options["format"] not in FOR_PEOPLE:
        return [_sensitivity_table(lead, entries, levels, options)]
    sizes = dict.fromkeys(size for _, size, _ in entries)
    return [
        _paper_table(value, [entry for entry in entries if entry[1] == size], level, options)
        for level in levels
        for size in sizes
    ]


def _sensitivity_table(
    lead: list[str], entries: list[Entry], levels: list[Fraction], options: dict[str, Any]
) -> Table:
    from qaeval.presentation.tables import Column, Table

    names = "measure c confidence diff_required max_value values relative_diff sensitivity"
    columns = [Column(name) for name in [*([options["by"]] if lead else []), *names.split()[:2]]]
    columns += [Column(name, "exact") for name in names.split()[2:]]
    rows: list[list[Cell]] = []
    for level in levels:
        for label, size, result in entries:
            at = result.required(level, options["rule"] == "steady")
            total = int(result.comparisons.sum())
            start: list[Cell] = [*lead, label, size, float(level)]
            if at is None:
                rows.append([*start, "none", result.largest, result.values, "", "", total])
                continue
            edge = result.edge(at)
            relative = edge / result.largest if result.largest > 0 else ""
            share = result.sensitivity(at)
            rows.append([*start, edge, result.largest, result.values, relative, share, total])
    return Table([*columns, Column("comparisons", "whole")], rows)


def _paper_table(
    value: str, entries: list[Entry], level: Fraction, options: dict[str, Any]
) -> Table:
    """The form of the papers' Tables 1 to 3."""
    from qaeval.presentation.tables import Column, Table
    from qaeval.presentation.words import edge_text

    size, result = entries[0][1], entries[0][2]
    columns = [
        Column("measure"),
        Column("abs. diff required", "exact"),
        Column(f"max of {result.values:,}", "number"),
        Column("rel. diff", "exact"),
        Column("comparisons with it", "exact"),
    ]
    rows: list[list[Cell]] = []
    for label, _, found in entries:
        at = found.required(level, options["rule"] == "steady")
        if at is None:
            rows.append([label, "none", found.largest, "", ""])
            continue
        edge = found.edge(at)
        relative = f"{edge / found.largest:.0%}" if found.largest > 0 else ""
        rows.append(
            [label, edge_text(found, at), found.largest, relative, f"{found.sensitivity(at):.1%}"]
        )
    where = f"{options['by']}: {value}, " if options["by"] else ""
    of = counted(int(result.comparisons.sum()), "comparison")
    return Table(columns, rows, f"{where}c = {size}: sensitivity at {percent(float(level))} ({of})")


def _bin_table(lead: list[str], entries: list[Entry], options: dict[str, Any]) -> Table:
    from qaeval.presentation.tables import Column, Table

    columns = [
        *([Column(options["by"])] if lead else []),
        Column("measure"),
        Column("c", "whole"),
        Column("low", "exact"),
        Column("high", "exact"),
        Column("comparisons", "whole"),
        Column("swaps", "whole"),
        Column("swap_rate", "number"),
    ]
    rows: list[list[Cell]] = []
    for label, size, result in entries:
        last = len(result.comparisons) - 1
        for at, rate in enumerate(result.rates):
            high: Cell = "" if at == last else result.edge(at + 1)
            counts = [int(result.comparisons[at]), int(result.swaps[at])]
            rows.append([*lead, label, size, result.edge(at), high, *counts, rate])
    return Table(columns, rows)
