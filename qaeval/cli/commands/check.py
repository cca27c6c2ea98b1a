"""``qaeval check``: is this a valid submission?"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import click

from qaeval.cli import DONE, PROBLEMS
from qaeval.cli.ending import finish
from qaeval.cli.options import (
    OutputOptions,
    key_columns_option,
    key_format_option,
    output_option_group,
    run_option_group,
)
from qaeval.cli.remarks import strict_option
from qaeval.collection.questions import check_shared
from qaeval.errors import InputError
from qaeval.files.candidates import Pools, read_candidates
from qaeval.files.checking import Checked, Rules, check_run
from qaeval.files.named import RunNames
from qaeval.presentation.problem_tables import problem_table, verdict_table
from qaeval.steps.inputs import check_pattern, read_keys
from qaeval.steps.missing_notes import MissingQuestions
from qaeval.steps.notes import Notes
from qaeval.steps.options import KeyOptions, RunOptions
from qaeval.steps.study import read_question_table
from qaeval.wording import counted, listed

EPILOG = """\b
Examples:
  qaeval check sample_data/factoid/key.tsv sample_data/factoid/runs/*.tsv
  qaeval check --questions questions.tsv --max-answers 5 --complete run.tsv
  qaeval check --summary -f tsv --name-from dir key.tsv submissions/*/*
  qaeval check --candidates pool.tsv key.qrels submissions/*.txt
"""

_SHOWN = 20  # problems of a kind, where people read


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
@click.option(
    "--candidates",
    metavar="FILE",
    type=click.Path(),
    help="The pool of each question (tsv or csv with question and id or answer, qrels, TREC run, "
    "cqa, jsonl): other answers are problems, and so are candidates and questions left out, "
    "unless --max-answers asks for the top alone.",
)
@click.option(
    "--max-bytes",
    type=click.IntRange(1),
    metavar="N",
    help="A file with more bytes, as it lies or unzipped, is one problem and is not read.",
)
@click.option(
    "--max-problems",
    type=click.IntRange(0),
    metavar="N",
    help=f"Show at most N problems of a kind in a file, 0 for all (default: {_SHOWN} in text, md "
    "and latex; else all).",
)
@click.option(
    "--summary",
    is_flag=True,
    help="Only the closing table: file lines problems verdict, a row per file.",
)
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
    candidates: str | None,
    max_bytes: int | None,
    max_problems: int | None,
    summary: bool,
    strict: bool,
    key_format: str | None,
    key_columns: Sequence[str] | None,
    run_options: RunOptions,
    output: OutputOptions,
) -> int:
    """Check runs and report every problem, not only the first.

    Each problem is a line 'file:line: message' on standard output, and the exit
    code is then 1. A run that cannot be opened is a problem too, and the others are
    checked; a bad key, or no run that can be opened, is exit code 2. Participants,
    who have no key, check against --questions.

    Where there are several files a table ends the text: file, lines, problems, and
    the verdict valid, invalid or not read. The other formats have the problems,
    'file line message', or with --summary this table.

    What is allowed but may not be meant is a note on standard error, and no
    problem unless --strict: scores that tie within a question, ranks that run
    against the scores, an order that hangs on the bits of the scores (TREC runs).
    """
    notes = Notes(output.verbose)
    if run_options.no_response is not None:
        check_pattern(run_options.no_response)
    key_options = KeyOptions(key_format, key_columns, normalize="exact")
    paths, known, ids = _expected(files, questions, key_options, notes)
    where = "the key" if questions is None else "the list of questions"
    rules = Rules(
        known,
        ids,
        max_answers,
        complete,
        unique,
        run_options.run_format,
        run_options.name_from,
        run_options.no_response,
        int(run_options.score_bits),
        run_options.columns,
        None if candidates is None else _pools(candidates, known, where, notes),
        max_bytes,
        where,
    )
    checked = _check(paths, rules, notes)
    most = (_SHOWN if output.for_people else 0) if max_problems is None else max_problems
    tables = [problem_table(checked, most), verdict_table(checked)]
    if summary:
        tables = tables[1:]
    elif len(checked) == 1 or not output.for_people:
        tables = tables[:1]  # one file needs no table, and programs ask for the one they want
    finish(output, tables, notes)
    return PROBLEMS if any(file.problems for file in checked) else DONE


def _check(paths: Sequence[str], rules: Rules, notes: Notes) -> list[Checked]:
    """Every run checked; those that cannot be opened are an error only where no other can."""
    names, lacking = RunNames(), MissingQuestions()
    checked = [check_run(path, rules, names) for path in paths]
    if not any(file.opened for file in checked):
        raise checked[0].problems[0]
    for file in checked:
        notes.detail(f"{file.file}: {counted(len(file.problems), 'problem')}")
        all_strange = file.problems and len(file.missing) == len(rules.questions)
        if not rules.complete and file.run is not None and not all_strange:
            lacking.add(file.run, file.file, file.missing, len(rules.questions))
    lacking.tell(notes)
    problems = sum(len(file.problems) for file in checked)
    verdict = counted(problems, "problem") if problems else "no problems"
    if problems and len(checked) > 1:
        bad = sum(bool(file.problems) for file in checked)
        verdict += f" in {bad:,} of them"
    notes.add(f"{counted(len(checked), 'file')} checked, {verdict}")
    return checked


def _pools(file: str, known: Sequence[str], where: str, notes: Notes) -> Pools:
    """The candidates of each question; a question without any is told, as it is not checked."""
    pools = read_candidates(file)
    check_shared(list(pools), known, where, file)
    count = sum(map(len, pools.values()))
    of = counted(len(pools), "question")
    notes.detail(f"{file}: {counted(count, 'candidate')} of {of}")
    lacking = [question for question in known if question not in pools]
    if lacking:
        have = counted(len(lacking), "question")
        notes.add(f"{file}: no candidates for {have} of {where}, not checked: {listed(lacking)}")
    return pools


def _expected(
    files: Sequence[str], questions: str | None, key_options: KeyOptions, notes: Notes
) -> tuple[Sequence[str], Sequence[str], Collection[str] | None]:
    """The runs to check, the questions they may have, and the ids of the key if answers are ids."""
    if questions is not None:
        if not files:
            raise InputError("expected --questions FILE RUN...; see 'qaeval check --help'")
        table = read_question_table(questions, notes)
        return files, [] if table is None else table.questions, None
    if len(files) < 2:
        raise InputError(
            "expected KEY RUN... or --questions FILE RUN...; see 'qaeval check --help'"
        )
    (key,) = read_keys(files[:1], key_options, notes)
    return files[1:], key.questions, None if key.ids is None else frozenset(key.ids.ids)
