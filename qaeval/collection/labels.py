"""People's labels of single answers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Label:
    """What one person said of a run's answer to a question."""

    run: str | None  # None: the file names no runs
    question: str
    grade: float | None  # 1 right, 0 wrong, or a score; None: there is no answer to be graded
    assessor: str  # "" where nobody is named
    weight: float  # 1/the chance of being drawn, up to a factor
    measure: str | None  # of which the grade is a value; None: the file names none
    line: int


@dataclass(frozen=True)
class Labelling:
    """A file of labels, in its order."""

    file: str
    labels: list[Label]
    waiting: int  # rows whose label is still to be filled in
    by_outcome: bool  # R and W, not numbers
