"""Bytes become numbered lines: gz, BOM, CRLF, standard input, and what is not text at all."""

from __future__ import annotations

import gzip
import hashlib
import re
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from qaeval.errors import UNSAFE, InputError, UnreadableFile

STDIN = "-"

_GZIP = b"\x1f\x8b"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_UTF8_BOM = b"\xef\xbb\xbf"
_CONTROL_BYTES = bytes(set(range(32)) - {9, 10, 13}) + b"\x7f"
# What C's isspace calls a blank; str.split() would also break ids at Unicode blanks.
_ASCII_BLANKS = re.compile(r"[ \t\r\f\v]+")


@dataclass
class Document:
    """A text file as lines; `problems` collects errors where a caller wants them all."""

    file: str
    lines: list[str]
    fingerprint: str
    clean: bool  # no control characters but tabs and line ends: ids need no further look
    problems: list[InputError] | None = None

    def numbered(self, comments: bool) -> Iterator[tuple[int, str]]:
        """The lines that say something, with their numbers; `#` lines are skipped if `comments`."""
        for number, line in enumerate(self.lines, 1):
            if line and not line.isspace() and not (comments and line.startswith("#")):
                yield number, line

    def blank_fields(self, line: str) -> list[str]:
        """The fields of a line that blanks separate, faster where nothing odd can be in it."""
        return line.split() if self.clean and line.isascii() else blank_fields(line)

    def first_line(self) -> tuple[int, str]:
        """The line that tells the format: the first that is neither blank nor a comment."""
        for number, line in self.numbered(comments=True):
            return number, line
        raise InputError("only blank lines and comments; expected a header or an entry", self.file)

    def report(self, error: InputError, line: int | None) -> None:
        """Raise the error with its place, or keep it where problems are being collected."""
        placed = error.at(self.file, line)
        if self.problems is None:
            raise placed
        self.problems.append(placed)


def read_document(path: str, problems: list[InputError] | None = None) -> Document:
    """Read a whole text file, or standard input for `-`."""
    shown_name = "standard input" if path == STDIN else path
    raw = _unzip(_read_bytes(path, shown_name), shown_name)
    if not raw:
        raise InputError("the file is empty (0 bytes)", shown_name)
    text = _decode(raw, shown_name)
    if "\r" in text:
        text = text.replace("\r\n", "\n")
        if "\n" not in text:
            raise InputError("the lines end in CR alone, expected LF or CR LF", shown_name)
    clean = len(raw.translate(None, _CONTROL_BYTES)) == len(raw) and "\r" not in text
    if clean and not text.isascii():
        clean = UNSAFE.search(text.replace("\n", "").replace("\t", "")) is None
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    return Document(shown_name, lines, hashlib.sha256(raw).hexdigest(), clean, problems)


def _read_bytes(path: str, shown_name: str) -> bytes:
    try:
        if path == STDIN:
            return _read_stdin()
        if not path:
            raise UnreadableFile("an empty file name")
        return Path(path).read_bytes()
    except IsADirectoryError:
        raise UnreadableFile("is a directory, expected a file", shown_name) from None
    except FileNotFoundError:
        raise UnreadableFile("no such file", shown_name) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UnreadableFile(f"cannot be read: {reason}", shown_name) from None


def _read_stdin() -> bytes:
    raw = b"" if sys.stdin is None else sys.stdin.buffer.read()
    if not raw:
        raise InputError(
            "nothing to read (or read already: '-' can be used once)", "standard input"
        )
    return raw


def _unzip(raw: bytes, shown_name: str) -> bytes:
    if not raw.startswith(_GZIP):
        return raw
    try:
        return gzip.decompress(raw)
    except (EOFError, OSError, zlib.error):
        raise InputError("the gzip data is truncated or damaged", shown_name) from None


def _decode(raw: bytes, shown_name: str) -> str:
    if raw.startswith(_UTF16):
        raise InputError("is UTF-16 text, expected UTF-8", shown_name)
    nul = raw.find(b"\0")
    if nul >= 0:
        line = raw.count(b"\n", 0, nul) + 1
        raise InputError("not a text file (it holds a NUL byte)", shown_name, line)
    try:
        return raw.removeprefix(_UTF8_BOM).decode("utf-8")
    except UnicodeDecodeError as error:
        body = raw.removeprefix(_UTF8_BOM)
        line = body.count(b"\n", 0, error.start) + 1
        found = f"byte 0x{body[error.start]:02x}"
        raise InputError(f"not UTF-8 text ({found})", shown_name, line) from None


def blank_fields(line: str) -> list[str]:
    """The fields of a line of TREC's formats, which any run of ASCII blanks separates."""
    return _ASCII_BLANKS.split(line.strip(" \t\r\f\v"))
