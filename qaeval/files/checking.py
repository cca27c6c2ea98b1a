"""Is a run a valid submission? Every problem is found, not only the first."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from qaeval.collection.normalize import nfkc
from qaeval.collection.questions import check_shared
from qaeval.collection.runs import Run
from qaeval.errors import InputError, InputRemark, UnreadableFile
from qaeval.files.named import RUN_NAME, RunNames, split_name
from qaeval.files.runs import Naming, Reading, run_of
from qaeval.files.score_order import score_order
from qaeval.files.text import TooLarge, read_document
from qaeval.wording import counted, listed, shown


@dataclass(frozen=True)
class Rules:
    """What a submission must keep to."""

    questions: Sequence[str]
    ids: Collection[str] | None  # those of the key, where answers are ids, which come once
    max_answers: int | None = None
    complete: bool = False
    unique: bool = False
    run_format: str | None = None
    name_from: str | None = None
    no_response: str | None = None
    score_bits: int = 64
    columns: Sequence[str] | None = None  # what a table's are called
    candidates: Mapping[str, Collection[str]] | None = None  # of each question
    max_bytes: int | None = None
    where: str = "the key"  # that the questions are of


@dataclass(frozen=True)
class Checked:
    """What was found out about one file."""

    file: str
    problems: Sequence[InputError]
    lines: int | None = None  # None: it has none that could be counted
    opened: bool = True
    read: bool = True
    run: str | None = None  # None: it is none
    missing: Sequence[str] = ()  # the questions that it lacks

    @property
    def verdict(self) -> str:
        """In a word or two."""
        if not self.read:
            return "not read"
        return "invalid" if self.problems else "valid"


def check_run(argument: str, rules: Rules, names: RunNames) -> Checked:
    """The problems of one run, FILE or NAME=FILE, by line; `names` has those of the runs so far."""
    name, path = split_name(argument, RUN_NAME)
    problems: list[InputError] = []
    lines = None
    try:
        document = read_document(path, problems, rules.columns, rules.max_bytes)
        lines = document.raw.count(b"\n") + (not document.raw.endswith(b"\n"))
        how = Reading(rules.run_format, rules.no_response, False, rules.score_bits, True)
        run = run_of(document, Naming(path, rules.name_from, name), how)
    except (UnreadableFile, TooLarge) as error:
        opened = isinstance(error, TooLarge)
        return Checked(path, [error.at(path)], opened=opened, read=False)
    except InputError as error:  # what no further line can mend: the header, or the format itself
        return Checked(path, [*problems, error.at(path)], lines)
    try:
        names.claim(run.name, run.file)
    except InputError as error:
        problems.append(error)
    problems += _question_problems(run, rules)
    if rules.candidates is not None:
        problems += _candidate_problems(run, rules, rules.candidates)
    for message in [*_stranger(run, rules), *score_order(run, rules.score_bits).remarks()]:
        try:
            warnings.warn(InputRemark(message, run.file), stacklevel=1)
        except InputRemark as error:  # under --strict
            problems.append(error)
    problems.sort(key=lambda problem: problem.line or 0)
    missing = sorted(set(rules.questions) - set(run.questions))
    return Checked(run.file, problems, lines, run=run.name, missing=missing)


def _stranger(run: Run, rules: Rules) -> list[str]:
    """What is to be said of a run whose answers are none of the key's ids."""
    if rules.ids is None or not len(run.answers) or set(rules.questions).isdisjoint(run.questions):
        return []
    if any(answer in rules.ids for answer in run.answers):
        return []
    return [f"none of its ids is in {rules.where}: {listed(dict.fromkeys(run.answers))}"]


def _question_problems(run: Run, rules: Rules) -> Iterator[InputError]:
    known = set(rules.questions)
    all_strange = len(run.questions) > 1 and known.isdisjoint(run.questions)
    if all_strange:  # one line says why, where a line for each would hide it
        try:
            check_shared(run.questions, rules.questions, rules.where, run.file)
        except InputError as error:
            yield error
    for i, question in enumerate(run.questions):
        line = int(run.question_lines[i])
        if question not in known and not all_strange:
            yield InputError(f"unknown question {shown(question)}", run.file, line)
        count = int(run.bounds[i + 1] - run.bounds[i])
        if rules.max_answers is not None and count > rules.max_answers:
            most = f"at most {rules.max_answers} allowed"
            message = f"{counted(count, 'answer')} to {run.named(i)}, {most}"
            yield InputError(message, run.file, line)
        ids = rules.ids is not None or rules.candidates is not None
        if rules.unique or ids:
            yield from _repeated(run, i, ids)
    # A pool is to be ranked whole, unless only the top of it is asked for.
    complete = rules.complete or (rules.candidates is not None and rules.max_answers is None)
    missing = sorted(known - set(run.questions))
    if complete and missing and not all_strange:
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
            again = f"{shown(answer)} again for {run.named(at)}"
            yield InputError(f"{again} (first on line {seen[form]})", run.file, line)
        seen.setdefault(form, line)


def _candidate_problems(
    run: Run, rules: Rules, candidates: Mapping[str, Collection[str]]
) -> Iterator[InputError]:
    """Answers that are no candidates of their question, and candidates that are not there."""
    known = set(rules.questions)
    for at, question in enumerate(run.questions):
        pool = candidates.get(question)
        if pool is None or question not in known:
            continue
        given = set()
        for i in range(int(run.bounds[at]), int(run.bounds[at + 1])):
            answer = run.answers[i]
            given.add(answer)
            if answer not in pool:
                what = f"{shown(answer)} is no candidate of {run.named(at)}"
                yield InputError(what, run.file, int(run.lines[i]))
        lacking = [candidate for candidate in pool if candidate not in given]
        if lacking and rules.max_answers is None:
            what = f"{len(lacking):,} of {counted(len(pool), 'candidate')} missing"
            message = f"{run.named(at)}: {what}: {listed(lacking)}"
            yield InputError(message, run.file, int(run.question_lines[at]))
