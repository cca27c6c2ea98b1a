"""``qaeval check``: is this a valid submission?"""

from __future__ import annotations

from collections.abc import Sequence

import click

from qaeval.cli import DONE, PROBLEMS
from qaeval.cli.ending import finish
from qaeval.cli.inputs import check_pattern, read_keys
from qaeval.cli.options import (
    KeyOptions,
    Notes,
    OutputOptions,
    RunOptions,
    key_columns_option,
    key_format_option,
    output_option_group,
    run_option_group,
)
from qaeval.cli.remarks import strict_option
from qaeval.cli.study import read_question_table
from qaeval.errors import InputError
from qaeval.files.checking import Rules, check_run
from qaeval.files.named import RunNames
from qaeval.presentation.problem_tables import problem_table
from qaeval.wording import counted

EPILOG = """\b
Examples:
  qaeval check sample_data/factoid/key.tsv sample_data/factoid/runs/*.tsv
  qaeval check --questions questions.tsv --max-answers 5 --complete run.tsv
"""


@click.command("check", epilog=EPILOG)
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
@strict_option("Scores that tie, or that ranks contradict,")
@key_format_option
@key_columns_option
@run_option_group
@output_option_group()
def command(
    files: tuple[str, ...],
    questions: str | None,
    max_answers: int | None,
    complete: bool,
    unique: bool,
    strict: bool,
    key_format: str | None,
    key_columns: Sequence[str] | None,
    run_options: RunOptions,
    output: OutputOptions,
) -> int:
    """Check runs and report every problem, not only the first.

    Each problem is a line 'file:line: message' on standard output, and the exit
    code is then 1. A file that cannot be opened, or a bad key, is exit code 2.
    Participants, who have no key, check against --questions.

    What is allowed but may not be meant is a note on standard error, and no
    problem unless --strict: scores that tie within a question, ranks that run
    against the scores, an order that hangs on the bits of the scores (TREC runs).
    """
    notes = Notes(output.verbose)
    if run_options.no_response is not None:
        check_pattern(run_options.no_response)
    key_options = KeyOptions(key_format, key_columns, normalize="exact")
    paths, known, ids = _expected(files, questions, key_options, notes)
    how = (run_options.run_format, run_options.name_from, run_options.no_response)
    rules = Rules(
        known,
        ids,
        max_answers,
        complete,
        unique,
        *how,
        score_bits=int(run_options.score_bits),
        columns=run_options.columns,
    )
    problems: list[InputError] = []
    names = RunNames()
    for path in paths:
        before = len(problems)
        problems += check_run(path, rules, names)
        notes.detail(f"{path}: {counted(len(problems) - before, 'problem')}")
    verdict = counted(len(problems), "problem") if problems else "no problems"
    notes.add(f"{counted(len(paths), 'file')} checked, {verdict}")
    finish(output, [problem_table(problems)], notes)
    return PROBLEMS if problems else DONE


def _expected(
    files: Sequence[str], questions: str | None, key_options: KeyOptions, notes: Notes
) -> tuple[Sequence[str], Sequence[str], bool]:
    """The runs to check, the questions they may have, and whether their answers are ids."""
    if questions is not None:
        if not files:
            raise InputError("expected --questions FILE RUN...; see 'qaeval check --help'")
        table = read_question_table(questions, notes)
        return files, [] if table is None else table.questions, False
    if len(files) < 2:
        raise InputError(
            "expected KEY RUN... or --questions FILE RUN...; see 'qaeval check --help'"
        )
    (key,) = read_keys(files[:1], key_options, notes)
    return files[1:], key.questions, key.holds_ids
