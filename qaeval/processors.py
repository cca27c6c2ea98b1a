"""How many processors this process may use; apart from what starts others, which loads slowly."""

from __future__ import annotations

import os

_shares_cores = False  # with its like, as a worker does


def cores() -> int:
    """The cores that this process may use: a worker has one."""
    if _shares_cores:
        return 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def share_cores() -> None:
    """From now on this process is one of several, each of which has a core."""
    global _shares_cores
    _shares_cores = True
