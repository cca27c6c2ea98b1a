"""The command line: one module per command, loaded when it is called for."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from qaeval import __version__
from qaeval.cli.groups import LazyGroup, Listed
from qaeval.cli.remarks import gathered_remarks
from qaeval.cli.signals import ending_in_order
from qaeval.cli.streams import say, whole_streams
from qaeval.errors import InputError
from qaeval.wording import nearest, shown

# In the order in which a newcomer needs them.
COMMANDS = {
    "score": Listed("score", "Score runs against an answer key."),
    "merge": Listed("merge", "Merge score tables of some runs each."),
    "mark": Listed("mark", "Show which answers count, and why."),
    "check": Listed("check", "Check submissions: every problem, by line."),
    "gold": Listed("gold", "Make a key from several assessors' labels."),
    "import": Listed("importing", "Read other tools' results per question."),
    "measures": Listed("measures", "List the measures, or explain one."),
    "compare": Listed("compare", "Test which differences mean something."),
    "judge": Listed("judge", "Correct a model's grades by people's labels."),
    "sample": Listed("sample", "Draw the question sets of an experiment."),
    "stability": Listed("stability", "Measure how steady rankings are."),
    "swap": Listed("swap", "Measure what difference can be believed."),
    "plan": Listed("plan", "Say how many questions are enough."),
    "hardness": Listed("hardness", "Find the easy and the hard questions."),
    "correlate": Listed("correlate", "Compare the rankings of two measures."),
    "coverage": Listed("coverage", "Try silence below a confidence."),
    "time": Listed("time", "Weigh scores against answer time."),
    "report": Listed("report", "Write a web page of it all."),
    "completion": Listed("completion", "Print the completion script for a shell."),
}

# Exit codes.
DONE, PROBLEMS, WRONG, LEFT_OUT, INTERRUPTED = 0, 1, 2, 3, 130


@click.group(
    cls=LazyGroup,
    listing=COMMANDS,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
)
@click.version_option(__version__, "-V", "--version", message="qaeval %(version)s")
@click.pass_context
def group(ctx: click.Context) -> None:
    """Score question-answering runs, and say how far the scores can be trusted.

    Runs and an answer key go in, a table comes out:

    \b
      qaeval score key.tsv runs/*.tsv            the leaderboard
      qaeval score -q -f tsv key.tsv runs/*.tsv  the score table, for scripts
      qaeval mark key.tsv runs/ours.tsv          which answers count, and why
      qaeval check key.tsv runs/ours.tsv         is this a valid submission?
      qaeval measures                            every measure and what it is

    The score table goes into the studies:

    \b
      qaeval compare scores.tsv                  which differences mean something
      qaeval swap scores.tsv                     what difference can be believed
      qaeval stability scores.tsv                how steady the ranking is
      qaeval plan scores.tsv                     how many questions are enough
      qaeval hardness scores.tsv                 the easy and the hard questions
      qaeval correlate scores.tsv                do two measures rank alike?
      qaeval coverage scores.tsv                 what if it had kept silent?
      qaeval time scores.tsv                     what are scores worth in time?
      qaeval report -o page.html scores.tsv      a web page of it all

    Several assessors' labels become a key:

    \b
      qaeval gold labels.tsv --scheme ga         gold standards of community QA

    Where a model graded the answers, and people some of them:

    \b
      qaeval judge --human h.tsv graded.tsv      corrected values, and tests

    Other tools' results per question go in too:

    \b
      qaeval import lm-eval samples_x.jsonl      or squad2, trec_eval, csv, ...

    Each command has its own help: qaeval score --help.
    """
    ctx.obj = ctx.with_resource(gathered_remarks())
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


# numpy's products of matrices, by whatever library it was built with.
_PRODUCT_THREADS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")

# What the system's loader says where memory or address space has run out.
_NO_ROOM = ("failed to map segment", "annot allocate memory", "cannot create shared object")


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command; whatever a user did wrong becomes one line and exit 2."""
    # The work is divided here; threads below it would wait for each other on a busy machine.
    for name in _PRODUCT_THREADS:
        os.environ.setdefault(name, "1")
    with whole_streams():
        sys.exit(_code(arguments))


def _code(arguments: Sequence[str] | None) -> int:
    """The exit code of a command line, once it has been carried out."""
    try:
        with ending_in_order():
            code = group.main(arguments, prog_name="qaeval", standalone_mode=False)
        return code if isinstance(code, int) else DONE
    except InputError as error:
        return _wrong(str(error))
    except click.NoSuchOption as error:
        name = error.option_name
        return _wrong(f"no such option {shown(name)}{nearest(name, error.possibilities or ())}")
    except click.ClickException as error:
        message = " ".join(error.format_message().split()).rstrip(".")
        return _wrong(message[:1].lower() + message[1:])
    except (click.Abort, KeyboardInterrupt, EOFError):
        return INTERRUPTED
    except MemoryError:
        return _wrong("not enough memory for files of this size")
    except ImportError as error:
        return _wrong(_lacking(error))
    except OSError as error:
        return _wrong(f"{error.filename or ''}: {error.strerror or error}".removeprefix(": "))


def _wrong(message: str) -> int:
    say(message)
    return WRONG


def _lacking(error: ImportError) -> str:
    """Why a library that the program needs could not be loaded."""
    told = " ".join(str(error).split())
    if any(sign in told for sign in _NO_ROOM):
        return "not enough memory to load the libraries that this takes"
    return f"a library that this takes cannot be loaded: {told}"
