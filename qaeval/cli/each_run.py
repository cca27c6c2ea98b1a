"""Runs one by one: those that cannot be taken are met."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from qaeval.cli.streams import say
from qaeval.errors import InputError

Report = Callable[[InputError], None]
Read = TypeVar("Read")


def tell(error: InputError) -> None:
    """Print the error of a run that is passed over."""
    say(str(error))


@dataclass
class Failures:
    """Runs that cannot be scored: the first ends the work, unless it is to go on."""

    keep_going: bool = False
    report: Report = tell
    count: int = 0

    def meet(self, error: InputError) -> None:
        """Raise the error of a run, or report it."""
        if not self.keep_going:
            raise error
        self.report(error)
        self.count += 1


def read_each(
    read: Callable[[str], Read], paths: Iterable[str], failures: Failures
) -> Iterator[Read]:
    """What can be read, file by file."""
    for path in paths:
        try:
            yield read(path)
        except InputError as error:
            failures.meet(error.at(path))
