"""Files out: written whole or not at all."""

from __future__ import annotations

import errno
import io
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path

from qaeval.errors import InputError
from qaeval.files.text import STDIN
from qaeval.files.whole_writes import write_whole

# What /dev/stdout, /dev/stderr and /dev/fd/N lead to.
_DESCRIPTORS = re.compile(r"/dev/fd|/proc/(\d+)(/task/\d+)?/fd")
_MOST_LINKS = 40  # as many as Linux follows
# Why no file can be made beside one that perhaps can be written to, or take its place.
_NO_NEIGHBOUR = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENAMETOOLONG)
_NO_REPLACING = (*_NO_NEIGHBOUR, errno.EBUSY, errno.EXDEV)


def write_output(text: str, path: str | None) -> None:
    """Write to a file by way of a neighbour that then takes its name, or to standard output."""
    # File names may hold bytes that are no UTF-8; they come out as escapes.
    raw = text.encode("utf-8", "backslashreplace")
    if path is None or path == STDIN:
        _to_standard_output(raw)
        return
    with staged(raw, path):
        pass


def _to_standard_output(raw: bytes) -> None:
    if sys.stdout is None:
        raise InputError("standard output is closed")
    sys.stdout.flush()
    if not hasattr(sys.stdout, "buffer"):  # a notebook's
        sys.stdout.write(raw.decode())
        return
    sys.stdout.buffer.write(raw)
    sys.stdout.buffer.flush()


@contextmanager
def staged(raw: bytes, path: str) -> Iterator[None]:
    """A file that takes its place only if all goes well until the end."""
    with ExitStack() as undoing:
        with _placed(path):
            finish = _prepared(raw, path, undoing)
        yield
        with _placed(path), suppress(BrokenPipeError):  # a reader who has seen enough
            finish()


@contextmanager
def _placed(path: str) -> Iterator[None]:
    """Whatever keeps a file from being written, in words."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot be written: {reason}", path) from None


def _prepared(raw: bytes, path: str, undoing: ExitStack) -> Callable[[], object]:
    """What is left to be done when all that nobody sees is done."""
    if not path:
        raise InputError("an empty file name, expected one to write to")
    if path.endswith("/"):
        raise InputError("cannot be written: the name of a folder", path)
    number = _open_descriptor(path)
    if number is not None:
        return partial(_to_open_file, number, raw)
    if Path(path).is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if Path(path).exists() and not Path(path).is_file():
        return partial(_to_device, path, raw)
    target = Path(os.path.realpath(path))
    # No name that anybody else has, and one that fits where names are long.
    neighbour = target.with_name(f".qaeval-{os.urandom(8).hex()}")
    undoing.callback(_remove, neighbour)
    try:
        _make_neighbour(neighbour, target, raw)
    except OSError as error:
        if error.errno not in _NO_NEIGHBOUR or not os.access(target, os.R_OK | os.W_OK):
            raise
        return partial(_overwrite, target, raw)
    return partial(_replace, neighbour, target, raw)


def _open_descriptor(path: str) -> int | None:
    """The number of this process' open file that a name such as /dev/stdout leads to.

    By its resolved name such a file may be another one, or none at all.
    """
    link = Path(path)
    for _ in range(_MOST_LINKS):
        place = _DESCRIPTORS.fullmatch(os.path.realpath(link.parent))
        if place is not None and link.name.isdecimal():
            return int(link.name) if place[1] in (None, str(os.getpid())) else None
        if not link.is_symlink():
            return None
        link = link.parent / link.readlink()
    return None


def _to_open_file(number: int, raw: bytes) -> None:
    """Write where an open file stands, whose content is not ours."""
    with io.FileIO(number, "wb", closefd=False) as file:
        write_whole(file, raw)


def _to_device(path: str, raw: bytes) -> None:
    """Write to a pipe or a device, for which no file can be put in place."""
    with io.FileIO(path, "wb") as file:
        write_whole(file, raw)


def _make_neighbour(neighbour: Path, target: Path, raw: bytes) -> None:
    """The new content beside the file, with its permissions."""
    with io.FileIO(neighbour, "xb") as file:
        write_whole(file, raw)
    if target.exists():
        neighbour.chmod(stat.S_IMODE(target.stat().st_mode))


def _replace(neighbour: Path, target: Path, raw: bytes) -> None:
    """Give the neighbour the file's name, unless something is mounted there."""
    try:
        neighbour.replace(target)
    except OSError as error:
        if error.errno not in _NO_REPLACING or not target.is_file():
            raise
        _overwrite(target, raw)


def _overwrite(path: Path, raw: bytes) -> None:
    """Write into a file, which gets its content back if that fails."""
    with io.FileIO(path, "r+b") as file:
        before = file.readall()
        try:
            _put(file, raw)
        except BaseException:
            _put(file, before)
            raise


def _put(file: io.FileIO, raw: bytes) -> None:
    file.seek(0)
    write_whole(file, raw)
    file.truncate()


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()
