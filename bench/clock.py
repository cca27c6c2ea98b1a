"""Programs timed in turns: medians of interleaved rounds, and the most memory each took."""

import math
import os
import resource
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Result = TypeVar("Result")

# As a user has it: compiled modules are kept, and output is buffered.
_ENVIRONMENT = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}


@dataclass
class Work:
    """A command or a function, and what its rounds took."""

    name: str
    job: list[str] | Callable[[], object]  # a command's words, or something to call
    seconds: list[float] = field(default_factory=list)
    mebibytes: float = 0.0

    @property
    def median(self) -> float:
        """The median of the rounds, in seconds."""
        return statistics.median(self.seconds)

    def once(self) -> None:
        """One round."""
        start = time.perf_counter()
        used = _forked(self.job) if callable(self.job) else run(self.job)
        self.mebibytes = max(self.mebibytes, used)
        self.seconds.append(time.perf_counter() - start)


def run(words: list[str]) -> float:
    """Run a command, its output thrown away; gives the most memory that it took, in MiB."""
    sink = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    child = os.posix_spawnp(words[0], words, _ENVIRONMENT, file_actions=sink)
    return _ended(child, " ".join(words)[:200])


def _forked(job: Callable[[], object]) -> float:
    """Run a function in a copy of this process, which keeps none of its memory."""
    sys.stdout.flush()
    child = os.fork()
    if not child:
        try:
            job()
        except BaseException:
            sys.excepthook(*sys.exc_info())
            os._exit(1)
        os._exit(0)
    return _ended(child, getattr(job, "__name__", "a function"))


def _ended(child: int, name: str) -> float:
    _, status, usage = os.wait4(child, 0)
    if status:
        sys.exit(f"bench: {name}: failed")
    return usage.ru_maxrss / 1024


def apart(function: Callable[Given, Result], *given: Given.args, **named: Given.kwargs) -> Result:
    """What a function gives, in a process of its own: what it takes does not count as this one's.

    The memory of a command cannot be seen below that of the process that starts it.
    """
    with ProcessPoolExecutor(1, mp_context=get_context("fork")) as pool:
        return pool.submit(function, *given, **named).result()


def in_turns(works: list[Work], rounds: int) -> list[Work]:
    """Time each work once a round, after a round that does not count."""
    for work in works:
        work.once()
        work.seconds.clear()
    for _ in range(rounds):
        for work in works:
            work.once()
    return works


def shown_memory(mebibytes: float) -> str:
    """In words; a child starts from the memory of this process, below which nothing shows."""
    own = math.ceil(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    if not mebibytes:
        return ""
    return f"<{own}" if mebibytes <= own else f"{mebibytes:.0f}"


def table(title: str, works: list[Work], base: str) -> str:
    """Seconds, the ratio to the work called `base`, and memory, a line per work."""
    unit = next(work.median for work in works if work.name == base)
    lines = [title, "", f"{'work':<38}{'seconds':>9}{'ratio':>8}{'MiB':>7}"]
    for work in works:
        memory = f"{shown_memory(work.mebibytes):>7}"
        lines.append(f"{work.name:<38}{work.median:9.3f}{work.median / unit:8.2f}{memory}")
    return "\n".join([*lines, ""])
