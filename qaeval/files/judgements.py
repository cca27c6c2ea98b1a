"""Several assessors' judgements of the same responses: a file each, or a column `assessor`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qaeval.collection.assessments import Assessments
from qaeval.errors import InputError
from qaeval.files.assessments import Labels
from qaeval.files.headed import HeadedTable, has_columns, ignored_columns
from qaeval.files.judged import JUDGED_FORMATS
from qaeval.files.named import RUN_NAME, file_name, split_name
from qaeval.files.text import Document, read_document
from qaeval.wording import shown

RIGHT, WRONG = "R", "W"
SCALE = (RIGHT, WRONG)

_LABELS = {"R": RIGHT, "UR": RIGHT, "W": WRONG, "UW": WRONG, "U": ""}  # U: nothing to judge
_ANY_RUN = "response"  # in place of the name of the only run

_Row = tuple[str, str, str, str]  # question, run, assessor, outcome


def read_judgements(arguments: Sequence[str]) -> Assessments:
    """Whether each response is right, by assessor: an answer is a run's response to a question.

    A table with a column `assessor` names them; else each file is one's, called by its name.
    """
    labels = Labels(SCALE)
    files: dict[str, str] = {}  # of assessors whose file it is
    shown_names = []
    for argument in arguments:
        name, path = split_name(argument, RUN_NAME)
        document = read_document(path)
        shown_names.append(document.file)
        for number, (question, run, assessor, outcome) in _rows(document, name or file_name(path)):
            try:
                if files.setdefault(assessor, document.file) != document.file:
                    other = f"as in {files[assessor]}; name one as NAME=FILE"
                    raise InputError(f"the assessor is called {shown(assessor)} {other}")
                if outcome not in _LABELS:
                    raise InputError(f"outcome {shown(outcome)}, expected {' '.join(_LABELS)}")
                labels.add(question, run or _ANY_RUN, assessor, _LABELS[outcome], number)
            except InputError as error:
                document.report(error, number)
    return labels.as_assessments(" ".join(shown_names))


def _rows(document: Document, assessor: str) -> Iterator[tuple[int, _Row]]:
    if has_columns(document.first_line()[1], "assessor"):
        yield from _assessors_rows(document)
        return
    others: dict[str, str] = {}
    for number, row in JUDGED_FORMATS.recognise(document).read(document):
        question, outcome, _, _, sample, run, more = row
        others.update(more)
        yield number, (question, _sampled(run, sample), assessor, outcome)
    if others:
        document.remark(ignored_columns(others), document.first_line()[0])


def _assessors_rows(document: Document) -> Iterator[tuple[int, _Row]]:
    table = HeadedTable(document, ("question", "assessor", "outcome"), ("run", "sample"))
    question, assessor, outcome = (
        table.position[name] for name in ("question", "assessor", "outcome")
    )
    run, sample = table.place("run"), table.place("sample")
    for number, row in table.rows():
        response = _sampled(
            None if run is None else row[run], None if sample is None else row[sample]
        )
        yield number, (row[question], response, row[assessor], row[outcome])


def _sampled(run: str | None, sample: str | None) -> str:
    """A run's name, and which of its samples it is."""
    return " ".join(part for part in (run, sample) if part)
