"""How runs are named: `NAME=FILE` on a command line, and what a file's own name makes of it."""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePath

from qaeval.errors import InputError
from qaeval.files import fields
from qaeval.files.text import STDIN
from qaeval.wording import shown

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


class RunNames:
    """The names of the runs seen so far, which must differ, and the file of each."""

    def __init__(self) -> None:
        self.files: dict[str, str] = {}

    def claim(self, name: str, file: str) -> None:
        """Refuse a second run of the same name."""
        if name in self.files:
            raise InputError(
                f"the run is called {shown(name)} like that of {self.files[name]}; name one as "
                "NAME=FILE, or all by another --name-from",
                file,
            )
        self.files[name] = file


def path_name(path: str, name_from: str | None, file: str) -> str:
    """What a run is called where its file says nothing: as the file, or with "dir" its folder."""
    if name_from != "dir":
        return file_name(path)
    if path == STDIN:
        raise InputError("--name-from dir: it lies in no folder; name it as NAME=-", file)
    folder = Path(path).parent
    return _utf8(folder.resolve().name if folder.name in ("", "..") else folder.name)


def checked_name(name: str, file: str) -> str:
    """A name that a run can have, or an error about its file."""
    try:
        return fields.run_name(name)
    except InputError as error:
        raise error.at(file) from None


def file_name(path: str) -> str:
    """A file's name less `.gz` and one suffix that starts with a letter."""
    if path == STDIN:
        return "stdin"
    name = _utf8(PurePath(path).name).removesuffix(".gz")
    return _SUFFIX.sub("", name) or name


def _utf8(name: str) -> str:
    """A name of the file system, whose bytes are UTF-8 whatever the locale."""
    return os.fsencode(name).decode("utf-8", "surrogateescape")
