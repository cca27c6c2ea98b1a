"""Signals that end the program: it leaves in order, and takes with it what is half done."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

_ENDING = ("SIGTERM", "SIGHUP")  # the latter is unknown to Windows
_BY_SIGNAL = 128  # what shells add to the number of a signal that ended a program


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Make an exit of each such signal, so that files and workers go the way of any other error."""
    known = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
    taken = [number for number in known if _is_ours_to_take(number)]
    for number in taken:
        signal.signal(number, _leave)
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


def _is_ours_to_take(number: int) -> bool:
    """Whether nobody has said otherwise, as nohup does."""
    here = threading.current_thread() is threading.main_thread()
    return here and signal.getsignal(number) is signal.SIG_DFL


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    signal.signal(number, signal.SIG_IGN)  # a second one would cut the leaving short
    sys.exit(_BY_SIGNAL + number)
