"""The right answers: levels by id, or classes of strings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from qaeval.arrays import Ints
from qaeval.collection.normalize import normaliser
from qaeval.collection.packed import PackedStrings
from qaeval.patterns import Pattern

NIL = "NIL"


@dataclass
class AnswerClass:
    """Answers that mean the same thing, each with its own level."""

    name: str
    levels: dict[str, int] = field(default_factory=dict)
    patterns: list[tuple[Pattern, int]] = field(default_factory=list)

    @property
    def best(self) -> int:
        """The highest level among the members: what an ideal list would get."""
        return max([0, *self.levels.values(), *(level for _, level in self.patterns)])


@dataclass(eq=False)
class IdLevels(Mapping[str, dict[str, int]]):
    """Levels by question and id, in columns; those of question i are at bounds[i]:bounds[i+1]."""

    questions: list[str]  # in byte order
    bounds: Ints
    ids: PackedStrings
    levels: Ints

    @classmethod
    def of(cls, levels: Mapping[str, Mapping[str, int]]) -> IdLevels:
        """Columns of a dictionary: question → id → level."""
        questions = sorted(levels)
        groups = [levels[question] for question in questions]
        return cls(
            questions,
            np.cumsum([0, *map(len, groups)], dtype=np.int64),
            PackedStrings.of(name for group in groups for name in group),
            np.array([level for group in groups for level in group.values()], dtype=np.int64),
        )

    @cached_property
    def place(self) -> dict[str, int]:
        """The position of each question."""
        return {question: i for i, question in enumerate(self.questions)}

    def __getitem__(self, question: str) -> dict[str, int]:
        rows = slice(*self.bounds[self.place[question] :][:2].tolist())
        return dict(zip(self.ids[rows], self.levels[rows].tolist(), strict=True))

    def __contains__(self, question: object) -> bool:
        return question in self.place

    def __iter__(self) -> Iterator[str]:
        return iter(self.questions)

    def __len__(self) -> int:
        return len(self.questions)

    def best(self) -> tuple[Ints, Ints]:
        """The levels of every ideal list, highest first, and where each list starts and ends."""
        question = np.repeat(np.arange(len(self)), np.diff(self.bounds))
        right = np.flatnonzero(self.levels > 0)
        order = right[np.lexsort((-self.levels[right], question[right]))]
        counts = np.bincount(question[right], minlength=len(self))
        return self.levels[order], np.concatenate(([0], np.cumsum(counts)))


@dataclass
class Key:
    """The right answers: levels by id, or classes of strings; never both."""

    name: str | None
    format: str
    file: str
    content: bytes  # the file, unzipped
    scale: int
    letters: bool
    normalize: str = "exact"
    ids: IdLevels | None = None  # None where answers are strings
    classes: dict[str, list[AnswerClass]] = field(default_factory=dict)

    def fingerprint(self) -> str:
        """What tells this key's content from any other's."""
        return fingerprint_of(self.content)

    @property
    def holds_ids(self) -> bool:
        """Whether answers are ids, compared exactly, each a class of its own."""
        return self.ids is not None

    @property
    def questions(self) -> list[str]:
        """Every question of the key in byte order, with or without a correct answer."""
        return sorted(self.classes) if self.ids is None else self.ids.questions

    @property
    def level_names(self) -> list[str]:
        """The names of the levels, highest first."""
        return ["S", "A", "B"] if self.letters else [str(n) for n in range(self.scale, 0, -1)]

    @property
    def level_range(self) -> str:
        """The scale in short: `S:A:B`, or `1..3`."""
        return "S:A:B" if self.letters else f"1..{self.scale}"

    def best_levels(self) -> tuple[Ints, Ints]:
        """The levels of each question's ideal list, highest first, and the lists' bounds."""
        if self.ids is not None:
            return self.ids.best()
        ideal = [
            sorted((n for answers in self.classes[name] if (n := answers.best) > 0), reverse=True)
            for name in self.questions
        ]
        levels = np.array([level for levels in ideal for level in levels], dtype=np.int64)
        return levels, np.cumsum([0, *map(len, ideal)], dtype=np.int64)

    @property
    def unanswerable(self) -> list[str]:
        """The questions without a correct answer, in byte order."""
        _, bounds = self.best_levels()
        none = np.flatnonzero(np.diff(bounds) == 0).tolist()
        return [self.questions[i] for i in none]

    def has_nil(self, question: str) -> bool:
        """Whether "there is no answer in the collection" is a right answer here."""
        nil = normaliser(self.normalize)(NIL)
        return not self.holds_ids and any(
            answers.levels.get(nil, 0) > 0
            or any(level > 0 and means_nil(pattern) for pattern, level in answers.patterns)
            for answers in self.classes[question]
        )


def fingerprint_of(content: bytes) -> str:
    """What tells content from any other."""
    import hashlib  # only where a signature is printed

    return hashlib.sha256(content).hexdigest()


def means_nil(pattern: Pattern) -> bool:
    """Whether a pattern stands for the answer NIL, and so for nothing that merely contains it."""
    return pattern.text.strip("^$") == NIL


def level_name(level: int, letters: bool) -> str:
    """A level as the key writes it."""
    return "SAB"[3 - level] if letters and 1 <= level <= 3 else str(level)
