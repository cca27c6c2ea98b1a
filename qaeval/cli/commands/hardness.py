"""``qaeval hardness``: which questions are hard, and of what kind are they?"""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING, Any

import click

from qaeval.cli.options import FOR_PEOPLE, Notes, emit, output_options
from qaeval.cli.study_options import exclude_option, plot_option, table_options
from qaeval.errors import InputError
from qaeval.wording import counted, listed

if TYPE_CHECKING:
    from qaeval.cli.study import Study
    from qaeval.measures import Measure
    from qaeval.presentation.tables import Cell, Table
    from qaeval.studies.hardness import Hardness

# Columns of the output, beside which the column of --by leads.
COLUMNS = ("question", "questions", "mean", "third", "easy", "medium", "hard")

EPILOG = """\b
Examples:
  qaeval score -q -f tsv -o scores.tsv key.tsv runs/*.tsv
  qaeval hardness -m RR scores.tsv
  qaeval hardness --questions questions.tsv --by category scores.tsv
  qaeval hardness --exclude outlier scores.tsv
"""


@click.command("hardness", epilog=EPILOG, short_help="Find the easy and the hard questions.")
@table_options
@exclude_option
@click.option("--by", metavar="COLUMN", help="How many are easy, medium and hard for each value.")
@plot_option("Draw the means, or with --by the shares of the thirds,")
@output_options()
def command(**options: Any) -> None:
    """Question hardness: the mean of a measure over runs (Sakai et al. 2010).

    The questions are listed the easiest first and cut by position into thirds:
    easy, medium, hard. Where n is no multiple of 3, the first thirds are one
    longer. Questions of equal mean go by id, and a note says where a cut
    goes through such a group. A measure that is not a mean over questions has
    no value for a question, so it cannot be taken.

    With --by the thirds, which are always those of all questions, are counted for
    each value of COLUMN of the question file; the columns are then measure,
    COLUMN, questions, easy, medium, hard, mean.
    """
    from qaeval.cli.inputs import groups
    from qaeval.cli.study import experiment_signature, read_studies, wrapped
    from qaeval.files.questions import read_questions
    from qaeval.presentation.tables import render
    from qaeval.studies.hardness import hardness, question_means

    by, notes = options["by"], Notes(options["verbose"])
    values = None
    if by is not None:
        table = None if options["questions"] is None else read_questions(options["questions"])
        if by in COLUMNS:
            raise InputError(f"--by {by}: the output has a column of that name; rename it")
        values = groups(table, by)
    (study,) = read_studies({**options, "by": None}, notes, least_runs=1).values()
    scores, measures = study.scores, mean_measures(study, bool(options["measure"]), notes)
    count = len(scores.questions)
    if count < 3:
        raise InputError(f"{counted(count, 'question')}: too few to cut into thirds")
    found = {
        measure.label: hardness(
            question_means(scores.columns[measure.label]),
            scores.questions,
            measure.definition.better,
        )
        for measure in measures
    }
    for label, result in found.items():
        _tell_ties(label, result, notes)
    if values is not None:
        known = set(scores.questions)
        kept = {value: [name for name in names if name in known] for value, names in values.items()}
        values = {value: names for value, names in kept.items() if names}
    people = options["format"] in FOR_PEOPLE
    tables = [
        _list(label, result, people)
        if values is None
        else _distribution(label, result, by, values, people)
        for label, result in found.items()
    ]
    picture = _picture(found, values, options)
    told = [_spans(label, result, options["digits"]) for label, result in found.items()]
    footer = [*wrapped(told), "", experiment_signature({"": study}, options)]
    header = not options["no_header"]
    text = render(tables, options["format"], options["digits"], header, footer)
    emit(text, options["output"], options["plot"], picture)
    notes.tell()


def mean_measures(study: Study, asked: bool, notes: Notes) -> list[Measure]:
    """The measures that have a value for each question; others only by mistake."""
    others = [one.label for one in study.measures if not one.is_mean]
    means = [one for one in study.measures if one.is_mean]
    if others and (asked or not means):
        raise InputError(
            f"{others[0]} is not a mean over questions, so it has no value for a question: "
            "take a measure that is (qaeval measures lists them)"
        )
    if others:
        notes.add(f"{listed(others)} left out: not a mean over questions")
    return means


def _tell_ties(label: str, result: Hardness, notes: Notes) -> None:
    from qaeval.studies.hardness import THIRDS

    for cut in result.tied_cuts:
        behind = THIRDS[THIRDS.index(cut.after) + 1]
        tied = counted(cut.before_cut + cut.behind_cut, "question")
        notes.add(
            f"{label}: {tied} of mean {cut.mean:.4g} at the cut between {cut.after} and {behind}: "
            f"by id, {cut.before_cut:,} before it and {cut.behind_cut:,} behind"
        )


def _list(label: str, result: Hardness, people: bool) -> Table:
    from qaeval.presentation.tables import Column, Table

    start: list[Cell] = [] if people else [label]
    columns = [
        *([] if people else [Column("measure")]),
        Column("question"),
        Column("mean", "number"),
        Column("third"),
    ]
    lines = zip(result.questions, result.means, result.thirds, strict=True)
    return Table(columns, [[*start, *line] for line in lines], label if people else "")


def _distribution(
    label: str, result: Hardness, by: str, values: dict[str, list[str]], people: bool
) -> Table:
    """Thirds by category; people also get percentages, and a last row for all."""
    from qaeval.presentation.tables import Column, Table
    from qaeval.studies.hardness import THIRDS

    mean = dict(zip(result.questions, result.means, strict=True))
    lines = [(value, names, result.counts(names)) for value, names in values.items()]
    if people:
        lines.append(("all", result.questions, result.counts(result.questions)))
    rows: list[list[Cell]] = []
    for value, names, counts in lines:
        row: list[Cell] = [*([] if people else [label]), value, len(names), *counts]
        if people:
            row += [f"{count / len(names):.0%}" for count in counts]
        rows.append([*row, fsum(mean[name] for name in names) / len(names)])
    columns = [
        *([] if people else [Column("measure")]),
        Column(by),
        Column("questions", "whole"),
        *(Column(third, "whole") for third in THIRDS),
        *(Column(f"% {third}", "exact") for third in (THIRDS if people else ())),
        Column("mean", "number"),
    ]
    return Table(columns, rows, f"{label} by {by}" if people else "")


def _spans(label: str, result: Hardness, digits: int) -> str:
    parts = [
        f"{third} {low:.{digits}f} to {high:.{digits}f}" for third, low, high in result.spans()
    ]
    return f"{label}: {', '.join(parts)}."


def _picture(
    found: dict[str, Hardness], values: dict[str, list[str]] | None, options: dict[str, Any]
) -> bytes | None:
    if options["plot"] is None:
        return None
    from qaeval.presentation.plots.hardness import plot_hardness, plot_thirds

    if values is None:
        return plot_hardness({label: one.means for label, one in found.items()}, options["plot"])
    counts = {
        label: {value: one.counts(names) for value, names in values.items()}
        for label, one in found.items()
    }
    return plot_thirds(counts, options["plot"])
