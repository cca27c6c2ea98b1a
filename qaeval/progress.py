"""How long work tells how far it is; who shows it, and whether, is for the caller to say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

# Told how much more is done.
Step = Callable[[int], None]

# Opened with the length of the work and its name; None where nobody watches.
Watch = Callable[[int, str], AbstractContextManager[Step | None]]


@contextmanager
def unwatched(length: int, label: str) -> Iterator[Step | None]:
    """Nobody watches."""
    yield None
