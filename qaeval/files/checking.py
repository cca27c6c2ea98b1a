"""Is a run a valid submission? Every problem is found, not only the first."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from qaeval.collection.normalize import nfkc
from qaeval.collection.runs import Run
from qaeval.errors import InputError, InputRemark, UnreadableFile
from qaeval.files.named import RUN_NAME, RunNames, split_name
from qaeval.files.runs import read_run
from qaeval.files.score_order import score_order
from qaeval.wording import counted, listed, shown


@dataclass(frozen=True)
class Rules:
    """What a submission must keep to."""

    questions: Sequence[str]
    ids: bool  # answers are ids, which may not be repeated
    max_answers: int | None = None
    complete: bool = False
    unique: bool = False
    run_format: str | None = None
    name_from: str | None = None
    no_response: str | None = None
    score_bits: int = 64
    columns: Sequence[str] | None = None  # what a table's are called


def check_run(argument: str, rules: Rules, names: RunNames) -> list[InputError]:
    """The problems of one run, FILE or NAME=FILE, by line; `names` has those of the runs so far."""
    name, path = split_name(argument, RUN_NAME)
    problems: list[InputError] = []
    try:
        run = read_run(
            path,
            rules.run_format,
            rules.name_from,
            rules.no_response,
            problems,
            score_bits=rules.score_bits,
            keep_scores=True,
            columns=rules.columns,
            name=name,
        )
    except UnreadableFile:
        raise
    except InputError as error:  # what no further line can mend: the header, or the format itself
        return [*problems, error.at(path)]
    try:
        names.claim(run.name, run.file)
    except InputError as error:
        problems.append(error)
    problems += _question_problems(run, rules)
    for message in score_order(run, rules.score_bits).remarks():
        try:
            warnings.warn(InputRemark(message, run.file), stacklevel=1)
        except InputRemark as error:  # under --strict
            problems.append(error)
    return sorted(problems, key=lambda problem: problem.line or 0)


def _question_problems(run: Run, rules: Rules) -> Iterator[InputError]:
    known = set(rules.questions)
    for i, question in enumerate(run.questions):
        line = int(run.question_lines[i])
        if question not in known:
            yield InputError(f"unknown question {shown(question)}", run.file, line)
        count = int(run.bounds[i + 1] - run.bounds[i])
        if rules.max_answers is not None and count > rules.max_answers:
            most = f"at most {rules.max_answers} allowed"
            message = f"{counted(count, 'answer')} to question {shown(question)}, {most}"
            yield InputError(message, run.file, line)
        if rules.unique or rules.ids:
            yield from _repeated(run, i, rules.ids)
    missing = sorted(known - set(run.questions))
    if rules.complete and missing:
        yield InputError(
            f"no line for {counted(len(missing), 'question')}: {listed(missing)}", run.file
        )


def _repeated(run: Run, at: int, ids: bool) -> Iterator[InputError]:
    """Answers that come again, ids as they are, strings after NFKC."""
    seen: dict[str, int] = {}
    entries = range(int(run.bounds[at]), int(run.bounds[at + 1]))
    for i in sorted(entries, key=lambda entry: int(run.lines[entry])):
        answer, line = run.answers[i], int(run.lines[i])
        form = answer if ids else nfkc(answer)
        if form in seen:
            again = f"{shown(answer)} again for question {shown(run.questions[at])}"
            yield InputError(f"{again} (first on line {seen[form]})", run.file, line)
        seen.setdefault(form, line)
