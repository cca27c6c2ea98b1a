"""Bytes become numbered lines: gz, BOM, CRLF, standard input, and what is not text at all."""

from __future__ import annotations

import os
import re
import stat
import sys
import warnings
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import BinaryIO, cast

from qaeval.errors import InputError, InputRemark, UnreadableFile
from qaeval.files.unpacking import most_unpacked, too_much
from qaeval.patterns import EndlessMatch
from qaeval.wording import UNSAFE, offered

STDIN = "-"

# Bytes from which the fast scan of files/scan.py pays.
LARGE = 1 << 17

# Bytes of a line that are read before it is known where it ends.
LONGEST_SCANNED = 1 << 20

# Bytes of a line where a file is read line by line.
LONGEST_LINE = 1 << 28

_GZIP = b"\x1f\x8b"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_UTF8_BOM = b"\xef\xbb\xbf"
_CONTROL_BYTES = bytes(set(range(32)) - {9, 10, 13}) + b"\x7f"
# What C's isspace calls a blank; str.split() would also break ids at Unicode blanks.
_ASCII_BLANKS = re.compile(r"[ \t\r\f\v]+")

_EMPTY = "the file is empty (0 bytes)"
_NO_INPUT = "nothing to read (or read already: '-' can be used once)"
_CR_ALONE = "the lines end in CR alone, expected LF or CR LF"
_BAD_GZIP = "the gzip data is truncated or damaged"


class Numbered(ABC):
    """A text file as lines, which are counted from 1."""

    file: str

    @abstractmethod
    def text_lines(self) -> Iterable[str]:
        """The lines, without their ends."""

    def numbered(self, comments: bool) -> Iterator[tuple[int, str]]:
        """The lines that say something, with their numbers; `#` lines are skipped if `comments`."""
        for number, line in enumerate(self.text_lines(), 1):
            if line and not line.isspace() and not (comments and line.startswith("#")):
                yield number, line

    def report(self, error: InputError, line: int | None) -> None:
        """Raise the error with its place."""
        raise error.at(self.file, line)

    def remark(self, message: str, line: int | None = None) -> None:
        """Say what is no error but worth knowing; readers do so once per file and kind."""
        try:
            warnings.warn(InputRemark(message, self.file, line), stacklevel=2)
        except InputRemark as error:  # whoever is strict wants it as one
            self.report(error, line)


@dataclass
class Lines(Numbered):
    """A text file that goes by line after line, once."""

    file: str
    lines: Iterable[str]

    def text_lines(self) -> Iterable[str]:
        """The lines, without their ends."""
        return self.lines


@dataclass
class Document(Numbered):
    """A text file held whole; `problems` collects errors where a caller wants them all."""

    file: str
    raw: bytes
    problems: list[InputError] | None = None
    columns: Sequence[str] | None = None  # as a user names them; None: the header does
    remarks: set[str] = field(default_factory=set)

    def text_lines(self) -> Iterable[str]:
        """The lines, without their ends."""
        return self.lines

    @property
    def is_large(self) -> bool:
        """Whether the file is to be scanned before it is taken line by line."""
        return len(self.raw) >= LARGE

    @property
    def head(self) -> bytes:
        """The beginning: whole lines, the one that tells the format among them."""
        return self.raw

    def stretches(self, size: int) -> Iterator[bytes | None]:
        """All bytes but a BOM, some whole lines at a time; None for a line longer than any is."""
        return stretches_of(BytesIO(self.raw), size, self.file)

    @cached_property
    def text(self) -> str:
        """The whole text; lines end in LF."""
        text = _decode(self.raw, self.file)
        if "\r" in text:
            text = text.replace("\r\n", "\n")
            if "\n" not in text:
                raise InputError(_CR_ALONE, self.file)
        return text

    @cached_property
    def lines(self) -> list[str]:
        """The lines, without their ends."""
        lines = self.text.split("\n")
        if not lines[-1]:
            lines.pop()
        return lines

    @cached_property
    def clean(self) -> bool:
        """No control characters but tabs and line ends: ids need no further look."""
        text = self.text
        if len(self.raw.translate(None, _CONTROL_BYTES)) < len(self.raw) or "\r" in text:
            return False
        return text.isascii() or not UNSAFE.search(text.replace("\n", "").replace("\t", ""))

    def blank_fields(self, line: str) -> list[str]:
        """The fields of a line that blanks separate, faster where nothing odd can be in it."""
        return line.split() if self.clean and line.isascii() else blank_fields(line)

    def first_line(self) -> tuple[int, str]:
        """The line that tells the format: the first that is neither blank nor a comment."""
        for number, line in self._first_lines():
            if line and not line.isspace() and not line.startswith("#"):
                return number, line
        raise InputError("only blank lines and comments; expected a header or an entry", self.file)

    def _first_lines(self) -> Iterator[tuple[int, str]]:
        """The lines of a large file without a look at those that follow."""
        if not self.is_large:
            yield from enumerate(self.lines, 1)
            return
        head = self.head
        if b"\n" not in head and b"\r" in head:
            raise InputError(_CR_ALONE, self.file)
        number, start = 0, 0
        while start < len(head):
            end = head.find(b"\n", start) + 1 or len(head)
            number += 1
            line = _decode(head[start:end], self.file, number)
            yield number, line.removesuffix("\n").removesuffix("\r")
            start = end

    def remark(self, message: str, line: int | None = None) -> None:
        """Say it once, also where a scan gives way to the line reader, which would say it again."""
        if message not in self.remarks:
            self.remarks.add(message)
            super().remark(message, line)

    def report(self, error: InputError, line: int | None) -> None:
        """Raise the error with its place, or keep it where problems are being collected."""
        placed = error.at(self.file, line)
        if self.problems is None or isinstance(error, EndlessMatch):
            raise placed
        self.problems.append(placed)


