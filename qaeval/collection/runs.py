"""One system's answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from qaeval.arrays import Floats, Ints


@dataclass
class Run:
    """One system's answers; those of question i are at ``bounds[i]:bounds[i + 1]``, best first."""

    name: str
    questions: list[str]
    bounds: Ints
    answers: Sequence[str]
    confidence: Floats  # per answer, NaN where the run gives none
    stated: Floats  # per question, NaN where the run gives none
    seconds: Floats  # per question, NaN where the run gives none
    candidates: dict[str, str]  # question -> the answer held back
    format: str
    file: str
    places: Callable[[], tuple[Ints, Ints]]  # lines of the answers, and of the questions' first

    @cached_property
    def lines(self) -> Ints:
        """The line of each answer."""
        return self.places()[0]

    @cached_property
    def question_lines(self) -> Ints:
        """The line on which each question first appears."""
        return self.places()[1]

    def index(self) -> dict[str, int]:
        """The position of each question."""
        return {question: i for i, question in enumerate(self.questions)}
