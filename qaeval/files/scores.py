"""Score tables: written so that nothing is lost, and read back, also from other tools' output."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from qaeval.errors import InputError, shown
from qaeval.files import fields
from qaeval.files.output import write_output
from qaeval.files.recognise import has_column, recognise
from qaeval.files.runs import file_name
from qaeval.files.text import Document, read_document
from qaeval.files.trec_eval import RUNID
from qaeval.files.tsv import TsvTable
from qaeval.measures import COMPONENTS, Measure, measure
from qaeval.measures.registry import Definition, Example
from qaeval.scoring import Scores

COLUMNS = ("run", "measure", "question", "value")
UNDEFINED = "-"

Row = tuple[str, str, str, float | None]


def exact_text(value: float | None) -> str:
    """The shortest decimal that reads back as the same number; `-` where there is none."""
    if value is None or np.isnan(value):
        return UNDEFINED
    return repr(float(value)).removesuffix(".0")


def score_rows(scores: Scores, order: Sequence[int], per_question: bool) -> Iterator[Row]:
    """Run by run: each measure's questions and then `all`; components have no `all`."""
    overall = {found.label: scores.values(found) for found in scores.measures}
    parts = [label for label in scores.columns if label not in overall]
    for run in order:
        name = scores.runs[run]
        for label, values in overall.items():
            if per_question and label in scores.columns:
                yield from _question_rows(scores, run, label)
            yield name, label, fields.ALL, float(values[run])
        if per_question:
            for label in parts:
                yield from _question_rows(scores, run, label)


def _question_rows(scores: Scores, run: int, label: str) -> Iterator[Row]:
    for question, value in zip(scores.questions, scores.columns[label][run].tolist(), strict=True):
        if value == value:
            yield scores.runs[run], label, question, value


def write_scores(scores: Scores, path: str | None = None) -> None:
    """Write the score table, per question and overall (None: to standard output)."""
    rows = score_rows(scores, range(len(scores.runs)), per_question=True)
    lines = ["\t".join((*row[:3], exact_text(row[3]))) for row in rows]
    write_output("\n".join(["\t".join(COLUMNS), *lines, ""]), path)


def read_scores(*paths: str, name: str = "value") -> Scores:
    """Read score tables and merge them; `name` says what a matrix of runs × questions holds."""
    merged = _Merged()
    for path in paths:
        document = read_document(path)
        format = recognise(document, "table", _FITS, None)
        table = _Merged()
        for number, row in _READERS[format](document, path, name):
            try:
                table.add(row)
                merged.add(row)
            except InputError as error:
                document.report(error, number)
        merged.measures.update(table.summed_labels() or table.labels_of_measures())
    return merged.as_scores()


@dataclass
class _Merged:
    """Values by measure, run and question, as they are read."""

    values: dict[str, dict[tuple[str, str], float | None]] = field(default_factory=dict)
    runs: dict[str, None] = field(default_factory=dict)
    measures: dict[str, None] = field(default_factory=dict)

    def add(self, row: Row) -> None:
        run, label, question, value = row
        if value is None and question != fields.ALL:
            raise InputError(f"value '{UNDEFINED}' for a question, expected a number")
        known = self.values.setdefault(label, {}).setdefault((run, question), value)
        if known != value:
            raise InputError(
                f"{shown(label)} of run {shown(run)} for {shown(question)} again with value "
                f"{exact_text(value)}, earlier {exact_text(known)}"
            )
        self.runs[run] = None

    def summed_labels(self) -> dict[str, None]:
        """The labels that have a summary: in a table with summaries, the others are components."""
        return {
            label: None
            for label, cells in self.values.items()
            if any(question == fields.ALL for _, question in cells)
        }

    def labels_of_measures(self) -> dict[str, None]:
        """In a table without summaries, the labels that are not names of components."""
        return {label: None for label in self.values if label not in COMPONENTS}

    def as_scores(self) -> Scores:
        runs = list(self.runs)
        questions = sorted({q for cells in self.values.values() for _, q in cells} - {fields.ALL})
        row = {name: i for i, name in enumerate(runs)}
        place = {name: i for i, name in enumerate(questions)}
        columns = {label: np.full((len(runs), len(questions)), np.nan) for label in self.values}
        summaries = {label: np.full(len(runs), np.nan) for label in self.measures}
        for label, cells in self.values.items():
            for (run, question), value in cells.items():
                if question != fields.ALL:
                    columns[label][row[run], place[question]] = value
                elif value is not None:
                    summaries[label][row[run]] = value
        columns = {label: column for label, column in columns.items() if not np.isnan(column).all()}
        present = np.zeros((len(runs), len(questions)), dtype=np.bool_)
        for column in columns.values():
            present |= ~np.isnan(column)
        found = [_known_measure(label) for label in self.measures]
        return Scores(runs, questions, found, columns, present, summaries)


