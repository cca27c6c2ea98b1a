"""``qaeval check``: is this a valid submission?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from qaeval.cli.options import Notes, emit, output_options, run_options
from qaeval.errors import InputError
from qaeval.wording import counted

if TYPE_CHECKING:
    from qaeval.files.checking import Rules
    from qaeval.presentation.tables import Cell

EPILOG = """\b
Examples:
  qaeval check sample_data/factoid/key.tsv sample_data/factoid/runs/*.tsv
  qaeval check --questions questions.tsv --max-answers 5 --complete run.tsv
"""


@click.command("check", epilog=EPILOG, short_help="Check submissions: every problem, by line.")
@click.argument(
    "files", nargs=-1, metavar="KEY RUN... | --questions FILE RUN...", type=click.Path()
)
@click.option(
    "--questions",
    metavar="FILE",
    type=click.Path(),
    help="Check against this list of questions instead of a key.",
)
@click.option(
    "--max-answers",
    type=click.IntRange(1),
    metavar="N",
    help="At most N answers to a question.",
)
@click.option("--complete", is_flag=True, help="Every question must be in the run.")
@click.option("--unique", is_flag=True, help="No answer may come twice for a question.")
@click.option(
    "--key-format",
    type=click.Choice(["qrels", "classes", "jsonl", "eqrels", "patterns"]),
    help="Format of the key (default: recognised; patterns must be named).",
)
@run_options
@output_options()
def command(files: tuple[str, ...], **options: Any) -> int:
    """Check runs and report every problem, not only the first.

    Each problem is a line 'file:line: message' on standard output, and the exit
    code is then 1. A file that cannot be opened, or a bad key, is exit code 2.
    Participants, who have no key, check against --questions.
    """
    from qaeval.files.checking import check_run

    notes = Notes(options["verbose"])
    paths, rules = _rules(files, options, notes)
    problems: list[InputError] = []
    names: dict[str, str] = {}
    for path in paths:
        before = len(problems)
        problems += check_run(path, rules, names)
        notes.detail(f"{path}: {counted(len(problems) - before, 'problem')}")
    emit(_rendered(problems, options), options["output"])
    found = counted(len(problems), "problem") if problems else "no problems"
    notes.add(f"{counted(len(paths), 'file')} checked, {found}")
    notes.tell()
    return 1 if problems else 0


def _rules(
    files: tuple[str, ...], options: dict[str, Any], notes: Notes
) -> tuple[list[str], Rules]:
    from qaeval.cli.inputs import check_pattern, read_keys
    from qaeval.cli.study import read_question_table
    from qaeval.files.checking import Rules

    paths = list(files)
    if options["no_response"] is not None:
        check_pattern(options["no_response"])
    shared = {
        name: options[name]
        for name in ("max_answers", "complete", "unique", "run_format", "name_from", "no_response")
    }
    if options["questions"] is not None:
        if not paths:
            raise InputError("expected --questions FILE RUN...; see 'qaeval check --help'")
        table = read_question_table(options["questions"], notes)
        assert table is not None
        return paths, Rules(table.questions, ids=False, **shared)
    if len(paths) < 2:
        raise InputError(
            "expected KEY RUN... or --questions FILE RUN...; see 'qaeval check --help'"
        )
    (key,) = read_keys(paths[:1], options["key_format"], "exact", None, notes)
    return paths[1:], Rules(key.questions, ids=key.holds_ids, **shared)


def _rendered(problems: list[InputError], options: dict[str, Any]) -> str:
    from qaeval.presentation.rendering import render
    from qaeval.presentation.tables import Column, Table

    if options["format"] == "text":
        return "".join(f"{problem}\n" for problem in problems)
    columns = [Column("file"), Column("line", "whole"), Column("message")]
    rows: list[list[Cell]] = [[error.file, error.line, error.message] for error in problems]
    return render([Table(columns, rows)], options["format"], header=not options["no_header"])
