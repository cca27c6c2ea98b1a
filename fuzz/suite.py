"""The cases that the tests try: the same ones each time, half a minute of them in all."""

from __future__ import annotations

from collections.abc import Sequence

from fuzz.commands import all_commands
from fuzz.run import Harvest, harvested

# Two files of tests have half of the commands each, so that two processes can share them.
_READERS = ("score", "mark", "check", "gold", "measures", "completion")


def shares() -> tuple[list[str], list[str]]:
    """The commands that read runs, keys and other tools' results, and those that study scores."""
    names = [command.name for command in all_commands()]
    first = [name for name in names if name in _READERS or name.startswith("import ")]
    return first, [name for name in names if name not in first]


def tried_cases(commands: Sequence[str], count: int) -> Harvest:
    """So many cases of these commands."""
    return harvested(seed=0, numbers=range(count), only=commands)
