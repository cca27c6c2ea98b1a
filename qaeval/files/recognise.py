"""Which format a file is in, told by its first line."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from qaeval.errors import InputError
from qaeval.files.text import Document
from qaeval.wording import shown

Fits = Callable[[str], bool]


def recognise(document: Document, what: str, fits: Mapping[str, Fits], forced: str | None) -> str:
    """The forced format, else the one whose test the first line passes."""
    number, line = document.first_line()
    if forced is not None:
        return forced
    found = [name for name, test in fits.items() if test(line)]
    if len(found) == 1:
        return found[0]
    if found:
        message = f"fits both {' and '.join(found)}, say which with --{what}-format: {shown(line)}"
    else:
        message = f"fits no {what} format (tried {', '.join(fits)}): {shown(line)}{_hint(line)}"
        if what == "key":
            message += "; patterns need --key-format patterns"
    raise InputError(message, document.file, number)


def _hint(line: str) -> str:
    """What a table that is almost right has wrong."""
    if "question" in [part.strip().casefold() for part in line.split(",")]:
        return "; it looks like CSV, expected tabs between the columns"
    names = [part.strip() for part in line.split("\t")]
    if "question" not in names and "question" in [name.casefold() for name in names]:
        return "; a header row names its columns in lower case"
    return ""


def is_json(line: str) -> bool:
    """A line of JSON Lines starts with a brace."""
    return line.lstrip().startswith("{")


def has_column(line: str, name: str) -> bool:
    """Whether the line is a header that names this column."""
    return name in line.split("\t")
