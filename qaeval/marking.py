"""A run and a key become marks: what is correct, at which level, and why not (2007, Figure 7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from qaeval.collection import NIL, Floats, Ints, Key, Responses, Run, means_nil
from qaeval.errors import InputError, listed, shown
from qaeval.normalize import normaliser

CORRECT, WRONG, DUPLICATE, LATE_NIL = range(4)
REASONS = ("correct", "wrong", "duplicate", "NIL below rank 1")
ANSWERED = ("R", "W")

# Where an answer stands in a question's key: the class's position and the answer's level in it.
_Holder = tuple[int, int]


@dataclass
class Marks:
    """The marks of one run over the questions of a key, in columns.

    The answers to question i are at ``bounds[i]:bounds[i + 1]``, best first; the levels of an ideal
    list for it are ``ideal[ideal_bounds[i]:ideal_bounds[i + 1]]``, highest first.
    """

    run: str
    key: str | None
    questions: list[str]
    present: NDArray[np.bool_]  # whether the run has the question at all
    bounds: Ints
    answers: list[str]
    levels: Ints
    reasons: list[int]
    classes: list[str]
    confidence: Floats
    stated: Floats
    seconds: Floats
    held_back: Ints  # 1: the candidate held back was right, -1: it was wrong, 0: there is none
    ideal_bounds: Ints
    ideal: Ints
    scale: int
    unknown: list[str] = field(default_factory=list)  # the run's questions that the key lacks

    @property
    def given(self) -> Ints:
        """The number of answers given to each question."""
        return np.diff(self.bounds)

    @property
    def answered(self) -> NDArray[np.bool_]:
        """Whether there is a response: at least one answer."""
        return self.given > 0

    @property
    def correct(self) -> NDArray[np.bool_]:
        """Whether the response, the answer at rank 1, is correct."""
        return self._first(self.levels, 0) > 0

    @property
    def response_confidence(self) -> Floats:
        """The confidence of the response, or of the silence where one is stated."""
        first = self._first(self.confidence, np.nan)
        return np.where(np.isnan(first), self.stated, first)

    @property
    def answerable(self) -> NDArray[np.bool_]:
        """Whether the key has a correct answer."""
        return np.diff(self.ideal_bounds) > 0

    def _first(self, column: Floats | Ints, default: float) -> Floats:
        found = np.full(len(self.questions), default, dtype=np.float64)
        answered = self.answered
        found[answered] = column[self.bounds[:-1][answered]]
        return found


class Marker:
    """A key made ready to mark many runs."""

    def __init__(self, key: Key, nil: str = "first", silence_is_nil: bool = False) -> None:
        self.key = key
        self.nil_anywhere = nil == "anywhere"
        self.silence_is_nil = silence_is_nil
        self.questions = key.questions
        ideals = [key.best_levels(question) for question in self.questions]
        self.ideal_bounds = _bounds([len(ideal) for ideal in ideals])
        self.ideal = np.array([level for ideal in ideals for level in ideal], dtype=np.int64)
        self.normal = normaliser(key.normalize)
        self.nil = self.normal(NIL)
        self.has_nil = {name for name in self.questions if key.has_nil(name)}
        self.holders: dict[str, dict[str, list[_Holder]]] = {}
        for name in key.classes:
            self.holders[name] = _holders(key, name)

    def __call__(self, run: Run) -> Marks:
        """Mark a run."""
        place = run.index()
        columns = _Columns()
        for name in self.questions:
            at = place.get(name)
            if at is None:
                answers: Sequence[str] = ()
                columns.add_question(False, np.nan, np.nan)
            else:
                answers = run.answers[run.bounds[at] : run.bounds[at + 1]]
                columns.confidence.extend(run.confidence[run.bounds[at] : run.bounds[at + 1]])
                columns.add_question(True, run.stated[at], run.seconds[at])
            if not answers and self.silence_is_nil and name in self.has_nil:
                answers = (NIL,)
                columns.confidence.append(columns.stated[-1])
            columns.given.append(len(answers))
            columns.answers.extend(answers)
            if self.key.holds_ids:
                self._mark_ids(name, answers, run, columns)
            else:
                self._mark_strings(name, answers, columns)
            columns.held_back.append(self._held_back(name, answers, run))
        return self._as_marks(run, columns)

    def _mark_ids(self, question: str, answers: Sequence[str], run: Run, columns: _Columns) -> None:
        """Each id is a class of its own, so a repeated one is a mistake in the run."""
        if len(set(answers)) < len(answers):
            raise _repeated_id(run, question)
        known = self.key.ids[question]
        for answer in answers:
            level = known.get(answer, 0)
            if level > 0:
                columns.mark(level, CORRECT, answer)
            else:
                columns.mark(0, WRONG, "")

    def _mark_strings(self, question: str, answers: Sequence[str], columns: _Columns) -> None:
        """Down the ranks: each class is used once, by the first of its members."""
        used: set[int] = set()
        for rank, answer in enumerate(answers, 1):
            holders = self._find(question, answer)
            if self.normal(answer) == self.nil and not self.nil_anywhere and rank > 1:
                columns.mark(0, LATE_NIL if question in self.has_nil else WRONG, "")
                continue
            free = next((holder for holder in holders if holder[0] not in used), None)
            if free is not None:
                used.add(free[0])
                columns.mark(free[1], CORRECT, self.key.classes[question][free[0]].name)
            elif holders:
                columns.mark(0, DUPLICATE, self.key.classes[question][holders[0][0]].name)
            else:
                columns.mark(0, WRONG, "")

    def _find(self, question: str, answer: str) -> list[_Holder]:
        """The classes that hold an answer, highest level first, then in the key's order."""
        form = self.normal(answer)
        if self.key.format != "patterns":
            return self.holders[question].get(form, [])
        is_nil = form == self.nil
        found = [
            (max(levels), at)
            for at, answers in enumerate(self.key.classes[question])
            if (
                levels := [
                    level
                    for pattern, level in answers.patterns
                    if level > 0 and means_nil(pattern) == is_nil and pattern.search(form)
                ]
            )
        ]
        return [(at, level) for level, at in sorted(found, key=lambda pair: (-pair[0], pair[1]))]

    def _held_back(self, question: str, answers: Sequence[str], run: Run) -> int:
        candidate = run.candidates.get(question)
        if candidate is None or answers:
            return 0
        if self.key.holds_ids:
            return 1 if self.key.ids[question].get(candidate, 0) > 0 else -1
        return 1 if self._find(question, candidate) else -1

    def _as_marks(self, run: Run, columns: _Columns) -> Marks:
        known = set(self.questions)
        return Marks(
            run=run.name,
            key=self.key.name,
            questions=self.questions,
            present=np.array(columns.present, dtype=np.bool_),
            bounds=_bounds(columns.given),
            answers=columns.answers,
            levels=np.array(columns.levels, dtype=np.int64),
            reasons=columns.reasons,
            classes=columns.classes,
            confidence=np.array(columns.confidence, dtype=np.float64),
            stated=np.array(columns.stated, dtype=np.float64),
            seconds=np.array(columns.seconds, dtype=np.float64),
            held_back=np.array(columns.held_back, dtype=np.int64),
            ideal_bounds=self.ideal_bounds,
            ideal=self.ideal,
            scale=self.key.scale,
            unknown=[name for name in run.questions if name not in known],
        )


