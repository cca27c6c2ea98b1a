"""Work that is cut into errands, and who runs them: this process, more of them, or an executor."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from qaeval.errors import InputError
from qaeval.processors import cores

# Pools take their time to load, which most of those who score have no need of.
if TYPE_CHECKING:
    from concurrent.futures import Executor

# What does an errand: it holds all that errands share, and can be sent to another process.
Work = Callable[[Any], Any]


@dataclass(frozen=True)
class Workers:
    """Who runs errands; whoever does, the results are the same."""

    jobs: int | None = None  # processes; None: one per core where there is much work
    executor: Executor | None = None  # of somebody else, on this machine or on others

    def each(self, work: Work, errands: Sequence[Any], much: bool) -> Iterator[Any]:
        """What comes of each errand, in their order."""
        if self.executor is not None:
            return _by_executor(self.executor, work, errands, self.jobs)
        jobs = self.jobs or (cores() if much else 1)
        if jobs == 1 or len(errands) == 1:
            return map(work, errands)
        return _by_processes(work, errands, min(jobs, len(errands)))


ALONE = Workers(1)
BY_SIZE = Workers()


def _by_processes(work: Work, errands: Sequence[Any], jobs: int) -> Iterator[Any]:
    from qaeval.workers import worker_pool

    with worker_pool(jobs, _remember, (work,)) as pool:
        yield from pool.map(_do, errands)


_work: Work | None = None


def _remember(work: Work) -> None:
    global _work
    _work = work


def _do(errand: Any) -> Any:
    assert _work is not None
    return _work(errand)


def _by_executor(
    executor: Executor, work: Work, errands: Sequence[Any], jobs: int | None
) -> Iterator[Any]:
    """The work goes to each worker once.

    Dask can be told so. Any other executor knows nothing of its workers, and what it is given goes
    with each call: so there are no more calls than workers, and errands are dealt out to them.
    """
    from concurrent.futures import BrokenExecutor, CancelledError

    try:
        client = dask_client(executor)
        if client is not None:
            # Kept by every worker, so that the loss of one loses nothing.
            (sent,) = client.scatter([work], broadcast=True, hash=False)
            futures = [client.submit(_each, sent, [errand], pure=False) for errand in errands]
            hands = len(errands)
        else:
            hands = min(jobs or _workers_of(executor), len(errands))
            shares = [errands[first::hands] for first in range(hands)]
            futures = [executor.submit(_each, work, share) for share in shares]
        done: dict[int, list[Any]] = {}
        for at in range(len(errands)):
            hand = at % hands
            if hand not in done:
                done[hand] = futures[hand].result()
            yield done[hand][at // hands]
    except (BrokenExecutor, CancelledError) as error:
        problem = f"{error}" or type(error).__name__
        raise InputError(f"the executor's workers were lost: {problem}") from None


def _each(work: Work, errands: Sequence[Any]) -> list[Any]:
    return [work(errand) for errand in errands]


def checked_executor(given: Any) -> Executor:
    """An executor as Python has them."""
    from concurrent.futures import Executor

    if not isinstance(given, Executor):
        what = "an executor of concurrent.futures (of Dask: client.get_executor())"
        raise TypeError(f"executor: expected {what}, found {type(given).__name__}")
    return given


def dask_client(executor: Any) -> Any:
    """The Dask client behind an executor; None where it is none of Dask's."""
    if type(executor).__module__.partition(".")[0] != "distributed":
        return None
    return executor._client


def _workers_of(executor: Executor) -> int:
    """How many workers an executor has, as pools and mpi4py tell; else as many as cores here."""
    from concurrent.futures import ThreadPoolExecutor

    if isinstance(executor, ThreadPoolExecutor):
        return cores()  # threads share the data
    told = getattr(executor, "_max_workers", None) or getattr(executor, "num_workers", None)
    return told if isinstance(told, int) and told > 0 else cores()
