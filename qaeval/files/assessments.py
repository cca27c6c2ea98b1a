"""Assessments: each assessor's label for each answer; the asker's best answers; pattern maps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from qaeval import decimals
from qaeval.arrays import Bools, Ints
from qaeval.errors import InputError
from qaeval.files import fields
from qaeval.files.headed import HeadedTable
from qaeval.files.text import read_document
from qaeval.wording import listed, nearest, shown

COLUMNS = ("question", "answer", "assessor", "label")
BEST = "best"
NO_VOTE = "-"
HIGHEST = 1000

_SKIPPED = -1


@dataclass
class Assessments:
    """Labels as places on the scale, a row per answer and a column per assessor.

    Questions, and the answers to each, are in the order in which the file first names them.
    """

    file: str
    scale: Sequence[str]  # best first
    assessors: list[str]
    questions: list[str]
    answers: list[str]
    starts: Ints  # where each question's answers begin
    labels: Ints
    lines: list[int]  # where each answer is first named

    def question_of(self, answer: int) -> str:
        """The question that the answer at this place belongs to."""
        return self.questions[int(np.searchsorted(self.starts, answer, "right")) - 1]

    def column(self, assessor: str, option: str) -> int:
        """The place of an assessor whom an option names."""
        if assessor not in self.assessors:
            known = f"the assessors are {listed(self.assessors)}"
            hint = nearest(assessor, self.assessors) or f"; {known}"
            raise InputError(f"{option}: no assessor {shown(assessor)}{hint}", self.file)
        return self.assessors.index(assessor)

    def only(self, columns: Sequence[int]) -> Assessments:
        """The same answers with the labels of these assessors."""
        names = [self.assessors[column] for column in columns]
        return replace(self, assessors=names, labels=self.labels[:, list(columns)])

    def filled(self, skipped_as: str | None) -> Assessments:
        """With a label where an assessor skipped an answer; without one that is an error."""
        skipped = self.labels == _SKIPPED
        if not skipped.any():
            return self
        if skipped_as is None:
            answer, column = (int(place[0]) for place in np.nonzero(skipped))
            who = shown(self.assessors[column])
            raise self.wrong(answer, f"has no label from {who} (--skipped-as LABEL gives it one)")
        return replace(self, labels=np.where(skipped, self.scale.index(skipped_as), self.labels))

    def wrong(self, answer: int, message: str) -> InputError:
        """An error about the answer at this place."""
        which = f"answer {shown(self.answers[answer])} to {shown(self.question_of(answer))}"
        return InputError(f"{which} {message}", self.file, self.lines[answer])


def read_assessments(path: str, scale: Sequence[str] = ("A", "B", "C")) -> Assessments:
    """Read `question answer assessor label`, where the labels are those of the scale."""
    document = read_document(path)
    table = HeadedTable(document, COLUMNS)
    places = [table.position[name] for name in COLUMNS]
    labels = _Labels(scale)
    for number, row in table.rows():
        question, answer, assessor, label = (row[place] for place in places)
        try:
            labels.add(question, answer, assessor, label, number)
        except InputError as error:
            document.report(error, number)
    if not labels.answers:
        raise InputError("no assessments below the header", document.file)
    return labels.as_assessments(document.file)


@dataclass
class _LabelledAnswer:
    line: int  # where the answer is first named
    ranks: dict[int, tuple[int, int]]  # by assessor: the label's place on the scale, and its line


class _Labels:
    """Labels as they are read, question by question and answer by answer, each checked."""

    def __init__(self, scale: Sequence[str]) -> None:
        self.scale = scale
        self.ranks = {label: rank for rank, label in enumerate(scale)}
        self.assessors: dict[str, int] = {}
        self.answers: dict[str, dict[str, _LabelledAnswer]] = {}

    def add(self, question: str, answer: str, assessor: str, label: str, line: int) -> None:
        """An assessor's label for an answer, who may repeat it but not give another."""
        if label not in self.ranks:
            raise InputError(f"label {shown(label)}, expected {_one_of(self.scale)} (or --labels)")
        if question not in self.answers:
            self.answers[_id(fields.question_id(question), "question")] = {}
        answers = self.answers[question]
        if answer not in answers:
            answers[_id(fields.plain_id(answer, "answer"), "answer")] = _LabelledAnswer(line, {})
        if assessor not in self.assessors:
            self.assessors[_assessor(assessor)] = len(self.assessors)
        mine = (self.ranks[label], line)
        rank, first = answers[answer].ranks.setdefault(self.assessors[assessor], mine)
        if rank != mine[0]:
            raise InputError(
                f"{shown(assessor)} gives answer {shown(answer)} to {shown(question)} the "
                f"label {shown(label)}, but {shown(self.scale[rank])} on line {first}"
            )

    def as_assessments(self, file: str) -> Assessments:
        """All of them, in the order in which the file first names questions and answers."""
        answers = [entry for by_name in self.answers.values() for entry in by_name.values()]
        labels = np.full((len(answers), len(self.assessors)), _SKIPPED, dtype=np.int64)
        for at, answer in enumerate(answers):
            for column, (rank, _) in answer.ranks.items():
                labels[at, column] = rank
        return Assessments(
            file=file,
            scale=self.scale,
            assessors=list(self.assessors),
            questions=list(self.answers),
            answers=[name for by_name in self.answers.values() for name in by_name],
            starts=np.cumsum([0, *map(len, self.answers.values())], dtype=np.int64)[:-1],
            labels=labels,
            lines=[answer.line for answer in answers],
        )


