"""People's labels: `run question outcome`, some of the answers that a model has graded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from qaeval import decimals
from qaeval.collection.labels import Label, Labelling
from qaeval.collection.responses import ANSWERED, OUTCOMES
from qaeval.errors import InputError
from qaeval.files import fields, jsonl
from qaeval.files.formats import is_json
from qaeval.files.headed import HeadedTable
from qaeval.files.outcome_words import TRUTH
from qaeval.files.text import Document, read_document
from qaeval.wording import counted, listed, shown

GRADES = ("outcome", "grade", "value")
CHANCES = ("weight", "probability")
_MOST_WEIGHT = 1e100  # squares of sums of such weights are still numbers
_OTHERS = ("run", *GRADES, "assessor", *CHANCES, "measure", "confidence", "seconds")
_NOT_YET = ("", decimals.UNDEFINED)

_HINTS = {
    **dict.fromkeys(("system", "model", "team", "tag"), " (runs stand in the column 'run')"),
    **dict.fromkeys(("label", "judgement", "judgment"), " (labels stand in the column 'outcome')"),
    **dict.fromkeys(("annotator", "rater", "judge"), " (people stand in the column 'assessor')"),
}


@dataclass(frozen=True)
class _Columns:
    """What the columns of a file are called."""

    grade: str
    chance: str | None

    @classmethod
    def of(cls, names: list[str], document: Document, line: int) -> _Columns:
        grades = [name for name in GRADES if name in names]
        chances = [name for name in CHANCES if name in names]
        for there, least in ((grades, 1), (chances, 0)):
            if len(there) > 1:
                raise InputError(f"both {' and '.join(there)}, expected one", document.file, line)
            if len(there) < least:
                expected = "expected question outcome (or grade, value) [run] [assessor] [weight]"
                raise InputError(f"no column 'outcome', {expected}", document.file, line)
        return cls(grades[0], chances[0] if chances else None)


def read_human(path: str) -> Labelling:
    """Read people's labels (tsv, csv or jsonl); what is not filled in yet is counted."""
    document = read_document(path)
    _, first = document.first_line()
    rows = _json_rows if is_json(first) else _tsv_rows
    labels: list[Label] = []
    seen: dict[tuple[str | None, str, str, str | None], int] = {}
    waiting, words = 0, 0
    for line, columns, row in rows(document):
        if row[columns.grade] in _NOT_YET:
            waiting += 1
            continue
        try:
            label = _label(row, columns, line)
            name = (label.run, label.question, label.assessor, label.measure)
            if name in seen:
                raise _again(label, seen[name])
        except InputError as error:
            document.report(error, line)
            continue
        if row.get("measure") and label.question == fields.ALL:
            continue
        seen[name] = line
        words += columns.grade == "outcome" or row[columns.grade] in OUTCOMES
        labels.append(label)
    if words not in (0, len(labels)):
        raise InputError(
            f"{counted(words, 'label')} in words and {counted(len(labels) - words, 'label')} in "
            "numbers, expected one or the other",
            document.file,
        )
    if not labels:
        gone = f"none of {counted(waiting, 'answer')} has a label yet" if waiting else "no labels"
        raise InputError(gone, document.file)
    return Labelling(document.file, labels, waiting, words > 0)


def _again(label: Label, line: int) -> InputError:
    run = "" if label.run is None else f" of run {shown(label.run)}"
    by = f" by {shown(label.assessor)}" if label.assessor else ""
    hint = "" if label.assessor else " (a column 'assessor' would tell people apart)"
    return InputError(f"question {shown(label.question)}{run}{by} again, as on line {line}{hint}")


def _label(row: dict[str, str], columns: _Columns, line: int) -> Label:
    measure = row.get("measure")
    question = row["question"]
    return Label(
        run=fields.run_name(row["run"]) if "run" in row else None,
        question=question if measure and question == fields.ALL else fields.question_id(question),
        grade=_grade(row[columns.grade], columns.grade),
        assessor=fields.plain_id(row["assessor"], "assessor") if row.get("assessor") else "",
        weight=1.0 if columns.chance is None else _weight(row[columns.chance], columns.chance),
        measure=measure,
        line=line,
    )


def _grade(given: str, column: str) -> float | None:
    text = (TRUTH.outcome(given) or given) if column == "outcome" else given
    if text in OUTCOMES:
        return (1.0 if text == "R" else 0.0) if text in ANSWERED else None
    if column == "outcome":
        raise InputError(
            f"outcome {shown(text)}, expected R (right), W (wrong), U (not answered), or nothing "
            "where there is no label yet"
        )
    return decimals.number(text, column)


def _weight(text: str, column: str) -> float:
    value = decimals.number(text, column)
    if value <= 0 or (column == "probability" and value > 1):
        expected = "more than 0" + (" and at most 1" if column == "probability" else "")
        raise InputError(f"{column} {shown(text)}, expected {expected}")
    if not 1 / _MOST_WEIGHT <= value <= _MOST_WEIGHT:
        expected = f"{1 / _MOST_WEIGHT:g} to {1 if column == 'probability' else _MOST_WEIGHT:g}"
        raise InputError(f"{column} {shown(text)}, expected {expected}")
    return 1 / value if column == "probability" else value


def _tsv_rows(document: Document) -> Iterator[tuple[int, _Columns, dict[str, str]]]:
    table = HeadedTable(document, ["question"], _OTHERS, _HINTS)
    columns = _Columns.of(list(table.position), document, table.header_line)
    for line, row in table.rows():
        cells = {name: row[at] for name, at in table.position.items()}
        numbers = {name: cells[name].strip() for name in (*GRADES, *CHANCES) if name in cells}
        yield line, columns, {**cells, **numbers}


def _json_rows(document: Document) -> Iterator[tuple[int, _Columns, dict[str, str]]]:
    ignored = jsonl.Ignored(document, _HINTS)
    for line, record in jsonl.objects(document):
        try:
            ignored.check(record, ("question", *_OTHERS), line)
            columns = _Columns.of(list(record), document, line)
            row = {name: _text(record[name], name) for name in record if record[name] is not None}
            row["question"] = jsonl.question(record)
            row.setdefault(columns.grade, "")
            if columns.chance is not None and columns.chance not in row:
                raise InputError(f"no {columns.chance}, expected a number")
        except InputError as error:
            document.report(error, line)
            continue
        yield line, columns, row
    ignored.tell()


def _text(value: object, name: str) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise InputError(f"{name}: expected text or a number, found {shown(repr(value))}")
    return value if isinstance(value, str) else decimals.exact_text(float(value))


def labels_named(labelling: Labelling) -> str:
    """How many labels, and by how many people, for a note."""
    people = sorted({label.assessor for label in labelling.labels if label.assessor})
    by = f" by {counted(len(people), 'person')} ({listed(people)})" if people else ""
    return f"{counted(len(labelling.labels), 'label')}{by}".replace("persons", "people")
