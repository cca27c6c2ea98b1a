"""Keys: the right answers, in five formats."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from qaeval.collection.keys import AnswerClass, IdLevels, Key
from qaeval.collection.normalize import nfkc, normaliser
from qaeval.errors import InputError
from qaeval.files import fields, jsonl
from qaeval.files.recognise import has_column, is_json, recognise
from qaeval.files.text import Document, blank_fields, read_document
from qaeval.files.tsv import TsvTable
from qaeval.wording import counted, shown

_IS_RUN = " (a run? the key comes first)"
_LETTERS = {"S": 3, "A": 2, "B": 1}
_LEVEL = re.compile(r"[+-]?\d{1,6}|L\d{1,6}", re.ASCII)


def read_key(
    path: str,
    format: str | None = None,
    normalize: str = "nfkc",
    levels: int | None = None,
    name: str | None = None,
) -> Key:
    """Read an answer key.

    `format` is one of qrels, classes, jsonl, eqrels, patterns (None: recognised from the content,
    except patterns); `normalize` says how strings are compared; `levels` widens the scale beyond
    the highest level in the file; `name` prefixes the measures when several keys are used.
    """
    document = read_document(path)
    format = recognise(document, "key", _FITS, format)
    entries = _Entries(document)
    if format == "qrels" and document.is_large:
        from qaeval.files.trec_scan import scan_qrels

        scanned = scan_qrels(document, _qrels_width(document))
        if scanned is not None:
            return entries.as_id_key(name, scanned, levels)
    _READERS[format](document, entries)
    return entries.as_key(name, format, normalize, levels)


@dataclass
class _Entries:
    """The key as it is read; a member of a class is a string or a compiled pattern."""

    document: Document
    classes: dict[str, dict[str, dict[str, int]]] = field(default_factory=dict)
    patterns: dict[str, re.Pattern[str]] = field(default_factory=dict)
    letters: bool = False
    numbers: bool = False

    def level(self, text: str) -> int:
        """A level: a whole number, L0…Ln, or S, A, B; one key uses one kind."""
        if text in _LETTERS:
            self.letters = True
            value = _LETTERS[text]
        elif _LEVEL.fullmatch(text):
            value = int(text.removeprefix("L"))
            self.numbers = self.numbers or value > 0
        else:
            raise InputError(f"level {shown(text)}, expected a whole number, L0…Ln, or S, A, B")
        if self.letters and self.numbers:
            raise InputError(f"level {shown(text)}: the key mixes the letters S, A, B with numbers")
        return value

    def question(self, name: str) -> dict[str, dict[str, int]]:
        """The classes of a question, new or known."""
        found = self.classes.get(name)
        if found is None:
            found = self.classes[fields.question_id(name)] = {}
        return found

    def add(self, question: str, class_name: str, answer: str, level: int) -> None:
        """One answer with its level; a second, different level is a contradiction."""
        members = self.question(question).setdefault(class_name, {})
        known = members.setdefault(answer, level)
        if known != level:
            raise InputError(f"{shown(answer)} again with level {level}, earlier {known}")

    def as_key(self, name: str | None, format: str, normalize: str, levels: int | None) -> Key:
        """The key, its strings normalised; of strings that become equal the best level counts."""
        if format == "qrels":
            ids = IdLevels.of({question: found[""] for question, found in self.classes.items()})
            return self.as_id_key(name, ids, levels)
        found = {
            question: [
                self._answer_class(class_name, members, format, normalize)
                for class_name, members in classes.items()
            ]
            for question, classes in self.classes.items()
        }
        highest = max(
            (answers.best for classes in found.values() for answers in classes), default=0
        )
        key = self._key(name, format, self._scale(highest, levels))
        key.normalize, key.classes = normalize, found
        return key

    def as_id_key(self, name: str | None, ids: IdLevels, levels: int | None) -> Key:
        """The key of ids, which are compared as they are."""
        key = self._key(name, "qrels", self._scale(int(ids.levels.max(initial=0)), levels))
        key.ids = ids
        return key

    def _key(self, name: str | None, format: str, scale: int) -> Key:
        document = self.document
        return Key(name, format, document.file, document.raw, scale, self.letters)

    def _answer_class(
        self, name: str, members: dict[str, int], format: str, normalize: str
    ) -> AnswerClass:
        if format == "patterns":
            patterns = [(self.patterns[text], level) for text, level in members.items()]
            return AnswerClass(name, patterns=patterns)
        found = AnswerClass(name)
        normal = normaliser(normalize)
        for answer, level in members.items():
            form = normal(answer)
            found.levels[form] = max(level, found.levels.get(form, level))
        return found

    def _scale(self, highest: int, levels: int | None) -> int:
        """The number of levels: up to the highest in the key, or as many as the user says."""
        highest = 3 if self.letters else max(highest, 1)
        if levels is None:
            return highest
        if levels < highest or (self.letters and levels != highest):
            raise InputError(
                f"the key has levels up to {highest}, not {levels}", self.document.file
            )
        return levels


def _each(document: Document, comments: bool, parse: Callable[[str], None]) -> None:
    for number, line in document.numbered(comments):
        try:
            parse(line)
        except InputError as error:
            document.report(error, number)


def _qrels_width(document: Document) -> int:
    """The number of fields of the first line, which all others must have."""
    width = len(blank_fields(document.first_line()[1]))
    return width if width in (3, 4) else 4


def _read_qrels(document: Document, entries: _Entries) -> None:
    """`qid iter id level` (TREC) or `qid id level` (NTCIR); all lines have the first one's form."""
    width = _qrels_width(document)

    def parse(line: str) -> None:
        parts = document.blank_fields(line)
        if len(parts) != width:
            form = "qid iter id level" if width == 4 else "qid id level"
            raise InputError(f"{counted(len(parts), 'field')}, expected {width} ({form})")
        level = entries.level(parts[-1])
        answer = parts[-2] if document.clean else fields.plain_id(parts[-2], "id")
        entries.add(parts[0], "", answer, level)

    _each(document, False, parse)


