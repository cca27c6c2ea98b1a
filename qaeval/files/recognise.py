"""Which format a file is in, told by its first line."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from qaeval.errors import InputError, shown
from qaeval.files.text import Document

Fits = Callable[[str], bool]


def recognise(document: Document, kind: str, fits: Mapping[str, Fits], forced: str | None) -> str:
    """The forced format, else the one whose test the first line passes."""
    number, line = document.first_line()
    if forced is not None:
        return forced
    found = [name for name, test in fits.items() if test(line)]
    if len(found) == 1:
        return found[0]
    if found:
        both = " and ".join(found)
        message = f"fits both {both}: say which with --{kind}-format; the line is {shown(line)}"
    else:
        tried = ", ".join(fits)
        message = f"fits no {kind} format (tried {tried}): {shown(line)}"
    raise InputError(message, document.file, number)


def is_json(line: str) -> bool:
    """A line of JSON Lines starts with a brace."""
    return line.lstrip().startswith("{")


def has_column(line: str, name: str) -> bool:
    """Whether the line is a header that names this column."""
    return name in line.split("\t")
