"""A run and a key become marks: what is correct, at which level, and why not (2007, Figure 7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from qaeval.arrays import Bools, Ints
from qaeval.collection.keys import NIL, Key, means_nil
from qaeval.collection.matching import IdMatcher
from qaeval.collection.normalize import normaliser
from qaeval.collection.questions import check_shared
from qaeval.collection.repeats import NO_SAMPLE
from qaeval.collection.runs import FALSE, Run
from qaeval.marking.marks import (
    CORRECT,
    DUPLICATE,
    LATE_NIL,
    WRONG,
    Answers,
    IdAnswers,
    Marks,
    bounds_of,
)
from qaeval.patterns import watched_matches

# The position of a question that the run lacks.
_NOWHERE = (-1,)

# Where an answer stands in a question's key: the class's position and the answer's level in it.
_Holder = tuple[int, int]


class Marker:
    """A key made ready to mark many runs."""

    def __init__(self, key: Key, nil: str = "first", silence_is_nil: bool = False) -> None:
        self.key = key
        self.nil_anywhere = nil == "anywhere"
        self.silence_is_nil = silence_is_nil
        self.questions = key.questions
        self.ideal, self.ideal_bounds = key.best_levels()
        self.normal = normaliser(key.normalize)
        self.nil = self.normal(NIL)
        self.has_nil = {name for name in key.classes if key.has_nil(name)}
        self.has_patterns = any(
            answers.patterns for classes in key.classes.values() for answers in classes
        )
        self.matcher = None if key.ids is None else IdMatcher(key.ids)
        self.holders: dict[str, dict[str, list[_Holder]]] = {}
        for name in key.classes:
            self.holders[name] = _holders(key, name)

    def __call__(self, run: Run) -> Marks:
        """Mark a run, which must have some question of the key's, if any at all."""
        where = "the key" if self.key.name is None else f"the key {self.key.name}"
        check_shared(run.questions, self.questions, where, run.file)
        asked = _Asked(run, self.questions)
        if self.matcher is not None:
            return self._mark_ids(run, asked, self.matcher)
        with watched_matches():
            columns = self._mark_answers(run, asked)
        return self._as_marks(run, asked, columns)

    def _mark_answers(self, run: Run, asked: _Asked) -> _Columns:
        columns = _Columns()
        for name, at, given in zip(asked.questions, asked.at, asked.given, strict=True):
            answers: Sequence[str] = ()
            if given:
                rows = slice(run.bounds[at], run.bounds[at + 1])
                answers = run.answers[rows]
                columns.confidence.extend(run.confidence[rows])
            elif self.silence_is_nil and name in self.has_nil:
                answers = (NIL,)
                columns.confidence.append(asked.stated[len(columns.given)])
            columns.given.append(len(answers))
            columns.answers.extend(answers)
            self._mark_strings(name, answers, columns)
        return columns

    def _mark_ids(self, run: Run, asked: _Asked, matcher: IdMatcher) -> Marks:
        """Each id is a class of its own."""
        rows, levels = matcher.find(run, asked.known())
        bounds = bounds_of(asked.given)
        places, order = asked.places(rows, bounds)
        source = IdAnswers(run, run.bounds[asked.at])
        return self._marks(run, asked, bounds, places, levels[order], source)

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
        if not self.has_patterns:
            return self.holders[question].get(form, [])
        is_nil = form == self.nil
        holding = [
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
        return [(at, level) for level, at in sorted(holding, key=lambda pair: (-pair[0], pair[1]))]

    def _as_marks(self, run: Run, asked: _Asked, columns: _Columns) -> Marks:
        levels = np.array(columns.levels, dtype=np.int64)
        correct = np.flatnonzero(levels)
        bounds = bounds_of(columns.given)
        return self._marks(run, asked, bounds, correct, levels[correct], columns.as_answers())

    def _marks(
        self,
        run: Run,
        asked: _Asked,
        bounds: Ints,
        correct: Ints,
        levels: Ints,
        source: Answers | IdAnswers,
    ) -> Marks:
        ideal, ideal_bounds = asked.ideal(self.ideal, self.ideal_bounds)
        return Marks(
            run=run.name,
            key=self.key.name,
            questions=asked.questions,
            present=asked.present,
            bounds=bounds,
            correct_at=correct,
            correct_levels=levels,
            source=source,
            first_confidence=asked.first_confidence,
            stated=asked.stated,
            seconds=asked.seconds,
            held_back=self._held_back(run, asked, np.diff(bounds) > 0),
            ideal_bounds=ideal_bounds,
            ideal=ideal,
            scale=self.key.scale,
            unknown=asked.unknown,
            decisions=asked.decisions(bounds),
            samples=asked.samples,
            normalize=self.key.normalize,
        )

    def _held_back(self, run: Run, asked: _Asked, answered: Bools) -> Ints:
        """For each question 1 where the candidate was right, -1 where wrong, 0 without one."""
        held_back = np.zeros(len(asked.questions), dtype=np.int64)
        if run.candidates:
            for i, (at, question) in enumerate(zip(asked.at, asked.questions, strict=True)):
                candidate = None if answered[i] else run.candidates.get(int(at))
                if candidate is not None:
                    held_back[i] = 1 if self._is_right(question, candidate) else -1
        return held_back

    def _is_right(self, question: str, answer: str) -> bool:
        if self.key.ids is not None:
            return self.key.ids[question].get(answer, 0) > 0
        return bool(self._find(question, answer))


def mark(key: Key, run: Run, nil: str = "first", silence_is_nil: bool = False) -> Marks:
    """Mark a run against a key.

    `nil` is "first" (the answer NIL is correct only at rank 1) or "anywhere"; with `silence_is_nil`
    no response counts as NIL where the key has the class NIL. A run whose questions are all
    strange to the key is an `InputError`; `missing` of the marks has those that it lacks.
    """
    return Marker(key, nil, silence_is_nil)(run)


@dataclass
class _Columns:
    """The answers as they are marked, string by string."""

    given: list[int] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    levels: list[int] = field(default_factory=list)
    reasons: list[int] = field(default_factory=list)
    classes: list[str] = field(default_factory=list)
    confidence: list[float] = field(default_factory=list)

    def mark(self, level: int, reason: int, class_name: str) -> None:
        self.levels.append(level)
        self.reasons.append(reason)
        self.classes.append(class_name)

    def as_answers(self) -> Answers:
        reasons = np.array(self.reasons, dtype=np.int64)
        return Answers(self.answers, reasons, self.classes, np.array(self.confidence, dtype=float))


class _Asked:
    """What a run has for each question of a key, or for each of its samples of one."""

    def __init__(self, run: Run, questions: list[str]) -> None:
        place = run.positions()
        self.run = run
        found = [place.get(name, _NOWHERE) for name in questions]
        self.at = np.array([at for places in found for at in places], dtype=np.int64)
        self.questions, self.samples = questions, None
        # The key's position of each; without samples each question stands there once.
        self.key_at = np.repeat(np.arange(len(questions)), [len(places) for places in found])
        if run.samples is not None:
            labels = [*run.samples, NO_SAMPLE]
            self.samples = [labels[at] for at in self.at.tolist()]
            self.questions = [questions[at] for at in self.key_at.tolist()]
        self.present = self.at >= 0
        self.given = np.where(self.present, np.append(np.diff(run.bounds), 0)[self.at], 0)
        self.stated = np.where(self.present, np.append(run.stated, np.nan)[self.at], np.nan)
        self.seconds = np.where(self.present, np.append(run.seconds, np.nan)[self.at], np.nan)
        self.first_confidence = np.full(len(self.at), np.nan)
        some = np.flatnonzero(self.given)
        self.first_confidence[some] = run.confidence[run.bounds[self.at[some]]]
        known = set(questions)
        self.unknown = [name for name in dict.fromkeys(run.questions) if name not in known]

    def known(self) -> Ints:
        """The key's position of each of the run's questions, -1 for those that it lacks."""
        known = np.full(len(self.run.questions), -1, dtype=np.int64)
        known[self.at[self.present]] = self.key_at[self.present]
        return known

    def ideal(self, levels: Ints, bounds: Ints) -> tuple[Ints, Ints]:
        """The key's ideal lists, once for each sample of a question."""
        if self.samples is None:
            return levels, bounds
        lengths = np.diff(bounds)[self.key_at]
        repeated = bounds_of(lengths)
        rows = np.repeat(bounds[self.key_at] - repeated[:-1], lengths) + np.arange(repeated[-1])
        return levels[rows], repeated

    def decisions(self, bounds: Ints) -> Ints | None:
        """The run's decisions where its answers stand among the marks; NIL for silence is none."""
        if self.run.decisions is None:
            return None
        among = np.full(int(bounds[-1]), FALSE, dtype=np.int64)
        for at, first, count in zip(self.at, bounds[:-1], self.given, strict=True):
            if count:
                start = int(self.run.bounds[at])
                among[first : first + count] = self.run.decisions[start : start + count]
        return among

    def places(self, rows: Ints, bounds: Ints) -> tuple[Ints, Ints]:
        """Where some of the run's answers stand among the marks, and the order of those places."""
        shift = np.zeros(len(self.run.questions), dtype=np.int64)
        shift[self.at[self.present]] = (bounds[:-1] - self.run.bounds[self.at])[self.present]
        question = np.searchsorted(self.run.bounds, rows, side="right") - 1
        places = rows + shift[question]
        order = np.argsort(places)
        return places[order], order


def _holders(key: Key, question: str) -> dict[str, list[_Holder]]:
    by_form: dict[str, list[_Holder]] = {}
    for at, answers in enumerate(key.classes[question]):
        for form, level in answers.levels.items():
            if level > 0:
                by_form.setdefault(form, []).append((at, level))
    for holders in by_form.values():
        holders.sort(key=lambda holder: (-holder[1], holder[0]))
    return by_form
