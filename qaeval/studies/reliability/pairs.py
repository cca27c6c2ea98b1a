"""All pairs of runs, a block at a time, so that memory does not grow with their number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from qaeval.progress import Step, no_step
from qaeval.workers import cores, worker_pool

# One run against so many others at a time: the working arrays stay in the processor's cache.
BLOCK = 64
# So many runs make one errand of a worker process.
ERRAND = 8

# So many comparisons take longer than it takes to start more processes.
_MUCH_WORK = 50_000_000

Counts = tuple[Any, ...]
Count = Callable[[int, slice], Counts]


def over_blocks(
    runs: int,
    trials: int,
    count: Count,
    jobs: int | None = None,
    progress: Step = no_step,
) -> Counts:
    """The sum of the counts of all pairs: whole numbers, so no division of labour can show.

    Without a number of `jobs`, large work is divided among the cores.
    """
    if jobs is None:
        jobs = cores() if runs * runs // 2 * trials >= _MUCH_WORK else 1
    errands = [range(start, min(start + ERRAND, runs - 1)) for start in range(0, runs - 1, ERRAND)]
    if jobs == 1 or len(errands) == 1:
        return _add_up(
            ((runs, errand, _count_errand(runs, errand, count)) for errand in errands), progress
        )
    with worker_pool(jobs, _remember, (runs, count)) as pool:
        done = zip(errands, pool.map(_errand, errands), strict=True)
        return _add_up(((runs, errand, counts) for errand, counts in done), progress)


_work: tuple[int, Count] | None = None


def _remember(runs: int, count: Count) -> None:
    global _work
    _work = (runs, count)


def _errand(errand: range) -> Counts:
    assert _work is not None
    runs, count = _work
    return _count_errand(runs, errand, count)


def _count_errand(runs: int, errand: range, count: Count) -> Counts:
    blocks = (
        (run, slice(start, min(start + BLOCK, runs)))
        for run in errand
        for start in range(run + 1, runs, BLOCK)
    )
    return _sum(count(run, others) for run, others in blocks)


def _add_up(done: Iterable[tuple[int, range, Counts]], progress: Step) -> Counts:
    def told() -> Iterator[Counts]:
        for runs, errand, counts in done:
            progress(sum(runs - 1 - run for run in errand))
            yield counts

    return _sum(told())


def _sum(parts: Iterable[Counts]) -> Counts:
    total: Counts = ()
    for part in parts:
        total = part if not total else tuple(t + p for t, p in zip(total, part, strict=True))
    return total
