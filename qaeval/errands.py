"""Work that is cut into errands, and who runs them: this process, more of them, or an executor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from qaeval.workers import cores, worker_pool

# What does an errand: it holds all that errands share, and can be sent to another process.
Work = Callable[[Any], Any]


@dataclass(frozen=True)
class Workers:
    """Who runs errands; whoever does, the results are the same."""

    jobs: int | None = None  # processes; None: one per core where there is much work

    def each(self, work: Work, errands: Sequence[Any], much: bool) -> Iterator[Any]:
        """What comes of each errand, in their order."""
        jobs = self.jobs or (cores() if much else 1)
        if jobs == 1 or len(errands) == 1:
            return map(work, errands)
        return _by_processes(work, errands, min(jobs, len(errands)))


ALONE = Workers(1)
BY_SIZE = Workers()


def _by_processes(work: Work, errands: Iterable[Any], jobs: int) -> Iterator[Any]:
    with worker_pool(jobs, _remember, (work,)) as pool:
        yield from pool.map(_do, errands)


_work: Work | None = None


def _remember(work: Work) -> None:
    global _work
    _work = work


def _do(errand: Any) -> Any:
    assert _work is not None
    return _work(errand)
