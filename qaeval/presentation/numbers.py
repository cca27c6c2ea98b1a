"""Numbers as people read them in the cells of tables."""

from __future__ import annotations

import math

from qaeval.decimals import exact_text
from qaeval.presentation.tables import Cell, Table
from qaeval.scores.ranking import SAME


def number_text(value: int | float, kind: str, digits: int) -> str:
    """A number as people read it in a column of this kind."""
    if kind == "chance" and value < 0.5 * 10.0**-digits:
        return f"<{10.0**-digits:.{digits}f}"  # a chance is never 0
    if kind in ("number", "chance"):
        return f"{value:.{digits}f}"
    if kind in ("percent", "share"):
        return f"{value:.{1 if kind == 'share' else 0}%}"
    if kind == "edge":
        short = f"{value:g}"
        return f"{value:.2f}" if len(short) < 4 else short
    return exact_text(value)


def best_value(table: Table, at: int) -> float | None:
    """The value of the column `at` that is set in bold, if it has one."""
    better = table.columns[at].better
    if not better:
        return None
    cells = [row[at] for row in table.rows]
    numbers = [float(cell) for cell in cells if isinstance(cell, (int, float))]
    known = [number for number in numbers if not math.isnan(number)]
    return (max if better == "high" else min)(known, default=None)


def is_best(cell: Cell, best: float | None) -> bool:
    """Whether a cell holds the best value of its column."""
    return best is not None and isinstance(cell, (int, float)) and abs(cell - best) < SAME
