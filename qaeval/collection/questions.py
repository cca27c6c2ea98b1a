"""What an organiser knows of each question, and what runs must share with it."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from qaeval.collection.listings import Listing
from qaeval.errors import InputError, InputRemark
from qaeval.wording import shown


class QuestionTable(Listing):
    """What an organiser knows of each question, column by column."""

    noun = "question"

    @property
    def questions(self) -> list[str]:
        """The questions in the file's order."""
        return self.names


@dataclass
class FoundColumns(QuestionTable):
    """What score tables or judged responses tell of questions in columns beside their own."""

    refused: dict[str, str] = field(default_factory=dict)  # why a column cannot be taken, by name

    def column(self, name: str, option: str) -> dict[str, str]:
        """The values of a column that has but one for each question."""
        if name in self.refused:
            raise InputError(f"{option} {name}: {self.refused[name]}", self.file)
        return super().column(name, option)


def joined(parts: Iterable[FoundColumns | None]) -> FoundColumns | None:
    """What several files tell; a column in which two contradict each other is refused."""
    every = list({id(part): part for part in parts if part is not None}.values())
    if len(every) < 2:
        return every[0] if every else None
    lines: dict[str, int] = {}
    said: dict[str, dict[str, tuple[str, str]]] = {}  # column, question: the value, and who says so
    refused: dict[str, str] = {}
    for part in every:
        refused = part.refused | refused
        for question, line in zip(part.names, part.lines, strict=True):
            lines.setdefault(question, line)
        for name, values in part.columns.items():
            known = said.setdefault(name, {})
            for question, value in zip(part.names, values, strict=True):
                before, file = known.setdefault(question, (value, part.file))
                if before != value and name not in refused:
                    refused[name] = (
                        f"question {shown(question)} has {shown(before)} in {file} and "
                        f"{shown(value)} in {part.file}"
                    )
                    ignored = f"a column is ignored: {name}, since {refused[name]}"
                    warnings.warn(InputRemark(ignored, part.file), stacklevel=2)
    columns = {
        name: [known.get(question, ("", ""))[0] for question in lines]
        for name, known in said.items()
        if name not in refused
    }
    return FoundColumns(every[0].file, [*lines], columns, [*lines.values()], refused)


def check_shared(own: Sequence[str], known: Sequence[str], where: str, file: str) -> None:
    """Refuse a run all of whose questions are strange: its ids are written another way.

    One without any question is the run of a system that answered nothing.
    """
    if own and known and set(own).isdisjoint(known):
        first = f"its first is {shown(own[0])}, that of {where} {shown(known[0])}"
        raise InputError(f"none of its questions is in {where}: {first}", file)
