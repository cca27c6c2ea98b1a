"""Repeated samples of a question as measures see them: how many, how many right, which answers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.collection.normalize import normaliser
from qaeval.collection.repeats import NO_SAMPLE, Repeats
from qaeval.marking.marks import Marks


class Votes(NamedTuple):
    """How many samples of a question give each answer, with whether it is right; or none."""

    answers: tuple[tuple[int, bool], ...]
    silent: int

    @property
    def total(self) -> int:
        """The number of samples."""
        return sum(count for count, _ in self.answers) + self.silent


class Tries:
    """One run's samples by question; a run without samples has tried each question once.

    A question that the run lacks counts 0, whatever is asked.
    """

    def __init__(self, marks: Marks) -> None:
        self.marks = marks
        once = ["1" if there else NO_SAMPLE for there in marks.present.tolist()]
        self.repeats = marks.repeats or Repeats(marks.questions, once)

    @cached_property
    def count(self) -> Ints:
        """n, the number of samples of each question; 0 where the run lacks it."""
        return self.repeats.counts

    @cached_property
    def right(self) -> Ints:
        """c, the number of them that are right."""
        sums = np.bincount(
            self.repeats.question, weights=self.marks.correct, minlength=len(self.count)
        )
        return sums.astype(np.int64)

    def by_counts(self, value: Callable[[int, int], float], least: int) -> Floats:
        """A function of n and c for each question; NaN where n is below the least it takes."""
        pairs, which = np.unique(np.stack((self.count, self.right)), axis=1, return_inverse=True)
        values = [
            0.0 if n == 0 else value(n, c) if n >= least else math.nan for n, c in pairs.T.tolist()
        ]
        return np.array(values, dtype=np.float64)[which.ravel()]

    def by_votes(self, value: Callable[[Votes], float], least: int) -> Floats:
        """A function of the answers' frequencies for each question; NaN likewise."""
        values = np.zeros(len(self.count))
        answers, right = self._answers, self.marks.correct.tolist()
        bounds = self.repeats.bounds.tolist()
        for at, n in enumerate(self.count.tolist()):
            if 0 < n < least:
                values[at] = math.nan
            elif n:
                rows = slice(bounds[at], bounds[at + 1])
                given = Counter(zip(answers[rows], right[rows], strict=True))
                silent = given.pop((None, False), 0)
                counts = sorted((count, is_right) for (_, is_right), count in given.items())
                values[at] = value(Votes(tuple(counts), silent))
        return values

    @cached_property
    def _answers(self) -> list[str | None]:
        """The response of each sample as it is compared, a right one by its class; None: silence.

        Of judged responses the outcome is all there is.
        """
        marks = self.marks
        texts, classes = marks.answers.texts, marks.answers.classes
        normal = normaliser(marks.normalize)
        return [
            (classes[first] or normal(texts[first])) if given else None
            for first, given in zip(marks.bounds.tolist(), marks.answered.tolist(), strict=False)
        ]
