"""Tables of the page: a caption, heads by which they can be sorted, and a region to scroll in."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from qaeval.presentation.report.html import Html, joined, name, tag

DIGITS = 4
_FITS_PAPER = 9  # columns; of more, paper shows the values without their intervals
UNDEFINED = Html('<span title="undefined">–</span>')


@dataclass(frozen=True)
class Head:
    """A column's head: `kind` says how its cells look and sort."""

    label: str
    kind: str = "text"  # or "number", or "picture", which does not sort
    sorted: str | None = None  # ascending or descending, if the rows come in the column's order
    note: str = ""  # stands small under the label
    first: str = "ascending"  # the direction that the first click sorts in


@dataclass(frozen=True)
class Row:
    """Cells, the first of which may head the row; `run` or `question` lets a search find it."""

    cells: Sequence[Html]
    run: str | None = None
    question: str | None = None


def table(
    caption: str, heads: Sequence[Head], rows: Sequence[Row], class_: str = "", letters: int = 0
) -> Html:
    """A table inside a region of its own, which scrolls and can be reached by keyboard.

    `letters` is the room that the names of groups need beside numbers.
    """
    top = tag("thead", tag("tr", *map(_head, heads)))
    body = tag("tbody", *(_row(row) for row in rows))
    room = f"--letters:{letters}" if letters else None
    kinds = " ".join([class_] * bool(class_) + ["many"] * (len(heads) > _FITS_PAPER)) or None
    inner = tag("table", tag("caption", caption), top, body, class_=kinds, style=room)
    return tag("div", inner, class_="scroll", role="region", aria_label=caption, tabindex=0)


def _head(head: Head) -> Html:
    note = [tag("small", head.note)] if head.note else []
    return tag(
        "th",
        tag("span", head.label, class_="label"),
        *note,
        scope="col",
        class_=None if head.kind == "text" else head.kind,
        aria_sort=head.sorted,
        data_first=None if head.kind == "picture" else head.first,
    )


def _row(row: Row) -> Html:
    return Html(tag("tr", *row.cells, data_run=row.run, data_question=row.question) + "\n")


def cell(value: str, class_: str | None = None, sort: float | None = None) -> Html:
    """A plain cell; `sort` is what it sorts by where its text does not begin with that."""
    key = None if sort is None else ("" if math.isnan(sort) else repr(sort))
    return tag("td", value, class_=class_, data_sort=key)


def number_cell(value: float | int | None, best: bool = False, digits: int = DIGITS) -> Html:
    """A number, in bold if it is the best of its column."""
    shown = number(value, digits)
    return cell(tag("b", shown) if best else shown, "number")


def row_head(label: str) -> Html:
    """The cell that names its row."""
    return tag("th", name(label), scope="row")


def number(value: float | int | None, digits: int = DIGITS) -> Html:
    """A number as people read it; a dash where there is none."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return UNDEFINED
    if isinstance(value, int):
        return Html(f"{value:,}")
    return Html(f"{value:.{digits}f}") if math.isfinite(value) else Html("none")


def chance(value: float | None) -> Html:
    """A p-value, which is never 0; nothing where there was no test."""
    if value is None:
        return Html("")
    smallest = 10.0**-DIGITS
    return Html(f"&lt;{smallest:.{DIGITS}f}") if value < smallest / 2 else number(value)


def span_text(low: float, high: float) -> Html:
    """An interval as two numbers."""
    if math.isnan(low) or math.isnan(high):
        return Html("")
    return Html(f"{low:.3f} to {high:.3f}")


def paragraphs(sentences: Sequence[str]) -> Html:
    """Each sentence as a paragraph."""
    return joined(tag("p", sentence) for sentence in sentences)