def _read_classes(document: Document, entries: _Entries) -> None:
    """A header out of `question class answer level`; a row per answer."""
    table = TsvTable(document, ("question", "answer"), ("class", "level"), hints={"rank": _IS_RUN})
    _read_members(table, "answer", entries, _answer_text)


def _answer_text(text: str) -> str:
    if not nfkc(text):
        raise InputError("the answer is empty")
    return text


def _read_members(
    table: TsvTable, member: str, entries: _Entries, check: Callable[[str], str]
) -> None:
    """Rows of question, class, answer or pattern, level; the class and the level may be absent."""
    question, text = table.position["question"], table.position[member]
    class_name, level = table.place("class"), table.place("level")
    for number, row in table.rows():
        try:
            name = "1" if class_name is None else fields.plain_id(row[class_name], "class")
            value = 1 if level is None else entries.level(row[level])
            entries.add(row[question], name, check(row[text]), value)
        except InputError as error:
            table.document.report(error, number)


def _read_jsonl(document: Document, entries: _Entries) -> None:
    """`{"question": …, "answers": [[…], […]]}`: a list per class; a flat list is one class."""
    for number, record in jsonl.objects(document):
        try:
            _read_json_record(record, entries)
        except InputError as error:
            document.report(error, number)


def _read_json_record(record: dict[str, Any], entries: _Entries) -> None:
    jsonl.check_names(record, ("question", "answers"))
    name = jsonl.question(record)
    if name in entries.classes:
        raise InputError(f"question {shown(name)} again")
    given = record.get("answers")
    if not isinstance(given, list):
        raise InputError(f'"answers" is {shown(json.dumps(given))}, expected a list')
    nested = [isinstance(inner, list) for inner in given]
    if any(nested) and not all(nested):
        raise InputError('"answers" mixes lists and strings, expected one kind')
    entries.question(name)
    for number, members in enumerate(given if any(nested) else [given], 1):
        for answer in members:
            entries.add(name, str(number), _answer_text(jsonl.string(answer, "answer")), 1)


def _read_eqrels(document: Document, entries: _Entries) -> None:
    """NTCIREVAL's `qid;answer;level;class`; an answer may hold `;`."""

    def parse(line: str) -> None:
        parts = _split_eqrels(line)
        if parts is None:
            raise InputError(f"expected 'qid;answer;level;class', found {shown(line)}")
        question, answer, level, class_name = parts
        value = entries.level(level)
        entries.add(question, fields.plain_id(class_name, "class"), _answer_text(answer), value)

    _each(document, False, parse)


def _split_eqrels(line: str) -> tuple[str, str, str, str] | None:
    if line.count(";") < 3:
        return None
    question, rest = line.split(";", 1)
    answer, level, class_name = rest.rsplit(";", 2)
    return question.strip(), answer, level.strip(), class_name.strip()


def _read_patterns(document: Document, entries: _Entries) -> None:
    """TREC QA patterns: `qid regex`, or a header out of `question class pattern level`."""

    def compiled(text: str) -> str:
        if not text:
            raise InputError("the pattern is empty")
        entries.patterns[text] = fields.pattern(text, re.IGNORECASE)
        return text

    def parse(line: str) -> None:
        question, *rest = re.split("[ \t]", line, maxsplit=1)
        if not question or not rest or not rest[0].strip():
            raise InputError(f"expected 'qid regex', found {shown(line)}")
        entries.add(question, "1", compiled(rest[0]), 1)

    if has_column(document.first_line()[1], "question"):
        table = TsvTable(document, ("question", "pattern"), ("class", "level"))
        _read_members(table, "pattern", entries, compiled)
    else:
        _each(document, False, parse)


def _is_level(text: str) -> bool:
    return text in _LETTERS or _LEVEL.fullmatch(text) is not None


def _fits_qrels(line: str) -> bool:
    parts = blank_fields(line)
    return len(parts) in (3, 4) and _is_level(parts[-1])


def _fits_eqrels(line: str) -> bool:
    parts = _split_eqrels(line)
    return parts is not None and _is_level(parts[2])


def _fits_classes(line: str) -> bool:
    return has_column(line, "question")


_FITS = {"qrels": _fits_qrels, "classes": _fits_classes, "jsonl": is_json, "eqrels": _fits_eqrels}
_READERS: dict[str, Callable[[Document, _Entries], None]] = {
    "qrels": _read_qrels,
    "classes": _read_classes,
    "jsonl": _read_jsonl,
    "eqrels": _read_eqrels,
    "patterns": _read_patterns,
}
