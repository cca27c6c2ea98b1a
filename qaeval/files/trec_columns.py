"""TREC's lines become columns, a stretch of lines at a time: of a line a few bytes are kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from qaeval.arrays import Floats, Ints
from qaeval.collection.packed import PackedStrings
from qaeval.files import fields, scan
from qaeval.files.scan import Stretch, blank_separated, plain_lines
from qaeval.files.text import Document
from qaeval.threads import in_threads

# The numbers of some lines, in columns; None where one wants a closer look.
Figures = Callable[[Stretch], Sequence[Floats] | None]

_LF = ord("\n")


@dataclass(frozen=True)
class Layout:
    """Where a line has what; the question comes first."""

    width: int
    id: int
    figures: Figures
    tag: int | None = None

    def part(self, text: bytes | None) -> _Part | None:
        """The columns of some lines; None where one wants a closer look."""
        plain = None if text is None else plain_lines(text)
        stretch = None if plain is None else blank_separated(plain, self.width)
        figures = None if stretch is None else self.figures(stretch)
        if stretch is None or figures is None:
            return None
        codes, questions = _distinct(stretch.column(0))
        tags = [] if self.tag is None else _distinct(stretch.column(self.tag))[1]
        ids = stretch.column(self.id)
        lengths = ids.lengths.astype(np.int16)  # signed: what is left of a word can be below 0
        return _Part(questions, codes, tags, stretch.on_lines(ids).listed(), lengths, figures)


@dataclass
class Columns:
    """Lines so far. Buffers grow in place: of millions of numbers there is one copy."""

    _questions: dict[bytes, int] = field(default_factory=dict)  # with their codes
    _tags: dict[bytes, None] = field(default_factory=dict)
    _codes: bytearray = field(default_factory=bytearray)
    _ids: bytearray = field(default_factory=bytearray)
    _lengths: bytearray = field(default_factory=bytearray)
    _figures: dict[int, bytearray] = field(default_factory=dict)

    def add(self, part: _Part) -> None:
        """Take in a stretch of lines."""
        known = self._questions
        codes = [known.setdefault(name, len(known)) for name in part.questions]
        self._codes.extend(np.array(codes, dtype=np.int32)[part.codes].data)
        self._tags.update(dict.fromkeys(part.tags))
        self._ids.extend(part.ids)
        self._lengths.extend(part.lengths.data)
        for at, figures in enumerate(part.figures):
            self._figures.setdefault(at, bytearray()).extend(figures.data)

    @property
    def questions(self) -> list[str]:
        """The questions, in the order of their codes, which is that in which they are met."""
        return [name.decode() for name in self._questions]

    @property
    def tags(self) -> list[str]:
        """The different tags as they are met."""
        return [tag.decode() for tag in self._tags]

    @property
    def codes(self) -> NDArray[np.int32]:
        """The code of each line's question."""
        return np.frombuffer(self._codes, dtype=np.int32)

    def figures(self, at: int) -> Floats:
        """One of the columns of numbers."""
        return np.frombuffer(self._figures[at], dtype=np.float64)

    def ids(self) -> PackedStrings:
        """The ids, packed on lines that are those of the file."""
        lengths = np.frombuffer(self._lengths, dtype=np.int16)
        kind = np.int32 if len(self._ids) < 1 << 31 else np.int64
        sizes = lengths + np.int16(1)
        starts: NDArray[np.integer] = np.cumsum(sizes, dtype=kind)
        if len(starts) and starts[-1] == len(self._ids):
            starts -= sizes
        else:  # some lines are blank
            ends = np.flatnonzero(np.frombuffer(self._ids, dtype=np.uint8) == _LF)
            starts = (ends[np.diff(ends, prepend=-1) > 1] - lengths).astype(kind)
        return PackedStrings(self._ids, starts, lengths)


@dataclass
class _Part:
    """The columns of a stretch."""

    questions: list[bytes]  # as they are met
    codes: Ints  # of each line, which of them
    tags: list[bytes]
    ids: bytes
    lengths: NDArray[np.int16]
    figures: Sequence[Floats]


def _distinct(column: PackedStrings) -> tuple[Ints, list[bytes]]:
    """Which string each line has, and the different ones as they are met."""
    codes, first = column.coded()
    return codes, column.take(first).encoded()


def _keep_freed_memory() -> None:
    """Let the next stretch have the memory of the last: half of the time goes into fresh pages.

    Of the blocks that are freed, glibc keeps those no larger than one that it was given back.
    """
    np.empty(16 * scan.STRETCH, dtype=np.uint8)


def columns_of(document: Document, layout: Layout) -> Columns | None:
    """The columns of a file; None where a line wants a closer look, or there is none."""
    columns = Columns()
    _keep_freed_memory()
    for part in in_threads(layout.part, document.stretches(scan.STRETCH)):
        if part is None:
            return None
        columns.add(part)
    return columns if columns.questions and fields.ALL not in columns.questions else None