def read_best(path: str, assessments: Assessments) -> Bools:
    """Read the askers' best answers, `question answer`: which of the assessed answers they are."""
    document = read_document(path)
    hints = dict.fromkeys(("assessor", "label"), " (assessments? these are best answers)")
    table = HeadedTable(document, ("question", "answer"), hints=hints)
    starts = assessments.starts.tolist()
    ends = [*starts[1:], len(assessments.answers)]
    at = {
        question: {answer: place for place, answer in enumerate(assessments.answers[a:b], a)}
        for question, a, b in zip(assessments.questions, starts, ends, strict=True)
    }
    best: dict[str, tuple[int, int]] = {}
    for number, row in table.rows():
        question, answer = row[table.position["question"]], row[table.position["answer"]]
        try:
            if question not in at:
                raise InputError(f"question {shown(question)} is not in {assessments.file}")
            if answer not in at[question]:
                among = f"among the answers to {shown(question)} in {assessments.file}"
                raise InputError(f"the best answer {shown(answer)} is not {among}")
            place, line = best.setdefault(question, (at[question][answer], number))
            if place != at[question][answer]:
                raise InputError(
                    f"a second best answer to {shown(question)} (the first is on line {line})"
                )
        except InputError as error:
            document.report(error, number)
    if not best:
        raise InputError("no best answers below the header", document.file)
    chosen = np.zeros(len(assessments.answers), dtype=np.bool_)
    chosen[[place for place, _ in best.values()]] = True
    return chosen


def read_map(path: str, scale: Sequence[str]) -> dict[tuple[int, ...], int]:
    """Read `pattern level`: the level of each pattern of votes."""
    document = read_document(path)
    table = HeadedTable(document, ("pattern", "level"))
    levels: dict[tuple[int, ...], int] = {}
    for number, row in table.rows():
        text = row[table.position["pattern"]]
        try:
            pattern = parse_pattern(text, scale)
            level = _level(row[table.position["level"]])
            if levels.setdefault(pattern, level) != level:
                other = levels[pattern]
                raise InputError(f"pattern {shown(text)} again, with level {level} after {other}")
        except InputError as error:
            document.report(error, number)
    if not levels:
        raise InputError("no patterns below the header", document.file)
    return levels


def parse_pattern(text: str, scale: Sequence[str]) -> tuple[int, ...]:
    """How many votes of each label but the worst a pattern holds, in any order."""
    if not text:
        raise InputError(f"the pattern is empty, expected '{NO_VOTE}' for {scale[-1]}'s only")
    labels = [] if text == NO_VOTE else text.split(" ") if _is_wordy(scale) else list(text)
    for label in labels:
        if label == scale[-1]:
            raise InputError(f"pattern {shown(text)}: leave out the {label}'s, which are no votes")
        if label not in scale:
            votes = _one_of(scale[:-1])
            raise InputError(f"pattern {shown(text)}: {shown(label)} where {votes} was expected")
    return tuple(labels.count(label) for label in scale[:-1])


def pattern_text(votes: Sequence[int], scale: Sequence[str]) -> str:
    """A pattern as it is written: AAAB, or - where nobody voted."""
    labels = [label for label, count in zip(scale, votes, strict=False) for _ in range(count)]
    return (" " if _is_wordy(scale) else "").join(labels) or NO_VOTE


def parse_scale(text: str) -> tuple[str, ...]:
    """`A,B,C`: labels, best first."""
    scale = tuple(text.split(","))
    for label in scale:
        _id(fields.plain_id(label, "label"), "label")
        if label == NO_VOTE or scale.count(label) > 1:
            why = "stands for no votes" if label == NO_VOTE else "stands twice"
            raise InputError(f"{shown(label)} {why}")
    if len(scale) < 2:
        raise InputError(f"one label {shown(text)}, expected two or more, best first: A,B,C")
    return scale


def parse_weights(text: str, scale: Sequence[str]) -> list[int]:
    """`A=2,B=1,C=0`: the weight of each label of the scale."""
    weights: dict[str, int] = {}
    for part in text.split(","):
        label, equals, weight = part.rpartition("=")
        if not equals:
            raise InputError(f"{shown(part)}, expected LABEL=WEIGHT")
        if label not in scale:
            raise InputError(f"no label {shown(label)}, expected {_one_of(scale)}")
        if label in weights:
            raise InputError(f"{shown(label)} stands twice")
        weights[label] = _bounded(weight, "weight")
    for label in scale:
        if label not in weights:
            raise InputError(f"no weight for {shown(label)}")
    return [weights[label] for label in scale]


def _level(text: str) -> int:
    return _bounded(text.removeprefix("L"), "level")


def _bounded(text: str, what: str) -> int:
    value = decimals.integer(text, what)
    if not 0 <= value <= HIGHEST:
        raise InputError(f"{what} {value} is outside 0..{HIGHEST}")
    return value


def _id(text: str, what: str) -> str:
    """A name that a qrels or run line can hold."""
    if any(char.isspace() for char in text):
        raise InputError(f"the {what} {shown(text)} holds a blank")
    return text


def _assessor(text: str) -> str:
    if text == BEST:
        raise InputError(f"an assessor may not be called '{BEST}' (--as-run {BEST} is the asker)")
    return fields.plain_id(text, "assessor")


def _is_wordy(scale: Sequence[str]) -> bool:
    return any(len(label) > 1 for label in scale)


def _one_of(words: Sequence[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
