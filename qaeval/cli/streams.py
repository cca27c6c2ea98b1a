"""What the program says on standard error, and what it does when nobody reads its output."""

from __future__ import annotations

import contextlib
import os
import sys

import click

from qaeval.wording import printable


def say(message: str) -> None:
    """Print a line on standard error, under the program's name."""
    click.echo(f"qaeval: {printable(message)}", err=True)


def drop_output() -> None:
    """Forget what could not be written, which would fail once more when the program ends."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
