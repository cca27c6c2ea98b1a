"""The formats of runs, each declared over the function that reads it.

A reader puts what it finds into `answers` and gives the tags by which the file names the run, each
with the line where it first stands. Nothing here needs numpy: the command line lists the formats.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from qaeval import decimals
from qaeval.errors import InputError
from qaeval.files import fields, jsonl
from qaeval.files.formats import Formats, is_json
from qaeval.files.headed import HeadedTable, has_columns, header_names
from qaeval.files.text import Document, blank_fields
from qaeval.files.trec_split import SplitRun, split_run
from qaeval.wording import counted, shown

if TYPE_CHECKING:
    from qaeval.files.answers import Answers
    from qaeval.files.trec_scan import ScannedRun

Tags = dict[str, int]
RunReader = Callable[[Document, "Answers"], Tags]

RUN_FORMATS: Formats[RunReader, ScannedRun | SplitRun] = Formats("run")

TSV_COLUMNS = (
    "question",
    "rank",
    "answer",
    "score",
    "confidence",
    "seconds",
    "candidate",
    "decision",
    "sample",
)
_COLUMNS = {*TSV_COLUMNS, "outcome", "class", "level", "measure", "value"}
JSON_FIELDS = ("question", "answers", "confidence", "seconds", "candidate", "sample")

SCORE_BITS = (64, 32)  # of TREC's scores: as trec_eval is now, as it was

_JUDGED = " (judged responses are read with --judged)"
_IS_KEY = " (a key? it comes before the runs)"
_TREC_IN_COMMAS = (
    "a TREC run separated by commas? expected 'qid, id, id, …', or TREC's fields separated by "
    "blanks (tr , ' ')"
)
_CSV_FOR_CQA = (
    "a csv table without a header? expected 'qid, id, id, …' without quotes, or the columns named: "
    "--columns question,answer"
)
_IS_TABLE = " (a score table? it goes into the studies)"
_HINTS = {
    "nugget": " (assignments to nuggets? they go with a key of nuggets, or --nuggets)",
    "outcome": _JUDGED,
    "time": " (times stand in the column 'seconds')",
    **dict.fromkeys(("class", "level", "pattern"), _IS_KEY),
    **dict.fromkeys(("measure", "value"), _IS_TABLE),
}


def _fits_trec(line: str) -> bool:
    parts = blank_fields(line)
    if len(parts) != 6:
        return False
    return parts[1].upper() == "Q0" or decimals.is_number(parts[4])


def _scan_trec(
    document: Document, score_bits: int, keep_scores: bool, among_many: bool
) -> ScannedRun | SplitRun | None:
    _tell_swapped(document)
    split = None if document.is_large or keep_scores else split_run(document, score_bits)
    if split is not None or not (document.is_large or among_many):
        return split
    from qaeval.files.trec_scan import scan_run  # takes its time to load, for large files alone

    return scan_run(document, score_bits, keep_scores)


def _tell_swapped(document: Document) -> None:
    """Remark upon a first line whose rank looks like a score: nothing else reads ranks here."""
    number, line = document.first_line()
    parts = blank_fields(line)
    if len(parts) == 6 and decimals.is_number(parts[3]) and not decimals.is_integer(parts[3]):
        what = f"rank {shown(parts[3])} is not a whole number, and score {shown(parts[4])} orders"
        document.remark(f"{what}: are they swapped?", number)


@RUN_FORMATS.declare(
    "trec",
    line="qid Q0 id rank score tag",
    help="by score, highest first, ties by id descending (byte order); the rank is ignored",
    fits=_fits_trec,
    scan=_scan_trec,
)
def read_trec(document: Document, answers: Answers) -> Tags:
    """`qid Q0 id rank score tag`, in trec_eval's order: by score, then by id, both descending."""
    _tell_swapped(document)
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
        if answers.kept is not None:
            answers.kept[number] = score, fields.lenient_rank(parts[3])
        ids.append(parts[2])
        scores.append(score)
        lines.append(number)
        tags.setdefault(parts[5], number)
    answers.add_in_trec_order(questions, scores, ids, lines)
    return tags


def _is_header(line: str) -> bool:
    """Whether a line of commas names columns; ids of answers are not called so."""
    names = header_names(line)
    return names[:1] == ["question"] or ("question" in names and len({*names} & _COLUMNS) > 1)


def _fits_cqa(line: str) -> bool:
    parts = [part.strip() for part in line.split(",")]
    if is_json(line) or not parts[0] or _is_header(line):
        return False
    return len(parts) > 1 and not any(re.search(r"\s", part) for part in parts)


def _is_trec(*parts: str) -> bool:
    """Whether the parts are `qid Q0 id rank score tag`: scores are no ids."""
    if len(parts) != 6:
        return False
    scored = decimals.is_number(parts[4]) and not decimals.is_integer(parts[4])
    return parts[1].upper() == "Q0" or (scored and decimals.is_integer(parts[3]))


@RUN_FORMATS.declare("cqa", line="qid, id, id, …", help="as written (NTCIR-8 CQA)", fits=_fits_cqa)
def read_cqa(document: Document, answers: Answers) -> Tags:
    """`qid, id, id, …` as written."""
    for number, line in document.numbered(comments=False):
        question, *ids = [part.strip() for part in line.split(",")]
        if _is_trec(question, *ids):  # of the file as a whole, so the lines after it say no more
            raise InputError(f"{_TREC_IN_COMMAS}: {shown(line)}", document.file, number)
        if any(part.startswith('"') for part in (question, *ids)):
            raise InputError(f"{_CSV_FOR_CQA}: {shown(line)}", document.file, number)
        try:
            if not ids:
                raise InputError(f"no comma, expected 'qid, id, id, …', found {shown(line)}")
            at = answers.new_question(question, number)
            for rank, answer in enumerate(ids):
                if answer:
                    answers.add(at, rank, fields.plain_id(answer, "id"), math.nan, number)
        except InputError as error:
            document.report(error, number)
    return {}


