"""``qaeval mark``: which answers count, and why."""

from __future__ import annotations

import click

from qaeval.cli.each_run import Failures, read_each
from qaeval.cli.ending import finish
from qaeval.cli.gathering import gathered
from qaeval.cli.nugget_job import holds_nuggets, read_long_runs
from qaeval.cli.options import (
    OutputOptions,
    key_option_group,
    output_option_group,
    run_option_group,
)
from qaeval.cli.run_choice import name_choice_options
from qaeval.cli.scoring_notes import QuestionNotes
from qaeval.cli.scoring_options import (
    QuestionOptions,
    ScoringOptions,
    keys_and_runs,
    nuggets_option,
)
from qaeval.collection.keys import Key
from qaeval.errors import InputError
from qaeval.marking.marker import Marker
from qaeval.measures import measure, with_gains
from qaeval.presentation.mark_tables import mark_table, nugget_table
from qaeval.presentation.tables import Table
from qaeval.steps.choosing import Choosing, chosen_by_name
from qaeval.steps.inputs import RunReader, parse_gains, read_keys, run_places
from qaeval.steps.notes import Notes
from qaeval.steps.options import KeyOptions, RunOptions
from qaeval.steps.run_choice import RunChoice

EPILOG = """\b
Examples:
  qaeval mark sample_data/examples/key.tsv sample_data/examples/runs/paper.tsv
  qaeval mark key.tsv ours=submissions/team-7/run.tsv
  qaeval mark --nuggets assignments.jsonl
  qaeval mark -f tsv key.tsv run.tsv | awk -F'\\t' '$8 == "duplicate"'
"""


@click.command("mark", epilog=EPILOG)
@click.argument("files", nargs=-1, metavar="KEY RUN... | --nuggets RUN...", type=click.Path())
@nuggets_option
@gathered("choice", RunChoice, name_choice_options())
@key_option_group
@run_option_group
@output_option_group()
def command(
    files: tuple[str, ...],
    nuggets: bool,
    choice: RunChoice,
    key_options: KeyOptions,
    run_options: RunOptions,
    output: OutputOptions,
) -> None:
    """Mark the answers of runs: correct or not, at which level, and why.

    Down the ranks, an answer is correct if some class of the key not yet used
    holds it, and it gets the level of that very string in the class. The class is
    then used up: a later member of it is a duplicate and counts as wrong. NIL is
    correct only at rank 1 (--nil anywhere changes that), where the key has it.

    Columns: run question rank answer class level gain why, and behind the question
    sample where a run has repeated samples, each of which is marked by itself.
    Questions without an answer have no row.

    Against a key of nuggets, or with --nuggets, the table shows which nuggets each
    answer holds: run question nugget importance weight assignment length text.
    """
    notes = Notes(output.verbose)
    choosing = Choosing.of(choice, notes)
    keys, runs = keys_and_runs(files, nuggets, ())
    asked = ScoringOptions(keys, runs, (), key_options, run_options, nuggets=nuggets)
    table = (_nugget_table if holds_nuggets(asked) else _answer_table)(asked, choosing, notes)
    finish(output, [table], notes)


def _nugget_table(asked: ScoringOptions, choosing: Choosing, notes: Notes) -> Table:
    """A row per run, question and nugget."""
    read = read_long_runs(asked, choosing, notes, Failures())
    telling = QuestionNotes(QuestionOptions(), None, notes, "holding no nugget")
    (marker,) = read.markers
    marked = []
    for run, place in zip(read.answers, run_places(read.answers), strict=True):
        marked.append(marker(run))
        telling.tell_run(marked[-1], place)
    telling.tell_missing()
    return nugget_table(marked)


def _answer_table(asked: ScoringOptions, choosing: Choosing, notes: Notes) -> Table:
    """A row per answer."""
    key_options = asked.key
    (known,) = read_keys(asked.keys, key_options, notes)
    gains = _gain_by_level(known, key_options.gains)
    marker = Marker(known, key_options.nil, key_options.silence_is_nil)
    reader = RunReader(asked.run, notes)
    # Every question of the key can have marks, with or without a correct answer there.
    telling = QuestionNotes(QuestionOptions(unanswerable="zero"), None, notes, "without a row")
    marked = []
    for run in chosen_by_name(read_each(reader.read, asked.runs, Failures()), choosing):
        try:
            marks = marker(run)
        except InputError as error:
            raise error.at(run.file) from None
        telling.tell_run(marks, run.file)
        marked.append(marks)
    telling.tell_missing()
    return mark_table(marked, known.letters, gains)


def _gain_by_level(key: Key, text: str | None) -> list[float]:
    """The gain of each level from 0 up, as --gains has them, else the level itself."""
    graded = measure("Q") if text is None else with_gains(measure("Q"), parse_gains(text, [key]))
    gains = graded.gains_on(key.scale)
    return [units / gains.per for units in gains.units]
