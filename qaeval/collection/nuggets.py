"""Nuggets, the facts that a long answer should hold, and what one system's answers hold of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from qaeval.collection.keys import fingerprint_of

VITAL, OKAY = "vital", "okay"


@dataclass(frozen=True)
class Nugget:
    """A fact; its weight is what it counts in a pyramid."""

    name: str
    vital: bool
    weight: float
    text: str = ""


@dataclass
class NuggetKey:
    """The nuggets of every question."""

    name: str | None
    file: str
    content: bytes
    nuggets: dict[str, list[Nugget]]  # by question

    @cached_property
    def questions(self) -> list[str]:
        """The questions in byte order."""
        return sorted(self.nuggets)

    def fingerprint(self) -> str:
        """What tells this key's content from any other's."""
        return fingerprint_of(self.content)

    @property
    def without_vital(self) -> list[str]:
        """The questions none of whose nuggets is vital."""
        return [
            name
            for name in self.questions
            if not any(nugget.vital for nugget in self.nuggets[name])
        ]

    @property
    def without_weight(self) -> list[str]:
        """The questions none of whose nuggets weighs anything."""
        return [
            name
            for name in self.questions
            if not any(nugget.weight for nugget in self.nuggets[name])
        ]

    @property
    def unanswerable(self) -> list[str]:
        """No question: nothing vital is scored as 0, which is told."""
        return []


@dataclass(frozen=True)
class Assigned:
    """How far an answer holds a nugget: 1, ½ for a part of it, or 0."""

    credit: float
    line: int
    text: str = ""  # the nugget's, where the file has it


@dataclass
class LongAnswer:
    """What one answer holds."""

    line: int
    nuggets: dict[str, Assigned] = field(default_factory=dict)
    length: float | None = None  # characters that are no white space
    # The support of each citation of each sentence, 1, ½, 0 or NaN where nobody judged it.
    sentences: list[tuple[float, ...]] | None = None


@dataclass
class LongAnswers:
    """One system's answers, and the nuggets that its file itself names, by question."""

    name: str
    file: str
    content: bytes
    answers: dict[str, LongAnswer] = field(default_factory=dict)
    nuggets: dict[str, list[Nugget]] = field(default_factory=dict)

    @property
    def questions(self) -> Sequence[str]:
        """The questions in the file's order."""
        return list(self.answers)


@dataclass
class NuggetVotes:
    """Whether each assessor calls each nugget vital."""

    file: str
    votes: dict[str, dict[str, dict[str, bool]]]  # question → nugget → assessor

    @property
    def assessors(self) -> list[str]:
        """The assessors in the order in which they are first named."""
        ballots = [ballot for own in self.votes.values() for ballot in own.values()]
        return list(dict.fromkeys(name for ballot in ballots for name in ballot))
