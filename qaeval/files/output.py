"""Files out: written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
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
    write_bytes(raw, path)


def write_bytes(raw: bytes, path: str) -> None:
    """Write a file, whole or not at all."""
    try:
        if Path(path).exists() and not Path(path).is_file():
            Path(path).write_bytes(raw)  # a pipe or a device cannot be swapped for another file
        else:
            _write_file(raw, Path(os.path.realpath(path)))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot be written: {reason}", path) from None


def _write_file(raw: bytes, target: Path) -> None:
    neighbour = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with neighbour.open("xb") as file:
            file.write(raw)
        if target.exists():
            neighbour.chmod(stat.S_IMODE(target.stat().st_mode))
        neighbour.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            neighbour.unlink()
        raise
