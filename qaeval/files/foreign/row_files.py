"""Tables of any kind, csv or a JSON object a line: the columns asked for, in stretches of text."""

from __future__ import annotations

import csv
import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from qaeval.errors import InputError
from qaeval.files import jsonl
from qaeval.files.foreign import paths
from qaeval.files.text import Lines, stream_lines
from qaeval.wording import counted, nearest, offered, shown

SEPARATORS = "\t,;"  # the first of them that the header has

_LONGEST_FIELD = 2**31 - 1  # csv's own limit, 128 KiB, is less than some models write
_STRETCH = 1 << 14  # rows

# The number of each row's line, and the cells of each column that was asked for.
Stretch = tuple[list[int], list[list[str]]]


class RowFile(ABC):
    """A file of rows that have named columns."""

    def __init__(self, path: str) -> None:
        self.stream: Lines = stream_lines(path)

    @abstractmethod
    def usual(self, names: Sequence[str]) -> list[str]:
        """Those of some names that the first row has, and else all names that there are."""

    @abstractmethod
    def names(self) -> list[str]:
        """All names there are."""

    @abstractmethod
    def stretches(self, asked: Sequence[tuple[str, str]]) -> Iterator[Stretch]:
        """The cells of columns, each asked for by an option and a name."""


class CsvFile(RowFile):
    """A header row and a row a line, with tabs, commas or semicolons between the fields."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self._rows = _csv_rows(self.stream)
        self.line, header = next(self._rows, (1, []))
        if not header:
            raise InputError("only blank lines, expected a header row", self.stream.file)
        if header[0].startswith("{"):
            message = "a JSON object, expected a header row: 'import jsonl' reads JSON lines"
            raise InputError(message, self.stream.file, self.line)
        self.header = [name.strip() for name in header]

    def names(self) -> list[str]:
        """The columns of the header."""
        return self.header

    def usual(self, names: Sequence[str]) -> list[str]:
        """Those that the header has."""
        return [name for name in names if name in self.header]

    def stretches(self, asked: Sequence[tuple[str, str]]) -> Iterator[Stretch]:
        """Each row must have as many fields as the header."""
        try:
            places = [self._place(name, option) for option, name in asked]
        except InputError as error:
            raise error.at(self.stream.file, self.line) from None
        lines: list[int] = []
        rows: list[list[str]] = []
        width = len(self.header)
        for line, row in self._rows:
            if len(row) != width:
                have = counted(len(row), "field")
                message = f"{have}, expected {width} as in the header"
                raise InputError(message, self.stream.file, line)
            lines.append(line)
            rows.append(row)
            if len(rows) == _STRETCH:
                yield lines, _columns(rows, places)
                lines, rows = [], []
        if rows:
            yield lines, _columns(rows, places)

    def _place(self, name: str, option: str) -> int:
        if self.header.count(name) > 1:
            raise InputError(f"{option}: the column {shown(name)} stands twice in the header")
        if name not in self.header:
            have = offered(self.header)
            hint = nearest(name, self.header)
            raise InputError(f"{option}: no column {shown(name)} (there are: {have}){hint}")
        return self.header.index(name)


def _columns(rows: list[list[str]], places: Sequence[int]) -> list[list[str]]:
    return [[row[place].strip() for row in rows] for place in places]


def _csv_rows(stream: Lines) -> Iterator[tuple[int, list[str]]]:
    """Each row and the line on which it starts; a quoted field may go over several."""
    csv.field_size_limit(_LONGEST_FIELD)
    lines = iter(stream.lines)
    head = _head(lines)
    separator = next((mark for mark in SEPARATORS if mark in head[-1]), ",")
    rows = csv.reader(
        (f"{line}\n" for line in chain(head, lines)), delimiter=separator, strict=True
    )
    start = 1
    try:
        for row in rows:
            if len(row) > 1 or "".join(row).strip():
                yield start, row
            start = rows.line_num + 1
    except csv.Error as error:
        raise InputError(f"not CSV: {error}", stream.file, start) from None


def _head(lines: Iterator[str]) -> list[str]:
    """The lines up to the first that says something."""
    head = []
    for line in lines:
        head.append(line)
        if line.strip():
            break
    return head


class JsonFile(RowFile):
    """A JSON object a line; a column is a field, or a path into objects and lists."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self._records = self._parsed()
        first = next(self._records, None)
        if first is None:
            raise InputError("only blank lines, expected a JSON object", self.stream.file)
        self.first = first[1]
        self._records = chain([first], self._records)

    def _parsed(self) -> Iterator[tuple[int, dict[str, Any]]]:
        for line, text in self.stream.numbered(comments=False):
            try:
                if line == 1 and text.lstrip().startswith("["):
                    raise InputError(
                        "a list, expected a JSON object a line (jq -c '.[]' makes it so)"
                    )
                yield line, jsonl.parse(text, constants=float)
            except InputError as error:
                raise error.at(self.stream.file, line) from None

    def names(self) -> list[str]:
        """The paths of the first object."""
        return paths.known(self.first)

    def usual(self, names: Sequence[str]) -> list[str]:
        """Those that the first object has."""
        return [name for name in names if name in self.first]

    def stretches(self, asked: Sequence[tuple[str, str]]) -> Iterator[Stretch]:
        """What an object lacks is empty; what none has was not meant."""
        met = [False] * len(asked)
        lines: list[int] = []
        columns: list[list[str]] = [[] for _ in asked]
        for line, record in self._records:
            lines.append(line)
            for at, (option, path) in enumerate(asked):
                value = record[path] if path in record else paths.found(record, path)
                if value is paths.ABSENT:
                    value = None
                else:
                    met[at] = True
                columns[at].append(value if type(value) is str else self._text(value, option, line))
            if len(lines) == _STRETCH:
                yield lines, columns
                lines, columns = [], [[] for _ in asked]
        for at, (option, path) in enumerate(asked):
            if not met[at]:
                try:
                    paths.at(self.first, path, option)
                except InputError as error:
                    raise error.at(self.stream.file) from None
        if lines:
            yield lines, columns

    def _text(self, value: Any, option: str, line: int) -> str:
        """A single value as csv would have it."""
        if value is None:
            return ""
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, (int, float)):
            return repr(value)
        message = f"{option}: {shown(json.dumps(value))}, expected one value"
        raise InputError(message, self.stream.file, line)
