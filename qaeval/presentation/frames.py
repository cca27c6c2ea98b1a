"""Columns become a data frame of pandas, polars or pyarrow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from qaeval.errors import InputError
from qaeval.wording import either, shown

# The module of each kind of frame, and what makes one of columns there.
KINDS = {"pandas": "DataFrame", "polars": "DataFrame", "pyarrow": "table"}


def frame_of(columns: Mapping[str, Sequence[Any]], kind: str = "pandas") -> Any:
    """A data frame of these columns; None stands for a missing value."""
    if not isinstance(kind, str):
        raise TypeError(f"kind: expected {either(list(KINDS))}, found {type(kind).__name__}")
    if kind not in KINDS:
        raise InputError(f"kind {shown(kind)}, expected {either(list(KINDS))}")
    try:
        module = import_module(kind)
    except ImportError:
        raise InputError(
            f"a data frame of {kind} needs {kind}, which is not installed: pip install {kind}, or "
            "take to_dict()"
        ) from None
    return getattr(module, KINDS[kind])(dict(columns))
