"""How long work tells how far it is; who shows it, and whether, is for the caller to say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

# Told how much more is done.
Step = Callable[[int], None]

# Opened with the length of the work and its name; gives the step to be called as it goes on.
Watch = Callable[[int, str], AbstractContextManager[Step]]


def no_step(done: int) -> None:
    """The step of work whose progress is not shown: it does nothing."""


@contextmanager
def unwatched(length: int, label: str) -> Iterator[Step]:
    """The watch of work whose progress is not shown."""
    yield no_step
