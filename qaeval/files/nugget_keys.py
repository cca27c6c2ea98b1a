"""Keys of nuggets: a table, JSON lines of our own, and the files of castorini's nuggetizer."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from qaeval.collection.nuggets import Nugget, NuggetKey
from qaeval.errors import InputError
from qaeval.files import fields, jsonl, nugget_fields
from qaeval.files.formats import Formats, is_json
from qaeval.files.headed import HeadedTable, header_names
from qaeval.files.text import Document, read_document, stream_lines
from qaeval.wording import shown

Nuggets = dict[str, list[Nugget]]

KEY, ASSIGNMENTS, SUPPORT, VOTES, RETRIEVAL = "key", "assignments", "support", "votes", "retrieval"

NUGGET_FORMATS: Formats[Callable[[Document, Nuggets], None], None] = Formats("nugget key")

_COLUMNS = ("question", "nugget", "importance")
_MORE = ("weight", "text")


def nugget_kind(line: str) -> str | None:
    """What a file of nuggets holds, told by its first line; None where it has none."""
    names = set(_json_names(line) if is_json(line) else header_names(line))
    if {"sentences", "support_eval"} & names or {"sentence", "support"} <= names:
        return ASSIGNMENTS if "nuggets" in names else SUPPORT
    if not {"nugget", "nuggets"} & names:
        return None
    if "assessor" in names:
        return VOTES
    if "docid" in names:
        return RETRIEVAL
    return ASSIGNMENTS if {"assignment", "answer", "answer_text"} & names else KEY


def _json_names(line: str) -> list[str]:
    """The fields of an object, and those of its first nugget."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return []
    if not isinstance(record, dict):
        return []
    nuggets = record.get("nuggets")
    first = nuggets[0] if isinstance(nuggets, list) and nuggets else None
    return [*record, *(first if isinstance(first, dict) else ())]


def is_nugget_file(path: str) -> bool:
    """Whether a file holds nuggets of any kind, as far as its first line tells."""
    return _kind_of(path) is not None


def holds_votes(path: str) -> bool:
    """Whether a file holds several assessors' importance of nuggets."""
    return _kind_of(path) == VOTES


def _kind_of(path: str) -> str | None:
    """What a plain file holds of nuggets; what is none can be read but once."""
    if not Path(path).is_file():
        return None
    try:
        lines = stream_lines(path).numbered(comments=True)
        return next((nugget_kind(line) for _, line in lines), None)
    except InputError:
        return None  # whoever reads the file says what is wrong with it


def read_nugget_key(path: str, name: str | None = None) -> NuggetKey:
    """Read a key of nuggets; `name` stands before the measures where several keys are used."""
    document = read_document(path)
    kind = nugget_kind(document.first_line()[1])
    if kind == VOTES:
        raise InputError("votes of several assessors: 'qaeval gold' makes a key", document.file)
    if kind in (ASSIGNMENTS, SUPPORT):
        message = "a run with its assignments, expected a key of nuggets (--nuggets takes it alone)"
        raise InputError(message, document.file)
    nuggets: Nuggets = {}
    NUGGET_FORMATS.recognise(document).read(document, nuggets)
    if not nuggets:
        raise InputError("no nuggets in the file", document.file)
    return NuggetKey(name, document.file, document.raw, nuggets)


def add_nugget(nuggets: Nuggets, question: str, nugget: Nugget) -> None:
    """Keep a nugget, which a question has once."""
    own = nuggets.setdefault(question, [])
    if any(known.name == nugget.name for known in own):
        raise InputError(f"nugget {shown(nugget.name)} of question {shown(question)} again")
    own.append(nugget)


def nugget_of(name: str, importance: str, weight: str = "", text: str = "") -> Nugget:
    """A nugget; without a weight a vital one has 1 and an okay one none."""
    vital = nugget_fields.is_vital(importance)
    own = nugget_fields.weight(weight) if weight else float(vital)
    return Nugget(fields.plain_id(name, "nugget"), vital, own, text)


@NUGGET_FORMATS.declare(
    "table of nuggets",
    line=f"a header out of {' '.join((*_COLUMNS, *_MORE))}",
    help="a nugget a row",
    fits=lambda line: not is_json(line) and nugget_kind(line) == KEY,
    has_columns=True,
)
def _read_table(document: Document, nuggets: Nuggets) -> None:
    table = HeadedTable(document, _COLUMNS, _MORE)
    question, name, importance = (table.position[column] for column in _COLUMNS)
    weight, text = (table.place(column) for column in _MORE)
    for number, row in table.rows():
        try:
            nugget = nugget_of(
                row[name],
                row[importance],
                "" if weight is None else row[weight],
                "" if text is None else row[text],
            )
            add_nugget(nuggets, fields.question_id(row[question]), nugget)
        except InputError as error:
            document.report(error, number)


@NUGGET_FORMATS.declare(
    "jsonl",
    line='{"question": "Q1", "nuggets": [{"nugget": "1", "importance": "vital"}]}',
    help="a question a line; nuggetizer's qid and text are taken too",
    fits=lambda line: is_json(line) and nugget_kind(line) == KEY,
)
def _read_jsonl(document: Document, nuggets: Nuggets) -> None:
    for number, record in jsonl.objects(document):
        try:
            question = question_of(record)
            if question in nuggets:
                raise InputError(f"question {shown(question)} again")
            for nugget, _ in nuggets_of(record, question):
                add_nugget(nuggets, question, nugget)
        except InputError as error:
            document.report(error, number)


def question_of(record: dict[str, Any]) -> str:
    """The question of an object: ours, or that of nuggetizer and TREC's tools."""
    names = [name for name in ("question", "qid", "topic_id", "narrative_id") if name in record]
    return jsonl.question({"question": record[names[0]]} if names else record)


def nuggets_of(
    record: dict[str, Any], question: str, otherwise: str | None = None
) -> list[tuple[Nugget, dict[str, Any]]]:
    """The nuggets of an object, each with its own object; `otherwise` stands for no importance.

    Nuggetizer's have no names, and texts can come twice: the place in the list names them.
    """
    given = record.get("nuggets")
    if not isinstance(given, list):
        raise InputError(f'"nuggets" is {shown(json.dumps(given))}, expected a list')
    if not given:
        raise InputError(f"question {shown(question)} has no nuggets")
    found = []
    for place, entry in enumerate(given, 1):
        if not isinstance(entry, dict):
            raise InputError(f"nugget {place} is {shown(json.dumps(entry))}, expected an object")
        name = entry.get("nugget", place)
        name = str(name) if isinstance(name, int) else jsonl.string(name, f"nugget {place}")
        importance = entry.get("importance", otherwise)
        if importance is None:
            raise InputError(f'nugget {place} of question {shown(question)} has no "importance"')
        importance = jsonl.string(importance, "importance")
        stated = jsonl.optional_number(entry, "weight")
        text = jsonl.string(entry.get("text", ""), "text")
        weight = "" if stated is None else repr(stated)
        found.append((nugget_of(name, importance, weight, text), entry))
    return found