def mark(key: Key, run: Run, nil: str = "first", silence_is_nil: bool = False) -> Marks:
    """Mark a run against a key.

    `nil` is "first" (the answer NIL is correct only at rank 1) or "anywhere"; with `silence_is_nil`
    no response counts as NIL where the key has the class NIL.
    """
    return Marker(key, nil, silence_is_nil)(run)


def mark_judged(responses: Responses, questions: Sequence[str] | None = None) -> Marks:
    """Judged responses as marks: one answer a question; a missing question is silence."""
    judged = responses.on(sorted(responses.questions if questions is None else questions))
    known, wanted = set(responses.questions), set(judged.questions)
    given = np.array([outcome in ANSWERED for outcome in judged.outcomes], dtype=np.bool_)
    answers = [outcome for outcome in judged.outcomes if outcome in ANSWERED]
    levels = [int(outcome == "R") for outcome in answers]
    count = len(judged.questions)
    return Marks(
        run=judged.name,
        key=None,
        questions=judged.questions,
        present=np.array([name in known for name in judged.questions], dtype=np.bool_),
        bounds=_bounds(given.tolist()),
        answers=answers,
        levels=np.array(levels, dtype=np.int64),
        reasons=[CORRECT if level else WRONG for level in levels],
        classes=["1" if level else "" for level in levels],
        confidence=judged.confidence[given],
        stated=judged.confidence,
        seconds=judged.seconds,
        held_back=np.array([{"UR": 1, "UW": -1}.get(outcome, 0) for outcome in judged.outcomes]),
        ideal_bounds=np.arange(count + 1),
        ideal=np.ones(count, dtype=np.int64),
        scale=1,
        unknown=[name for name in responses.questions if name not in wanted],
    )


@dataclass
class _Columns:
    """The columns of `Marks` while they grow."""

    present: list[bool] = field(default_factory=list)
    given: list[int] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    levels: list[int] = field(default_factory=list)
    reasons: list[int] = field(default_factory=list)
    classes: list[str] = field(default_factory=list)
    confidence: list[float] = field(default_factory=list)
    stated: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    held_back: list[int] = field(default_factory=list)

    def add_question(self, present: bool, stated: float, seconds: float) -> None:
        self.present.append(present)
        self.stated.append(stated)
        self.seconds.append(seconds)

    def mark(self, level: int, reason: int, class_name: str) -> None:
        self.levels.append(level)
        self.reasons.append(reason)
        self.classes.append(class_name)


def _bounds(lengths: Sequence[int]) -> Ints:
    return np.cumsum([0, *lengths], dtype=np.int64)


def _holders(key: Key, question: str) -> dict[str, list[_Holder]]:
    found: dict[str, list[_Holder]] = {}
    for at, answers in enumerate(key.classes[question]):
        for form, level in answers.levels.items():
            if level > 0:
                found.setdefault(form, []).append((at, level))
    for holders in found.values():
        holders.sort(key=lambda holder: (-holder[1], holder[0]))
    return found


def _repeated_id(run: Run, question: str) -> InputError:
    at = run.index()[question]
    seen: dict[str, int] = {}
    for i in range(run.bounds[at], run.bounds[at + 1]):
        answer, line = run.answers[i], int(run.lines[i])
        if answer in seen:
            first, second = sorted((seen[answer], line))
            message = f"id {shown(answer)} again for question {shown(question)}"
            return InputError(f"{message} (first on line {first})", run.file, second)
        seen[answer] = line
    raise AssertionError(f"no repeated id in {listed([question])}")
