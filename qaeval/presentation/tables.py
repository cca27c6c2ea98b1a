"""The one place that renders: tables of numbers become text, tsv, csv, json, md or latex."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from qaeval.files.score_output import exact_text
from qaeval.scores.ranking import SAME
from qaeval.wording import UNSAFE, printable

UNDEFINED = "-"

Cell = str | int | float | None

_MARKDOWN = re.compile(r"([\\`*_\[\]<>|&#~])")
_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{char: f"\\{char}" for char in "&%$#_{}"},
    "<": r"\textless{}",
    "↑": r"$\uparrow$",
    "↓": r"$\downarrow$",
    "†": r"\dag{}",
    "‡": r"\ddag{}",
}
_TABLE_FORMATS = {"text": "simple", "md": "pipe", "latex": "latex_raw"}


@dataclass(frozen=True)
class Column:
    """A column: `better` (high or low) says which value is set in bold."""

    name: str
    kind: str = "text"  # or "number" (rounded for people), "chance" (a p-value), "whole", "exact"
    better: str = ""
    widest: int | None = None  # longer text is cut where people read


@dataclass
class Table:
    """A table to be rendered."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    title: str = ""


def render(
    tables: Sequence[Table],
    format: str,
    digits: int = 4,
    header: bool = True,
    notes: Iterable[str] = (),
) -> str:
    """Tables as text in the given format; notes follow them where people read."""
    if format in ("tsv", "csv"):
        return _separated(tables, format, header)
    if format == "json":
        records = [_record(table, row) for table in tables for row in table.rows]
        return as_json(records)
    parts = [_for_people(table, format, digits, header) for table in tables]
    parts += ["".join(f"{_note(note, format)}\n" for note in notes)]
    return "\n".join(part for part in parts if part)


def as_json(value: Any) -> str:
    """JSON with numbers as numbers and null where a value is undefined."""
    import json

    text = json.dumps(_finite(value), ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    return UNSAFE.sub(_json_escape, text)


def _json_escape(match: re.Match[str]) -> str:
    char = match.group()
    return char if char == "\n" else f"\\u{ord(char):04x}"


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {name: _finite(inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(inner) for inner in value]
    return value


def _record(table: Table, row: Sequence[Cell]) -> dict[str, Cell]:
    """A row by column names; what is not there is null."""
    return {
        column.name: None if cell == "" or (cell == "none" and column.kind != "text") else cell
        for column, cell in zip(table.columns, row, strict=True)
    }


def _separated(tables: Sequence[Table], format: str, header: bool) -> str:
    names = [printable(column.name) for column in tables[0].columns]
    cells = ([_plain(cell) for cell in row] for table in tables for row in table.rows)
    rows = chain([names] if header else [], cells)
    text = io.StringIO()
    if format == "tsv":
        text.writelines("\t".join(row) + "\n" for row in rows)
    else:
        import csv

        csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def _plain(cell: Cell) -> str:
    return printable(cell) if isinstance(cell, str) else exact_text(cell)


def _for_people(table: Table, format: str, digits: int, header: bool) -> str:
    best = [_best(table, i) for i in range(len(table.columns))]
    rows = [
        [
            _cell(cell, column, format, digits, bold=_is_best(cell, top))
            for cell, column, top in zip(row, table.columns, best, strict=True)
        ]
        for row in table.rows
    ]
    names = [_safe(column.name, format) for column in table.columns] if header else []
    sides = ["left" if column.kind == "text" else "right" for column in table.columns]
    if format == "text" and rows and names and _is_ascii([names, *rows]):
        text = laid_out(rows, names, sides)
    else:
        text = tabulated(rows, names, sides, format)
    return _title(table.title, format) + _without_trailing_blanks(text) + "\n"


def _is_ascii(rows: Sequence[Sequence[str]]) -> bool:
    return all(cell.isascii() for row in rows for cell in row)


def laid_out(rows: Sequence[Sequence[str]], names: Sequence[str], sides: Sequence[str]) -> str:
    """As `tabulated` does for plain text, without the 20 ms that tabulate takes to load."""
    cells = [list(names), *([cell.strip() for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    cells.insert(1, ["-" * width for width in widths])
    places = list(zip(widths, sides, strict=True))
    return "\n".join(
        "  ".join(
            cell.ljust(width) if side == "left" else cell.rjust(width)
            for cell, (width, side) in zip(row, places, strict=True)
        )
        for row in cells
    )


def tabulated(
    rows: Sequence[Sequence[str]], names: Sequence[str], sides: Sequence[str], format: str
) -> str:
    """A table in any format, with letters of any width."""
    import tabulate

    tabulate.MIN_PADDING = 0  # its default widens every right-aligned column by two blanks
    return tabulate.tabulate(
        rows,
        headers=names,
        tablefmt=_TABLE_FORMATS[format] if names or format != "text" else "plain",
        colalign=sides if rows else None,
        disable_numparse=True,
    )


def _without_trailing_blanks(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.split("\n"))


def _title(title: str, format: str) -> str:
    if not title:
        return ""
    forms = {"text": "{}\n\n", "md": "**{}**\n\n", "latex": "\\textbf{{{}}}\\par\n"}
    return forms[format].format(_safe(title, format))


def _note(note: str, format: str) -> str:
    return f"% {printable(note)}" if format == "latex" else _safe(note, format)


def _cell(cell: Cell, column: Column, format: str, digits: int, bold: bool) -> str:
    if cell is None or (isinstance(cell, float) and math.isnan(cell)):
        return UNDEFINED
    if isinstance(cell, str):
        long = column.widest is not None and len(cell) > column.widest
        return _safe(cell[: column.widest - 1] + "…" if long and column.widest else cell, format)
    text = exact_text(cell)
    if column.kind in ("number", "chance"):
        text = f"{cell:.{digits}f}"
    if column.kind == "chance" and cell < 0.5 * 10.0**-digits:
        text = f"<{10.0**-digits:.{digits}f}"  # a chance is never 0
    text = _safe(text, format)
    forms = {"text": "{}", "md": "**{}**", "latex": r"\textbf{{{}}}"}
    return forms[format].format(text) if bold else text


def _safe(text: str, format: str) -> str:
    """Text from files made harmless for the medium."""
    text = printable(text)
    if format == "md":
        return _MARKDOWN.sub(r"\\\1", text)
    if format == "latex":
        return "".join(_LATEX.get(char, char) for char in text)
    return text


def _best(table: Table, at: int) -> float | None:
    """The value to set in bold, if the column has one."""
    cells = [row[at] for row in table.rows]
    numbers = [float(cell) for cell in cells if isinstance(cell, (int, float))]
    numbers = [number for number in numbers if not math.isnan(number)]
    better = table.columns[at].better
    if not better or not numbers:
        return None
    return max(numbers) if better == "high" else min(numbers)


def _is_best(cell: Cell, best: float | None) -> bool:
    return best is not None and isinstance(cell, (int, float)) and abs(cell - best) < SAME
