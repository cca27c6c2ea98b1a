"""Data frames of any kind, and dictionaries, as columns of Python values."""

from __future__ import annotations

import contextlib
import math
import numbers
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from qaeval.errors import InputError
from qaeval.wording import listed, nearest, shown

_LONGEST_EXCERPT = 60

FRAME = "data frame"  # stands in messages where a file would

# How the kinds of columns are asked for their values: pyarrow, polars, pandas and numpy.
_TO_LIST = ("to_pylist", "to_list", "tolist")


def is_frame(value: Any) -> bool:
    """Whether a value has columns by name."""
    return (
        isinstance(value, Mapping)
        or _names(value) is not None
        or hasattr(value, "__arrow_c_stream__")
    )


def frame_columns(frame: Any) -> dict[str, list[Any]]:
    """The columns of a data frame or a dictionary by name, all of one length."""
    if isinstance(frame, Mapping):
        columns = {_name(name): _values(name, column) for name, column in frame.items()}
        _check_lengths(columns)
        return columns
    names = _names(frame)
    if names is None:
        return frame_columns(_arrow_table(frame))
    columns = {}
    for name in names:
        if _name(name) in columns:
            raise InputError(f"two columns are called {shown(_name(name))}", FRAME)
        columns[_name(name)] = _values(name, frame[name])
    return columns


def index_column(frame: Any) -> tuple[str | None, list[Any]] | None:
    """The name and values of a pandas index that says something; None where rows are numbered."""
    index = getattr(frame, "index", None)
    if index is None or callable(index) or not hasattr(index, "names"):
        return None
    if len(index.names) != 1:
        raise InputError("rows with several levels of names: take reset_index() first", FRAME)
    if type(index).__name__ == "RangeIndex" and index.name is None:
        return None
    return index.name, list(index.tolist())


def _names(frame: Any) -> Sequence[Any] | None:
    """The names of a frame's columns: pyarrow has them apart from its columns."""
    for attribute in ("column_names", "columns"):
        names = getattr(frame, attribute, None)
        if names is not None and not callable(names) and hasattr(frame, "__getitem__"):
            return list(names)
    return None


def _name(name: Any) -> str:
    if not isinstance(name, str):
        raise InputError(f"a column is called {name!r}, expected text", FRAME)
    return name


def _values(name: Any, column: Any) -> list[Any]:
    for attribute in _TO_LIST:
        if hasattr(column, attribute):
            return list(getattr(column, attribute)())
    if isinstance(column, (str, bytes)) or not isinstance(column, Iterable):
        found = type(column).__name__
        raise TypeError(f"column {name!r}: expected a list, an array or a series, found {found}")
    return list(column)


def _check_lengths(columns: Mapping[str, Sequence[Any]]) -> None:
    lengths = {name: len(column) for name, column in columns.items()}
    if len(set(lengths.values())) > 1:
        (first, size), *others = lengths.items()
        other = next((name, length) for name, length in others if length != size)
        raise InputError(
            f"column {shown(other[0])} has {other[1]:,} values, {shown(first)} has {size:,}", FRAME
        )


def _arrow_table(frame: Any) -> Any:
    """A frame that only hands out Arrow's stream, as a table of pyarrow."""
    try:
        import pyarrow
    except ImportError:
        raise InputError(
            f"a {type(frame).__name__} is read by way of pyarrow, which is not installed", FRAME
        ) from None
    return pyarrow.table(frame)


def is_missing(value: Any) -> bool:
    """Whether a cell holds nothing: None, NaN, or what pandas has for them."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, float) and math.isnan(value)


def text_cell(value: Any, what: str) -> str:
    """An id or a name, which may be a whole number."""
    if isinstance(value, str):
        return value
    if isinstance(value, numbers.Integral) and not isinstance(value, bool):
        try:
            return str(int(value))
        except ValueError:  # Python writes out no number of thousands of digits
            raise InputError(f"{what} is a number of too many digits, expected text") from None
    if is_missing(value):
        raise InputError(f"no {what}")
    raise InputError(f"{what} {_excerpt(value)}, expected text or a whole number")


def _excerpt(value: Any) -> str:
    """The beginning of what Python shows of a value, which may be a whole table."""
    text = repr(value)
    return text if len(text) <= _LONGEST_EXCERPT else f"{text[:_LONGEST_EXCERPT]}…"


def number_cell(value: Any, what: str) -> float:
    """A finite number; True and False are 1 and 0."""
    if hasattr(value, "item") and not isinstance(value, numbers.Number):
        with contextlib.suppress(ValueError):  # of an array of several
            value = value.item()  # numpy's True is no number
    if is_missing(value):
        raise InputError(f"{what} is NaN, expected a number")
    if not isinstance(value, numbers.Real):
        raise InputError(f"{what} {_excerpt(value)}, expected a number")
    try:
        number = float(value)
    except OverflowError:
        raise InputError(f"{what} is too large, expected a finite number") from None
    if not math.isfinite(number):
        raise InputError(f"{what} is {number}, expected a finite number")
    return number


Given = TypeVar("Given")


def at_row(row: int, take: Callable[..., Given], *given: Any) -> Given:
    """What is taken of a row, which an error names; rows count from 0, as in frames."""
    try:
        return take(*given)
    except InputError as error:
        raise InputError(f"row {row}: {error.message}", FRAME) from None


def texts(columns: Mapping[str, Sequence[Any]], name: str) -> list[str]:
    """The ids or names of a column."""
    return [
        value if type(value) is str else at_row(row, text_cell, value, name)
        for row, value in enumerate(columns[name])
    ]


def refuse_repeated(keys: Iterable[tuple[str, ...]], hint: str = "") -> None:
    """Refuse rows of which an earlier one has the names."""
    first: dict[tuple[str, ...], int] = {}
    for row, key in enumerate(keys):
        if first.setdefault(key, row) != row:
            named = " ".join(shown(part) for part in key if part)
            raise InputError(f"row {row}: {named} again, first in row {first[key]}{hint}", FRAME)


def check_names(columns: Collection[str], needed: Sequence[str], known: Sequence[str]) -> None:
    """Refuse a table that lacks a column it needs, or has one that nothing is known of."""
    for name in needed:
        if name not in columns:
            hint = nearest(name, columns)
            raise InputError(f"no column {shown(name)} (there are: {listed(columns)}){hint}", FRAME)
    strange = [name for name in columns if name not in known]
    if strange:
        raise InputError(
            f"column {shown(strange[0])}, expected {listed(known, 9)}: drop the others", FRAME
        )
