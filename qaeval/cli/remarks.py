"""What readers remark upon: kept for the notes at a command's end, or errors under --strict."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from qaeval.cli.gathering import Decorated
from qaeval.errors import InputRemark


@contextmanager
def gathered_remarks() -> Iterator[list[InputRemark]]:
    """The remarks of all readers from here on, as they come; other warnings go their usual way."""
    remarks: list[InputRemark] = []
    with warnings.catch_warnings():
        show = warnings.showwarning

        def keep(message: Warning | str, *more: Any, **named: Any) -> None:
            if isinstance(message, InputRemark):
                remarks.append(message)
            else:
                show(message, *more, **named)

        warnings.showwarning = keep
        warnings.simplefilter("always", InputRemark)
        yield remarks


def remarks_so_far() -> list[str]:
    """What readers have remarked upon in this call of the command line."""
    context = click.get_current_context(silent=True)
    return [] if context is None or context.obj is None else [str(told) for told in context.obj]


def _make_errors(ctx: click.Context, parameter: click.Parameter, strict: bool) -> bool:
    if strict:
        warnings.simplefilter("error", InputRemark)
    return strict


def strict_option(what: str) -> Callable[[Decorated], Decorated]:
    """--strict: `what` are errors, and so is all that readers remark upon."""
    return click.option(
        "--strict",
        is_flag=True,
        callback=_make_errors,
        help=f"{what} are errors, and so is whatever a file holds that would be a note.",
    )


strict_reading_option = click.option(
    "--strict",
    is_flag=True,
    expose_value=False,  # its work is done before the command's begins
    callback=_make_errors,
    help="Whatever a file holds that would be a note is an error.",
)