class TooLarge(InputError):
    """A file that holds more than it may."""


def read_document(
    path: str,
    problems: list[InputError] | None = None,
    columns: Sequence[str] | None = None,
    max_bytes: int | None = None,
) -> Document:
    """Read a whole text file, or standard input for `-`.

    `columns` are what the user calls them; of a file with more than `max_bytes`, as it lies or
    unzipped, no more than that is read.
    """
    shown_name = shown_path(path)
    raw = _read_bytes(path, shown_name, max_bytes)
    _check_size(raw, max_bytes, shown_name)
    raw = _unzip(raw, shown_name, max_bytes)
    _check_size(raw, max_bytes, shown_name)
    if not raw:
        raise InputError(_EMPTY, shown_name)
    return Document(shown_name, raw, problems, columns)


def stretches_of(file: BinaryIO, size: int, shown_name: str) -> Iterator[bytes | None]:
    """The bytes of a file but a BOM, some lines at a time; None for a line longer than any is."""
    unpacked = _Unpacked(file, shown_name)
    bom = _UTF8_BOM
    while part := file.read(size):
        rest = file.readline(LONGEST_SCANNED)
        unpacked.add(len(part) + len(rest))
        yield None if len(rest) == LONGEST_SCANNED else (part + rest).removeprefix(bom)
        bom = b""  # the first has it, or none


def stream_lines(path: str) -> Lines:
    """A text file line by line, for those too large to hold: it can be gone through once."""
    shown_name = shown_path(path)
    return Lines(shown_name, _streamed(path, shown_name))


def _streamed(path: str, shown_name: str) -> Iterator[str]:
    number = 0
    with opened(path, shown_name) as file:
        for number, raw in enumerate(_bounded(file, shown_name), 1):
            if number == 1 and b"\r" in raw and not raw.endswith(b"\n"):
                raise InputError(_CR_ALONE, shown_name)
            text = _decode(raw, shown_name, number).removesuffix("\n")
            yield text.removesuffix("\r")
    if not number:
        raise InputError(_NO_INPUT if path == STDIN else _EMPTY, shown_name)


def _bounded(file: BinaryIO, shown_name: str) -> Iterator[bytes]:
    """The lines of a file, none of which may be too long, nor all where they are packed."""
    unpacked = _Unpacked(file, shown_name)
    while line := file.readline(LONGEST_LINE + 1):
        unpacked.add(len(line))
        if len(line) > LONGEST_LINE:
            raise TooLarge(f"a line of more than {LONGEST_LINE:,} bytes", shown_name)
        yield line


class _Unpacked:
    """What has come out of a file, which may be no more than its size allows if it is packed."""

    def __init__(self, file: BinaryIO, shown_name: str) -> None:
        self.packed = _packed_size(file)
        self.shown_name = shown_name
        self.size = 0

    def add(self, size: int) -> None:
        """So many bytes more."""
        self.size += size
        if self.packed is not None and self.size > most_unpacked(self.packed):
            raise TooLarge(too_much(self.packed), self.shown_name)


def _packed_size(file: BinaryIO) -> int | None:
    """The bytes of a gz file as it lies, None of any other, and where they come by a pipe."""
    packed = getattr(file, "fileobj", None)
    if packed is None:
        return None
    status = os.fstat(packed.fileno())
    return status.st_size if stat.S_ISREG(status.st_mode) else None


