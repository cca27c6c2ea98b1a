"""Runs: one system's answers, in four formats."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import numpy as np

from qaeval.collection import Run
from qaeval.errors import InputError, counted, shown
from qaeval.files import fields, jsonl
from qaeval.files.recognise import has_column, is_json, recognise
from qaeval.files.text import STDIN, Document, blank_fields, read_document
from qaeval.files.tsv import TsvTable

if TYPE_CHECKING:
    from qaeval.files.trec_scan import ScannedRun

TSV_COLUMNS = ("question", "rank", "answer", "score", "confidence", "seconds", "candidate")
JSON_FIELDS = ("question", "answers", "confidence", "seconds", "candidate")

_NAN = float("nan")
_JUDGED = " (judged responses are read with --judged)"
_SUFFIX = re.compile(r"\.[A-Za-z][^.]*$")


def read_run(
    path: str,
    format: str | None = None,
    name_from: str | None = None,
    no_response: str | None = None,
    problems: list[InputError] | None = None,
    among_many: bool = False,
) -> Run:
    """Read a run file.

    `format` is one of trec, cqa, tsv, jsonl (None: recognised from the content); `name_from` is
    "tag" or "file" (None: the tag, else the file); answers that match the regular expression
    `no_response` are dropped like empty ones; `problems` collects malformed lines instead of
    raising at the first; `among_many` says that so many runs are read that the fast scan pays even
    for small ones.
    """
    document = read_document(path, problems)
    format = recognise(document, "run", _FITS, format)
    if format == "trec" and no_response is None and (among_many or document.is_large):
        from qaeval.files.trec_scan import scan_run

        scanned = scan_run(document)
        if scanned is not None and (name_from == "file" or len(scanned.tags) == 1):
            tags = dict.fromkeys(scanned.tags, 1)
            return _scanned_run(scanned, _run_name(path, tags, format, name_from, document))
    answers = _Answers(document, _response_test(no_response))
    tags = _READERS[format](document, answers)
    return answers.as_run(_run_name(path, tags, format, name_from, document), format)


def _scanned_run(scanned: ScannedRun, name: str) -> Run:
    count = len(scanned.questions)
    return Run(
        name=name,
        questions=scanned.questions,
        bounds=scanned.bounds,
        answers=scanned.answers,
        confidence=np.broadcast_to(_NAN, len(scanned.answers)),
        stated=np.full(count, _NAN),
        seconds=np.full(count, _NAN),
        candidates={},
        format="trec",
        file=scanned.document.file,
        places=scanned.places,
    )


def _response_test(no_response: str | None) -> Callable[[str], bool]:
    if no_response is None:
        return lambda answer: bool(answer) and not answer.isspace()
    pattern = fields.pattern(no_response)
    return lambda answer: not answer.isspace() and bool(answer) and not pattern.search(answer)


def _run_name(
    path: str, tags: dict[str, int], format: str, name_from: str | None, document: Document
) -> str:
    """The tag, else the file's name; `tags` holds each tag and the line where it first stands."""
    if name_from == "tag" and not tags:
        raise InputError(f"--name-from tag: a {format} run has no tag", document.file)
    if name_from == "file" or not tags:
        try:
            return fields.run_name(file_name(path))
        except InputError as error:
            raise error.at(document.file) from None
    name, *others = tags
    try:
        fields.run_name(name)
    except InputError as error:
        raise InputError(f"{error.message}; try --name-from file", document.file) from None
    if others:
        two = f"tag {shown(others[0])} after {shown(name)}: one run a file"
        document.report(InputError(f"{two}, or --name-from file"), tags[others[0]])
    return name


def file_name(path: str) -> str:
    """A file's name less `.gz` and one suffix that starts with a letter."""
    if path == STDIN:
        return "stdin"
    # The bytes of a file name are UTF-8 whatever the locale.
    name = os.fsencode(PurePath(path).name).decode("utf-8", "surrogateescape").removesuffix(".gz")
    return _SUFFIX.sub("", name) or name