def _known_measure(label: str) -> Measure:
    """The measure of that name, with or without a key's name before it; else a plain mean."""
    for start in [0, *(i + 1 for i, char in enumerate(label) if char == "-")]:
        try:
            found = measure(label[start:])
        except InputError:
            continue
        return found.for_key(label[: start - 1] if start else None)
    definition = Definition(
        name=label,
        kind="mean",
        family="foreign",
        function=_not_computed,
        formula="as the table's maker defined it",
        source="the table",
        example=Example("", "", ""),
    )
    return Measure(definition, label)


def _not_computed(*_: object) -> None:
    """Stands for the function of a measure that only its maker can compute."""
    raise AssertionError("a foreign measure is read, never computed")


def _table_rows(document: Document, path: str, name: str) -> Iterator[tuple[int, Row]]:
    table = TsvTable(document, COLUMNS)
    run, label, question, value = (table.position[column] for column in COLUMNS)
    for number, row in table.rows():
        try:
            fields.run_name(row[run])
            fields.plain_id(row[label], "measure")
            fields.plain_id(row[question], "question")
            if row[value] == UNDEFINED:
                yield number, (row[run], row[label], row[question], None)
            else:
                figure = fields.number(row[value], "value")
                yield number, (row[run], row[label], row[question], figure)
        except InputError as error:
            document.report(error, number)


def _trec_rows(document: Document, path: str, name: str) -> Iterator[tuple[int, Row]]:
    """`trec_eval -q` output: the run's name is in the row `runid`, else it is the file's."""
    rows = [(number, line.split()) for number, line in document.numbered(comments=False)]
    run = next((parts[2] for _, parts in rows if parts[0] == RUNID and len(parts) == 3), None)
    run = fields.run_name(file_name(path) if run is None else run)
    for number, parts in rows:
        if parts[0] in (RUNID, "relstring"):
            continue
        try:
            if len(parts) != 3:
                raise InputError(f"{len(parts)} fields, expected 3 (measure question value)")
            yield number, (run, parts[0], parts[1], fields.number(parts[2], "value"))
        except InputError as error:
            document.report(error, number)


def _matrix_rows(document: Document, path: str, name: str) -> Iterator[tuple[int, Row]]:
    """First column the question, then a column per run, tabs or commas between."""
    numbered = list(document.numbered(comments=True))
    comma = "\t" not in numbered[0][1]
    for_lines = (line for _, line in numbered)
    rows = csv.reader(for_lines, strict=True) if comma else (line.split("\t") for line in for_lines)
    header: list[str] = []
    for (number, _), row in zip(numbered, rows, strict=False):
        try:
            if not header:
                header = ["", *(fields.run_name(cell.strip()) for cell in row[1:])]
                if len(set(header)) < len(header):
                    raise InputError("a run stands twice in the header")
                continue
            if len(row) != len(header):
                raise InputError(f"{len(row)} fields, expected {len(header)}")
            question = fields.question_id(row[0].strip())
            for run, cell in zip(header[1:], row[1:], strict=True):
                if cell.strip():
                    yield number, (run, name, question, fields.number(cell.strip(), "value"))
        except (InputError, csv.Error) as error:
            wrong = error if isinstance(error, InputError) else InputError(f"not CSV: {error}")
            document.report(wrong, number)


def _fits_table(line: str) -> bool:
    return has_column(line, "measure") and has_column(line, "run")


def _fits_trec(line: str) -> bool:
    parts = line.split()
    if len(parts) != 3 or parts[0] == "question" or "," in line:
        return False
    return parts[0] == RUNID or fields.is_number(parts[2])


def _fits_matrix(line: str) -> bool:
    return ("\t" in line or "," in line) and not _fits_table(line) and not _fits_trec(line)


_FITS = {"table": _fits_table, "trec_eval": _fits_trec, "matrix": _fits_matrix}
_READERS = {"table": _table_rows, "trec_eval": _trec_rows, "matrix": _matrix_rows}
