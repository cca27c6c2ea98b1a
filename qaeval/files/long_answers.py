"""What long answers hold: assignments to nuggets, and how far citations support sentences."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from qaeval.collection.nuggets import OKAY, Assigned, LongAnswer, LongAnswers, Nugget
from qaeval.errors import InputError
from qaeval.files import fields, jsonl, nugget_fields
from qaeval.files.formats import Formats, is_json
from qaeval.files.headed import HeadedTable
from qaeval.files.named import checked_name, path_name
from qaeval.files.nugget_keys import (
    ASSIGNMENTS,
    KEY,
    RETRIEVAL,
    SUPPORT,
    add_nugget,
    nugget_kind,
    nugget_of,
    nuggets_of,
    question_of,
)
from qaeval.files.text import Document, read_document
from qaeval.wording import counted, listed, shown

ANSWER_FORMATS: Formats[Callable[[Document, Runs], None], None] = Formats("assignment")

_COLUMNS = ("question", "nugget", "assignment")
_MORE = ("importance", "weight", "text", "length", "run")
_CITED = ("question", "sentence", "citation", "support")


@dataclass
class Runs:
    """The runs of one file as they are read; rows that name none belong to the file's own."""

    document: Document
    usual: str
    by_name: dict[str, LongAnswers]
    failed: int = 0  # assignments that nuggetizer could not make

    def run(self, name: str | None) -> LongAnswers:
        """The run of that name, new or known."""
        own = self.usual if name is None else name
        if own not in self.by_name:
            checked = checked_name(own, self.document.file)
            self.by_name[own] = LongAnswers(checked, self.document.file, self.document.raw)
        return self.by_name[own]

    def credit(self, text: str) -> float:
        """What an assignment is worth."""
        worth = nugget_fields.assignment(text)
        self.failed += text.strip().casefold() in nugget_fields.FAILED
        return worth


def read_assignments(
    path: str, name_from: str | None = None, name: str | None = None
) -> list[LongAnswers]:
    """Read what answers hold; a file may hold several runs.

    A file of one run can be named otherwise: by `name`, or with `name_from` by its "file" or "dir".
    """
    document = read_document(path)
    if name_from == "tag":
        raise InputError("--name-from tag: assignments have no tag", document.file)
    number, line = document.first_line()
    kind = nugget_kind(line)
    if kind == RETRIEVAL:
        message = "assignments to retrieved passages ('docid'), expected answers ('answer_text')"
        raise InputError(message, document.file, number)
    if kind == KEY:
        message = "no assignment in the file: a key of nuggets? the key comes first"
        raise InputError(message, document.file, number)
    usual = path_name(path, name_from, document.file) if name is None else name
    runs = Runs(document, usual, {})
    ANSWER_FORMATS.recognise(document).read(document, runs)
    if runs.failed:
        document.remark(f"{counted(runs.failed, 'assignment')} 'failed', taken as not_support")
    return _named(runs, name, name_from)


def _named(runs: Runs, name: str | None, name_from: str | None) -> list[LongAnswers]:
    found = list(runs.by_name.values()) or [runs.run(None)]
    if name is None and name_from is None:
        return found
    if len(found) > 1:
        how = f"the name {shown(runs.usual)}" if name is not None else f"--name-from {name_from}"
        have = f"holds {len(found)} runs ({listed(runs.by_name)})"
        raise InputError(f"{have}, {how} is for a file of one", runs.document.file)
    found[0].name = checked_name(runs.usual, runs.document.file)
    return found


@ANSWER_FORMATS.declare(
    "table of assignments",
    line=f"a header out of {' '.join((*_COLUMNS, *_MORE))}",
    help="a nugget a row",
    fits=lambda line: not is_json(line) and nugget_kind(line) == ASSIGNMENTS,
    has_columns=True,
)
def _read_table(document: Document, runs: Runs) -> None:
    table = HeadedTable(document, _COLUMNS, _MORE)
    rows = _Rows(table, runs)
    for number, row in table.rows():
        try:
            rows.read(row, number)
        except InputError as error:
            document.report(error, number)


class _Rows:
    """Reads the rows of a table of assignments; the columns' places are looked up once."""

    def __init__(self, table: HeadedTable, runs: Runs) -> None:
        self.runs = runs
        self.question, self.nugget, self.assigned = (table.position[name] for name in _COLUMNS)
        self.importance, self.weight, self.text, self.length, self.run = map(table.place, _MORE)

    def read(self, row: list[str], number: int) -> None:
        """One row: what an answer holds of one nugget."""
        run = self.runs.run(None if self.run is None else row[self.run])
        question = fields.question_id(row[self.question])
        answer = run.answers.setdefault(question, LongAnswer(number))
        name = fields.plain_id(row[self.nugget], "nugget")
        credit = self.runs.credit(row[self.assigned])
        text = "" if self.text is None else row[self.text]
        _assign(answer, question, name, Assigned(credit, number, text))
        if self.length is not None and row[self.length]:
            _set_length(answer, question, nugget_fields.length(row[self.length]))
        if self.importance is not None:
            weight = "" if self.weight is None else row[self.weight]
            nugget = nugget_of(name, row[self.importance], weight, text)
            add_nugget(run.nuggets, question, nugget)


def _assign(answer: LongAnswer, question: str, name: str, assigned: Assigned) -> None:
    if name in answer.nuggets:
        first = answer.nuggets[name].line
        again = f"nugget {shown(name)} of question {shown(question)} again"
        raise InputError(f"{again} (first on line {first})")
    answer.nuggets[name] = assigned


