"""How files are named: `NAME=FILE` on a command line, and what a file's own name makes of it."""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePath

from qaeval.errors import InputError
from qaeval.files.text import STDIN

KEY_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.+]*")  # stands before the name of a measure
RUN_NAME = re.compile(r"[^=/]+")  # any but a slash, which is the sign of a path

_SUFFIX = re.compile(r"\.[A-Za-z][^.]*$")


def split_name(argument: str, allowed: re.Pattern[str] = KEY_NAME) -> tuple[str | None, str]:
    """The name, None where there is none, and the path; a file of the whole name has none."""
    if not argument:
        raise InputError("an empty file name")
    name, _, path = argument.partition("=")
    if not path or not allowed.fullmatch(name) or Path(argument).exists():
        return None, argument
    return name, path


def file_name(path: str) -> str:
    """A file's name less `.gz` and one suffix that starts with a letter."""
    if path == STDIN:
        return "stdin"
    # The bytes of a file name are UTF-8 whatever the locale.
    name = os.fsencode(PurePath(path).name).decode("utf-8", "surrogateescape").removesuffix(".gz")
    return _SUFFIX.sub("", name) or name
