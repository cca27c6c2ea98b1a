"""Tables of a page: a caption, heads by which they can be sorted, and a region to scroll in."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from qaeval.presentation.html import Html, joined, long_name, name, tag, text
from qaeval.presentation.numbers import best_value, interval_text, is_best, number_text
from qaeval.presentation.tables import (
    EVERYONE,
    PAGE,
    PEOPLE,
    Cell,
    Column,
    Estimate,
    PageHead,
    Table,
)

DIGITS = 4
_FITS_PAPER = 9  # columns; of more, paper shows the values without their intervals
_ON_ONE_LINE = 12  # characters of a name that leave room for an interval on a phone
_SEARCHED = ("run", "question")  # what a search box of the page finds the rows of
UNDEFINED = Html('<span title="undefined">–</span>')


class Sorted(Html):
    """Markup for a cell that sorts by a number, whatever it begins with."""

    key: float

    def __new__(cls, markup: Html, key: float) -> Sorted:
        """The markup, with the number beside it."""
        made = super().__new__(cls, markup)
        made.key = key
        return made


def html_table(table: Table, look: str = "", letters: int = 0, digits: int = DIGITS) -> Html:
    """A table inside a region of its own, which scrolls and can be reached by keyboard.

    `letters` is the room that the names of groups need beside numbers.
    """
    table = table.seen_by(PAGE)
    top = tag("thead", tag("tr", *map(_head, table.columns)))
    body = tag("tbody", *_rows(table, digits))
    room = f"--letters:{letters}" if letters else None
    many = "many" if len(table.columns) > _FITS_PAPER else ""
    looks = " ".join(filter(None, (look, many))) or None
    inner = tag("table", tag("caption", table.title), top, body, class_=looks, style=room)
    return tag("div", inner, class_="scroll", role="region", aria_label=table.title, tabindex=0)


def _head(column: Column) -> Html:
    page = column.page
    heading = column.title if page.heading is None else page.heading
    # A first click puts the largest value on top, but the best where lower is better.
    first = "descending" if column.kind == "number" and column.better != "low" else "ascending"
    return tag(
        "th",
        tag("span", heading, class_="label"),
        *([tag("small", page.note)] if page.note else []),
        scope="col",
        class_=_side(column),
        aria_sort=page.sorted or None,
        data_first=None if column.kind == "picture" else first,
    )


def _side(column: Column) -> str | None:
    """Whether a column's cells stand at the right, as numbers do, or are drawings."""
    return {"text": None, "picture": "picture"}.get(column.kind, "number")


def _rows(table: Table, digits: int) -> list[Html]:
    """Rows, each headed by its first text; a search finds those headed by a run or a question."""
    heads = next((at for at, column in enumerate(table.columns) if column.kind == "text"), None)
    best = [best_value(table, at) for at in range(len(table.columns))]
    rows = []
    for row in table.rows:
        cells = [
            _row_head(str(cell))
            if at == heads
            else _cell(cell, column, digits, is_best(cell, best[at]))
            for at, (cell, column) in enumerate(zip(row, table.columns, strict=True))
        ]
        rows.append(Html(tag("tr", *cells, **_search_key(row, table.columns, heads)) + "\n"))
    return rows


def _row_head(value: str) -> Html:
    """What heads a row: on one line, unless it is long."""
    if len(value) <= _ON_ONE_LINE:
        return tag("th", name(value), scope="row")
    return tag("th", long_name(value), scope="row", class_="long")


def _search_key(
    row: Sequence[Cell], columns: Sequence[Column], heads: int | None
) -> dict[str, str]:
    """The attribute by which a search finds a row, if it does."""
    if heads is None or columns[heads].name not in _SEARCHED:
        return {}
    return {f"data_{columns[heads].name}": str(row[heads])}


def _cell(cell: Cell, column: Column, digits: int, bold: bool) -> Html:
    shown = cell_markup(cell, column.page.kind or column.kind, digits)
    key = cell.key if isinstance(cell, Sorted) else None
    sort = None if key is None else "" if math.isnan(key) else repr(key)
    look = column.page.look or _side(column)
    return tag("td", tag("b", shown) if bold else shown, class_=look, data_sort=sort)


def cell_markup(cell: Cell, kind: str = "number", digits: int = DIGITS) -> Html:
    """What stands in a cell: names are kept apart from their neighbours, numbers are rounded."""
    if isinstance(cell, Html):
        return cell
    if isinstance(cell, str):
        return name(cell) if cell and kind == "text" else text(cell)
    if cell is None or math.isnan(cell):
        return UNDEFINED
    if isinstance(cell, int):
        return Html(f"{cell:,}")
    return text(number_text(cell, kind, digits) if math.isfinite(cell) else "none")


def html_result(tables: Sequence[Table], below: Sequence[str]) -> Html:
    """Tables as people read them, and sentences below, for a page that has no style of ours."""
    shown = [html_table(_of_people(table)) for table in tables if PEOPLE in table.readers]
    return joined([*shown, *(tag("p", sentence) for sentence in below)], "\n")


def _of_people(table: Table) -> Table:
    """What people read, for a page: numbers with their intervals, and no style of its own."""
    seen = table.seen_by(PEOPLE)
    columns = [replace(column, readers=EVERYONE, page=PageHead()) for column in seen.columns]
    rows = [
        [_with_ends(cell, column) for cell, column in zip(row, columns, strict=True)]
        for row in seen.rows
    ]
    return replace(seen, columns=columns, rows=rows)


def _with_ends(cell: Cell, column: Column) -> Cell:
    if not isinstance(cell, Estimate) or math.isnan(cell):
        return cell
    ends = interval_text(cell, column.end_digits)
    return f"{number_text(cell, column.kind, DIGITS)} {ends}".rstrip()
