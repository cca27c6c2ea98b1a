"""Options that several commands share, and how their output leaves."""

from __future__ import annotations

import contextlib
import functools
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click
from click.core import ParameterSource

from qaeval.cli.gathering import Decorated, all_options, gathered
from qaeval.cli.targets import OUT_FILE, check_targets
from qaeval.collection.normalize import NORMALISERS
from qaeval.errors import InputError
from qaeval.files.headed import parse_columns
from qaeval.files.key_formats import KEY_FORMATS
from qaeval.files.output import staged, write_output
from qaeval.files.run_formats import RUN_FORMATS, SCORE_BITS
from qaeval.measures import DEFINITIONS, PRESETS
from qaeval.measures.naming import spelled_name
from qaeval.presentation.tables import FOR_PEOPLE, FORMATS
from qaeval.steps.options import KeyOptions, RunOptions

OUTPUT = click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=OUT_FILE,
    help="Write to FILE, whole or not at all, instead of standard output.",
)
FORCE = click.option("--force", is_flag=True, help="Write over a file that is read, too.")
NO_SIGNATURE = click.option(
    "--no-signature", is_flag=True, help="Leave out the signature, of tables and of JSON."
)
TELLING = all_options(
    click.option("-v", "--verbose", is_flag=True, help="Say what is read and left out."),
    click.option("--quiet", is_flag=True, help="No notes on standard error; errors are told."),
)


def output_options(extra_formats: Sequence[str] = ()) -> Callable[[Decorated], Decorated]:
    """-f, -o, --digits, --no-header, --no-signature, -v, --quiet."""
    formats = [*FORMATS, *extra_formats]
    return all_options(
        click.option(
            "-f",
            "--format",
            type=click.Choice(formats),
            default="text",
            help="Output format; text is for people, the others for programs and papers.",
        ),
        OUTPUT,
        FORCE,
        click.option(
            "--digits",
            type=click.IntRange(0, 17),
            default=4,
            metavar="N",
            show_default=True,
            help="Decimals in text, md and latex.",
        ),
        click.option("--no-header", is_flag=True, help="Leave out the header row."),
        NO_SIGNATURE,
        TELLING,
    )


@dataclass(frozen=True)
class OutputOptions:
    """How a command's result is shown, and where it goes."""

    format: str = "text"
    output: str | None = None
    force: bool = False
    digits: int = 4
    no_header: bool = False
    no_signature: bool = False
    verbose: bool = False
    quiet: bool = False
    plot: str | None = None

    def __post_init__(self) -> None:
        """Refuse to say more and nothing at once."""
        if self.verbose and self.quiet:
            raise InputError("-v beside --quiet: one asks for notes, the other for none")

    @property
    def for_people(self) -> bool:
        """Whether the format is one that people read."""
        return self.format in FOR_PEOPLE


def output_option_group(
    extra_formats: Sequence[str] = (), plot: str | None = None
) -> Callable[[Decorated], Decorated]:
    """The options of output as `output`; `plot` says what --plot draws, if there is such."""
    plotting = [] if plot is None else [plot_option(plot)]
    return checked_output(*plotting, output_options(extra_formats))


def checked_output(*options: Callable[[Any], Any]) -> Callable[[Decorated], Decorated]:
    """Options of output as `output`; no file is written that is read, before any work is done."""

    def decorate(function: Decorated) -> Decorated:
        @functools.wraps(function)
        def checked(**given: Any) -> Any:
            check_targets(click.get_current_context())
            return function(**given)

        return gathered("output", OutputOptions, *options)(checked)  # type: ignore[return-value]

    return decorate


def plot_option(what: str) -> Callable[[Decorated], Decorated]:
    """--plot, refused before any work is done if no picture can go there."""
    return click.option(
        "--plot",
        metavar="FILE",
        type=OUT_FILE,
        callback=_checked_plot,
        help=f"{what} into FILE (.png, .svg or .pdf).",
    )


def _checked_plot(ctx: click.Context, parameter: click.Parameter, path: str | None) -> str | None:
    if path is not None:
        from qaeval.presentation.plots.canvas import check_plot  # most calls draw nothing

        check_plot(path)
    return path


def columns_option(name: str, whose: str) -> Callable[[Decorated], Decorated]:
    """The names of a table's columns in their order."""
    return click.option(
        name,
        metavar="NAME,…",
        callback=_parsed_columns,
        help=f"The columns in their order, '-' for one to ignore, of {whose}",
    )


def _parsed_columns(
    ctx: click.Context, parameter: click.Parameter, text: str | None
) -> Sequence[str] | None:
    return None if text is None else parsed_option(parameter.opts[0], parse_columns, text)


name_from_option = click.option(
    "--name-from",
    type=click.Choice(["file", "tag", "dir"]),
    help="Name runs by their file, their TREC tag, or the folder they are in (default: the tag, "
    "else the file). NAME=FILE names one.",
)


