"""Tables with a header row, in tabs or in commas: their columns, checked, and their rows."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from qaeval import decimals
from qaeval.errors import InputError
from qaeval.files import fields
from qaeval.files.header_words import names_questions
from qaeval.files.text import Document
from qaeval.wording import MISSPELT, counted, listed, nearest, shown

TAB, COMMA = "\t", ","
IGNORED = "-"  # in place of a column's name

_NUMBERS = frozenset({"rank", "score", "confidence", "seconds"})


def separator(line: str) -> str:
    """What stands between the columns of a table with this header: tabs, else commas."""
    return COMMA if COMMA in line and TAB not in line else TAB


def cells(line: str, between: str) -> list[str]:
    """The fields of a row: every tab separates; commas are quoted as RFC 4180 says."""
    if between == TAB:
        return line.split(TAB)
    if '"' not in line:
        return [cell.strip() for cell in line.split(COMMA)]
    import csv  # a millisecond that only quotes are worth

    try:
        (row,) = csv.reader([line], strict=True, skipinitialspace=True)
    except csv.Error as error:
        if "end of data" in str(error):
            goes_on = "a quoted field has no end on its line, expected each row on one line"
            raise InputError(f"{goes_on}: {shown(line)}") from None
        raise InputError(f"not CSV ({error}): {shown(line)}") from None
    return [cell.strip() for cell in row]


def header_names(line: str) -> list[str]:
    """The names in a header row; case and blanks around them do not count."""
    try:
        return [cell.strip().casefold() for cell in cells(line, separator(line))]
    except InputError:
        return []


def has_columns(line: str, *names: str) -> bool:
    """Whether the line is a header that names these columns."""
    return set(names) <= set(header_names(line))


def ignored_columns(names: Collection[str]) -> str:
    """A remark upon columns that nothing is made of."""
    columns = "a column is" if len(names) == 1 else "columns are"
    return f"{columns} ignored: {listed(names)}"


class HeadedTable:
    """The columns of a table, checked, and its rows."""

    def __init__(
        self,
        document: Document,
        required: Sequence[str],
        optional: Sequence[str] | None = (),
        hints: Mapping[str, str] | None = None,
        keeps_others: bool = False,
    ) -> None:
        """Read the header; `optional` None allows any other column, `hints` explains some.

        With `keeps_others` the reader looks at the columns that it does not know.

        Where a user names the document's columns there need be no header.
        """
        self.document = document
        self.hints = hints or {}
        self.keeps_others = keeps_others
        self.others: list[str] = []  # columns that are neither required nor optional
        self.header_line, line = document.first_line()
        self.separator = separator(line)
        known = [*required, *(optional or ())]
        try:
            first = cells(line, self.separator)
            self.has_header = document.columns is None or self._is_header(first, document.columns)
            self.columns = [_known(cell, known) for cell in document.columns or first]
            self._check(required, optional)
        except InputError as error:
            raise error.at(document.file, self.header_line) from None
        self.position = {name: i for i, name in enumerate(self.columns) if name}

    def _is_header(self, row: Sequence[str], names: Sequence[str]) -> bool:
        """Whether a row under columns that a user names is a header; which way is told."""
        named = dict(zip(names, row, strict=False))
        words = [
            cell
            for name, cell in named.items()
            if (name == "question" and names_questions(cell))
            or (name in _NUMBERS and cell and not decimals.is_number(cell))
            or (name == "level" and not fields.is_level(cell))
        ]
        if words:
            taken = f"the first row is taken for a header, since {shown(words[0])} stands in it"
            self.document.remark(taken, self.header_line)
        return bool(words)

    def _check(self, required: Sequence[str], optional: Sequence[str] | None) -> None:
        known = [*required, *(optional or ())]
        named = [name for name in self.columns if name not in ("", IGNORED) or optional is None]
        for name in named:
            if named.count(name) > 1:
                raise InputError(f"the column {shown(name)} stands twice {self._where}")
        others = [] if optional is None else [name for name in named if name not in known]
        absent = [name for name in required if name not in named]
        missing = [name for name in optional or () if name not in named]
        expected = f"expected {' '.join(known)}"
        for name in others:
            hint = self.hints.get(name.casefold())
            hint = hint or nearest(name, absent) or nearest(name, missing, MISSPELT)
            if hint or self.document.columns is not None:
                raise InputError(f"unknown column {shown(name)}, {expected}{hint}")
        if absent:
            raise self.lacks(absent[0], known)
        self.others = others
        if others and not self.keeps_others:
            self.document.remark(ignored_columns(others), self.header_line)

    def lacks(self, name: str, known: Sequence[str]) -> InputError:
        """An error about a column that is not there."""
        message = (
            f"no column '{name}' {self._where}, expected {' '.join(known)}{self._likely(name)}"
        )
        return InputError(message, self.document.file, self.header_line)

    @property
    def _where(self) -> str:
        """Where the names of the columns stand."""
        return "in the header" if self.document.columns is None else "among those named"

    def _likely(self, name: str) -> str:
        """What else the header calls a column, or why it seems to have but one."""
        called = [other for other in self.columns if names_questions(other)]
        if name == "question" and called:
            return f"; is it {shown(called[0])}? call it 'question'"
        if len(self.columns) == 1 and ";" in self.columns[0]:
            return "; are its columns separated by semicolons? expected tabs or commas"
        return ""

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """Each row's line number and fields."""
        width, between = len(self.columns), self.separator
        quoted: bool | None = None  # whether every row so far has a field in quotes
        for number, line in self.document.numbered(comments=True):
            if self.has_header and number == self.header_line:
                continue
            try:
                row = line.split(TAB) if between == TAB else cells(line, between)
                if len(row) != width:
                    raise self._wrong_width(row)
            except InputError as error:
                self.document.report(error, number)
                continue
            if between == TAB and quoted is not False:
                quoted = any(map(_is_quoted, row))
            yield number, row
        if quoted:
            in_tsv = "every row has a field in quotes, which are part of it: tsv takes none off"
            self.document.remark(in_tsv, self.header_line)

    def _wrong_width(self, row: Sequence[str]) -> InputError:
        """The error of a row that has not a field for every column."""
        why = ""
        if len(row) == 1 and self.document.columns is not None:
            why = "; expected tabs or commas between them"
        elif self.separator == COMMA and len(row) > len(self.columns):
            why = "; a field that holds a comma stands in quotes"
        have, names = counted(len(row), "field"), " ".join(self.columns)
        return InputError(f"{have}, expected {len(self.columns)} ({names}){why}")

    def place(self, name: str) -> int | None:
        """Where the column stands, or None."""
        return self.position.get(name)


def _is_quoted(cell: str) -> bool:
    return len(cell) > 1 and cell[0] == cell[-1] == '"'


def _known(cell: str, known: Sequence[str]) -> str:
    """A known column's name, whatever the case of the cell; else the cell as it is."""
    name = cell.strip()
    return name.casefold() if name.casefold() in known else name


def parse_columns(text: str) -> tuple[str, ...]:
    """`question,-,answer`: the names of a file's columns in their order, `-` for one to ignore."""
    names = tuple(name.strip().casefold() for name in text.split(","))
    if "" in names:
        raise InputError(f"an empty name in {shown(text)}, expected '{IGNORED}' for one to ignore")
    return names