def _set_length(answer: LongAnswer, question: str, length: float) -> None:
    if answer.length is not None and answer.length != length:
        earlier = f"but {answer.length:.0f} before"
        raise InputError(f"length {length:.0f} of question {shown(question)}, {earlier}")
    answer.length = length


@ANSWER_FORMATS.declare(
    "table of citations",
    line=f"a header out of {' '.join((*_CITED, 'run'))}",
    help="a citation a row, those of a sentence in their order; without one both cells are empty",
    fits=lambda line: not is_json(line) and nugget_kind(line) == SUPPORT,
)
def _read_citations(document: Document, runs: Runs) -> None:
    table = HeadedTable(document, _CITED, ("run",))
    question, sentence, citation, support = (table.position[name] for name in _CITED)
    run = table.place("run")
    cited: dict[tuple[str, str, str], list[float]] = {}
    for number, row in table.rows():
        try:
            own = runs.run(None if run is None else row[run])
            asked = fields.question_id(row[question])
            own.answers.setdefault(asked, LongAnswer(number))
            place = (own.name, asked, fields.plain_id(row[sentence], "sentence"))
            supports = cited.setdefault(place, [])
            if row[citation]:
                supports.append(nugget_fields.support(row[support]))
            elif row[support]:
                raise InputError(f"support {shown(row[support])} of no citation")
        except InputError as error:
            document.report(error, number)
    for (name, asked, _), supports in cited.items():
        answer = runs.by_name[name].answers[asked]
        answer.sentences = [*(answer.sentences or ()), tuple(supports)]


@ANSWER_FORMATS.declare(
    "jsonl",
    line='{"question": "Q1", "nuggets": [{"nugget": "1", "assignment": "support"}], "length": 88}',
    help="an answer a line, as nuggetizer writes them too; sentences with citations",
    fits=is_json,
)
def _read_jsonl(document: Document, runs: Runs) -> None:
    for number, record in jsonl.objects(document):
        try:
            _read_record(record, number, runs)
        except InputError as error:
            document.report(error, number)


def _read_record(record: dict[str, Any], number: int, runs: Runs) -> None:
    name = record.get("run", record.get("run_id"))
    run = runs.run(None if name is None else jsonl.string(name, "run"))
    question = question_of(record)
    if question in run.answers:
        first = f"(first on line {run.answers[question].line})"
        raise InputError(f"question {shown(question)} again for run {shown(run.name)} {first}")
    answer = LongAnswer(number)
    own = _assigned_nuggets(record, question, answer, runs) if "nuggets" in record else []
    if own:
        run.nuggets[question] = own
    answer.sentences = _sentences(record)
    text = record.get("answer", record.get("answer_text"))
    if isinstance(text, str):
        answer.length = nugget_fields.length_of(text)
    stated = jsonl.optional_number(record, "length")
    if stated is not None:
        stated = nugget_fields.length(f"{stated:.0f}" if stated == int(stated) else str(stated))
        if answer.length is not None and answer.length != stated:
            has = f"its answer has {answer.length:.0f} characters, white space not counted"
            raise InputError(f"length {stated:.0f} of question {shown(question)}, but {has}")
        answer.length = stated
    run.answers[question] = answer


def _assigned_nuggets(
    record: dict[str, Any], question: str, answer: LongAnswer, runs: Runs
) -> list[Nugget]:
    """The nuggets of an object where it says how important they are, and what the answer holds."""
    known: dict[str, list[Nugget]] = {}
    entries = nuggets_of(record, question, otherwise=OKAY)
    for nugget, entry in entries:
        add_nugget(known, question, nugget)
        if "assignment" not in entry:
            lacks = f'nugget {nugget.name} of question {shown(question)} has no "assignment"'
            raise InputError(lacks)
        credit = runs.credit(_word(entry["assignment"]))
        _assign(answer, question, nugget.name, Assigned(credit, answer.line, nugget.text))
    return known[question] if all("importance" in entry for _, entry in entries) else []


def _word(value: Any) -> str:
    """A JSON value as a table has it."""
    told = value if isinstance(value, str) else json.dumps(value)
    return {"true": "yes", "false": "no", "1.0": "1", "0.0": "0"}.get(told, told)


def _sentences(record: dict[str, Any]) -> list[tuple[float, ...]] | None:
    """The support of each sentence's citations, in any of the forms that tools write."""
    given = record.get("sentences", record.get("support_eval"))
    if given is None:
        return None
    if not isinstance(given, list):
        raise InputError(f'"sentences" is {shown(json.dumps(given))}, expected a list')
    return [_supports(sentence, place) for place, sentence in enumerate(given, 1)]


def _supports(sentence: Any, place: int) -> tuple[float, ...]:
    if not isinstance(sentence, dict):
        raise InputError(f"sentence {place} is {shown(json.dumps(sentence))}, expected an object")
    given = sentence.get("eval_scores", sentence.get("citations"))
    if not isinstance(given, list):
        raise InputError(f"sentence {place} has no list of citations")
    return tuple(_support(citation) for citation in given)


def _support(citation: Any) -> float:
    if isinstance(citation, dict):
        if "support" not in citation:
            raise InputError(f'citation {shown(json.dumps(citation))} has no "support"')
        citation = citation["support"]
    if citation is None:
        return math.nan
    return nugget_fields.support(citation if isinstance(citation, str) else json.dumps(citation))
