"""What one call of ``qaeval score`` is asked for."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import click

from qaeval.cli.remarks import strict_option
from qaeval.errors import InputError
from qaeval.files.named import split_name
from qaeval.files.trec_eval import RUNID
from qaeval.steps.options import KeyOptions, RunOptions

# Options that say how answers are read or compared with a key.
NEEDS_KEY = frozenset(
    [
        "--key",
        "--key-format",
        "--key-columns",
        "--levels",
        "--normalize",
        "--nil",
        "--silence-is-nil",
        "--gains",
        "--run-format",
        "--no-response",
        "--score-bits",
        "--unanswerable",
    ]
)

judged_option = click.option(
    "--judged", is_flag=True, help="The files are judged responses; there is no key."
)
nuggets_option = click.option(
    "--nuggets",
    is_flag=True,
    help="The files are assignments of long answers to nuggets that carry their key, as nuggetizer "
    "writes them, or citations with their support; there is no key.",
)
unanswerable_option = click.option(
    "--unanswerable",
    type=click.Choice(["skip", "zero"]),
    default="skip",
    show_default=True,
    help="Questions for which the key has no correct answer: leave out, or count as 0.",
)
strict_questions_option = strict_option(
    "Questions that a run lacks, that the key lacks or has no answer for,"
)


@dataclass(frozen=True)
class QuestionOptions:
    """Which questions count, and in which groups."""

    questions: str | None = None  # the file of their table
    by: str | None = None
    only: Sequence[str] = ()
    intersect: bool = False
    pairwise: bool = False  # each judged run keeps its own questions
    unanswerable: str = "skip"
    strict: bool = False  # a question that a run or the key lacks is an error
    cluster: str | None = None
    macro: str | None = None


@dataclass(frozen=True)
class ScoringOptions:
    """Which runs are scored by which measures, against which keys, over which questions."""

    keys: Sequence[str]  # FILE or NAME=FILE; none where responses are judged
    runs: Sequence[str]
    measures: Sequence[str] = ()  # none: those that the key and the runs suggest
    key: KeyOptions = field(default_factory=KeyOptions)
    run: RunOptions = field(default_factory=RunOptions)
    over: QuestionOptions = field(default_factory=QuestionOptions)
    keep_going: bool = False  # a broken run is reported, and the others are scored
    intervals: bool = False  # values are shown with theirs
    sort: str | None = None  # the measure that ranks the runs; none: as the measures asked for say
    nuggets: bool = False  # the runs are assignments to nuggets that they carry with them
    jobs: int | None = None  # processes that share the runs; none: by the work there is

    @property
    def judged(self) -> bool:
        """Whether the runs are judged responses, which need no key."""
        return not self.keys and not self.nuggets

    @property
    def key_names(self) -> list[str | None]:
        """The name of each key, None for one without."""
        return [split_name(argument)[0] for argument in self.keys]


@dataclass(frozen=True)
class ShapeOptions:
    """What the tables of scores have down and across."""

    per_question: bool = False
    wide: bool = False
    crosstab: bool = False


def check_one_kind(judged: bool, nuggets: bool) -> None:
    """Refuse files that would be of two kinds."""
    if judged and nuggets:
        raise InputError("--judged beside --nuggets: the files are the one or the other")


def keys_and_runs(
    files: Sequence[str], keyless: bool, more_keys: Sequence[str]
) -> tuple[list[str], list[str]]:
    """The files of a command line apart: KEY RUN..., or RUN... of what needs no key."""
    if len(files) < (1 if keyless else 2):
        expected = "RUN..." if keyless else "KEY RUN..., or without a key --judged or --nuggets"
        raise InputError(f"expected {expected}; see --help")
    return ([], list(files)) if keyless else ([files[0], *more_keys], list(files[1:]))


def check_words(options: ScoringOptions, given: Collection[str], format: str) -> None:
    """Refuse what can be told to be wrong before any file is read; `given` are option names."""
    idle = sorted(NEEDS_KEY.intersection(given))
    if options.judged and idle:
        raise InputError(f"--judged has no key or answers, so no {idle[0]}")
    if options.nuggets and idle:
        raise InputError(f"--nuggets has no other key and no levels, so no {idle[0]}")
    if format == "trec":
        if options.over.by is not None:
            raise InputError("-f trec has no tables --by a column")
        if options.sort is not None:
            raise InputError("-f trec ranks no runs, so no --sort")
        if "--by-runs" in given:
            raise InputError("-f trec has no tables --by-runs")
        if len(options.keys) > 1:
            raise InputError("-f trec takes one key")
        if options.intervals or options.over.macro is not None:
            raise InputError("-f trec has no intervals and no macro mean")
    elif RUNID in options.measures:
        raise InputError("'runid' is a line of trec_eval's output: only with -f trec")


def check_shape(shape: ShapeOptions, options: ScoringOptions, format: str) -> None:
    """Refuse tables that there are not."""
    for option, asked in (("--wide", shape.wide), ("--crosstab", shape.crosstab)):
        if asked and format == "trec":
            raise InputError(f"-f trec has lines of its own, so no {option}")
    if shape.crosstab and options.over.by is None:
        raise InputError("--crosstab needs --by COLUMN, whose values it sets side by side")
    if shape.crosstab and shape.per_question:
        raise InputError("--crosstab beside -q: it has no rows of questions")
    if shape.wide and shape.per_question and options.intervals:
        raise InputError("--intervals beside -q --wide: single questions have no intervals")


def check_units(over: QuestionOptions, shown: bool, per_question: bool) -> None:
    """Refuse clusters and tasks where no interval is `shown`, or nothing could be told by them."""
    for option, column in (("--cluster", over.cluster), ("--macro", over.macro)):
        if column is not None and not shown:
            raise InputError(f"{option} has no effect without --intervals or --plot")
    if over.macro is not None and over.by is not None:
        raise InputError("--macro beside --by, which has a macro mean of its own")
    if over.macro is not None and per_question:
        raise InputError("--macro beside -q: the macro mean is not the mean of the rows above it")
