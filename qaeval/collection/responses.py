"""One system's judged responses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from qaeval.arrays import Floats
from qaeval.collection.questions import FoundColumns
from qaeval.collection.repeats import NO_SAMPLE, ranks

OUTCOMES = ("R", "W", "U", "UR", "UW")


ANSWERED = ("R", "W")


@dataclass
class Responses:
    """One system's judged responses, a question each; with `samples`, a sample of a question each.

    All columns have an entry per response. Without `samples` no question comes twice. With them a
    question comes once for each of its samples, whose labels are any text and differ within the
    question: ``Responses("a", ["q1", "q1"], ["R", "W"], nan, nan, "a.tsv", samples=["1", "2"])``.
    Questions may have different numbers of samples, and rows any order.
    """

    name: str
    questions: list[str]
    outcomes: list[str]
    confidence: Floats  # NaN where not given
    seconds: Floats  # NaN where not given
    file: str
    samples: list[str] | None = None  # None: one response to each question
    described: FoundColumns | None = None  # what the file tells of questions

    def on(self, questions: Sequence[str]) -> Responses:
        """The responses to these questions, in their order; to a missing one there is none.

        The samples of a question come in the order of their labels.
        """
        place = {name: i for i, name in enumerate(questions)}
        at = np.array([place.get(name, -1) for name in self.questions], dtype=np.int64)
        missing = np.setdiff1d(np.arange(len(questions)), at)
        rows = np.append(np.flatnonzero(at >= 0), np.full(len(missing), -1))
        question = np.append(at[at >= 0], missing)
        keys = [question]
        if self.samples is not None:
            keys = [np.append(ranks(self.samples), 0)[rows], question]
        order = np.lexsort(keys)
        row_list = rows[order].tolist()
        return Responses(
            name=self.name,
            questions=[questions[i] for i in question[order].tolist()],
            outcomes=["U" if i < 0 else self.outcomes[i] for i in row_list],
            confidence=np.append(self.confidence, np.nan)[rows[order]],
            seconds=np.append(self.seconds, np.nan)[rows[order]],
            file=self.file,
            samples=None
            if self.samples is None
            else [NO_SAMPLE if i < 0 else self.samples[i] for i in row_list],
        )
