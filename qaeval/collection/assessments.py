"""Assessments: each assessor's label for each answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from qaeval.arrays import Ints
from qaeval.errors import InputError
from qaeval.wording import listed, nearest, shown

SKIPPED = -1  # in place of a label


@dataclass
class Assessments:
    """Labels as places on the scale, a row per answer and a column per assessor.

    Questions, and the answers to each, are in the order in which the file first names them.
    """

    file: str
    scale: Sequence[str]  # best first
    assessors: list[str]
    questions: list[str]
    answers: list[str]
    starts: Ints  # where each question's answers begin
    labels: Ints
    lines: list[int]  # where each answer is first named

    def question_of(self, answer: int) -> str:
        """The question that the answer at this place belongs to."""
        return self.questions[int(np.searchsorted(self.starts, answer, "right")) - 1]

    def column(self, assessor: str, option: str) -> int:
        """The place of an assessor whom an option names."""
        if assessor not in self.assessors:
            known = f"the assessors are {listed(self.assessors)}"
            hint = nearest(assessor, self.assessors) or f"; {known}"
            raise InputError(f"{option}: no assessor {shown(assessor)}{hint}", self.file)
        return self.assessors.index(assessor)

    def only(self, columns: Sequence[int]) -> Assessments:
        """The same answers with the labels of these assessors."""
        names = [self.assessors[column] for column in columns]
        return replace(self, assessors=names, labels=self.labels[:, list(columns)])

    def filled(self, skipped_as: str | None) -> Assessments:
        """With a label where an assessor skipped an answer; without one that is an error."""
        skipped = self.labels == SKIPPED
        if not skipped.any():
            return self
        if skipped_as is None:
            answer, column = (int(place[0]) for place in np.nonzero(skipped))
            who = shown(self.assessors[column])
            raise self.wrong(answer, f"has no label from {who} (--skipped-as LABEL gives it one)")
        return replace(self, labels=np.where(skipped, self.scale.index(skipped_as), self.labels))

    def wrong(self, answer: int, message: str) -> InputError:
        """An error about the answer at this place."""
        which = f"answer {shown(self.answers[answer])} to {shown(self.question_of(answer))}"
        return InputError(f"{which} {message}", self.file, self.lines[answer])
