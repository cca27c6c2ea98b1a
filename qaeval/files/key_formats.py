"""The formats of keys, each declared over the function that reads it.

A reader puts what it finds into `entries`. Nothing here needs numpy: the command line lists the
formats.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from qaeval.collection.normalize import nfkc
from qaeval.errors import InputError
from qaeval.files import fields, jsonl
from qaeval.files.formats import Formats, is_json
from qaeval.files.headed import TAB, HeadedTable, has_columns
from qaeval.files.header_words import names_questions
from qaeval.files.text import Document, blank_fields
from qaeval.wording import counted, shown

if TYPE_CHECKING:
    from qaeval.collection.keys import IdLevels
    from qaeval.files.key_entries import KeyEntries

KeyReader = Callable[[Document, "KeyEntries"], None]
Add = Callable[[str, str, str, int], None]  # question, class, answer or pattern, level

KEY_FORMATS: Formats[KeyReader, IdLevels] = Formats("key")

_IS_RUN = " (a run? the key comes first)"
_HAS_NO_LEVELS = "; levels and classes by name stand in a tsv key"
_ARE_PATTERNS = "; patterns need --key-format patterns"
_PATTERN_WORDS = frozenset(("pattern", "patterns", "regex", "regexp", "answer"))
_CUT = "choose the columns with 'cut -f' or --key-columns question,-,-,pattern"
_HINTS = {
    "nugget": " (a key of nuggets? score, mark and compare --key read it from a plain file)",
    "pattern": _ARE_PATTERNS,
    **dict.fromkeys(("rank", "score", "confidence", "seconds", "candidate"), _IS_RUN),
    **dict.fromkeys(("outcome", "measure", "value"), "; is this a key? it comes before the runs"),
}


def _fits_qrels(line: str) -> bool:
    parts = blank_fields(line)
    return len(parts) in (3, 4) and fields.is_level(parts[-1])


def _qrels_width(document: Document) -> int:
    """The number of fields of the first line, which all others must have."""
    width = len(blank_fields(document.first_line()[1]))
    return width if width in (3, 4) else 4


def _scan_qrels(document: Document) -> IdLevels | None:
    from qaeval.files.trec_scan import scan_qrels  # numpy, which only a large file needs here

    return scan_qrels(document, _qrels_width(document))


@KEY_FORMATS.declare(
    "qrels",
    line="qid iter id level (TREC), or qid id level (NTCIR)",
    help="ids, compared as they are, each a class of its own",
    fits=_fits_qrels,
    scan=_scan_qrels,
)
def read_qrels(document: Document, entries: KeyEntries) -> None:
    """`qid iter id level` (TREC) or `qid id level` (NTCIR); all lines have the first one's form."""
    width = _qrels_width(document)
    levels: dict[str, int] = {}  # there are few, and many lines
    for number, line in document.numbered(comments=False):
        try:
            parts = document.blank_fields(line)
            if len(parts) != width:
                form = "qid iter id level" if width == 4 else "qid id level"
                raise InputError(f"{counted(len(parts), 'field')}, expected {width} ({form})")
            level = levels.get(parts[-1])
            if level is None:
                level = levels[parts[-1]] = entries.level(parts[-1])
            answer = parts[-2] if document.clean else fields.plain_id(parts[-2], "id")
            entries.add_id(parts[0], answer, level)
        except InputError as error:
            document.report(error, number)


def _fits_classes(line: str) -> bool:
    return has_columns(line, "question")


@KEY_FORMATS.declare(
    "classes",
    line="a header out of question class answer level",
    help="an answer a row; without class each question has one, without level every level is 1",
    fits=_fits_classes,
    has_columns=True,
)
def read_classes(document: Document, entries: KeyEntries) -> None:
    """A header out of `question class answer level`; a row per answer."""
    table = HeadedTable(document, ("question", "answer"), ("class", "level"), _HINTS)

    def add(question: str, class_name: str, answer: str, level: int) -> None:
        entries.add(question, class_name, _answer_text(answer), level)

    _read_members(table, "answer", entries, add)


def _answer_text(text: str) -> str:
    if not nfkc(text):
        raise InputError("the answer is empty")
    return text


