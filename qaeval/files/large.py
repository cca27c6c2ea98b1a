"""Large text files, which are read whole only where somebody wants all of them."""

from __future__ import annotations

import stat
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

from qaeval.errors import InputError
from qaeval.files import text
from qaeval.files.text import STDIN, Document, opened, read_document, shown_path, stretches_of

_FIRST_LINES = 10_000  # that may say nothing


def open_document(
    path: str,
    problems: list[InputError] | None = None,
    columns: Sequence[str] | None = None,
) -> Document:
    """A text file, read at once unless it is large; `read_document` says what the others are."""
    if path != STDIN and _is_large(path):
        document = LargeDocument(path, problems, columns)
        if document.head:
            return document
    return read_document(path, problems, columns)


def _is_large(path: str) -> bool:
    """Whether a file, which can be read more than once, has so many bytes, zipped or not."""
    try:
        found = Path(path).stat()
    except (OSError, ValueError):
        return False  # whoever reads it says why it cannot be read
    is_file = stat.S_ISREG(found.st_mode) and not path.startswith("/dev/")
    return is_file and found.st_size >= text.LARGE


class LargeDocument(Document):
    """A file that is not held, as long as nobody asks for all of its bytes."""

    def __init__(
        self,
        path: str,
        problems: list[InputError] | None = None,
        columns: Sequence[str] | None = None,
    ) -> None:
        super().__init__(shown_path(path), b"", problems, columns)
        self.path = path
        self._whole: bytes | None = None

    @property
    def raw(self) -> bytes:
        """All bytes."""
        if self._whole is None:
            self._whole = read_document(self.path).raw
        return self._whole

    @raw.setter
    def raw(self, whole: bytes) -> None:
        self._whole = whole

    @property
    def is_large(self) -> bool:
        """Whether the file is to be scanned before it is taken line by line."""
        return True

    @cached_property
    def _first(self) -> bytes:
        """The lines up to the first that says something; nothing where that is hard to say."""
        lines = []
        size = 0
        with opened(self.path, self.file) as file:
            while line := file.readline(text.LONGEST_SCANNED):
                lines.append(line)
                size += len(line)  # of packed comments there may be no end
                if size >= text.LONGEST_SCANNED or len(lines) > _FIRST_LINES:
                    return b""
                said = line.decode("utf-8-sig", "replace")
                if not said.isspace() and not said.startswith("#"):
                    break
        return b"".join(lines)

    @property
    def head(self) -> bytes:
        """The beginning: whole lines, the one that tells the format among them."""
        return self._first if self._whole is None else self._whole

    def stretches(self, size: int) -> Iterator[bytes | None]:
        """All bytes but a BOM, some whole lines at a time; None for a line longer than any is."""
        if self._whole is not None:
            yield from super().stretches(size)
            return
        with opened(self.path, self.file) as file:
            yield from stretches_of(file, size, self.file)
