"""The command line: one module per command, loaded when it is called for."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

import click

from qaeval import __version__
from qaeval.cli.options import drop_output
from qaeval.errors import InputError
from qaeval.wording import nearest, printable, shown

COMMANDS = (
    "score",
    "mark",
    "check",
    "gold",
    "import",
    "measures",
    "compare",
    "sample",
    "stability",
    "swap",
    "plan",
    "hardness",
    "correlate",
    "coverage",
    "time",
    "report",
    "completion",
)

# Commands whose name no module can have.
MODULES = {"import": "importing"}

DONE, PROBLEMS, WRONG, LEFT_OUT, INTERRUPTED = 0, 1, 2, 3, 130


# click says this of a group that answers alone too, but only from 8.5 on.
SUBCOMMAND = "[COMMAND] [ARGS]..."


class HelpfulGroup(click.Group):
    """A group that answers an unknown command with the nearest that there is."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command, or an error that suggests the nearest."""
        known = self.list_commands(ctx)
        if args and args[0] not in known and not args[0].startswith("-"):
            hint = nearest(args[0], known) or f"; the commands are {' '.join(known)}"
            raise InputError(f"no such command {shown(args[0])}{hint}")
        return super().resolve_command(ctx, args)


class LazyGroup(HelpfulGroup):
    """A group whose commands are imported one by one, when needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order a newcomer needs them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's module."""
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"qaeval.cli.commands.{MODULES.get(cmd_name, cmd_name)}").command
        assert isinstance(command, click.Command)
        return command


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    subcommand_metavar=SUBCOMMAND,
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

    Other tools' results per question go in too:

    \b
      qaeval import lm-eval samples_x.jsonl      or squad2, trec_eval, csv, ...

    Each command has its own help: qaeval score --help.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command; whatever a user did wrong becomes one line and exit 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal may lack the papers' signs
    output = sys.stdout
    try:
        code = group.main(arguments, prog_name="qaeval", standalone_mode=False)
        sys.exit(code if isinstance(code, int) else DONE)
    except InputError as error:
        _fail(str(error))
    except click.NoSuchOption as error:
        name = error.option_name
        _fail(f"no such option {shown(name)}{nearest(name, error.possibilities or ())}")
    except click.ClickException as error:
        message = " ".join(error.format_message().split()).rstrip(".")
        _fail(message[:1].lower() + message[1:])
    except SystemExit as stop:
        # click puts a silent stream in place of one whose reader has gone away, and leaves with 1.
        sys.exit(stop.code if sys.stdout is output else DONE)
    except (click.Abort, KeyboardInterrupt, EOFError):
        sys.exit(INTERRUPTED)
    except MemoryError:
        _fail("not enough memory for files of this size")
    except OSError as error:
        drop_output()
        _fail(f"{error.filename or ''}: {error.strerror or error}".removeprefix(": "))


def _fail(message: str) -> NoReturn:
    click.echo(f"qaeval: {printable(message)}", err=True)
    sys.exit(WRONG)
