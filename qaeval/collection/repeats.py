"""Repeated samples: a system may answer a question several times, and each answer has a label."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from qaeval.arrays import Floats, Ints

NO_SAMPLE = ""  # the label of what is no sample: a question that the run lacks


def in_order(labels: Iterable[str]) -> list[str]:
    """Each label once, whole numbers by their size and before others, which go by their text."""
    return sorted(set(labels), key=_by_size)


def _by_size(label: str) -> tuple[bool, int, str]:
    is_number = label.isascii() and label.isdigit()
    return not is_number, int(label[:18]) if is_number else 0, label


def ranks(labels: Sequence[str]) -> Ints:
    """The place of each label in that order; equal ones share it."""
    place = {label: at for at, label in enumerate(in_order(labels))}
    return np.array([place[label] for label in labels], dtype=np.int64)


@dataclass(frozen=True)
class Repeats:
    """Entries, each a sample of a question, those of a question next to each other."""

    question_of: Sequence[str]  # of each entry
    labels: Sequence[str]  # of each entry; NO_SAMPLE where the run lacks the question

    @cached_property
    def bounds(self) -> Ints:
        """The entries of question i are at ``bounds[i]:bounds[i + 1]``."""
        names = self.question_of
        firsts = [at for at, name in enumerate(names) if not at or name != names[at - 1]]
        return np.array([*firsts, len(names)], dtype=np.int64)

    @cached_property
    def questions(self) -> list[str]:
        """Each question once."""
        return [self.question_of[at] for at in self.bounds[:-1].tolist()]

    @cached_property
    def question(self) -> Ints:
        """The position of each entry's question."""
        return np.repeat(np.arange(len(self.bounds) - 1), np.diff(self.bounds))

    @cached_property
    def place(self) -> Ints:
        """The place of each entry among those of its question, from 0."""
        return np.arange(len(self.labels)) - self.bounds[self.question]

    @cached_property
    def counts(self) -> Ints:
        """How many samples each question has; none where the run lacks it."""
        known = np.array([label != NO_SAMPLE for label in self.labels], dtype=np.int64)
        return np.bincount(self.question, weights=known, minlength=len(self.questions)).astype(
            np.int64
        )

    def by_question(self, values: Floats) -> Floats:
        """Values of the entries as questions × places; NaN where a question has fewer."""
        widest = int(np.diff(self.bounds).max(initial=1))
        laid = np.full((len(self.questions), widest), np.nan)
        laid[self.question, self.place] = values
        return laid
