"""Judged responses out of data frames."""

from __future__ import annotations

from typing import Any

from qaeval.collection.responses import Responses
from qaeval.errors import InputError
from qaeval.files.fields import run_name
from qaeval.files.judged import JudgedColumns
from qaeval.notebook.columns import (
    FRAME,
    at_row,
    check_names,
    frame_columns,
    is_frame,
    is_missing,
    number_cell,
    text_cell,
)

QUESTION = "question"


def responses_from(table: Any, run: str | None = None) -> list[Responses]:
    """Judged responses from a data frame or a dictionary of columns, for `score`.

    The columns are question and outcome (R, W, U, UR, UW; or True and False), and perhaps run,
    sample, confidence and seconds; `run` names the one run of a table that has no such column.
    """
    if not is_frame(table):
        raise TypeError(
            "expected a data frame (pandas, polars, pyarrow) or a dictionary of columns, found "
            f"{type(table).__name__}"
        )
    columns = frame_columns(table)
    known = ("run", QUESTION, "sample", "outcome", "confidence", "seconds")
    check_names(columns, (QUESTION, "outcome"), known)
    if ("run" in columns) == (run is not None):
        raise TypeError("the run is named by the column 'run', or by run='…', and not by both")
    by_run: dict[str, JudgedColumns] = {}
    for row in range(len(columns[QUESTION])):
        cells = {name: column[row] for name, column in columns.items()}
        at_row(row, _add_response, by_run, cells, run)
    if not by_run:
        raise InputError("no row, so no response", FRAME)
    return [judged.as_responses(name, FRAME) for name, judged in by_run.items()]


def _add_response(by_run: dict[str, JudgedColumns], cells: dict[str, Any], run: str | None) -> None:
    name = run_name(text_cell(cells["run"], "run") if run is None else run)
    numbers = {
        what: number_cell(cells[what], what)
        for what in ("confidence", "seconds")
        if not is_missing(cells.get(what))
    }
    sample = cells.get("sample")
    by_run.setdefault(name, JudgedColumns()).add(
        text_cell(cells[QUESTION], QUESTION),
        _outcome(cells["outcome"]),
        numbers.get("confidence"),
        numbers.get("seconds"),
        None if is_missing(sample) else text_cell(sample, "sample"),
    )


def _outcome(value: Any) -> str:
    """The outcome of a response; right and wrong may be True and False."""
    if type(value).__name__ in ("bool", "bool_"):
        return "R" if value else "W"
    return text_cell(value, "outcome")
