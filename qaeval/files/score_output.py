"""Score tables as text, so that reading them back loses nothing."""

from __future__ import annotations

from collections.abc import Iterable

from qaeval.decimals import exact_text

COLUMNS = ("run", "measure", "question", "value")

# Stands before the value where runs have repeated samples; empty where a row is of no single one.
SAMPLE = "sample"
SAMPLED_COLUMNS = (*COLUMNS[:3], SAMPLE, COLUMNS[3])

# Columns that intervals add behind them, of overall values alone.
ENDS = ("low", "high")

# And behind those, where runs have repeated samples, the two parts of a value's variance.
VARIANCES = ("var_questions", "var_sampling")

# The cells of one line: names, and last a value, for which NaN or None stands if it is undefined.
Row = tuple[tuple[str, ...], float | None]


def table_text(rows: Iterable[Row], sampled: bool = False) -> str:
    """`run measure question value` under a header, each value to its last digit."""
    lines = ["\t".join((*names, exact_text(value))) for names, value in rows]
    return "\n".join(["\t".join(SAMPLED_COLUMNS if sampled else COLUMNS), *lines, ""])
