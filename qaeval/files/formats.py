"""Formats of one kind of file: declared where they are read, recognised by the first line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from qaeval.errors import InputError
from qaeval.files.near_misses import near_miss
from qaeval.files.text import Document
from qaeval.wording import shown

Reader = TypeVar("Reader", bound=Callable[..., object])
Scanned = TypeVar("Scanned")


@dataclass(frozen=True)
class Format(Generic[Reader, Scanned]):
    """A format as declared, and the function that reads a file of it."""

    name: str
    line: str  # what a line of it holds
    help: str
    fits: Callable[[str], bool] | None  # tells it by the first line; None: it must be named
    read: Reader
    has_columns: bool = False  # a table, whose columns a user may name
    scan: Callable[..., Scanned | None] | None = None  # for large files; None: too odd


class Formats(Mapping[str, Format[Reader, Scanned]]):
    """All formats of one kind of file, by name, in the order declared."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._declared: dict[str, Format[Reader, Scanned]] = {}

    def declare(
        self,
        name: str,
        line: str,
        help: str,
        fits: Callable[[str], bool] | None,
        has_columns: bool = False,
        scan: Callable[..., Scanned | None] | None = None,
    ) -> Callable[[Reader], Reader]:
        """Declare a format over the function that reads it."""

        def declared(read: Reader) -> Reader:
            assert name not in self._declared, name
            self._declared[name] = Format(name, line, help, fits, read, has_columns, scan)
            return read

        return declared

    def __getitem__(self, name: str) -> Format[Reader, Scanned]:
        return self._declared[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._declared)

    def __len__(self) -> int:
        return len(self._declared)

    def recognise(self, document: Document, forced: str | None = None) -> Format[Reader, Scanned]:
        """The forced format, else the one whose test the first line passes."""
        number, line = document.first_line()
        if forced is not None:
            if forced not in self:
                known = ", ".join(self)
                raise InputError(f"no {self.kind} format {shown(forced)} (there are: {known})")
            if document.columns is not None and not self[forced].has_columns:
                raise InputError(f"columns are named, but {forced} has none", document.file)
            return self[forced]
        if document.columns is not None:
            if is_json(line):
                raise InputError("columns are named, but JSON has none", document.file, number)
            return next(format for format in self.values() if format.has_columns)
        tried = [format for format in self.values() if format.fits is not None]
        fitting = [format for format in tried if format.fits is not None and format.fits(line)]
        if len(fitting) == 1:
            return fitting[0]
        option = f"--{self.kind}-format"
        if fitting:
            names = " and ".join(format.name for format in fitting)
            message = f"fits both {names}, say which with {option}: {shown(line)}"
        else:
            names = ", ".join(format.name for format in tried)
            message = f"fits no {self.kind} format (tried {names}): {shown(line)}"
            message += near_miss(line, self.kind)
            for name in self:
                if self[name] not in tried:
                    message += f"; {name} need {option} {name}"
        raise InputError(message, document.file, number)


def is_json(line: str) -> bool:
    """A line of JSON Lines starts with a brace."""
    return line.lstrip().startswith("{")
