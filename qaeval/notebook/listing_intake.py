"""Tables of questions and of runs: files, data frames, or read already."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

from qaeval.collection.listings import Listing, RunTable
from qaeval.collection.questions import QuestionTable
from qaeval.errors import InputError
from qaeval.files.listings import read_run_table
from qaeval.files.questions import read_questions
from qaeval.notebook.columns import (
    FRAME,
    frame_columns,
    index_column,
    is_frame,
    is_missing,
    refuse_repeated,
    texts,
)
from qaeval.wording import listed, shown

Table = TypeVar("Table", bound=Listing)


def as_questions(given: Any) -> QuestionTable | None:
    """The table of questions: read, or to be read from a file, or a data frame."""
    return _listing(given, QuestionTable, read_questions)


def as_run_table(given: Any) -> RunTable | None:
    """The table of runs, likewise."""
    return _listing(given, RunTable, read_run_table)


def _listing(given: Any, kind: type[Table], read: Callable[[str], Table]) -> Table | None:
    if given is None or isinstance(given, kind):
        return given
    if isinstance(given, (str, os.PathLike)):
        return read(os.fspath(given))
    if not is_frame(given):
        raise TypeError(
            f"{kind.noun}s: expected the path of a table, a data frame or a dictionary of columns, "
            f"found {type(given).__name__}"
        )
    columns = frame_columns(given)
    if kind.noun not in columns:
        index = index_column(given)
        if index is None or index[0] != kind.noun:
            raise InputError(f"no column {shown(kind.noun)} (there are: {listed(columns)})", FRAME)
        columns = {kind.noun: index[1], **columns}
    names = texts(columns, kind.noun)
    refuse_repeated((name,) for name in names)
    known = {
        name: ["" if is_missing(value) else str(value) for value in column]
        for name, column in columns.items()
        if name != kind.noun
    }
    return kind(FRAME, names, known, list(range(len(names))))
