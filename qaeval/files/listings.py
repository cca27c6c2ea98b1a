"""Tables whose first column names questions or runs, the others being the organiser's."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from qaeval.collection.listings import Listing, RunTable
from qaeval.errors import InputError
from qaeval.files import fields
from qaeval.files.headed import HeadedTable
from qaeval.files.text import read_document
from qaeval.wording import shown

Kind = TypeVar("Kind", bound=Listing)


def read_run_table(path: str) -> RunTable:
    """Read a table of runs: the first column is `run`."""
    return read_listing(path, RunTable, fields.run_name)


def read_listing(path: str, kind: type[Kind], checked: Callable[[str], str]) -> Kind:
    """Read a table of names, each of which is checked and stands once."""
    document = read_document(path)
    noun = kind.noun
    table = HeadedTable(document, (noun,), None)
    if table.columns[0] != noun:
        message = f"the first column is {shown(table.columns[0])}, expected '{noun}'"
        raise InputError(message, document.file, table.header_line)
    listing = kind(document.file, [], {name: [] for name in table.columns[1:]}, [])
    seen: set[str] = set()
    for number, row in table.rows():
        try:
            name = checked(row[0])
            if name in seen:
                raise InputError(f"{noun} {shown(name)} again")
        except InputError as error:
            document.report(error, number)
        seen.add(name)
        listing.names.append(name)
        listing.lines.append(number)
        for column, value in zip(listing.columns.values(), row[1:], strict=True):
            column.append(value)
    if not listing.names:
        raise InputError(f"no {noun}s below the header", document.file)
    return listing
