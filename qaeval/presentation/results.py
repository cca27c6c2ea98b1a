"""A result that shows itself: tables, sentences and signature, for people, programs and pages."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from qaeval.errors import InputError
from qaeval.files.output import staged
from qaeval.presentation.rendering import as_json, records, render
from qaeval.presentation.tables import FOR_PEOPLE, Cell, Table


@dataclass(frozen=True)
class Form:
    """How a result is asked to be shown."""

    format: str = "text"
    digits: int = 4

    @property
    def for_people(self) -> bool:
        """Whether the format is one that people read."""
        return self.format in FOR_PEOPLE


@dataclass(frozen=True)
class Shown:
    """What a result has to show in some form."""

    tables: Sequence[Table]
    sentences: Sequence[str] = ()


@dataclass(frozen=True, repr=False)
class Result:
    """What a step found out.

    As text it is what the command prints, in a notebook it is tables; `to_frame` and `to_dict` give
    the rows that programs read, `plot` draws it.
    """

    show: Callable[[Form], Shown]
    signature: str | None = None  # every choice that changes a number
    drawing: Callable[[str], bytes] | None = None  # the picture for a file of this name
    record: Callable[[str | None], Mapping[str, Any]] | None = None  # JSON that is no list of rows
    apart: bool = True  # a blank line stands between sentences and signature
    notes: Sequence[str] = field(default=(), kw_only=True)  # not wrong, but worth knowing

    def text(self, form: Form, header: bool = True, signed: bool = True) -> str:
        """The result in a format, with the signature or without."""
        if form.format == "json" and self.record is not None:
            return as_json(self.record(self.signature if signed else None))
        shown = self.show(form)
        footer = wrapped(shown.sentences)
        if self.signature is not None and signed:
            footer += [*([""] if footer and self.apart else []), self.signature]
        return render(shown.tables, form.format, form.digits, header, footer)

    def __str__(self) -> str:
        return self.text(Form())

    def __repr__(self) -> str:
        return self.text(Form()).rstrip("\n")

    def _repr_html_(self) -> str:
        from qaeval.presentation.html_tables import html_result  # for notebooks alone

        shown = self.show(Form())
        below = [*shown.sentences, *self.notes, *([self.signature] if self.signature else [])]
        return html_result(shown.tables, below)

    @property
    def sentences(self) -> list[str]:
        """What is to be said beside the tables."""
        return list(self.show(Form()).sentences)

    def to_records(self) -> list[dict[str, Cell]]:
        """The rows that programs read, by the names of their columns; None: there is no value."""
        return records(self.show(Form("json")).tables)

    def to_dict(self) -> dict[str, list[Cell]]:
        """The columns that programs read, by their names."""
        rows = self.to_records()
        names = list(dict.fromkeys(name for row in rows for name in row))
        return {name: [row.get(name) for row in rows] for name in names}

    def to_frame(self, kind: str = "pandas") -> Any:
        """The rows that programs read as a data frame: of pandas, polars or pyarrow."""
        from qaeval.presentation.frames import frame_of  # for notebooks alone

        return frame_of(self.to_dict(), kind)

    def to_json(self) -> str:
        """What the command prints as JSON."""
        return self.text(Form("json"))

    def plot(self, path: str) -> None:
        """Draw the result into a file: .png, .svg or .pdf."""
        with staged(self.picture(path), path):
            pass

    def picture(self, path: str) -> bytes:
        """The picture for a file of this name, which need not be there."""
        if self.drawing is None:
            raise InputError("there is no picture of this result")
        return self.drawing(path)


def wrapped(sentences: Sequence[str]) -> list[str]:
    """Sentences as lines that fit a terminal."""
    return [line for sentence in sentences for line in textwrap.wrap(sentence, 79)]
