"""Runs: one system's answers, in four formats."""

from __future__ import annotations

import json
import math
import os
import re
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import numpy as np

from qaeval import decimals
from qaeval.collection.runs import Run
from qaeval.errors import InputError
from qaeval.files import fields, jsonl
from qaeval.files.answers import NO_NUMBER, Answers, response_test
from qaeval.files.recognise import has_column, is_json, recognise
from qaeval.files.text import STDIN, Document, blank_fields, read_document
from qaeval.files.tsv import TsvTable
from qaeval.wording import counted, shown

if TYPE_CHECKING:
    from qaeval.files.trec_scan import ScannedRun

TSV_COLUMNS = ("question", "rank", "answer", "score", "confidence", "seconds", "candidate")
JSON_FIELDS = ("question", "answers", "confidence", "seconds", "candidate")

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
    answers = Answers(document, response_test(no_response))
    tags = _READERS[format](document, answers)
    return answers.as_run(_run_name(path, tags, format, name_from, document), format)


def _scanned_run(scanned: ScannedRun, name: str) -> Run:
    count = len(scanned.questions)
    return Run(
        name=name,
        questions=scanned.questions,
        bounds=scanned.bounds,
        answers=scanned.answers,
        confidence=np.broadcast_to(NO_NUMBER, len(scanned.answers)),
        stated=np.full(count, NO_NUMBER),
        seconds=np.full(count, NO_NUMBER),
        candidates={},
        format="trec",
        file=scanned.file,
    )


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


def _fits_trec(line: str) -> bool:
    parts = blank_fields(line)
    if len(parts) != 6:
        return False
    return parts[1].upper() == "Q0" or decimals.is_number(parts[4])


def _fits_cqa(line: str) -> bool:
    parts = [part.strip() for part in line.split(",")]
    if is_json(line) or parts[0].casefold() in ("", "question"):
        return False
    return len(parts) > 1 and not any(re.search(r"\s", part) for part in parts)


def _fits_tsv(line: str) -> bool:
    return has_column(line, "question")


def _read_trec(document: Document, answers: Answers) -> dict[str, int]:
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
            score = decimals.number(parts[4], "score")
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
    answers: Answers, questions: list[int], scores: list[float], ids: list[str], lines: list[int]
) -> None:
    groups: list[list[tuple[float, str, int]]] = [[] for _ in answers.rows]
    for at, score, answer, line in zip(questions, scores, ids, lines, strict=True):
        groups[at].append((score, answer, line))
    for at, group in enumerate(groups):
        group.sort(reverse=True)
        for rank, (_, answer, line) in enumerate(group):
            answers.add(at, rank, answer, NO_NUMBER, line)


def _read_cqa(document: Document, answers: Answers) -> dict[str, int]:
    """`qid, id, id, …` as written."""
    for number, line in document.numbered(comments=False):
        try:
            question, *ids = [part.strip() for part in line.split(",")]
            if not ids:
                raise InputError(f"no comma, expected 'qid, id, id, …', found {shown(line)}")
            at = answers.new_question(question, number)
            for rank, answer in enumerate(ids):
                if answer:
                    answers.add(at, rank, fields.plain_id(answer, "id"), NO_NUMBER, number)
        except InputError as error:
            document.report(error, number)
    return {}


def _read_tsv(document: Document, answers: Answers) -> dict[str, int]:
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

    def __init__(self, table: TsvTable, answers: Answers) -> None:
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
        confidence = NO_NUMBER
        if self.confidence is not None and row[self.confidence]:
            confidence = decimals.number(row[self.confidence], "confidence")
            fields.confidence(confidence)
            if not given:
                answers.set_stated(at, confidence)
            if not answer:
                answers.shared[at] = confidence
        if self.seconds is not None and row[self.seconds]:
            answers.set_seconds(at, decimals.number(row[self.seconds], "seconds"))
        if self.candidate is not None and row[self.candidate]:
            answers.set_candidate(name, row[self.candidate])
        if given:
            answers.rows[at].append((self._order(row, at), answer, confidence, number))

    def _order(self, row: list[str], at: int) -> float:
        score = 0.0
        if self.score is not None and (row[self.score] or self.rank is None):
            score = decimals.number(row[self.score], "score")
        if self.rank is not None:
            rank = decimals.integer(row[self.rank], "rank")
            if (at, rank) in self.ranks:
                raise InputError(f"rank {rank} again for question {shown(row[self.question])}")
            self.ranks.add((at, rank))
            return rank
        return -score


def _read_jsonl(document: Document, answers: Answers) -> dict[str, int]:
    """`{"question": …, "answers": […]}`, each answer a string or an object with a confidence."""
    for number, record in jsonl.objects(document):
        try:
            _read_json_record(record, number, answers)
        except InputError as error:
            document.report(error, number)
    return {}


def _read_json_record(record: dict[str, Any], number: int, answers: Answers) -> None:
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
    return jsonl.string(value, "answer"), NO_NUMBER


def _json_confidence(record: dict[str, Any]) -> float:
    value = jsonl.optional_number(record, "confidence")
    return NO_NUMBER if value is None else fields.confidence(value)


_FITS = {"trec": _fits_trec, "cqa": _fits_cqa, "tsv": _fits_tsv, "jsonl": is_json}
_READERS = {"trec": _read_trec, "cqa": _read_cqa, "tsv": _read_tsv, "jsonl": _read_jsonl}
