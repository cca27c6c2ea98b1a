"""Scores out of data frames, dictionaries of columns, and matrices."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from qaeval.collection.repeats import NO_SAMPLE
from qaeval.errors import InputError
from qaeval.files.cells import Cells
from qaeval.files.fields import ALL
from qaeval.notebook.columns import (
    FRAME,
    at_row,
    check_names,
    frame_columns,
    index_column,
    is_frame,
    is_missing,
    number_cell,
    refuse_repeated,
    text_cell,
    texts,
)
from qaeval.notebook.score_table import ScoreTable
from qaeval.scores import reading
from qaeval.scores.table import Scores
from qaeval.wording import listed, shown

QUESTION = "question"
_LONG = ("run", "measure", QUESTION, "sample", "value")
_SAMPLES = " (a column 'sample' would tell repeated samples apart)"

# Columns that no matrix of scores has.
_NO_RUNS = frozenset({"run", "value", "answer", "outcome", "level"})


def scores_from(
    table: Any,
    measure: str = "value",
    *,
    runs: Sequence[str] | None = None,
    questions: Sequence[Any] | None = None,
) -> ScoreTable:
    """Scores from a data frame, a dictionary of columns, or a matrix of numpy.

    A long table has the columns run, question and value, and perhaps measure and sample. In a wide
    one the column `question` (or the index of pandas) names the questions, and every other column
    is a run; `measure` says what it holds. A matrix has a row per run and a column per question:
    `runs` names the rows, `questions` the columns, which else are numbered from 1.
    """
    if isinstance(table, Scores):
        return ScoreTable.of(table)
    if isinstance(table, np.ndarray):
        return _of_cells(_matrix_cells(table, measure, runs, questions))
    if not is_frame(table):
        found = type(table).__name__
        raise TypeError(
            "expected a data frame (pandas, polars, pyarrow), a dictionary of columns, or a matrix "
            f"of numpy, found {found}"
            + (": read_scores reads files" if isinstance(table, (str, os.PathLike)) else "")
        )
    if runs is not None or questions is not None:
        raise TypeError("runs and questions name the rows and columns of a matrix of numpy alone")
    columns = frame_columns(table)
    if "value" in columns and "run" in columns:
        return _of_cells(_long_cells(columns, measure))
    return _of_cells(_wide_cells(columns, table, measure))


def as_scores(given: Any) -> ScoreTable:
    """Scores as a step takes them: a score table, what `scores_from` takes, or a file of one."""
    if isinstance(given, (str, os.PathLike)):
        return ScoreTable.of(reading.read_scores(os.fspath(given)))
    if not isinstance(given, (Scores, np.ndarray)) and not is_frame(given):
        raise TypeError(
            "scores: expected Scores (of score, scores_from or read_scores), a data frame, a "
            f"dictionary of columns, or the path of a score table, found {type(given).__name__}"
        )
    if isinstance(given, np.ndarray):
        raise TypeError(
            "scores: a matrix has no names of runs: hand in qaeval.scores_from(matrix, runs=…)"
        )
    return scores_from(given)


def _of_cells(cells: Cells) -> ScoreTable:
    try:
        cells.check()
        table = ScoreTable.of(reading.scores_of(cells))
    except InputError as error:
        if error.line is None:
            raise
        raise InputError(f"row {error.line}: {error.message}", FRAME) from None
    if not table.runs or not table.measures:
        raise InputError("no row, so no score", FRAME)
    return table


def _long_cells(columns: dict[str, list[Any]], measure: str) -> Cells:
    """Cells of a table with a row per run and question."""
    check_names(columns, ("run", QUESTION, "value"), _LONG)
    size = len(columns["value"])
    runs, questions = texts(columns, "run"), texts(columns, QUESTION)
    labels = texts(columns, "measure") if "measure" in columns else [measure] * size
    samples = _samples(columns) if "sample" in columns else [NO_SAMPLE] * size
    hint = "" if "sample" in columns else _SAMPLES
    refuse_repeated(zip(runs, labels, questions, samples, strict=True), hint)
    cells = Cells()
    cells.start(FRAME)
    rows = zip(runs, labels, questions, columns["value"], samples, strict=True)
    for row, (run, label, question, value, sample) in enumerate(rows):
        number = at_row(row, _value, value, question)
        at_row(row, cells.add, run, label, question, number, row, sample)
    return cells


def _wide_cells(columns: dict[str, list[Any]], frame: Any, measure: str) -> Cells:
    """Cells of a table with a row per question and a column per run; an empty one is no cell."""
    if QUESTION in columns:
        questions = columns.pop(QUESTION)
    else:
        index = index_column(frame)
        if index is None:
            have = listed(columns)
            raise InputError(
                "expected the columns run, question and value, or question and a column per run "
                f"(there are: {have})",
                FRAME,
            )
        questions = index[1]
    strange = _NO_RUNS & set(columns)
    if strange:
        raise InputError(f"a column {shown(min(strange))}, which no matrix of scores has", FRAME)
    cells = Cells()
    cells.start(FRAME, all_measures=True)
    names = texts({QUESTION: questions}, QUESTION)
    refuse_repeated((name,) for name in names)
    for run, column in columns.items():
        for row, (name, value) in enumerate(zip(names, column, strict=True)):
            if not is_missing(value):
                at_row(row, _add, cells, run, measure, name, value, row)
    return cells


def _matrix_cells(
    matrix: Any, measure: str, runs: Sequence[str] | None, questions: Sequence[Any] | None
) -> Cells:
    """Cells of a matrix with a row per run and a column per question; NaN is no cell."""
    if matrix.ndim != 2:
        raise TypeError(f"expected a matrix, runs by questions, found {matrix.ndim} dimensions")
    if runs is None:
        raise TypeError("a matrix needs runs=[…], the names of its rows")
    if isinstance(runs, str) or not all(isinstance(name, str) for name in runs):
        raise TypeError("runs: expected a list of names")
    names = list(range(1, matrix.shape[1] + 1)) if questions is None else list(questions)
    if matrix.shape != (len(runs), len(names)):
        turned = matrix.shape == (len(names), len(runs)) or matrix.shape[1] == len(runs)
        hint = "; transpose it" if turned else ""
        raise InputError(
            f"the matrix has {matrix.shape[0]:,} rows and {matrix.shape[1]:,} columns, expected "
            f"{len(runs):,} rows (runs) and {len(names):,} columns (questions){hint}"
        )
    if len(set(runs)) < len(runs):
        raise InputError("two runs of one name")
    columns = dict(zip(runs, matrix.tolist(), strict=True))
    return _wide_cells({QUESTION: names, **columns}, None, measure)


def _add(cells: Cells, run: str, measure: str, name: str, value: Any, row: int) -> None:
    cells.add(run, measure, name, number_cell(value, f"value of run {shown(run)}"), row)


def _value(value: Any, question: str) -> float:
    """A value, which may be undefined over all questions."""
    if question == ALL and is_missing(value):
        return float("nan")
    return number_cell(value, "value")


def _samples(columns: dict[str, list[Any]]) -> list[str]:
    """The samples; a row that has none is of no sample."""
    return [
        NO_SAMPLE if is_missing(value) else at_row(row, text_cell, value, "sample")
        for row, value in enumerate(columns["sample"])
    ]
