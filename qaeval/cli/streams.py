"""Standard output and standard error: every byte arrives, or the program says that it did not."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

from qaeval.errors import InputError
from qaeval.files.whole_writes import write_whole
from qaeval.wording import printable


@contextmanager
def whole_streams() -> Iterator[None]:
    """Put streams that lose nothing in place of the two on which the program writes.

    Python's own ignore short writes where PYTHONUNBUFFERED is set.
    """
    _occupy_closed()
    given = sys.stdout, sys.stderr
    sys.stdout = _whole(sys.stdout, "standard output")
    sys.stderr = _whole(sys.stderr, None)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = given


def say(message: str) -> None:
    """Print a line on standard error, under the program's name."""
    sys.stderr.write(f"qaeval: {printable(message)}\n")
    sys.stderr.flush()


def _occupy_closed() -> None:
    """Keep files that are opened later from taking the numbers of closed standard streams."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            with suppress(OSError):
                os.open(os.devnull, os.O_RDONLY)  # takes the lowest number that is free


def _whole(stream: TextIO | None, name: str | None) -> TextIO:
    """The same stream, whose bytes all arrive; what its letters lack stands as escapes."""
    if stream is not None and not isinstance(stream, io.TextIOWrapper):
        return stream  # a caller's own
    raw = None if stream is None else getattr(stream.buffer, "raw", stream.buffer)
    return io.TextIOWrapper(
        io.BufferedWriter(_Whole(raw, name)),
        encoding="utf-8" if stream is None else stream.encoding,
        errors="backslashreplace",
    )


class _Whole(io.RawIOBase):
    """Takes all it is given; without a name it fails in silence.

    A reader who has gone away is no failure. Of a failure that was told no more is said.
    """

    def __init__(self, raw: Any, name: str | None) -> None:
        self.raw = raw
        self.name = name
        self.lost = False

    def writable(self) -> bool:
        """It is for nothing else."""
        return True

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return self.raw is not None and self.raw.isatty()

    def fileno(self) -> int:
        """The number by which the system knows it."""
        return super().fileno() if self.raw is None else self.raw.fileno()

    def write(self, given: Any) -> int:
        """Write it all, or say once why not."""
        if not self.lost:
            try:
                self._write(given)
            except BrokenPipeError:
                self.lost = True
            except OSError as error:
                self.lost = True
                if self.name is not None:
                    reason = f"cannot be written: {error.strerror or error}"
                    raise InputError(reason, self.name) from None
        return memoryview(given).nbytes

    def _write(self, given: Any) -> None:
        if self.raw is None:
            raise OSError("it is closed")
        write_whole(self.raw, given)
