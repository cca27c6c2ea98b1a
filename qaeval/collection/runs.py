"""One system's answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.collection.packed import PackedStrings
from qaeval.collection.repeats import ranks
from qaeval.wording import shown

# What a run may say of an answer beside its rank: that it is good, or not.
TRUE, FALSE, UNDECIDED = 1, 0, -1


@dataclass
class Run:
    """One system's answers; those of question i are at ``bounds[i]:bounds[i + 1]``, best first.

    With `samples`, a question comes once for each of its samples, and what is per question is per
    sample; their labels are any text and differ within the question.
    """

    name: str
    questions: list[str]
    bounds: Ints
    answers: Sequence[str]
    confidence: Floats  # per answer, NaN where the run gives none
    stated: Floats  # per question, NaN where the run gives none
    seconds: Floats  # per question, NaN where the run gives none
    candidates: dict[int, str]  # position of a question -> the answer held back
    format: str
    file: str
    answer_lines: Ints | None = None  # None: answers are packed in the file, whose lines tell
    first_lines: Ints | None = None  # of each question; None: those of its answers tell
    # Per answer as the file has them, NaN where it does not; None: it has none, or none was kept.
    scores: Floats | None = None
    ranks: Floats | None = None
    decisions: Ints | None = None  # per answer: TRUE, FALSE, UNDECIDED; None: the run has none
    description: str = ""  # of the system, where the file begins with one (NTCIR)
    samples: list[str] | None = None  # of each question; None: each comes once

    @cached_property
    def lines(self) -> Ints:
        """The line of each answer."""
        if self.answer_lines is not None:
            return self.answer_lines
        assert isinstance(self.answers, PackedStrings)
        return self.answers.lines()

    @cached_property
    def question_lines(self) -> Ints:
        """The line on which each question first appears."""
        if self.first_lines is not None:
            return self.first_lines
        return np.minimum.reduceat(self.lines, self.bounds[:-1])

    def named(self, at: int) -> str:
        """What stands at a position, for messages: a question, or a sample of one."""
        question = f"question {shown(self.questions[at])}"
        of = "" if self.samples is None else f"sample {shown(self.samples[at])} of "
        return of + question

    def positions(self) -> dict[str, list[int]]:
        """Where each question stands: once, or for each sample in the order of their labels."""
        if self.samples is None:
            return {question: [i] for i, question in enumerate(self.questions)}
        by_question: dict[str, list[int]] = {}
        for i in np.argsort(ranks(self.samples), kind="stable").tolist():
            by_question.setdefault(self.questions[i], []).append(i)
        return by_question
