"""`NAME=FILE` on a command line: a file that is given a name of its own."""

from __future__ import annotations

import re
from pathlib import Path

from qaeval.errors import InputError

KEY_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.+]*")  # stands before the name of a measure
RUN_NAME = re.compile(r"[^=/]+")  # any but a slash, which is the sign of a path


def split_name(argument: str, allowed: re.Pattern[str] = KEY_NAME) -> tuple[str | None, str]:
    """The name, None where there is none, and the path; a file of the whole name has none."""
    if not argument:
        raise InputError("an empty file name")
    name, _, path = argument.partition("=")
    if not path or not allowed.fullmatch(name) or Path(argument).exists():
        return None, argument
    return name, path
