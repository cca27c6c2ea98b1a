"""What NTCIR's runs begin with: `<SYSDESC>a description of the system</SYSDESC>`."""

from __future__ import annotations

import re

from qaeval.errors import InputError
from qaeval.files.text import Document

_OPENED = re.compile(rb"(?:\xef\xbb\xbf)?\s*<SYSDESC>", re.IGNORECASE)
_CLOSED = re.compile(rb"</SYSDESC>[ \t\r]*", re.IGNORECASE)


def take_description(document: Document) -> str:
    """The description, which is taken out of the document: its lines are left blank."""
    opened = _OPENED.match(document.head)
    if opened is None:
        return ""
    first = document.raw.count(b"\n", 0, opened.end()) + 1
    closed = _CLOSED.search(document.raw, opened.end())
    if closed is None:
        message = "<SYSDESC> without its end, expected </SYSDESC> before the first answer"
        raise InputError(message, document.file, first)
    line = document.raw.count(b"\n", 0, closed.end())
    if closed.end() < len(document.raw) and document.raw[closed.end()] != ord("\n"):
        message = "more behind </SYSDESC>, expected the answers from the next line on"
        raise InputError(message, document.file, line + 1)
    text = document.raw[opened.end() : closed.start()].decode("utf-8", errors="replace")
    document.raw = b"\n" * line + document.raw[closed.end() :]
    return " ".join(text.split())
