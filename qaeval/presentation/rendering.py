"""The one place that renders: tables become text, tsv, csv, json, md, latex or html."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from qaeval.decimals import exact_text
from qaeval.presentation.numbers import best_value, interval_text, is_best, number_text
from qaeval.presentation.tables import Cell, Column, Estimate, Table, cut, seen_tables
from qaeval.wording import UNSAFE, printable

UNDEFINED = "-"

_MARKDOWN = re.compile(r"([\\`*_\[\]<>|&#~])")
_TABLE_FORMATS = {"text": "simple", "md": "pipe"}


def render(
    tables: Sequence[Table],
    format: str,
    digits: int = 4,
    header: bool = True,
    notes: Iterable[str] = (),
) -> str:
    """Tables as text in the given format; notes follow them where people read."""
    tables = seen_tables(tables, format)
    if format == "html":
        from qaeval.presentation.html_tables import html_table  # no command but report needs it

        return "\n".join(html_table(table, digits=digits) for table in tables)
    if format in ("tsv", "csv"):
        return _separated(tables, format, header)
    if format == "json":
        return as_json(_records(tables))
    if format == "latex":
        from qaeval.presentation.latex import latex_text  # loaded only where it is asked for

        return latex_text(tables, digits, header, notes)
    parts = [_for_people(table, format, digits, header) for table in tables]
    parts += ["".join(f"{_safe(note, format)}\n" for note in notes)]
    return "\n".join(part for part in parts if part)


def records(tables: Sequence[Table]) -> list[dict[str, Cell]]:
    """The rows of tables as programs see them, by column names."""
    return _records(seen_tables(tables, "json"))


def _records(tables: Sequence[Table]) -> list[dict[str, Cell]]:
    return [_record(table, row) for table in tables for row in table.rows]


def as_json(value: Any) -> str:
    """JSON with numbers as numbers and null where a value is undefined."""
    import json  # loaded only where it is asked for, as csv and tabulate are

    text = json.dumps(_finite(value), ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    return UNSAFE.sub(_json_escape, text)


def _json_escape(match: re.Match[str]) -> str:
    char = match.group()
    return char if char == "\n" else f"\\u{ord(char):04x}"


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value + 0.0 if math.isfinite(value) else None  # -0.0 + 0.0 is 0.0
    if isinstance(value, dict):
        return {name: _finite(inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(inner) for inner in value]
    return value


def _record(table: Table, row: Sequence[Cell]) -> dict[str, Cell]:
    """A row by column names; what is not there is null, and what is true or false is."""
    return {
        column.name: cell == "yes"
        if column.kind == "truth"
        else None
        if cell == "" or (cell == "none" and column.kind != "text")
        else cell
        for column, cell in zip(table.columns, row, strict=True)
    }


def _separated(tables: Sequence[Table], format: str, header: bool) -> str:
    names = [[column.name for column in table.columns] for table in tables]
    every = names[0]
    if any(own != every for own in names):  # of measures some may have samples
        every = list(dict.fromkeys(chain.from_iterable(names)))
    cells = (
        [_plain(cell) for cell in row]
        for own, table in zip(names, tables, strict=True)
        for row in _rows_under(every, own, table)
    )
    rows = chain([list(map(printable, every))] if header else [], cells)
    text = io.StringIO()
    if format == "tsv":
        text.writelines("\t".join(row) + "\n" for row in rows)
    else:
        import csv

        csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def _rows_under(names: Sequence[str], own: Sequence[str], table: Table) -> Iterable[Sequence[Cell]]:
    """The rows of a table with columns of its own, below those of all tables."""
    if own == names:
        return table.rows
    place = {name: at for at, name in enumerate(own)}
    return ([row[place[name]] if name in place else "" for name in names] for row in table.rows)


def _plain(cell: Cell) -> str:
    return printable(cell) if isinstance(cell, str) else exact_text(cell)


def _for_people(table: Table, format: str, digits: int, header: bool) -> str:
    if format == "text" and table.lines is not None:
        return "".join(f"{line}\n" for line in table.lines)
    best = [best_value(table, at) for at in range(len(table.columns))]
    rows = [
        [
            _cell(cell, column, format, digits, bold=is_best(cell, top))
            for cell, column, top in zip(row, table.columns, best, strict=True)
        ]
        for row in table.rows
    ]
    names = [_safe(column.title, format) for column in table.columns] if header else []
    sides = ["left" if column.kind in ("text", "truth") else "right" for column in table.columns]
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
    forms = {"text": "{}\n\n", "md": "**{}**\n\n"}
    return forms[format].format(_safe(title, format))


def _cell(cell: Cell, column: Column, format: str, digits: int, bold: bool) -> str:
    if isinstance(cell, str):
        return _safe(cut(cell, column.widest), format)
    if cell is None or math.isnan(cell):
        return UNDEFINED
    text = _safe(number_text(cell, column.kind, digits), format)
    text = f"**{text}**" if bold and format == "md" else text
    ends = interval_text(cell, column.end_digits) if isinstance(cell, Estimate) else ""
    return f"{text} {ends}" if ends else text


def _safe(text: str, format: str) -> str:
    """Text from files made harmless for the medium."""
    text = printable(text)
    return _MARKDOWN.sub(r"\\\1", text) if format == "md" else text
