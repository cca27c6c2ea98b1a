"""Options that the kinds of ``qaeval import`` share."""

from __future__ import annotations

from math import isfinite

import click

from qaeval.cli.options import FORCE, OUTPUT, TELLING, checked_output

files_argument = click.argument(
    "files", nargs=-1, required=True, metavar="[NAME=]FILE...", type=click.Path()
)
judged_option = click.option(
    "--judged", is_flag=True, help="Write judged responses instead of a score table."
)
output_option_group = checked_output(OUTPUT, FORCE, TELLING)


def finite(ctx: click.Context, param: click.Parameter, value: float | None) -> float | None:
    """A number that can be compared with others, if any is given."""
    if value is not None and not isfinite(value):
        raise click.BadParameter(f"'{value}' is not a finite number")
    return value
