"""Groups of commands: listed from a table, loaded one by one, and helpful about misspelt names."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from qaeval.errors import InputError
from qaeval.wording import nearest, shown

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_LEAST_SPACE = 300_000_000  # bytes


class Listed(NamedTuple):
    """A command as its group lists it: the module that holds it as `command`, and a short help."""

    module: str
    short_help: str


class LazyGroup(click.Group):
    """A group that lists its commands without loading them, and loads the command that is called.

    numpy alone takes longer to load than it takes to print the help.
    """

    def __init__(self, *args: Any, listing: Mapping[str, Listed], **kwargs: Any) -> None:
        # click says this of a group that answers alone too, but only from 8.5 on.
        kwargs.setdefault("subcommand_metavar", "[COMMAND] [ARGS]...")
        super().__init__(*args, **kwargs)
        self.listing = listing

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the table."""
        return list(self.listing)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's module."""
        if cmd_name not in self.listing:
            return None
        _check_address_space()
        command = import_module(f"qaeval.cli.commands.{self.listing[cmd_name].module}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command, or an error that suggests the nearest."""
        if args and args[0] not in self.listing and not args[0].startswith("-"):
            hint = nearest(args[0], self.listing) or f"; the commands are {' '.join(self.listing)}"
            raise InputError(f"no such command {shown(args[0])}{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands with their short help, as click lists those that are loaded."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.short_help) for name, entry in self.listing.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands that start so for the shell, and the group's own options."""
        from click.shell_completion import CompletionItem  # loaded only where a shell asks

        return [
            *(
                CompletionItem(name, help=entry.short_help)
                for name, entry in self.listing.items()
                if name.startswith(incomplete)
            ),
            *click.Command.shell_complete(self, ctx, incomplete),
        ]


def _check_address_space() -> None:
    """Refuse what numpy's libraries cannot be loaded into: some hang there, or end the process."""
    if sys.platform == "win32":
        return
    import resource

    most, _ = resource.getrlimit(resource.RLIMIT_AS)
    if most != resource.RLIM_INFINITY and most < _LEAST_SPACE:
        have = f"{most / 1e6:,.0f} MB of address space (ulimit -v)"
        raise InputError(f"not enough memory: {have}, expected {_LEAST_SPACE / 1e6:,.0f} or more")