def _fits_tsv(line: str) -> bool:
    return has_columns(line, "question")


@RUN_FORMATS.declare(
    "tsv",
    line=f"a header out of {' '.join(TSV_COLUMNS)}",
    help="by rank; without it by score, highest first; else as written",
    fits=_fits_tsv,
    has_columns=True,
)
def read_tsv(document: Document, answers: Answers) -> Tags:
    """A header row out of `TSV_COLUMNS`; ordered by rank, else by score, else as written."""
    table = HeadedTable(document, ("question",), TSV_COLUMNS[1:], _HINTS)
    if not {"answer", "candidate"} & set(table.columns):
        raise table.lacks("answer", TSV_COLUMNS)
    reader = _TsvRows(table, answers)
    for number, row in table.rows():
        try:
            reader.read(row, number)
        except InputError as error:
            document.report(error, number)
    return {}


class _TsvRows:
    """Reads the rows of a tsv run; the columns' places are looked up once."""

    def __init__(self, table: HeadedTable, answers: Answers) -> None:
        self.answers = answers
        self.question, self.answer = table.position["question"], table.place("answer")
        self.rank, self.score = table.place("rank"), table.place("score")
        self.confidence = table.place("confidence")
        self.seconds = table.place("seconds")
        self.candidate = table.place("candidate")
        self.decision = table.place("decision")
        self.sample = table.place("sample")
        self.ranks: set[tuple[int, int]] = set()

    def read(self, row: list[str], number: int) -> None:
        """One row: an answer, or what is known of a question without one."""
        answers, name = self.answers, row[self.question]
        answer = "" if self.answer is None else row[self.answer]
        at = answers.question(name, number, "" if self.sample is None else row[self.sample])
        given = answers.is_response(answer)
        confidence = math.nan
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
            answers.set_candidate(at, name, row[self.candidate])
        decision = fields.decision("" if self.decision is None else row[self.decision])
        if given:
            order = self._order(row, at, number)
            answers.rows[at].append((order, answer, confidence, number, decision))

    def _order(self, row: list[str], at: int, number: int) -> float:
        score, rank = math.nan, math.nan
        if self.score is not None and (row[self.score] or self.rank is None):
            score = decimals.number(row[self.score], "score")
        if self.rank is not None:
            rank = decimals.integer(row[self.rank], "rank")
            if (at, rank) in self.ranks:
                of = f"sample {shown(row[self.sample])} of " if self.sample is not None else ""
                name = shown(row[self.question])
                raise InputError(f"rank {rank} again for {of}question {name}")
            self.ranks.add((at, rank))
        if self.answers.kept is not None:
            self.answers.kept[number] = score, rank
        if self.rank is not None:
            return rank
        return 0.0 if math.isnan(score) else -score


@RUN_FORMATS.declare(
    "jsonl",
    line='{"question": "Q1", "answers": ["…"], "confidence": 0.8, "seconds": 1.5}',
    help='as written; an answer may be {"answer": "…", "confidence": 0.8, "decision": true}',
    fits=is_json,
)
def read_jsonl(document: Document, answers: Answers) -> Tags:
    """`{"question": …, "answers": […]}`, each answer a string or an object with a confidence."""
    ignored = jsonl.Ignored(document, _HINTS)
    for number, record in jsonl.objects(document):
        try:
            _add_json_record(record, number, answers, ignored)
        except InputError as error:
            document.report(error, number)
    ignored.tell()
    return {}


def _add_json_record(
    record: dict[str, Any], number: int, answers: Answers, ignored: jsonl.Ignored
) -> None:
    ignored.check(record, JSON_FIELDS, number)
    name = jsonl.question(record)
    given = record.get("answers")
    if not isinstance(given, list):
        instead = shown(json.dumps(given))
        raise InputError(f'"answers" is {instead}, expected a list ([] for no response)')
    stated = _json_confidence(record)
    seconds = jsonl.optional_number(record, "seconds")
    if seconds is not None:
        fields.seconds(seconds)
    for answer in given:
        if isinstance(answer, dict):
            ignored.check(answer, ("answer", "confidence", "decision"), number)
    parsed = [_json_answer(answer) for answer in given]
    candidate = record.get("candidate")
    at = answers.new_question(name, number, jsonl.sample(record) or "")
    if seconds is not None:
        answers.set_seconds(at, seconds)
    if candidate not in (None, ""):
        answers.set_candidate(at, name, jsonl.string(candidate, "candidate"))
    answers.shared[at] = stated
    if math.isnan(stated) and parsed:
        stated = parsed[0][1]  # the response may turn out to be none
    answers.stated[at] = stated
    for rank, (answer, confidence, decision) in enumerate(parsed):
        answers.add(at, rank, answer, confidence, number, decision)


def _json_answer(value: Any) -> tuple[str, float, int]:
    if isinstance(value, dict):
        answer = jsonl.string(value.get("answer"), "answer")
        return answer, _json_confidence(value), _json_decision(value)
    return jsonl.string(value, "answer"), math.nan, fields.decision("")


def _json_decision(record: dict[str, Any]) -> int:
    value = record.get("decision")
    if value is None or isinstance(value, (bool, str)):
        return fields.decision("" if value is None else str(value))
    raise InputError(f'"decision" is {shown(json.dumps(value))}, expected true or false')


def _json_confidence(record: dict[str, Any]) -> float:
    value = jsonl.optional_number(record, "confidence")
    return math.nan if value is None else fields.confidence(value)
