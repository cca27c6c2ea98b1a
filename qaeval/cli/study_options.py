"""Options that the studies of a score table share."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import isfinite

import click

from qaeval.cli.cluster import executor_option
from qaeval.cli.gathering import Decorated, all_options, gathered
from qaeval.cli.options import (
    cluster_option,
    explained,
    jobs_option,
    macro_option,
    plot_option,
    questions_option,
)
from qaeval.cli.remarks import strict_reading_option
from qaeval.cli.run_choice import best_choice_options, run_choice_options
from qaeval.decimals import is_number
from qaeval.errors import InputError
from qaeval.steps.asked import DRAW_TRIALS, DrawOptions, TableOptions, TestOptions
from qaeval.steps.run_choice import RunChoice
from qaeval.studies.inference.corrections import CORRECTIONS
from qaeval.studies.inference.tests import DEFAULT, TESTS
from qaeval.wording import either, shown

intersect_option = click.option(
    "--intersect", is_flag=True, help="Only the questions that all runs have."
)
only_option = click.option(
    "--only", multiple=True, metavar="COLUMN=VALUE", help="Only these questions."
)


def tables_argument(
    metavar: str = "SCORES...", required: bool = True
) -> Callable[[Decorated], Decorated]:
    """The files of a command line."""
    return click.argument("tables", nargs=-1, required=required, metavar=metavar, type=click.Path())


def measure_option(
    what: str = "A measure of the table (default: all), or what a matrix holds. Repeat for more. "
    "NAME=MEASURE prints it as NAME.",
) -> Callable[[Decorated], Decorated]:
    """-m."""
    return click.option("-m", "--measure", multiple=True, metavar="NAME", help=what)


matrix_option = click.option(
    "--no-question-column",
    is_flag=True,
    help="Every column of a matrix is a run; its rows are numbered as questions.",
)
chosen_options = all_options(matrix_option, intersect_option, questions_option, only_option)
table_options = all_options(
    tables_argument(), measure_option(), chosen_options, strict_reading_option
)

unit_options = all_options(
    click.option("--by", metavar="COLUMN", help="The same for each value of COLUMN."),
    cluster_option,
    macro_option,
)
group_options = all_options(run_choice_options, unit_options)


def trials_option(default: int, what: str) -> Callable[[Decorated], Decorated]:
    """--trials."""
    return click.option(
        "--trials",
        type=click.IntRange(1, 10_000_000),
        default=default,
        metavar="N",
        show_default=True,
        help=what,
    )


seed_option = click.option(
    "--seed",
    type=click.IntRange(0, 2**63),
    default=0,
    metavar="N",
    show_default=True,
    help="Another seed, other draws; the same seed, the same output.",
)


sizes_option = click.option(
    "-c",
    "--size",
    "sizes",
    multiple=True,
    type=int,
    metavar="N",
    help="Questions in each set (default: half of them). Repeat for more.",
)
_TEST_NAMES = [DEFAULT, *sorted(set(TESTS) - {DEFAULT})]
_FOR_NON_MEANS = [name for name in _TEST_NAMES if TESTS[name].takes_non_means]
TEST_LIST = "\b\nTests:\n" + explained({name: TESTS[name].help for name in _TEST_NAMES})
test_option = click.option(
    "--test",
    type=click.Choice(_TEST_NAMES),
    default=DEFAULT,
    show_default=True,
    help=f"Test between two runs; what is not a mean takes {either(_FOR_NON_MEANS)}.",
)
correct_option = click.option(
    "--correct",
    type=click.Choice(list(CORRECTIONS)),
    default="none",
    show_default=True,
    help="Correct p for the number of tests: Holm, or Benjamini-Hochberg.",
)


def draw_options(function: Decorated) -> Decorated:
    """-c, --trials, --seed."""
    return all_options(
        sizes_option,
        trials_option(DRAW_TRIALS, "How many times sets are drawn."),
        seed_option,
    )(function)


samples_option = click.option(
    "--samples",
    metavar="FILE",
    type=click.Path(),
    help="The sets that 'qaeval sample' wrote, instead of drawing them.",
)


def experiment_options(function: Decorated) -> Decorated:
    """--samples, --jobs, --executor, --plot."""
    plot = plot_option("Draw the curves")
    return all_options(samples_option, jobs_option, executor_option, plot)(function)


def table_group(
    *options: Callable[[Decorated], Decorated],
) -> Callable[[Decorated], Decorated]:
    """Options of score tables as `table`, the choice of runs among them."""
    # The choice is gathered first, so that it can be a field of what is gathered then.
    return all_options(gathered("choice", RunChoice), gathered("table", TableOptions, *options))


table_option_group = table_group(table_options, best_choice_options)
study_option_group = table_group(table_options, group_options)
pilot_option_group = table_group(
    tables_argument("[SCORES]...", required=False),
    measure_option(),
    chosen_options,
    strict_reading_option,
    group_options,
)
draw_option_group = gathered("draws", DrawOptions, draw_options)
test_option_group = gathered("tests", TestOptions, test_option, correct_option)


# Of a level or a half-width: with less, there is no end to what a plan would take.
LEAST = 1e-9


def between(text: str, option: str, low: float, high: float | None) -> float:
    """An option's number that lies between two others."""
    value = float(text) if is_number(text) and isfinite(float(text)) else None
    if value is None or value <= low or (high is not None and value >= high):
        bounds = f"more than {low:g}" + ("" if high is None else f" and less than {high:g}")
        raise InputError(f"{option} {shown(text)}, expected a number, {bounds}")
    return value


def fraction(text: str, option: str, low: int = 0, high: int | None = 1) -> Fraction:
    """A decimal option as the exact number it says."""
    # Numbers of absurd exponents would take for ever to write out.
    plain = is_number(text) and len(text) <= 30 and abs(_exponent(text)) <= 20
    value = Fraction(text) if plain else None
    if value is None or value < low or (high is not None and value > high):
        bounds = f"{low} or more" if high is None else f"{low} to {high}"
        raise InputError(f"{option} {shown(text)}, expected a number, {bounds}")
    return value


def _exponent(text: str) -> int:
    return int(text.lower().partition("e")[2] or 0)
