"""Files out: written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from qaeval.errors import InputError
from qaeval.files.text import STDIN


def write_output(text: str, path: str | None) -> None:
    """Write to a file by way of a neighbour that then takes its name, or to standard output."""
    # File names may hold bytes that are no UTF-8; they come out as escapes.
    raw = text.encode("utf-8", "backslashreplace")
    if path is None or path == STDIN:
        if sys.stdout is None:
            raise InputError("standard output is closed")
        sys.stdout.flush()
        sys.stdout.buffer.write(raw)
        sys.stdout.buffer.flush()
        return
    with staged(raw, path):
        pass


@contextmanager
def staged(raw: bytes, path: str) -> Iterator[None]:
    """A file that takes its place only if all goes well until the end."""
    if path.endswith("/"):
        raise InputError("cannot be written: the name of a folder", path)
    with _placed(path):
        finish, undo = _stage(raw, path)
    try:
        yield
        with _placed(path):
            finish()
    except BaseException:
        with contextlib.suppress(OSError):
            undo()
        raise


@contextmanager
def _placed(path: str) -> Iterator[None]:
    """Whatever keeps a file from being written, in words."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot be written: {reason}", path) from None


def _stage(raw: bytes, path: str) -> tuple[Callable[[], object], Callable[[], object]]:
    """What is left to be done, and how to undo what was."""
    if Path(path).exists() and not Path(path).is_file():
        if Path(path).is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        # A pipe or a device cannot be swapped for another file.
        return lambda: Path(path).write_bytes(raw), lambda: None
    target = Path(os.path.realpath(path))
    neighbour = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with neighbour.open("xb") as file:
            file.write(raw)
        if target.exists():
            neighbour.chmod(stat.S_IMODE(target.stat().st_mode))
    except BaseException:
        with contextlib.suppress(OSError):
            neighbour.unlink()
        raise
    return lambda: neighbour.replace(target), neighbour.unlink
