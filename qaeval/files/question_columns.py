"""Columns that a format does not have: those with one value for each question tell of questions."""

from __future__ import annotations

from collections.abc import Iterable

from qaeval.collection.questions import FoundColumns
from qaeval.files import fields
from qaeval.files.headed import ignored_columns
from qaeval.files.text import Document
from qaeval.wording import shown


class QuestionColumns:
    """The values of such columns as they are read, question by question."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.lines: dict[str, int] = {}  # the first of each question
        self.values: dict[str, dict[str, tuple[str, int]]] = {}  # by column and question, the line
        self.varying: dict[str, str] = {}  # why a column tells nothing of questions

    def add(self, line: int, question: str, cells: Iterable[tuple[str, str]]) -> None:
        """What a row has in these columns, if it is a question's."""
        if question == fields.ALL:
            return
        self.lines.setdefault(question, line)
        for name, value in cells:
            known = self.values.setdefault(name, {})
            before, first = known.setdefault(question, (value, line))
            if before != value and name not in self.varying:
                self.varying[name] = (
                    f"question {shown(question)} has {shown(before)} in line {first} and "
                    f"{shown(value)} in line {line}"
                )

    def found(self, header_line: int | None) -> FoundColumns | None:
        """What there is, None if nothing; columns that vary within a question are remarked upon."""
        if not self.values:
            return None
        if self.varying:
            why = next(iter(self.varying.values()))
            self.document.remark(f"{ignored_columns(self.varying)} ({why})", header_line)
        columns_by_name = {
            name: [known.get(question, ("", 0))[0] for question in self.lines]
            for name, known in self.values.items()
            if name not in self.varying
        }
        return FoundColumns(
            self.document.file,
            [*self.lines],
            columns_by_name,
            [*self.lines.values()],
            self.varying,
        )
