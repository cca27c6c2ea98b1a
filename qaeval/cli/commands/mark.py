"""``qaeval mark``: which answers count, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from qaeval.cli.options import Notes, emit, key_options, output_options, run_options
from qaeval.errors import InputError

if TYPE_CHECKING:
    from qaeval.collection.keys import Key
    from qaeval.marking.marks import Marks
    from qaeval.presentation.tables import Cell

EPILOG = """\b
Examples:
  qaeval mark sample_data/examples/key.tsv sample_data/examples/runs/paper.tsv
  qaeval mark -f tsv key.tsv run.tsv | awk -F'\\t' '$8 == "duplicate"'
"""


@click.command("mark", epilog=EPILOG, short_help="Show which answers count, and why.")
@click.argument("key", type=click.Path())
@click.argument("runs", nargs=-1, required=True, metavar="RUN...", type=click.Path())
@key_options
@run_options
@output_options()
def command(key: str, runs: tuple[str, ...], **options: Any) -> None:
    """Mark the answers of runs: correct or not, at which level, and why.

    Down the ranks, an answer is correct if some class of the key not yet used
    holds it, and it gets the level of that very string in the class. The class is
    then used up: a later member of it is a duplicate and counts as wrong. NIL is
    correct only at rank 1 (--nil anywhere changes that), where the key has it.

    Columns: run question rank answer class level gain why. Questions without an
    answer have no row.
    """
    from qaeval.cli.inputs import RunReader, parse_gains, read_keys
    from qaeval.marking.marker import Marker
    from qaeval.presentation.rendering import render
    from qaeval.presentation.tables import Column, Table

    notes = Notes(options["verbose"])
    (known,) = read_keys(
        [key], options["key_format"], options["normalize"], options["levels"], notes
    )
    gains = _gain_by_level(known, options["gains"] and parse_gains(options["gains"], [known]))
    marker = Marker(known, options["nil"], options["silence_is_nil"])
    reader = RunReader(options["run_format"], options["name_from"], options["no_response"], notes)
    columns = [
        Column("run"),
        Column("question"),
        Column("rank", "whole"),
        Column("answer", widest=40),
        Column("class"),
        Column("level"),
        Column("gain", "whole"),
        Column("why"),
    ]
    rows: list[list[Cell]] = []
    for path in runs:
        try:
            rows += _rows(marker(reader.read(path)), known, gains)
        except InputError as error:
            raise error.at(path) from None
    text = render(
        [Table(columns, rows)], options["format"], options["digits"], not options["no_header"]
    )
    emit(text, options["output"])
    notes.tell()


def _gain_by_level(key: Key, gains: list[str] | None) -> list[float]:
    """The gain of each level from 0 up."""
    from qaeval.measures import measure, with_gains

    wanted = measure("Q") if gains is None else with_gains(measure("Q"), gains)
    found = wanted.gains_on(key.scale)
    return [units / found.per for units in found.units]


def _rows(marks: Marks, key: Key, gains: list[float]) -> list[list[Cell]]:
    from qaeval.collection.keys import level_name
    from qaeval.marking.marks import REASONS

    rows: list[list[Cell]] = []
    answers, levels = marks.answers, marks.levels.tolist()
    for i, question in enumerate(marks.questions):
        first = int(marks.bounds[i])
        for at in range(first, int(marks.bounds[i + 1])):
            level = levels[at]
            rows.append(
                [
                    marks.run,
                    question,
                    at - first + 1,
                    answers.texts[at],
                    answers.classes[at],
                    level_name(level, key.letters) if level else "0",
                    gains[level],
                    REASONS[answers.reasons[at]],
                ]
            )
    return rows
