"""Keys of nuggets as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from qaeval.collection.nuggets import OKAY, VITAL, Nugget
from qaeval.decimals import exact_text
from qaeval.presentation.tables import Cell, Column, Table

_COLUMNS = (
    Column("question"),
    Column("nugget"),
    Column("importance"),
    Column("weight", "exact"),
)


def nugget_key_table(nuggets: Mapping[str, Sequence[Nugget]]) -> Table:
    """A key of nuggets: as text the very file that score reads."""
    rows: list[list[Cell]] = [
        [question, nugget.name, VITAL if nugget.vital else OKAY, nugget.weight]
        for question, own in nuggets.items()
        for nugget in own
    ]
    lines = ["\t".join(column.name for column in _COLUMNS)]
    lines += ["\t".join((*map(str, row[:3]), exact_text(row[3]))) for row in rows]  # type: ignore[arg-type]
    return Table(_COLUMNS, rows, lines=lines)
