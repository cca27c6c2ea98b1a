"""A table, built once: what people, programs and pages each see of it is said column by column."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace


class Estimate(float):
    """A number with its interval: programs get the number, people read `0.5328 [.46, .60]`."""

    low: float
    high: float

    def __new__(cls, value: float, low: float, high: float) -> Estimate:
        """The number itself, which compares and sorts as any other."""
        estimate = super().__new__(cls, value)
        estimate.low, estimate.high = low, high
        return estimate


Cell = str | int | float | None

# Who reads a table: a person (text, md, latex), a program (tsv, csv, json), or a browser.
PEOPLE, PROGRAMS, PAGE = "people", "programs", "page"
EVERYONE = (PEOPLE, PROGRAMS, PAGE)

FOR_PEOPLE = ("text", "md", "latex")
FORMATS = ("text", "tsv", "csv", "json", "md", "latex")


def reader_of(format: str) -> str:
    """Who reads a format."""
    return PAGE if format == "html" else PEOPLE if format in FOR_PEOPLE else PROGRAMS


@dataclass(frozen=True)
class PageHead:
    """What stands above a column on a page."""

    heading: str | None = None  # None: as for people
    note: str = ""  # stands small under the heading
    sorted: str = ""  # ascending or descending, if the rows come in the column's order
    kind: str | None = None  # how its numbers are shown, if not as for people
    look: str | None = None  # the style of its cells, if they have one of their own


@dataclass(frozen=True)
class Column:
    """A column: `name` is a promise to scripts, `heading` what people read above it.

    Programs get every cell as it is; for people a `number` is rounded to the digits asked for, a
    `chance` is never 0, an `edge` has the decimals of bins, a `percent` none and a `share` one. A
    `truth` is yes or no, which JSON has as true and false.
    """

    name: str
    kind: str = "text"  # or number, chance, whole, exact, edge, percent, share, truth; or picture
    better: str = ""  # high or low: which value is set in bold
    heading: str | None = None  # None: the name
    readers: Collection[str] = EVERYONE
    widest: int | None = None  # longer text is cut where people read
    end_digits: int = 2  # decimals of the ends of intervals
    page: PageHead = PageHead()

    @property
    def title(self) -> str:
        """What people read above the column."""
        return self.name if self.heading is None else self.heading


@dataclass(frozen=True)
class Table:
    """Rows of cells under columns.

    `lead` is what all rows share: `lead_readers` read it as the first columns, the others in the
    title. `closing` rows, such as totals, are for people alone. `lines` is the table as text
    where that has a form of its own, such as a key's or a run's.
    """

    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    title: str = ""
    lead: Mapping[str, Cell] = field(default_factory=dict)
    lead_readers: Collection[str] = (PROGRAMS,)
    closing: Sequence[Sequence[Cell]] = ()
    readers: Collection[str] = EVERYONE
    lines: Sequence[str] | None = None

    def seen_by(self, reader: str) -> Table:
        """The columns and rows that a reader gets, with nothing left to decide."""
        kept = [at for at, column in enumerate(self.columns) if reader in column.readers]
        columns = [self.columns[at] for at in kept]
        cells: Sequence[Sequence[Cell]] = self.rows
        if reader == PEOPLE and self.closing:
            cells = [*cells, *self.closing]
        if len(kept) < len(self.columns):
            cells = [[row[at] for at in kept] for row in cells]
        if reader in self.lead_readers and self.lead:
            columns = [*map(Column, self.lead), *columns]
            cells = [[*self.lead.values(), *row] for row in cells]
        title = "" if reader == PROGRAMS else self.title
        return replace(self, columns=columns, rows=cells, title=title, lead={}, closing=())

    def with_column(self, at: int, column: Column, cells: Sequence[Cell]) -> Table:
        """The table with one more column, the `at`-th from 0."""
        columns = [*self.columns[:at], column, *self.columns[at:]]
        rows = [[*row[:at], cell, *row[at:]] for row, cell in zip(self.rows, cells, strict=True)]
        return replace(self, columns=columns, rows=rows)


def cut(text: str, widest: int | None) -> str:
    """Text that fits its column."""
    return text if widest is None or len(text) <= widest else text[: widest - 1] + "…"


def seen_tables(tables: Sequence[Table], format: str) -> list[Table]:
    """The tables of a format's reader, as that reader sees them."""
    reader = reader_of(format)
    return [table.seen_by(reader) for table in tables if reader in table.readers]