run_columns_option = columns_option(
    "--columns", "runs (tsv or csv) that have no header or other names: question,-,answer."
)


def run_options(function: Decorated) -> Decorated:
    """How runs are read."""
    return all_options(
        click.option(
            "--run-format",
            type=click.Choice(list(RUN_FORMATS)),
            help="Format of the runs (default: recognised from the content).",
        ),
        run_columns_option,
        name_from_option,
        click.option(
            "--score-bits",
            type=click.Choice([str(bits) for bits in SCORE_BITS]),
            default="64",
            show_default=True,
            help="Bits of the scores by which TREC runs are ordered: 64 as trec_eval since 2023; "
            "with 32, as before and in pytrec_eval, scores that differ by less tie.",
        ),
        click.option(
            "--no-response",
            metavar="REGEX",
            help='Drop answers in which REGEX is found ("I don\'t know"): those below move up, and '
            "a question with none left is no response.",
        ),
    )(function)


questions_option = click.option(
    "--questions",
    metavar="FILE",
    type=click.Path(),
    help="A table of questions (tsv, first column 'question'): only these count. Without it, a "
    "COLUMN may be one of the judged responses or score tables themselves.",
)
cluster_option = click.option(
    "--cluster",
    metavar="COLUMN",
    help="Questions of one value of COLUMN (a passage, a thread) belong together and are drawn "
    "together.",
)
macro_option = click.option(
    "--macro",
    metavar="COLUMN",
    help="Take the mean over the values of COLUMN (tasks), each counting the same.",
)
key_format_option = click.option(
    "--key-format",
    type=click.Choice(list(KEY_FORMATS)),
    help="Format of the key (default: recognised; patterns must be named).",
)
key_columns_option = columns_option("--key-columns", "a key likewise: question,-,-,pattern.")


def key_options(function: Decorated) -> Decorated:
    """How keys are read, and answers compared with them."""
    return all_options(
        key_format_option,
        key_columns_option,
        click.option(
            "--levels",
            type=click.IntRange(1, 1000),
            metavar="N",
            help="The scale goes up to level N, although the key does not.",
        ),
        click.option(
            "--normalize",
            type=click.Choice(list(NORMALISERS)),
            default="nfkc",
            show_default=True,
            help="How strings are compared: as they are; after Unicode NFKC; without regard to "
            "case; or also without punctuation and articles. Ids are always exact.",
        ),
        click.option(
            "--nil",
            type=click.Choice(["first", "anywhere"]),
            default="first",
            show_default=True,
            help="Where the answer NIL can be correct: at rank 1 only, or at any rank.",
        ),
        click.option(
            "--silence-is-nil",
            is_flag=True,
            help="No response counts as NIL where the key has the class NIL.",
        ),
        click.option(
            "--gains",
            metavar="LEVEL=GAIN,…",
            help="Gains for all measures: S=3,A=2,B=1 or L1=1,L2=2.",
        ),
    )(function)


run_option_group = gathered("run_options", RunOptions, run_options)
key_option_group = gathered("key_options", KeyOptions, key_options)

jobs_option = click.option(
    "--jobs",
    type=click.IntRange(1, 1024),
    metavar="N",
    help="Processes that share the work (default: one per core where there is much of "
    "it); the output does not depend on it.",
)


def given_options() -> frozenset[str]:
    """The options that stand on the command line, by their long names."""
    context = click.get_current_context()
    return frozenset(
        max(parameter.opts, key=len)
        for parameter in context.command.params
        if parameter.name is not None
        and context.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE
    )


def explained(helps: Mapping[str, str]) -> str:
    """What each of several choices does, as lines of a help text."""
    width = max(map(len, helps)) + 2
    return "\n".join(
        textwrap.fill(
            text, 72, initial_indent=f"  {name:<{width}}", subsequent_indent=" " * (width + 2)
        )
        for name, text in helps.items()
    )


def parsed_option(name: str, parse: Callable[..., Any], *arguments: Any) -> Any:
    """An option's value, or an error that names the option."""
    try:
        return parse(*arguments)
    except InputError as error:
        raise error if error.file else InputError(f"{name}: {error.message}") from None


def complete_measures(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Measure names for the shell."""
    names = [
        *PRESETS,
        *(
            spelled_name(name, definition)
            for definition in DEFINITIONS.values()
            for name in (definition.name, *definition.aliases)
        ),
    ]
    return [name for name in names if name.startswith(incomplete)]


def emit(
    text: str, path: str | None, plot: str | None = None, picture: bytes | None = None
) -> None:
    """Send the finished output on its way."""
    with contextlib.nullcontext() if plot is None or picture is None else staged(picture, plot):
        write_output(text, path)
