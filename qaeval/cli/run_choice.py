"""The options that say which runs count."""

from __future__ import annotations

from collections.abc import Callable

import click

from qaeval.cli.gathering import Decorated, all_options


def name_choice_options(table_of: str = "--only-runs") -> Callable[[Decorated], Decorated]:
    """--run, --exclude, --runs and --only-runs; `table_of` says what else takes the table."""
    return all_options(
        click.option(
            "--run",
            multiple=True,
            metavar="PATTERN",
            help="Only runs of this name, or whose names match it as in a shell ('kiku-*'). "
            "Repeat for more.",
        ),
        click.option(
            "--exclude",
            multiple=True,
            metavar="PATTERN",
            help="Leave out runs of this name, or whose names match it (an outlier, a human). "
            "Repeat for more.",
        ),
        click.option(
            "--runs",
            "run_table",
            metavar="FILE",
            type=click.Path(),
            help=f"A table of runs (tsv or csv, first column 'run'), for {table_of}.",
        ),
        click.option(
            "--only-runs",
            multiple=True,
            metavar="COLUMN=VALUE",
            help="Only runs with this value in the table of --runs. Repeat: all must hold.",
        ),
    )


_BEST_OF = click.option(
    "--best-of",
    metavar="COLUMN",
    help="Of the runs of each value of COLUMN (a team), only the best by the measure that ranks: "
    "the first, unless told.",
)
_BY_RUNS = click.option(
    "--by-runs",
    metavar="COLUMN",
    help="The same for the runs of each value of COLUMN, apart from the others.",
)
best_choice_options = all_options(name_choice_options("--only-runs and --best-of"), _BEST_OF)
run_choice_options = all_options(
    name_choice_options("--only-runs, --best-of and --by-runs"), _BEST_OF, _BY_RUNS
)
