"""Worker processes, which end with the work that they were started for, however that ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Any

from qaeval.errors import InputError
from qaeval.processors import share_cores

_PR_SET_PDEATHSIG = 1  # <sys/prctl.h>


@contextmanager
def worker_pool(
    jobs: int, initializer: Callable[..., object] | None = None, initargs: tuple[Any, ...] = ()
) -> Iterator[ProcessPoolExecutor]:
    """So many workers; none outlives the block, if an error ends it, nor the process, if killed."""
    context = _context()
    watched, lifeline = context.Pipe(duplex=False)
    first = (os.getpid(), watched, lifeline, initializer, initargs)
    with watched, lifeline:
        pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin, initargs=first)
        try:
            yield pool
        except BrokenExecutor:
            raise InputError(
                "a worker process was killed, perhaps for want of memory: fewer --jobs need less"
            ) from None
        except BaseException:
            lifeline.close()  # what is under way is not wanted any more
            raise
        finally:
            pool.shutdown(cancel_futures=True)


def can_fork() -> bool:
    """Whether workers start with all that their parent holds, at no cost."""
    return "fork" in multiprocessing.get_all_start_methods()


def _context() -> multiprocessing.context.BaseContext:
    """Forked workers start at once; where there is no fork, the platform's own way."""
    return multiprocessing.get_context("fork" if can_fork() else None)


def _begin(
    parent: int,
    watched: Connection,
    lifeline: Connection,
    initializer: Callable[..., object] | None,
    initargs: tuple[Any, ...],
) -> None:
    """A worker's first act: to hold on to its parent alone, whose signals are not its own."""
    share_cores()
    lifeline.close()  # so that the parent holds the only other end
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal sends it to the parent too
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    threading.Thread(target=_end_with, args=(watched,), daemon=True).start()
    _die_with_parent()
    if os.getppid() != parent:  # killed before anybody watched
        os._exit(1)
    if initializer is not None:
        initializer(*initargs)


def _end_with(watched: Connection) -> None:
    """Wait for the parent to let go, and end this process."""
    with suppress(EOFError, OSError):
        watched.recv_bytes()
    os._exit(1)


def _die_with_parent() -> None:
    """Let Linux kill this process with its parent, even in the midst of a long call of C."""
    if sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
