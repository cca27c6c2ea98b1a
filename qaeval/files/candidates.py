"""Candidates: the pool of answers that each question of a reranking task has."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from qaeval.errors import InputError
from qaeval.files import fields
from qaeval.files.formats import Formats, is_json
from qaeval.files.headed import HeadedTable, has_columns
from qaeval.files.run_formats import RUN_FORMATS
from qaeval.files.text import Document, blank_fields, read_document
from qaeval.wording import counted, listed

Pools = dict[str, dict[str, None]]  # question -> its candidates, in the file's order

# line, question, candidate
_Rows = Iterator[tuple[int, str, str]]

CANDIDATE_FORMATS: Formats[Callable[[Document], _Rows], None] = Formats("candidate")

# Where the id stands in a line of so many fields: qid id, qrels of both kinds, a TREC run.
_ID_AT = {2: 1, 3: 1, 4: 2, 6: 2}


def read_candidates(path: str) -> Pools:
    """Read the candidates of each question; a line that comes twice is as good as one."""
    document = read_document(path)
    pools: Pools = {}
    for number, question, candidate in CANDIDATE_FORMATS.recognise(document).read(document):
        try:
            fields.question_id(question)
            pools.setdefault(question, {})[fields.plain_id(candidate, "candidate")] = None
        except InputError as error:
            document.report(error, number)
    if not pools:
        raise InputError("no candidates below the header", document.file)
    return pools


@CANDIDATE_FORMATS.declare(
    "tsv or csv",
    line="a header with question, and answer or id",
    help="a candidate a row; other columns are passed over",
    fits=lambda line: has_columns(line, "question"),
)
def _table_rows(document: Document) -> _Rows:
    table = HeadedTable(document, ("question",), None)
    named = [name for name in ("id", "answer") if table.place(name) is not None]
    if len(named) != 1:
        have = f"columns {listed(named)}" if named else "no column 'id' or 'answer'"
        message = f"{have} in the header, expected one of id and answer"
        raise InputError(message, document.file, table.header_line)
    question, candidate = table.position["question"], table.position[named[0]]
    for number, row in table.rows():
        yield number, row[question], row[candidate]


@CANDIDATE_FORMATS.declare(
    "qid id, qrels or trec",
    line="qid id; qid id level; qid iter id level; or qid Q0 id rank score tag",
    help="whatever the level, rank or score",
    fits=lambda line: (
        len(blank_fields(line)) in _ID_AT
        and not {",", "{"} & set(line)
        and not has_columns(line, "question")
    ),
)
def _field_rows(document: Document) -> _Rows:
    """Lines of as many fields as the first."""
    width = len(blank_fields(document.first_line()[1]))
    for number, line in document.numbered(comments=False):
        parts = document.blank_fields(line)
        if len(parts) != width:
            wrong = InputError(f"{counted(len(parts), 'field')}, expected {width}")
            document.report(wrong, number)
        yield number, parts[0], parts[_ID_AT[width]]


def _fits_cqa(line: str) -> bool:
    fits = RUN_FORMATS["cqa"].fits
    return fits is not None and fits(line) and not has_columns(line, "question")


@CANDIDATE_FORMATS.declare("cqa", line="qid, id, id, …", help="as a cqa run", fits=_fits_cqa)
def _cqa_rows(document: Document) -> _Rows:
    return _run_rows(document, "cqa")


@CANDIDATE_FORMATS.declare(
    "jsonl", line='{"question": "Q1", "answers": ["…"]}', help="as a jsonl run", fits=is_json
)
def _json_rows(document: Document) -> _Rows:
    return _run_rows(document, "jsonl")


def _run_rows(document: Document, format: str) -> _Rows:
    """The answers of a run in the order of its ranks."""
    from qaeval.files.answers import Answers, response_test  # numpy, which the others do without

    answers = Answers(document, response_test(None))
    RUN_FORMATS[format].read(document, answers)
    for question, rows in zip(answers.questions, answers.rows, strict=True):
        for row in rows:
            yield row[3], question, row[1]
