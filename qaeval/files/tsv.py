"""Tab-separated tables with a header row: no quoting, so every tab separates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from qaeval.errors import InputError
from qaeval.files.text import Document
from qaeval.wording import MISSPELT, counted, listed, nearest, shown


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
        ignored = [] if optional is None else [name for name in self.columns if name not in known]
        absent = [name for name in required if name not in seen]
        for name in ignored:
            missing = [name for name in optional or () if name not in seen]
            hint = self.hints.get(name) or nearest(name, absent) or nearest(name, missing, MISSPELT)
            if hint:
                raise InputError(f"unknown column {shown(name)}, expected {' '.join(known)}{hint}")
        if absent:
            raise InputError(f"no column '{absent[0]}' in the header, expected {' '.join(known)}")
        if ignored:
            columns = "column is" if len(ignored) == 1 else "columns are"
            self.document.remark(f"{columns} ignored: {listed(ignored)}", self.header_line)

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
