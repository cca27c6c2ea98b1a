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
    raw = text.encode("utf-8")
    if path is None or path == STDIN:
        sys.stdout.flush()
        sys.stdout.buffer.write(raw)
        sys.stdout.buffer.flush()
        return
    try:
        _write_file(raw, Path(os.path.realpath(path)))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot be written: {reason}", path) from None


def _write_file(raw: bytes, target: Path) -> None:
    if target.exists() and not stat.S_ISREG(target.stat().st_mode):
        with target.open("wb") as device:  # a pipe or /dev/null has no neighbour to swap with
            device.write(raw)
        return
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