@contextmanager
def opened(path: str, shown_name: str) -> Iterator[BinaryIO]:
    """The file's bytes, unzipped where they are gz."""
    source = _stdin() if path == STDIN else None
    with readable(path, shown_name), source or Path(path).open("rb") as file:
        if not file.peek(2).startswith(_GZIP):
            yield file
            return
        import gzip  # both only where a file is gz
        import zlib

        try:
            with gzip.GzipFile(fileobj=file) as unzipped:
                yield cast(BinaryIO, unzipped)
        except (EOFError, gzip.BadGzipFile, zlib.error):
            raise InputError(_BAD_GZIP, shown_name) from None


def _stdin() -> nullcontext[BufferedReader]:
    """Standard input, which is not ours to close."""
    if sys.stdin is None:
        raise InputError(_NO_INPUT, shown_path(STDIN))
    return nullcontext(cast(BufferedReader, sys.stdin.buffer))


def shown_path(path: str) -> str:
    """What messages call a file."""
    return "standard input" if path == STDIN else path


def _check_size(raw: bytes, most: int | None, shown_name: str) -> None:
    if most is not None and len(raw) > most:
        raise TooLarge(f"more than {most:,} bytes (--max-bytes), not read", shown_name)


def _read_bytes(path: str, shown_name: str, most: int | None) -> bytes:
    """The file's bytes; of too many one more than allowed."""
    limit = -1 if most is None else most + 1
    with readable(path, shown_name):
        if path == STDIN:
            return _read_stdin(limit)
        with Path(path).open("rb") as file:
            return file.read(limit)


@contextmanager
def readable(path: str, shown_name: str) -> Iterator[None]:
    """Whatever keeps a file from being read, in words."""
    try:
        if not path:
            raise UnreadableFile("an empty file name")
        yield
    except IsADirectoryError:
        message = f"is a directory, expected a file{_inside(path)}"
        raise UnreadableFile(message, shown_name) from None
    except FileNotFoundError:
        raise UnreadableFile("no such file", shown_name) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UnreadableFile(f"cannot be read: {reason}", shown_name) from None


def _inside(folder: str) -> str:
    """What a folder given as a file holds, of which one was perhaps meant."""
    try:
        entries = sorted(Path(folder).iterdir())
    except OSError:
        return ""
    names = [f"{entry.name}/" if entry.is_dir() else entry.name for entry in entries]
    seen = [name for name in names if not name.startswith(".")]
    return f" (in it: {offered(seen)})" if seen else " (it is empty)"


def _read_stdin(limit: int) -> bytes:
    raw = b"" if sys.stdin is None else sys.stdin.buffer.read(limit)
    if not raw:
        raise InputError(_NO_INPUT, shown_path(STDIN))
    return raw


def _unzip(raw: bytes, shown_name: str, most: int | None) -> bytes:
    if not raw.startswith(_GZIP):
        return raw
    import gzip  # both only where a file is gz
    import zlib

    try:
        with gzip.GzipFile(fileobj=BytesIO(raw)) as unzipped:
            limit = most_unpacked(len(raw)) if most is None else min(most, most_unpacked(len(raw)))
            content = unzipped.read(limit + 1)
    except (EOFError, OSError, zlib.error):
        raise InputError(_BAD_GZIP, shown_name) from None
    if most_unpacked(len(raw)) < len(content) and limit != most:
        raise TooLarge(too_much(len(raw)), shown_name)
    return content


def _decode(raw: bytes, shown_name: str, first: int = 1) -> str:
    """Text that starts on line `first` of a file."""
    if first == 1 and raw.startswith(_UTF16):
        raise InputError("is UTF-16 text, expected UTF-8", shown_name)
    nul = raw.find(b"\0")
    if nul >= 0:
        line = raw.count(b"\n", 0, nul) + first
        raise InputError("not a text file (it holds a NUL byte)", shown_name, line)
    try:
        body = raw.removeprefix(_UTF8_BOM) if first == 1 else raw
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        line = body.count(b"\n", 0, error.start) + first
        byte = f"byte 0x{body[error.start]:02x}"
        raise InputError(f"not UTF-8 text ({byte})", shown_name, line) from None


def blank_fields(line: str) -> list[str]:
    """The fields of a line of TREC's formats, which any run of ASCII blanks separates."""
    return _ASCII_BLANKS.split(line.strip(" \t\r\f\v"))
