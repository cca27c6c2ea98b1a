"""Files read side by side; what each gives and tells comes in the order of the command line."""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from qaeval.errors import InputError
from qaeval.files.named import RUN_NAME, split_name
from qaeval.files.text import STDIN
from qaeval.processors import cores

Given = TypeVar("Given")

# So many bytes take longer to read than it takes to start more processes.
_MUCH_TO_READ = 16_000_000


@dataclass
class Outcome(Generic[Given]):
    """What came of one file: what it gives or an error, and what readers remarked upon."""

    file: str
    given: Given | None = None
    error: InputError | None = None
    remarks: list[Warning] = field(default_factory=list)

    def result(self) -> Given:
        """What the file gives, or its error; the remarks are made here and now."""
        for remark in self.remarks:
            warnings.warn(remark, stacklevel=2)
        if self.error is not None:
            raise self.error
        assert self.given is not None
        return self.given


def processes(files: Sequence[str], asked: int | None) -> int:
    """How many processes share these files; unless told, all cores if there is much to read."""
    if asked == 1 or len(files) < 2:
        return 1
    paths = [Path(split_name(name, RUN_NAME)[1]) for name in files if name and name != STDIN]
    there = [path for path in paths if path.exists()]
    # Standard input and pipes can be read in this process alone.
    if len(paths) < len(files) or not all(path.is_file() for path in there):
        return 1
    if asked is None and sum(path.stat().st_size for path in there) < _MUCH_TO_READ:
        return 1
    from qaeval.workers import can_fork  # takes its time to load, for large files alone

    return min(asked or cores(), len(files)) if can_fork() else 1


@contextmanager
def side_by_side(
    work: Callable[[str], Given],
    files: Sequence[str],
    jobs: int,
    is_ready: Callable[[], bool] = lambda: True,
) -> Iterator[Iterator[Outcome[Given]]]:
    """What the work makes of each file, in their order; one after another until it `is_ready`."""
    outcomes = _outcomes(work, deque(files), jobs, is_ready)
    try:
        yield outcomes
    finally:
        outcomes.close()


def _outcomes(
    work: Callable[[str], Given], rest: deque[str], jobs: int, is_ready: Callable[[], bool]
) -> Generator[Outcome[Given], None, None]:
    while rest and (jobs == 1 or not is_ready()):
        yield _outcome(work, rest.popleft())
    if rest:
        from qaeval.workers import worker_pool  # likewise

        with worker_pool(jobs, _remember, (work,)) as pool:
            yield from pool.map(_errand, rest)


def _outcome(work: Callable[[str], Given], file: str) -> Outcome[Given]:
    outcome = Outcome[Given](file)
    with warnings.catch_warnings(record=True) as told:  # under --strict they are errors already
        try:
            outcome.given = work(file)
        except InputError as error:
            outcome.error = error
    outcome.remarks = [w.message for w in told if isinstance(w.message, Warning)]
    return outcome


_work: Callable[[str], object] | None = None


def _remember(work: Callable[[str], object]) -> None:
    global _work
    _work = work


def _errand(file: str) -> Outcome[Any]:
    assert _work is not None
    return _outcome(_work, file)