def _read_members(table: HeadedTable, member: str, entries: KeyEntries, add: Add) -> None:
    """Rows of question, class, answer or pattern, level; the class and the level may be absent."""
    question, text = table.position["question"], table.position[member]
    class_name, level = table.place("class"), table.place("level")
    for number, row in table.rows():
        try:
            name = "1" if class_name is None else fields.plain_id(row[class_name], "class")
            value = 1 if level is None else entries.level(row[level])
            add(row[question], name, row[text], value)
        except InputError as error:
            table.document.report(error, number)


@KEY_FORMATS.declare(
    "jsonl",
    line='{"question": "Q1", "answers": [["alias", "alias"], ["another answer"]]}',
    help="an inner list per class; a flat list is one class",
    fits=is_json,
)
def read_jsonl(document: Document, entries: KeyEntries) -> None:
    """`{"question": …, "answers": [[…], […]]}`: a list per class; a flat list is one class."""
    hints = {**_HINTS, **dict.fromkeys(("level", "class"), _HAS_NO_LEVELS)}
    ignored = jsonl.Ignored(document, hints)
    for number, record in jsonl.objects(document):
        try:
            ignored.check(record, ("question", "answers"), number)
            _add_json_record(record, entries)
        except InputError as error:
            document.report(error, number)
    ignored.tell()


def _add_json_record(record: dict[str, Any], entries: KeyEntries) -> None:
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


def _split_eqrels(line: str) -> tuple[str, str, str, str] | None:
    if line.count(";") < 3:
        return None
    question, rest = line.split(";", 1)
    answer, level, class_name = rest.rsplit(";", 2)
    return question.strip(), answer, level.strip(), class_name.strip()


def _fits_eqrels(line: str) -> bool:
    parts = _split_eqrels(line)
    return parts is not None and fields.is_level(parts[2])


@KEY_FORMATS.declare(
    "eqrels",
    line="qid;answer;level;class",
    help="NTCIREVAL's, split at the first and the last two semicolons",
    fits=_fits_eqrels,
)
def read_eqrels(document: Document, entries: KeyEntries) -> None:
    """NTCIREVAL's `qid;answer;level;class`; an answer may hold `;`."""
    for number, line in document.numbered(comments=False):
        try:
            parts = _split_eqrels(line)
            if parts is None:
                raise InputError(f"expected 'qid;answer;level;class', found {shown(line)}")
            question, answer, level, class_name = parts
            value = entries.level(level)
            entries.add(question, fields.plain_id(class_name, "class"), _answer_text(answer), value)
        except InputError as error:
            document.report(error, number)


@KEY_FORMATS.declare(
    "patterns",
    line="qid regex, or a header out of question class pattern level",
    help="TREC QA patterns: all after the first blank, searched whatever the case",
    fits=None,
    has_columns=True,
)
def read_patterns(document: Document, entries: KeyEntries) -> None:
    """TREC QA patterns: `qid regex`, or a header out of `question class pattern level`."""
    if document.columns is not None or has_columns(document.first_line()[1], "question"):
        table = HeadedTable(document, ("question", "pattern"), ("class", "level"))
        _read_members(table, "pattern", entries, entries.add_pattern)
        return
    padded = []  # lines whose pattern has blanks around it, which hardly anyone means
    for number, line in document.numbered(comments=False):
        try:
            question, *rest = re.split("[ \t]", line, maxsplit=1)
            if not question or not rest or not rest[0].strip():
                raise InputError(f"expected 'qid regex', found {shown(line)}")
            pattern = rest[0]
            if TAB in pattern:
                raise InputError(f"a tab in the pattern: {_CUT}; found {shown(pattern)}")
            if names_questions(question) and pattern.strip().casefold() in _PATTERN_WORDS:
                raise InputError(f"a header? expected tabs or commas in it, found {shown(line)}")
            if pattern != pattern.strip(" "):
                padded.append(number)
            entries.add_pattern(question, "1", pattern, 1)
        except InputError as error:
            document.report(error, number)
    if padded:
        have = counted(len(padded), "pattern")
        document.remark(f"{have} with blanks before or behind, which count", padded[0])
