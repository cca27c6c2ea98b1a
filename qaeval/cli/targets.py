"""The files that a command line names for output: none of them is one that it reads."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from qaeval.errors import InputError
from qaeval.files.text import STDIN

# By device and number; what is not there yet by its folder's, and its name.
_Identity = tuple[int, int] | tuple[int, int, str]

_LOGS = (".json", ".jsonl", ".eval")  # what is read of folders


class OutFile(click.Path):
    """A file to write, by which such options are known among those that name files to read."""


OUT_FILE = OutFile()


def check_targets(context: click.Context) -> None:
    """Refuse to write two outputs to one file, or, without --force, over a file that is read."""
    targets: dict[_Identity, tuple[str, str | None]] = {}
    for option, path in _targets(context):
        identity = _identity(path)
        if identity is None:
            continue
        if identity in targets:
            first = targets[identity][0]
            raise InputError(f"{first} and {option} name the same file", path)
        targets[identity] = option, path
    if targets and not context.params.get("force"):
        _refuse_inputs(targets, context)


def _targets(context: click.Context) -> Iterator[tuple[str, str | None]]:
    """The options that say where output goes, and the files; standard output's has no name."""
    options = [given for given in context.command.params if isinstance(given.type, OutFile)]
    for option in sorted(options, key=lambda given: given.name != "output"):
        path = context.params.get(option.name or "")
        name = min(option.opts, key=len)
        if path is not None and path != STDIN:
            yield name, path
        elif name == "-o":
            yield "standard output", None


def _refuse_inputs(
    targets: dict[_Identity, tuple[str, str | None]], context: click.Context
) -> None:
    read = list(_inputs(context))
    files = {_identity(path) for path in read}
    for identity, (option, path) in targets.items():
        if path is None:
            continue  # the shell has opened it already
        if identity in files:
            raise InputError(f"{option} names a file that is read; --force writes over it", path)
        for folder in read:
            if _is_log_within(path, folder):
                message = f"{option} names a file of {folder}, which is read; --force writes it"
                raise InputError(message, path)


def _inputs(context: click.Context) -> Iterator[str]:
    """Whatever may name a file to read: arguments and options, with a name in front or without."""
    for parameter in context.command.params:
        if isinstance(parameter.type, click.Path) and not isinstance(parameter.type, OutFile):
            given = context.params.get(parameter.name or "")
            for text in (given,) if isinstance(given, str) else given or ():
                yield text
                yield text.partition("=")[2]


def _identity(path: str | None) -> _Identity | None:
    """What tells a regular file from all others, by whatever name; None for anything else."""
    try:
        if path is None or path == STDIN:
            stream = sys.stdout if path is None else sys.stdin
            found = os.fstat(stream.fileno())
        elif not path:
            return None
        elif Path(path).exists():
            found = Path(path).stat()
        else:
            target = Path(os.path.realpath(path))
            folder = target.parent.stat()
            return folder.st_dev, folder.st_ino, os.path.normcase(target.name)
    except (OSError, ValueError, AttributeError):
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


def _is_log_within(path: str, folder: str) -> bool:
    """Whether a file, which would be lost, is perhaps one of those read of a folder."""
    if not folder or not Path(folder).is_dir() or not path.endswith(_LOGS):
        return False
    target = Path(os.path.realpath(path))
    return target.is_file() and Path(os.path.realpath(folder)) in target.parents
