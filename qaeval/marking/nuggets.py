"""What long answers hold becomes marks: each nugget of the key with its credit."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from qaeval.arrays import Floats
from qaeval.collection.nuggets import LongAnswer, LongAnswers, Nugget, NuggetKey
from qaeval.collection.questions import check_shared
from qaeval.errors import InputError
from qaeval.marking.marks import Answers, Marks, NuggetMarks, bounds_of
from qaeval.wording import counted, listed, shown

_NOTHING = LongAnswer(0, length=0.0, sentences=[])


@dataclass(frozen=True)
class NuggetMarker:
    """Marks runs against one key of nuggets; without one only citations can be marked."""

    key: NuggetKey | None
    questions: Sequence[str]  # those of the key, or without one of all runs

    def __call__(self, run: LongAnswers) -> Marks:
        """The marks of one run: what it lacks is an answer that holds nothing."""
        where = "the key" if self.key is not None else "the other runs"
        check_shared(run.questions, self.questions, where, run.file)
        if self.key is not None:
            _check_known(run, self.key)
        known = set(self.questions)
        present = np.array([name in run.answers for name in self.questions], dtype=np.bool_)
        count = len(self.questions)
        nothing = np.full(count, np.nan)
        return Marks(
            run=run.name,
            key=None if self.key is None else self.key.name,
            questions=list(self.questions),
            present=present,
            bounds=bounds_of(np.zeros(count, dtype=np.int64)),
            correct_at=np.zeros(0, dtype=np.int64),
            correct_levels=np.zeros(0, dtype=np.int64),
            source=Answers([], np.zeros(0, dtype=np.int64), [], np.zeros(0)),
            first_confidence=nothing,
            stated=nothing,
            seconds=nothing,
            held_back=np.zeros(count, dtype=np.int64),
            ideal_bounds=np.arange(count + 1),
            ideal=np.ones(count, dtype=np.int64),
            scale=1,
            unknown=[name for name in run.questions if name not in known],
            nuggets=self._nuggets(run),
        )

    def _nuggets(self, run: LongAnswers) -> NuggetMarks:
        own = {} if self.key is None else self.key.nuggets
        lists = [own.get(name, []) for name in self.questions]
        answers = [run.answers.get(name, _NOTHING) for name in self.questions]
        every = [nugget for nuggets in lists for nugget in nuggets]
        sentences = [answer.sentences or [] for answer in answers]
        cited = [citations for group in sentences for citations in group]
        return NuggetMarks(
            bounds=bounds_of([len(nuggets) for nuggets in lists]),
            names=[nugget.name for nugget in every],
            texts=[nugget.text for nugget in every],
            vital=np.array([nugget.vital for nugget in every], dtype=np.bool_),
            weight=np.array([nugget.weight for nugget in every], dtype=np.float64),
            credit=_credits(lists, answers),
            length=np.array(
                [math.nan if answer.length is None else answer.length for answer in answers]
            ),
            has_sentences=np.array([answer.sentences is not None for answer in answers]),
            sentence_bounds=bounds_of([len(group) for group in sentences]),
            citation_bounds=bounds_of([len(citations) for citations in cited]),
            support=np.array([support for citations in cited for support in citations]),
        )


def _credits(lists: Sequence[Sequence[Nugget]], answers: Sequence[LongAnswer]) -> Floats:
    return np.array(
        [
            answer.nuggets[nugget.name].credit if nugget.name in answer.nuggets else 0.0
            for nuggets, answer in zip(lists, answers, strict=True)
            for nugget in nuggets
        ],
        dtype=np.float64,
    )


def _check_known(run: LongAnswers, key: NuggetKey) -> None:
    """Refuse assignments to nuggets that the key lacks, or that read otherwise there."""
    for question, answer in run.answers.items():
        known = {nugget.name: nugget.text for nugget in key.nuggets.get(question, ())}
        if not known:
            continue  # a question that the key lacks, which is told apart
        for name, assigned in answer.nuggets.items():
            if name not in known:
                have = f"it has {listed(known)}"
                what = f"nugget {shown(name)} of question {shown(question)} is not in {key.file}"
                raise InputError(f"{what} ({have})", run.file, assigned.line)
            if assigned.text and known[name] and assigned.text != known[name]:
                what = f"nugget {shown(name)} of question {shown(question)} reads"
                reads = f"{shown(assigned.text)}, in {key.file} {shown(known[name])}"
                raise InputError(f"{what} {reads}", run.file, assigned.line)


def unassigned(run: LongAnswers, key: NuggetKey) -> list[str]:
    """The questions with assignments of the run that say nothing of some nugget of the key."""
    return [
        question
        for question, answer in run.answers.items()
        if answer.nuggets
        and any(nugget.name not in answer.nuggets for nugget in key.nuggets.get(question, ()))
    ]


def own_key(runs: Sequence[LongAnswers]) -> NuggetKey | None:
    """The key that the runs carry, in which they must agree; None where they have no nuggets."""
    nuggets: dict[str, list[Nugget]] = {}
    first: dict[str, LongAnswers] = {}
    for run in runs:
        for question, own in run.nuggets.items():
            if question not in nuggets:
                nuggets[question], first[question] = own, run
            else:
                _check_same(question, run, own, first[question], nuggets[question])
    for run in runs:
        for question, answer in run.answers.items():
            if answer.nuggets and question not in nuggets:
                message = f"no importance of the nuggets of question {shown(question)}"
                key = "expected a column 'importance', or a key of nuggets instead of --nuggets"
                raise InputError(f"{message}, {key}", run.file, answer.line)
    if not nuggets:
        return None
    content = "".join(f"{question}\t{own}\n" for question, own in sorted(nuggets.items()))
    return NuggetKey(None, runs[0].file, content.encode(), nuggets)


def _check_same(
    question: str,
    run: LongAnswers,
    own: Collection[Nugget],
    other: LongAnswers,
    known: Collection[Nugget],
) -> None:
    """Refuse two runs of one file or two whose nuggets of a question differ; order is nothing."""
    line = run.answers[question].line
    if len(own) != len(known):
        have = f"{counted(len(own), 'nugget')} for question {shown(question)}"
        raise InputError(f"{have}, but {len(known)} in {other.file}", run.file, line)
    by_name = {nugget.name: nugget for nugget in known}
    for nugget in own:
        there = by_name.get(nugget.name)
        if there is None:
            what = f"nugget {shown(nugget.name)} of question {shown(question)} is not in"
            raise InputError(f"{what} {other.file}", run.file, line)
        if replace(nugget, text=there.text) != there or (
            nugget.text and there.text and nugget.text != there.text
        ):
            what = f"nugget {shown(nugget.name)} of question {shown(question)} is another in"
            raise InputError(f"{what} {other.file}: importance, weight or text", run.file, line)
