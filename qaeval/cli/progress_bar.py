"""The progress bar of long work, on a terminal only."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import click

from qaeval.progress import Step, no_step

# Seconds of work before a bar is shown.
_PATIENCE = 1.0


@contextmanager
def progress(length: int, label: str) -> Iterator[Step]:
    """A bar with the time left for work that takes a while, on a terminal; else nothing."""
    if not sys.stderr.isatty():
        yield no_step
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
