"""Options that the studies of a score table share."""

from __future__ import annotations

from collections.abc import Callable

import click

from qaeval.cli.options import Decorated, all_options

# How often the commands draw unless told.
TEST_TRIALS = 10_000
DRAW_TRIALS = 1_000
PLAN_TRIALS = 200


def table_options(function: Decorated) -> Decorated:
    """SCORES, -m, --intersect, --questions, --only."""
    return all_options(
        click.argument("tables", nargs=-1, required=True, metavar="SCORES...", type=click.Path()),
        click.option(
            "-m",
            "--measure",
            multiple=True,
            metavar="NAME",
            help="A measure of the table (default: all), or what a matrix holds. Repeat for more.",
        ),
        click.option("--intersect", is_flag=True, help="Only the questions that all runs have."),
        click.option(
            "--questions",
            metavar="FILE",
            type=click.Path(),
            help="A table of questions (tsv, first column 'question'): only these count.",
        ),
        click.option("--only", multiple=True, metavar="COLUMN=VALUE", help="Only these questions."),
    )(function)


exclude_option = click.option(
    "--exclude",
    multiple=True,
    metavar="RUN",
    help="Leave this run out (an outlier, a human). Repeat for more.",
)


def study_options(function: Decorated) -> Decorated:
    """`table_options`, --exclude and --by."""
    by = click.option("--by", metavar="COLUMN", help="The same for each value of COLUMN.")
    return table_options(exclude_option(by(function)))


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
test_option = click.option(
    "--test",
    type=click.Choice(["sign", "t", "wilcoxon", "randomization", "bootstrap", "tukey-hsd"]),
    help="Test between two runs (default: sign; bootstrap for what is not a mean).",
)
correct_option = click.option(
    "--correct",
    type=click.Choice(["none", "holm", "bh"]),
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


def plot_option(what: str) -> Callable[[Decorated], Decorated]:
    """--plot, refused before any work is done if no picture can go there."""
    return click.option(
        "--plot",
        metavar="FILE",
        callback=_checked_plot,
        help=f"{what} into FILE (.png, .svg or .pdf).",
    )


def _checked_plot(ctx: click.Context, parameter: click.Parameter, path: str | None) -> str | None:
    if path is not None:
        from qaeval.presentation.plots.canvas import check_plot

        check_plot(path)
    return path


jobs_option = click.option(
    "--jobs",
    type=click.IntRange(1, 1024),
    metavar="N",
    help="Processes that share the work (default: one per core where there is much of "
    "it); the output does not depend on it.",
)


def experiment_options(function: Decorated) -> Decorated:
    """--samples, --jobs, --plot."""
    return all_options(
        click.option(
            "--samples",
            metavar="FILE",
            type=click.Path(),
            help="The sets that 'qaeval sample' wrote, instead of drawing them.",
        ),
        jobs_option,
        plot_option("Draw the curves"),
    )(function)
