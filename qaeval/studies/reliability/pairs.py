"""All pairs of runs, a block at a time, so that memory does not grow with their number."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from qaeval.errands import BY_SIZE, Workers
from qaeval.progress import Step, no_step

# One run against so many others at a time: the working arrays stay in the processor's cache.
BLOCK = 64
# So many runs make one errand of a worker process.
ERRAND = 8

# So many comparisons take longer than it takes to start more processes.
_MUCH_WORK = 50_000_000

Counts = tuple[Any, ...]
Count = Callable[[int, slice], Counts]


def is_much(runs: int, trials: int) -> bool:
    """Whether comparing all pairs takes so long that more processes share it."""
    return runs * runs // 2 * trials >= _MUCH_WORK


def over_blocks(
    runs: int,
    trials: int,
    count: Count,
    workers: Workers = BY_SIZE,
    progress: Step = no_step,
) -> Counts:
    """The sum of the counts of all pairs: whole numbers, so no division of labour can show."""
    errands = [range(start, min(start + ERRAND, runs - 1)) for start in range(0, runs - 1, ERRAND)]
    total: Counts = ()
    for errand, counts in zip(
        errands, workers.each(_OfRuns(runs, count), errands, is_much(runs, trials)), strict=True
    ):
        progress(sum(runs - 1 - run for run in errand))
        total = _sum((total, counts)) if total else counts
    return total


@dataclass(frozen=True)
class _OfRuns:
    """Counts the comparisons of some runs with all that come after them."""

    runs: int
    count: Count

    def __call__(self, errand: range) -> Counts:
        return _sum(
            self.count(run, slice(start, min(start + BLOCK, self.runs)))
            for run in errand
            for start in range(run + 1, self.runs, BLOCK)
        )


def _sum(parts: Iterable[Counts]) -> Counts:
    return tuple(sum(numbers) for numbers in zip(*parts, strict=True))
