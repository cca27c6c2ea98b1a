"""The progress bar of long work, on a terminal only."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from qaeval.cli.study import Study
    from qaeval.progress import Step, Watch

# Seconds of work before a bar is shown.
_PATIENCE = 1.0


@contextmanager
def progress(length: int, label: str) -> Iterator[Step | None]:
    """A bar with the time left for work that takes a while, on a terminal; else nothing."""
    if not sys.stderr.isatty():
        yield None
        return
    with ExitStack() as stack:
        yield _DelayedBar(length, label, stack)


class _DelayedBar:
    """A bar that shows itself once the work has taken longer than one likes to wait."""

    def __init__(self, length: int, label: str, stack: ExitStack) -> None:
        self.bar = click.progressbar(length=length, label=label, file=sys.stderr, show_eta=True)
        self.stack = stack
        self.shown = False
        self.waiting = 0  # work done before the bar was shown

    def __call__(self, done: int) -> None:
        """Tell how much more is done."""
        if self.shown:
            self.bar.update(done)
            return
        self.waiting += done
        if time.time() - self.bar.start >= _PATIENCE and self.waiting < (self.bar.length or 0):
            self.shown = True
            self.stack.enter_context(self.bar)
            self.bar.update(self.waiting)


# A measure that is computed sample by sample costs about as much per run as so many pairs.
_PAIRS_A_RUN = 10_000


def experiment_length(study: Study, sizes: int, sets: int) -> int:
    """The work of an experiment at so many values of c, in pairs of runs."""
    runs = len(study.scores.runs)
    slow = sum(measure.definition.kind == "columns" for measure in study.measures)
    pairs = len(study.measures) * runs * (runs - 1) // 2
    return sizes * (pairs + slow * sets * runs * _PAIRS_A_RUN)


def weighing(step: Step | None) -> Watch:
    """A part of the same bar, for the values of runs on the sets drawn."""

    @contextmanager
    def part(length: int, label: str) -> Iterator[Step | None]:
        yield None if step is None else lambda done: step(done * _PAIRS_A_RUN)

    return part
