"""Answers as they are read, whatever the format, and put in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from qaeval.arrays import Floats
from qaeval.collection.repeats import NO_SAMPLE
from qaeval.collection.runs import UNDECIDED, Run
from qaeval.errors import InputError
from qaeval.files import fields
from qaeval.files.text import Document
from qaeval.patterns import Pattern
from qaeval.wording import shown

NO_NUMBER = float("nan")


def as_held(scores: Floats, bits: int) -> Floats:
    """Scores as numbers of so many bits hold them, 64 or 32; one too large for 32 is infinite."""
    if bits == 64:
        return scores
    with np.errstate(over="ignore"):
        return scores.astype(np.float32).astype(np.float64)


def response_test(no_response: str | None) -> Callable[[str], bool]:
    """Which answers are responses: not blank, and not what `no_response` finds."""
    if no_response is None:
        return lambda answer: bool(answer) and not answer.isspace()
    pattern = Pattern.of(no_response)
    return lambda answer: not answer.isspace() and bool(answer) and not pattern.search(answer)


# What orders it, the answer, its confidence, its line, and what was decided of it.
Row = tuple[Any, str, float, int, int]


@dataclass
class Answers:
    """Answers as they are read, question by question, before they are put in order."""

    document: Document
    is_response: Callable[[str], bool]
    score_bits: int = 64  # of TREC's scores
    # The position of each question, or of each of its samples by both names.
    index: dict[str | tuple[str, str], int] = field(default_factory=dict)
    lines: list[int] = field(default_factory=list)
    rows: list[list[Row]] = field(default_factory=list)
    # Confidences by question: of no response, and of answers that have none of their own.
    stated: dict[int, float] = field(default_factory=dict)
    shared: dict[int, float] = field(default_factory=dict)
    seconds: dict[int, float] = field(default_factory=dict)
    candidates: dict[int, str] = field(default_factory=dict)
    # Score and rank of the answer on a line, where somebody wants to look at them.
    kept: dict[int, tuple[float, float]] | None = None

    def question(self, name: str, line: int, sample: str = NO_SAMPLE) -> int:
        """The position of a question, or of a sample of it, new or known."""
        key = (name, sample) if sample else name
        at = self.index.get(key)
        if at is None:
            fields.question_id(name)
            fields.sample(sample)
            if self.index and self.is_sampled != bool(sample):
                raise fields.unlike(name, sample)
            at = self.index[key] = len(self.rows)
            self.lines.append(line)
            self.rows.append([])
        return at

    @property
    def is_sampled(self) -> bool:
        """Whether what is read are samples, as the first tells."""
        return not isinstance(next(iter(self.index), ""), str)

    @property
    def questions(self) -> list[str]:
        """The question at each position."""
        return [key if isinstance(key, str) else key[0] for key in self.index]

    def new_question(self, name: str, line: int, sample: str = NO_SAMPLE) -> int:
        """The position of a question, or of a sample of it, that must not have been seen before."""
        known = self.index.get((name, sample) if sample else name)
        if known is not None:
            of = f"sample {shown(sample)} of " if sample else ""
            first = self.lines[known]
            raise InputError(f"{of}question {shown(name)} again (first on line {first})")
        return self.question(name, line, sample)

    def add(
        self,
        at: int,
        key: Any,
        answer: str,
        confidence: float,
        line: int,
        decision: int = UNDECIDED,
    ) -> None:
        """Keep an answer that is a response, to be ordered by `key`."""
        if self.is_response(answer):
            self.rows[at].append((key, answer, confidence, line, decision))

    def add_in_trec_order(
        self, questions: list[int], scores: list[float], ids: list[str], lines: list[int]
    ) -> None:
        """Keep answers by score and then by id, both descending, as trec_eval orders them."""
        held = as_held(np.array(scores, dtype=np.float64), self.score_bits).tolist()
        groups: list[list[tuple[float, str, int]]] = [[] for _ in self.rows]
        for at, score, answer, line in zip(questions, held, ids, lines, strict=True):
            groups[at].append((score, answer, line))
        for at, group in enumerate(groups):
            group.sort(reverse=True)
            for rank, (_, answer, line) in enumerate(group):
                self.add(at, rank, answer, NO_NUMBER, line)

    def set_seconds(self, at: int, value: float) -> None:
        """The time for a question; its lines must agree."""
        known = self.seconds.setdefault(at, fields.seconds(value))
        if known != value:
            raise InputError(f"seconds {value:g}, but {known:g} on an earlier line of the question")

    def set_stated(self, at: int, value: float) -> None:
        """The confidence of a question without an answer; its lines must agree."""
        known = self.stated.setdefault(at, value)
        if known != value:
            earlier = f"{known:g} on an earlier line of the question"
            raise InputError(f"confidence {value:g} of no response, but {earlier}")

    def set_candidate(self, at: int, name: str, answer: str) -> None:
        """The answer held back for a question; there can be one."""
        if self.candidates.setdefault(at, answer) != answer:
            raise InputError(f"a second candidate {shown(answer)} for question {shown(name)}")

    def as_run(self, name: str, format: str) -> Run:
        """The columns of a run, each question's answers best first."""
        rows = [row for group in self.rows for row in sorted(group, key=lambda row: row[0])]
        bounds = np.cumsum([0, *(len(group) for group in self.rows)], dtype=np.int64)
        count = len(self.rows)
        stated = np.array([self.stated.get(i, NO_NUMBER) for i in range(count)], dtype=np.float64)
        confidence = np.array([row[2] for row in rows], dtype=np.float64)
        spread = np.repeat(
            [self.shared.get(i, NO_NUMBER) for i in range(count)], np.diff(bounds)
        ).astype(np.float64)
        confidence = np.where(np.isnan(confidence), spread, confidence)
        decisions = np.array([row[4] for row in rows], dtype=np.int64)
        return Run(
            name=name,
            questions=self.questions,
            bounds=bounds,
            answers=[row[1] for row in rows],
            confidence=confidence,
            stated=stated,
            seconds=np.array(
                [self.seconds.get(i, NO_NUMBER) for i in range(count)], dtype=np.float64
            ),
            candidates=self.candidates,
            format=format,
            file=self.document.file,
            answer_lines=np.array([row[3] for row in rows], dtype=np.int64),
            first_lines=np.array(self.lines, dtype=np.int64),
            scores=self._kept_column(rows, 0),
            ranks=self._kept_column(rows, 1),
            decisions=None if (decisions == UNDECIDED).all() else decisions,
            samples=[key[1] for key in self.index] if self.is_sampled else None,
        )

    def _kept_column(self, rows: list[Row], at: int) -> Floats | None:
        """Scores or ranks in the order of the answers; None where there is none."""
        if not self.kept:
            return None
        column = np.array([self.kept[row[3]][at] for row in rows], dtype=np.float64)
        return None if np.isnan(column).all() else column
