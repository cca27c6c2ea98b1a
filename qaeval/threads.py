"""Work shared out among threads, for numpy, which lets another go on while it computes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import TypeVar

from qaeval.processors import cores

Item = TypeVar("Item")
Result = TypeVar("Result")

_THREADS = 2  # more wait for each other: what is between the computations is Python's


def in_threads(work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
    """What work makes of each item, in their order; few items are held at a time."""
    rest = iter(items)
    first = list(islice(rest, 2))
    if len(first) < 2 or cores() == 1:
        yield from map(work, chain(first, rest))
        return
    from concurrent.futures import Future, ThreadPoolExecutor  # not for the small runs of most

    with ThreadPoolExecutor(_THREADS) as pool:
        under_way: deque[Future[Result]] = deque()
        try:
            for item in chain(first, rest):
                under_way.append(pool.submit(work, item))
                if len(under_way) > _THREADS:
                    yield under_way.popleft().result()
            while under_way:
                yield under_way.popleft().result()
        finally:
            for future in under_way:
                future.cancel()
