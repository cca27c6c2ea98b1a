"""Writing to what may take a part only: a pipe that is full, a program that was stopped."""

from __future__ import annotations

import io


def write_whole(file: io.RawIOBase, raw: bytes | memoryview) -> None:
    """Write to the last byte, where a single call may write less without a word."""
    rest = memoryview(raw).cast("B")
    while rest:
        written = file.write(rest)
        if written is None:
            _await_room(file)
        else:
            rest = rest[written:]


def _await_room(file: io.RawIOBase) -> None:
    """Wait for a pipe that others have set not to wait."""
    import select  # for such pipes alone

    select.select([], [file], [])
