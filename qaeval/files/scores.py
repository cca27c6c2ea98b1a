"""Score tables read into cells, also from other tools' output."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from qaeval import decimals
from qaeval.collection.repeats import NO_SAMPLE
from qaeval.decimals import UNDEFINED
from qaeval.errors import InputError
from qaeval.files import fields
from qaeval.files.cells import Cells, plain_numbers
from qaeval.files.formats import Formats
from qaeval.files.headed import HeadedTable, has_columns
from qaeval.files.matrix import read_matrix
from qaeval.files.named import file_name
from qaeval.files.question_columns import QuestionColumns
from qaeval.files.score_output import COLUMNS, ENDS, SAMPLE, VARIANCES
from qaeval.files.text import Document, read_document
from qaeval.files.trec_eval import RUNID, read_figures
from qaeval.wording import shown

SECONDS = "seconds"
TIMES = ("run", "score", SECONDS)


@dataclass(frozen=True)
class TableReading:
    """How a score table is to be read."""

    path: str
    name: str  # of what a matrix or a table of times holds
    question_column: bool  # whether a matrix has one


TABLE_FORMATS: Formats[Callable[[Document, TableReading, Cells], None], None] = Formats("table")

_STRETCH = 256  # rows: few enough to stay in the processor's cache


def read_cells(paths: Iterable[str], name: str, question_column: bool = True) -> Cells:
    """The cells of score tables; `name` says what a matrix or a table of times holds.

    Without `question_column` every column of a matrix is a run, and its rows are numbered.
    """
    cells = Cells()
    for path in paths:
        document = read_document(path)
        cells.start(document.file)
        form = TABLE_FORMATS.recognise(document)
        if not question_column and form.name != "matrix":
            message = f"--no-question-column is for a matrix of runs, found {form.line}"
            raise InputError(message, document.file)
        form.read(document, TableReading(path, name, question_column), cells)
    cells.check()
    return cells


def _fits_table(line: str) -> bool:
    return has_columns(line, "run", "measure")


def _fits_times(line: str) -> bool:
    return has_columns(line, *TIMES) and not _fits_table(line)


def _fits_trec(line: str) -> bool:
    parts = line.split()
    if len(parts) != 3 or parts[0] == "question" or "," in line:
        return False
    return parts[0] == RUNID or decimals.is_number(parts[2])


def _fits_matrix(line: str) -> bool:
    others = (_fits_table, _fits_trec, _fits_times)
    return ("\t" in line or "," in line) and not any(fits(line) for fits in others)


@TABLE_FORMATS.declare(
    "table",
    line=" ".join(COLUMNS),
    help="as score -q -f tsv writes it",
    fits=_fits_table,
)
def _read_table(document: Document, asked: TableReading, cells: Cells) -> None:
    """`run measure question value`, as `score -q -f tsv` writes it."""
    # Intervals and variances are read over: the studies make theirs.
    table = HeadedTable(document, COLUMNS, (SAMPLE, *ENDS, *VARIANCES), keeps_others=True)
    if document.is_large and not table.others:
        from qaeval.files.score_scan import scan_table  # only a large file is worth loading it

        if scan_table(table, cells):
            return
    run, label, question, value = (table.position[column] for column in COLUMNS)
    sample = table.place(SAMPLE)
    others = [(name, table.position[name]) for name in table.others]
    told = QuestionColumns(document)
    for numbers, rows in _stretches(table):
        if others:
            for number, row in zip(numbers, rows, strict=True):
                told.add(number, row[question], ((name, row[at]) for name, at in others))
        # A stretch in which nothing is odd is taken whole; any other row by row, for its errors.
        columns = list(zip(*rows, strict=True))
        figures = plain_numbers(columns[value])
        if figures is not None:
            with contextlib.suppress(InputError):
                samples = None if sample is None else columns[sample]
                names = columns[run], columns[label], columns[question]
                cells.add_many(*names, figures, numbers, samples)
                continue
        _read_rows(document, table, zip(numbers, rows, strict=True), cells)
    cells.described.append(told.found(table.header_line))


def _stretches(table: HeadedTable) -> Iterator[tuple[list[int], list[list[str]]]]:
    rows = table.rows()
    while stretch := list(islice(rows, _STRETCH)):
        yield [number for number, _ in stretch], [row for _, row in stretch]


def _read_rows(
    document: Document, table: HeadedTable, rows: Iterable[tuple[int, list[str]]], cells: Cells
) -> None:
    run, label, question, value = (table.position[column] for column in COLUMNS)
    sample = table.place(SAMPLE)
    for number, row in rows:
        try:
            if row[value] != UNDEFINED:
                figure = decimals.number(row[value], "value")
            elif row[question] == fields.ALL:
                figure = np.nan
            else:
                raise InputError(f"value '{UNDEFINED}' for a question, expected a number")
            which = NO_SAMPLE if sample is None else row[sample]
            cells.add(row[run], row[label], row[question], figure, number, which)
        except InputError as error:
            document.report(error, number)


@TABLE_FORMATS.declare(
    "times", line=" ".join(TIMES), help="both over all questions", fits=_fits_times
)
def _read_times(document: Document, asked: TableReading, cells: Cells) -> None:
    """A row per run: its score and its seconds, both over all questions."""
    table = HeadedTable(document, TIMES)
    run, value, took = (table.position[column] for column in TIMES)
    label = "score" if asked.name == "value" else asked.name
    seen: set[str] = set()
    for number, row in table.rows():
        try:
            if row[run] in seen:
                raise InputError(f"run {shown(row[run])} again")
            seen.add(row[run])
            cells.add(row[run], label, fields.ALL, decimals.number(row[value], "score"), number)
            seconds = fields.seconds(decimals.number(row[took], "seconds"))
            cells.add(row[run], SECONDS, fields.ALL, seconds, number)
        except InputError as error:
            document.report(error, number)
    if not seen:
        raise InputError("no runs below the header", document.file)


@TABLE_FORMATS.declare(
    "trec_eval", line="measure question value", help="as trec_eval -q prints it", fits=_fits_trec
)
def _read_trec(document: Document, asked: TableReading, cells: Cells) -> None:
    """`trec_eval -q` output: the run's name is in the row `runid`, else it is the file's."""
    run, figures = read_figures(document)
    run = file_name(asked.path) if run is None else run
    for number, label, question, value in figures:
        try:
            cells.add(run, label, question, value, number)
        except InputError as error:
            document.report(error, number)


@TABLE_FORMATS.declare(
    "matrix", line="question, a value for each run", help="csv or tsv", fits=_fits_matrix
)
def _read_matrix(document: Document, asked: TableReading, cells: Cells) -> None:
    """First column the question, then a column per run, tabs or commas between."""
    read_matrix(document, asked.name, not asked.question_column, cells)
