"""Numbers as people read them in the cells of tables."""

from __future__ import annotations

import math

from qaeval.decimals import exact_text, unsigned_zero
from qaeval.presentation.tables import Cell, Estimate, Table
from qaeval.scores.ranking import SAME


def number_text(value: int | float, kind: str, digits: int) -> str:
    """A number as people read it in a column of this kind."""
    if kind == "chance" and value < 0.5 * 10.0**-digits:
        return f"<{10.0**-digits:.{digits}f}"  # a chance is never 0
    if kind in ("number", "chance"):
        return unsigned_zero(f"{value:.{digits}f}")
    if kind in ("percent", "share"):
        return unsigned_zero(f"{value:.{1 if kind == 'share' else 0}%}")
    if kind == "edge":
        short = f"{value:g}"
        return unsigned_zero(f"{value:.2f}" if len(short) < 4 else short)
    return exact_text(value)


def interval_text(cell: Estimate, digits: int) -> str:
    """The ends as people read them, `[.46, .60]`; nothing where there are none."""
    if math.isnan(cell.low) or math.isnan(cell.high):
        return ""
    return f"[{_end_text(cell.low, digits)}, {_end_text(cell.high, digits)}]"


def _end_text(end: float, digits: int) -> str:
    """Without the 0 before the point, which says nothing between -1 and 1."""
    text = unsigned_zero(f"{end:.{digits}f}")
    sign, plain = ("-", text[1:]) if text.startswith("-") else ("", text)
    return sign + (plain.removeprefix("0") if digits else plain)


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
