"""Score tables as text, so that reading them back loses nothing."""

from __future__ import annotations

from collections.abc import Iterable

from qaeval.decimals import exact_text

COLUMNS = ("run", "measure", "question", "value")

# Columns that intervals add behind them, of overall values alone.
ENDS = ("low", "high")

# The cells of one line; NaN or None stands for an undefined value.
Row = tuple[str, str, str, float | None]


def table_text(rows: Iterable[Row]) -> str:
    """`run measure question value` under a header, each value to its last digit."""
    lines = ["\t".join((*row[:3], exact_text(row[3]))) for row in rows]
    return "\n".join(["\t".join(COLUMNS), *lines, ""])