@dataclass
class _Answers:
    """Answers as they are read, question by question, before they are put in order."""

    document: Document
    is_response: Callable[[str], bool]
    index: dict[str, int] = field(default_factory=dict)
    lines: list[int] = field(default_factory=list)
    rows: list[list[tuple[Any, str, float, int]]] = field(default_factory=list)
    # Confidences by question: of no response, and of answers that have none of their own.
    stated: dict[int, float] = field(default_factory=dict)
    shared: dict[int, float] = field(default_factory=dict)
    seconds: dict[int, float] = field(default_factory=dict)
    candidates: dict[str, str] = field(default_factory=dict)

    def question(self, name: str, line: int) -> int:
        """The position of a question, new or known."""
        found = self.index.get(name)
        if found is None:
            fields.question_id(name)
            found = self.index[name] = len(self.rows)
            self.lines.append(line)
            self.rows.append([])
        return found

    def new_question(self, name: str, line: int) -> int:
        """The position of a question that must not have been seen before."""
        if name in self.index:
            first = self.lines[self.index[name]]
            raise InputError(f"question {shown(name)} again (first on line {first})")
        return self.question(name, line)

    def add(self, at: int, key: Any, answer: str, confidence: float, line: int) -> None:
        """Keep an answer that is a response, to be ordered by `key`."""
        if self.is_response(answer):
            self.rows[at].append((key, answer, confidence, line))

    def set_seconds(self, at: int, value: float) -> None:
        """The time for a question; its lines must agree."""
        known = self.seconds.setdefault(at, fields.seconds(value))
        if known != value:
            raise InputError(f"seconds {value:g}, but {known:g} on an earlier line of the question")

    def set_stated(self, at: int, value: float) -> None:
        """The confidence of a question without an answer; its lines must agree."""
        known = self.stated.setdefault(at, value)
        if known != value:
            earlier = f"{known:g} on an earlier line of the question"
            raise InputError(f"confidence {value:g} of no response, but {earlier}")

    def set_candidate(self, name: str, answer: str) -> None:
        """The answer held back for a question; there can be one."""
        if self.candidates.setdefault(name, answer) != answer:
            raise InputError(f"a second candidate {shown(answer)} for question {shown(name)}")

    def as_run(self, name: str, format: str) -> Run:
        """The columns of a run, each question's answers best first."""
        rows = [row for group in self.rows for row in sorted(group, key=lambda row: row[0])]
        bounds = np.cumsum([0, *(len(group) for group in self.rows)], dtype=np.int64)
        count = len(self.rows)
        stated = np.array([self.stated.get(i, _NAN) for i in range(count)], dtype=np.float64)
        confidence = np.array([row[2] for row in rows], dtype=np.float64)
        spread = np.repeat(
            [self.shared.get(i, _NAN) for i in range(count)], np.diff(bounds)
        ).astype(np.float64)
        confidence = np.where(np.isnan(confidence), spread, confidence)
        return Run(
            name=name,
            questions=list(self.index),
            bounds=bounds,
            answers=[row[1] for row in rows],
            confidence=confidence,
            stated=stated,
            seconds=np.array([self.seconds.get(i, _NAN) for i in range(count)], dtype=np.float64),
            candidates=self.candidates,
            format=format,
            file=self.document.file,
            places=lambda: (
                np.array([row[3] for row in rows], dtype=np.int64),
                np.array(self.lines, dtype=np.int64),
            ),
        )


def _fits_trec(line: str) -> bool:
    parts = blank_fields(line)
    if len(parts) != 6:
        return False
    return parts[1].upper() == "Q0" or fields.is_number(parts[4])


def _fits_cqa(line: str) -> bool:
    parts = [part.strip() for part in line.split(",")]
    if is_json(line) or parts[0].casefold() in ("", "question"):
        return False
    return len(parts) > 1 and not any(re.search(r"\s", part) for part in parts)


def _fits_tsv(line: str) -> bool:
    return has_column(line, "question")


def _read_trec(document: Document, answers: _Answers) -> dict[str, int]:
    """`qid Q0 id rank score tag`, in trec_eval's order: by score, then by id, both descending."""
    questions: list[int] = []
    ids: list[str] = []
    scores: list[float] = []
    lines: list[int] = []
    tags: dict[str, int] = {}
    for number, line in document.numbered(comments=False):
        try:
            parts = document.blank_fields(line)
            if len(parts) != 6:
                raise InputError(
                    f"{counted(len(parts), 'field')}, expected 6 (qid Q0 id rank score tag)"
                )
            score = fields.number(parts[4], "score")
            if not document.clean:
                fields.plain_id(parts[2], "id")
                fields.plain_id(parts[5], "tag")
            questions.append(answers.question(parts[0], number))
        except InputError as error:
            document.report(error, number)
            continue
        ids.append(parts[2])
        scores.append(score)
        lines.append(number)
        tags.setdefault(parts[5], number)
    with np.errstate(over="ignore"):
        singles = np.array(scores, dtype=np.float64).astype(np.float32).tolist()
    _add_in_trec_order(answers, questions, singles, ids, lines)
    return tags


def _add_in_trec_order(
    answers: _Answers, questions: list[int], scores: list[float], ids: list[str], lines: list[int]
) -> None:
    groups: list[list[tuple[float, str, int]]] = [[] for _ in answers.rows]
    for at, score, answer, line in zip(questions, scores, ids, lines, strict=True):
        groups[at].append((score, answer, line))
    for at, group in enumerate(groups):
        group.sort(reverse=True)
        for rank, (_, answer, line) in enumerate(group):
            answers.add(at, rank, answer, _NAN, line)


