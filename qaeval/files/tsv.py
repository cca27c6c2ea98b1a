"""Tab-separated tables with a header row: no quoting, so every tab separates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from qaeval.errors import InputError
from qaeval.files.text import Document
from qaeval.wording import counted, nearest, shown


class TsvTable:
    """The header of a table, checked, and its rows."""

    def __init__(
        self,
        document: Document,
        required: Sequence[str],
        optional: Sequence[str] | None = (),
        hints: Mapping[str, str] | None = None,
    ) -> None:
        """Read the header; `optional` None allows any other column, `hints` explains some."""
        self.hints = hints or {}
        self.document = document
        self.header_line, line = document.first_line()
        self.columns = line.split("\t")
        try:
            self._check(required, optional)
        except InputError as error:
            raise error.at(document.file, self.header_line) from None
        self.position = {name: i for i, name in enumerate(self.columns)}

    def _check(self, required: Sequence[str], optional: Sequence[str] | None) -> None:
        known = [*required, *(optional or ())]
        seen: set[str] = set()
        for name in self.columns:
            if name in seen:
                raise InputError(f"the column {shown(name)} stands twice in the header")
            seen.add(name)
            if optional is not None and name not in known:
                hint = self.hints.get(name) or nearest(name, known)
                raise InputError(f"unknown column {shown(name)}, expected {' '.join(known)}{hint}")
        for name in required:
            if name not in self.columns:
                raise InputError(f"no column '{name}' in the header, expected {' '.join(known)}")

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """Each row's line number and fields."""
        width = len(self.columns)
        for number, line in self.document.numbered(comments=True):
            if number == self.header_line:
                continue
            fields = line.split("\t")
            if len(fields) != width:
                names = " ".join(self.columns)
                wrong = InputError(f"{counted(len(fields), 'field')}, expected {width} ({names})")
                self.document.report(wrong, number)
                continue
            yield number, fields

    def place(self, name: str) -> int | None:
        """Where the column stands, or None."""
        return self.position.get(name)
