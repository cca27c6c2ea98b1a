"""What marking says about every answer of a run, in columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from qaeval.arrays import Bools, Floats, Ints
from qaeval.collection.repeats import Repeats
from qaeval.collection.runs import Run

CORRECT, WRONG, DUPLICATE, LATE_NIL = range(4)
REASONS = ("correct", "wrong", "duplicate", "NIL below rank 1")


@dataclass
class Answers:
    """Every answer to the questions of a key: its text, why it counts or not, and its class."""

    texts: Sequence[str]
    reasons: Ints
    classes: Sequence[str]
    confidence: Floats


@dataclass
class IdAnswers:
    """Answers that are ids, as the run has them: those to question i from row `starts[i]` on."""

    run: Run
    starts: Ints


@dataclass
class NuggetMarks:
    """What long answers hold of the nuggets of a key, and how far their citations support them.

    The nuggets of question i are at ``bounds[i]:bounds[i + 1]``, its sentences at
    ``sentence_bounds[i]:sentence_bounds[i + 1]``, and so are the citations of each sentence.
    """

    bounds: Ints
    names: list[str]
    texts: list[str]
    vital: Bools
    weight: Floats
    credit: Floats  # 1, ½ or 0
    length: Floats  # of each answer, in characters that are no white space; NaN where unknown
    has_sentences: Bools  # whether anything is known of the answer's sentences
    sentence_bounds: Ints
    citation_bounds: Ints
    support: Floats  # of each citation, 1, ½ or 0; NaN where nobody judged it

    @property
    def question(self) -> Ints:
        """The position of each nugget's question."""
        return np.repeat(np.arange(len(self.length)), np.diff(self.bounds))

    @property
    def sentence_question(self) -> Ints:
        """The position of each sentence's question."""
        return np.repeat(np.arange(len(self.length)), np.diff(self.sentence_bounds))


@dataclass
class Marks:
    """The marks of one run over the questions of a key, in columns.

    The answers to question i are at ``bounds[i]:bounds[i + 1]``, best first; the levels of an ideal
    list for it are ``ideal[ideal_bounds[i]:ideal_bounds[i + 1]]``, highest first. Of the answers
    themselves only the correct ones are kept, which measures want; `answers` gives them all.

    Where a run has several samples of a question, each is marked by itself: `questions` then has a
    question once for each of its samples, next to each other, and `samples` has their labels.
    """

    run: str
    key: str | None
    questions: list[str]
    present: Bools  # whether the run has the question at all
    bounds: Ints
    correct_at: Ints  # where the correct answers are among all answers
    correct_levels: Ints
    source: Answers | IdAnswers  # where all answers are
    first_confidence: Floats  # of the answer at rank 1, NaN where there is none
    stated: Floats
    seconds: Floats
    held_back: Ints  # 1: the candidate held back was right, -1: it was wrong, 0: there is none
    ideal_bounds: Ints
    ideal: Ints
    scale: int
    unknown: list[str] = field(default_factory=list)  # the run's questions that the key lacks
    decisions: Ints | None = None  # of all answers, where the run has them
    samples: list[str] | None = None  # None: one list of answers to each question
    normalize: str = "exact"  # how answers are compared
    nuggets: NuggetMarks | None = None  # of long answers, which have nothing else

    @property
    def given(self) -> Ints:
        """The number of answers given to each question."""
        return np.diff(self.bounds)

    @property
    def answered(self) -> Bools:
        """Whether there is a response: at least one answer."""
        return self.given > 0

    @property
    def correct(self) -> Bools:
        """Whether the response, the answer at rank 1, is correct."""
        first = np.zeros(len(self.questions), dtype=np.bool_)
        question = np.searchsorted(self.bounds, self.correct_at, side="right") - 1
        first[question[self.correct_at == self.bounds[question]]] = True
        return first

    @property
    def response_confidence(self) -> Floats:
        """The confidence of the response, or of the silence where one is stated."""
        return np.where(np.isnan(self.first_confidence), self.stated, self.first_confidence)

    @property
    def answerable(self) -> Bools:
        """Whether the key has a correct answer."""
        return np.diff(self.ideal_bounds) > 0

    @property
    def missing(self) -> list[str]:
        """The questions of the key that the run lacks."""
        return [self.questions[i] for i in np.flatnonzero(~self.present).tolist()]

    @cached_property
    def repeats(self) -> Repeats | None:
        """Which sample of which question each entry is, where the run has samples."""
        return None if self.samples is None else Repeats(self.questions, self.samples)

    @cached_property
    def answers(self) -> Answers:
        """Every answer, and what marking says about it."""
        return self.source if isinstance(self.source, Answers) else self._of_ids(self.source)

    def _of_ids(self, source: IdAnswers) -> Answers:
        """Question by question in the key's order; a correct id is its own class."""
        rows = np.repeat(source.starts - self.bounds[:-1], self.given)
        rows += np.arange(len(rows))
        texts = [source.run.answers[i] for i in rows.tolist()]
        right = self.levels > 0
        classes = [text if is_right else "" for text, is_right in zip(texts, right, strict=True)]
        confidence = source.run.confidence[rows]
        return Answers(texts, np.where(right, CORRECT, WRONG), classes, confidence)

    @property
    def levels(self) -> Ints:
        """The level of every answer, 0 for one that is not correct."""
        levels = np.zeros(int(self.bounds[-1]), dtype=np.int64)
        levels[self.correct_at] = self.correct_levels
        return levels


def bounds_of(lengths: Sequence[int] | Ints | Bools) -> Ints:
    """Where groups of these lengths begin and end, one behind the other."""
    return np.concatenate(([0], np.cumsum(lengths, dtype=np.int64)))
