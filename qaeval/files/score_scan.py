"""Score tables and matrices by the fast scan."""

from __future__ import annotations

import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.collection.packed import PackedStrings
from qaeval.decimals import UNDEFINED
from qaeval.errors import InputError
from qaeval.files import fields
from qaeval.files.cells import UNSCORED, Block, Cells, Names
from qaeval.files.headed import TAB, HeadedTable
from qaeval.files.header_words import names_no_run, names_questions, names_summary
from qaeval.files.scan import numbers, plain_bytes, separated
from qaeval.files.score_output import COLUMNS, SAMPLE
from qaeval.files.text import Document

# Of some lines: run, measure and question as numbers, the values, and the samples if there are any.
_Part = tuple[Ints, Ints, Ints, Floats, Ints | None]


def scan_table(table: HeadedTable, cells: Cells) -> bool:
    """`run measure question value`, all of it, or False where a row wants a closer look."""
    raw = plain_bytes(table.document)
    if raw is None or b"\n" not in raw or table.header_line > 1 or table.separator != TAB:
        return False
    run, label, question, value = needed = [table.position[name] for name in COLUMNS]
    sample = table.place(SAMPLE)
    parts: list[_Part] = []
    start, width = raw.find(b"\n") + 1, len(table.columns)
    for stretch in separated(raw, b"\t", width, start, may_be_empty=width > len(COLUMNS)):
        if stretch is None or not stretch.lengths[:, needed].all():
            return False
        try:
            names = (
                _codes(stretch.column(run), cells.runs),
                _codes(stretch.column(label), cells.labels),
                _codes(stretch.column(question), cells.questions),
            )
            samples = None if sample is None else _samples(stretch.column(sample), cells)
        except InputError:
            return False
        values = _values(stretch.column(value), names[2] == cells.all)
        if values is None:
            return False
        parts.append((*names, values, samples))
    _add(cells, parts)
    return True


def _codes(column: PackedStrings, names: Names) -> Ints:
    """The names of some lines as the numbers that the table has for them."""
    codes, first = column.coded()
    return np.array([names(column[i]) for i in first.tolist()], dtype=np.int64)[codes]


def _samples(column: PackedStrings, cells: Cells) -> Ints:
    """The samples of some lines by their numbers, 0 for none."""
    codes = np.zeros(len(column), dtype=np.int64)
    some = np.flatnonzero(column.lengths)
    codes[some] = _codes(column.take(some), cells.samples) if len(some) else 0
    return codes


def _values(column: PackedStrings, is_summary: np.ndarray) -> Floats | None:
    """The values, NaN for an undefined summary; None if any is odd."""
    undefined = column.words() == ord(UNDEFINED) << 56
    if (undefined & ~is_summary).any():
        return None
    values = np.full(len(column), np.nan)
    defined = numbers(column.take(np.flatnonzero(~undefined)))
    if defined is None:
        return None
    values[~undefined] = defined
    return values


def scan_matrix(document: Document, label: str, cells: Cells) -> bool:
    """A column per run, a row per question, all of it, or False where one wants a closer look."""
    raw = plain_bytes(document)
    number, header = document.first_line()
    if raw is None or b"\n" not in raw or number > 1:
        return False
    separator = "\t" if "\t" in header else ","
    if b"\r" in raw or (separator == "," and b'"' in raw):
        return False
    names = [name.strip() for name in header.split(separator)]
    if UNSCORED & set(names) or len(set(names[1:])) < len(names) - 1:
        return False
    if not names_questions(names[0]) or any(map(names_no_run, names[1:])):
        return False
    questions: list[str] = []
    start = raw.find(b"\n") + 1
    # In place: of a hundred million values, one copy is enough.
    values = np.empty(raw.count(separator.encode(), start))
    count = 0
    for stretch in separated(raw, separator.encode(), len(names), start):
        figures = None if stretch is None else numbers(stretch.block(1))
        if stretch is None or figures is None:
            return False
        questions += stretch.column(0)
        values[count : count + len(figures)] = figures
        count += len(figures)
    if len(set(questions)) < len(questions) or any(map(names_summary, questions)):
        return False
    return count > 0 and _add_matrix(cells, names[1:], label, questions, values)


def _add_matrix(
    cells: Cells, runs: list[str], label: str, questions: list[str], values: Floats
) -> bool:
    try:
        across = np.array([cells.runs(name) for name in runs], dtype=np.int64)
        measure = cells.labels(label)
        down = [cells.questions(fields.question_id(name.strip())) for name in questions]
    except InputError:
        return False
    shaped = values.reshape(len(down), len(across))
    cells.add_block(Block(across, measure, np.array(down, dtype=np.int64), shaped, 2))
    return True


def _add(cells: Cells, parts: list[_Part]) -> None:
    """Nothing is added before all is known to be well."""
    line = 2
    for runs, labels, questions, values, samples in parts:
        lines = line + np.arange(len(values))
        cells.add_codes(runs, labels, questions, values, lines, samples)
        line += len(values)