def _read_cqa(document: Document, answers: _Answers) -> dict[str, int]:
    """`qid, id, id, …` as written."""
    for number, line in document.numbered(comments=False):
        try:
            question, *ids = [part.strip() for part in line.split(",")]
            if not ids:
                raise InputError(f"no comma, expected 'qid, id, id, …', found {shown(line)}")
            at = answers.new_question(question, number)
            for rank, answer in enumerate(ids):
                if answer:
                    answers.add(at, rank, fields.plain_id(answer, "id"), _NAN, number)
        except InputError as error:
            document.report(error, number)
    return {}


def _read_tsv(document: Document, answers: _Answers) -> dict[str, int]:
    """A header row out of `TSV_COLUMNS`; ordered by rank, else by score, else as written."""
    table = TsvTable(document, ("question",), TSV_COLUMNS[1:], hints={"outcome": _JUDGED})
    if not {"answer", "candidate"} & set(table.columns):
        missing = f"no column 'answer' in the header, expected {' '.join(TSV_COLUMNS)}"
        raise InputError(missing, document.file, table.header_line)
    reader = _TsvRows(table, answers)
    for number, row in table.rows():
        try:
            reader.read(row, number)
        except InputError as error:
            document.report(error, number)
    return {}


class _TsvRows:
    """Reads the rows of a tsv run; the columns' places are looked up once."""

    def __init__(self, table: TsvTable, answers: _Answers) -> None:
        self.answers = answers
        self.question, self.answer = table.position["question"], table.place("answer")
        self.rank, self.score = table.place("rank"), table.place("score")
        self.confidence = table.place("confidence")
        self.seconds = table.place("seconds")
        self.candidate = table.place("candidate")
        self.ranks: set[tuple[int, int]] = set()

    def read(self, row: list[str], number: int) -> None:
        """One row: an answer, or what is known of a question without one."""
        answers, name = self.answers, row[self.question]
        answer = "" if self.answer is None else row[self.answer]
        at = answers.question(name, number)
        given = answers.is_response(answer)
        confidence = _NAN
        if self.confidence is not None and row[self.confidence]:
            confidence = fields.number(row[self.confidence], "confidence")
            fields.confidence(confidence)
            if not given:
                answers.set_stated(at, confidence)
            if not answer:
                answers.shared[at] = confidence
        if self.seconds is not None and row[self.seconds]:
            answers.set_seconds(at, fields.number(row[self.seconds], "seconds"))
        if self.candidate is not None and row[self.candidate]:
            answers.set_candidate(name, row[self.candidate])
        if given:
            answers.rows[at].append((self._order(row, at), answer, confidence, number))

    def _order(self, row: list[str], at: int) -> float:
        score = 0.0
        if self.score is not None and (row[self.score] or self.rank is None):
            score = fields.number(row[self.score], "score")
        if self.rank is not None:
            rank = fields.integer(row[self.rank], "rank")
            if (at, rank) in self.ranks:
                raise InputError(f"rank {rank} again for question {shown(row[self.question])}")
            self.ranks.add((at, rank))
            return rank
        return -score


def _read_jsonl(document: Document, answers: _Answers) -> dict[str, int]:
    """`{"question": …, "answers": […]}`, each answer a string or an object with a confidence."""
    for number, record in jsonl.objects(document):
        try:
            _read_json_record(record, number, answers)
        except InputError as error:
            document.report(error, number)
    return {}


def _read_json_record(record: dict[str, Any], number: int, answers: _Answers) -> None:
    jsonl.check_names(record, JSON_FIELDS, {"outcome": _JUDGED})
    name = jsonl.question(record)
    given = record.get("answers")
    if not isinstance(given, list):
        found = shown(json.dumps(given))
        raise InputError(f'"answers" is {found}, expected a list ([] for no response)')
    stated = _json_confidence(record)
    seconds = jsonl.optional_number(record, "seconds")
    if seconds is not None:
        fields.seconds(seconds)
    parsed = [_json_answer(answer) for answer in given]
    candidate = record.get("candidate")
    at = answers.new_question(name, number)
    if seconds is not None:
        answers.set_seconds(at, seconds)
    if candidate not in (None, ""):
        answers.set_candidate(name, jsonl.string(candidate, "candidate"))
    answers.shared[at] = stated
    if math.isnan(stated) and parsed:
        stated = parsed[0][1]  # the response may turn out to be none
    answers.stated[at] = stated
    for rank, (answer, confidence) in enumerate(parsed):
        answers.add(at, rank, answer, confidence, number)


def _json_answer(value: Any) -> tuple[str, float]:
    if isinstance(value, dict):
        jsonl.check_names(value, ("answer", "confidence"))
        return jsonl.string(value.get("answer"), "answer"), _json_confidence(value)
    return jsonl.string(value, "answer"), _NAN


def _json_confidence(record: dict[str, Any]) -> float:
    value = jsonl.optional_number(record, "confidence")
    return _NAN if value is None else fields.confidence(value)


_FITS = {"trec": _fits_trec, "cqa": _fits_cqa, "tsv": _fits_tsv, "jsonl": is_json}
_READERS = {"trec": _read_trec, "cqa": _read_cqa, "tsv": _read_tsv, "jsonl": _read_jsonl}
