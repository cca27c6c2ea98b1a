"""Tables of what an organiser knows of each question, or of each run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from qaeval.errors import InputError
from qaeval.wording import listed, nearest, shown


@dataclass
class Listing:
    """What is known of each name, column by column."""

    noun: ClassVar[str]  # what the names are of, and the first column of the file

    file: str
    names: list[str]
    columns: dict[str, list[str]]
    lines: list[int]

    def column(self, name: str, option: str) -> dict[str, str]:
        """The values of a column by the names that they are of."""
        if name not in self.columns:
            have = " ".join(self.columns) or "none"
            hint = nearest(name, self.columns)
            raise InputError(
                f"{option}: no column {shown(name)} (there are: {have}){hint}", self.file
            )
        return dict(zip(self.names, self.columns[name], strict=True))

    def meeting(self, conditions: Sequence[str], option: str) -> list[str]:
        """The names that meet every COLUMN=VALUE."""
        chosen = self.names
        for condition in conditions:
            name, equals, value = condition.partition("=")
            if not equals:
                raise InputError(f"{option} {shown(condition)}: expected COLUMN=VALUE")
            values = self.column(name, option)
            if value not in values.values():
                known = sorted(set(values.values()))
                have = f" (there are: {listed(known)}){nearest(value, known)}"
                raise InputError(f"no {self.noun} has {name} {shown(value)}{have}", self.file)
            chosen = [name for name in chosen if values[name] == value]
        if not chosen:
            raise InputError(f"no {self.noun} meets every {option}", self.file)
        return chosen


class RunTable(Listing):
    """What an organiser knows of each run: its team, its type, whether it is a primary one."""

    noun = "run"
