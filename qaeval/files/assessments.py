"""Assessments: each assessor's label for each answer, in long form or a column per assessor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from qaeval.arrays import Bools
from qaeval.collection.assessments import SKIPPED, Assessments
from qaeval.errors import InputError
from qaeval.files import fields
from qaeval.files.headed import HeadedTable, header_names
from qaeval.files.text import Document, read_document
from qaeval.wording import MISSPELT, either, likeness, shown

COLUMNS = ("question", "answer", "assessor", "label")
BEST = "best"

_LONG = COLUMNS[2:]  # which a table with a column per assessor lacks


def read_assessments(path: str, scale: Sequence[str] = ("A", "B", "C")) -> Assessments:
    """Read `question answer assessor label`, or `question answer` and a column per assessor.

    The labels are those of the scale; where there is none the assessor skipped the answer.
    """
    document = read_document(path)
    labels = Labels(scale)
    rows = _long_rows(document) if _is_long(document.first_line()[1]) else _wide_rows(document)
    for number, (question, answer, assessor, label) in rows:
        try:
            labels.add(question, answer, assessor, label, number)
        except InputError as error:
            document.report(error, number)
    return labels.as_assessments(document.file)


def _is_long(header: str) -> bool:
    """Whether columns name assessors and labels, or both are misspelt as if they did."""
    names = header_names(header)
    if set(_LONG) & set(names):
        return True
    return all(any(likeness(name, own) >= MISSPELT for name in names) for own in _LONG)


_Row = tuple[str, str, str, str]  # as COLUMNS


def _long_rows(document: Document) -> Iterator[tuple[int, _Row]]:
    table = HeadedTable(document, COLUMNS)
    question, answer, assessor, label = (table.position[name] for name in COLUMNS)
    for number, row in table.rows():
        yield number, (row[question], row[answer], row[assessor], row[label])


def _wide_rows(document: Document) -> Iterator[tuple[int, _Row]]:
    table = HeadedTable(document, COLUMNS[:2], None)
    question, answer = (table.position[name] for name in COLUMNS[:2])
    assessors = [at for at in range(len(table.columns)) if at not in (question, answer)]
    if not assessors:
        expected = f"expected {' '.join(COLUMNS)}, or a column per assessor"
        raise InputError(
            f"no assessors in the header, {expected}", document.file, table.header_line
        )
    for number, row in table.rows():
        for at in assessors:
            yield number, (row[question], row[answer], table.columns[at], row[at])


@dataclass
class _LabelledAnswer:
    line: int  # where the answer is first named
    ranks: dict[int, tuple[int, int]]  # by assessor: the label's place on the scale, and its line


class Labels:
    """Labels as they are read, question by question and answer by answer, each checked."""

    def __init__(self, scale: Sequence[str]) -> None:
        self.scale = scale
        self.ranks = {label: rank for rank, label in enumerate(scale)}
        self.assessors: dict[str, int] = {}
        self.answers: dict[str, dict[str, _LabelledAnswer]] = {}

    def add(self, question: str, answer: str, assessor: str, label: str, line: int) -> None:
        """An assessor's label for an answer, or none; who may repeat it but not give another."""
        if label and label not in self.ranks:
            expected = f"expected {either(self.scale)} (or --labels)"
            raise InputError(f"label {shown(label)} by {shown(assessor)}, {expected}")
        if question not in self.answers:
            self.answers[fields.question_id(question)] = {}
        answers = self.answers[question]
        if answer not in answers:
            answers[fields.plain_id(answer, "answer")] = _LabelledAnswer(line, {})
        if assessor not in self.assessors:
            self.assessors[_assessor(assessor)] = len(self.assessors)
        if not label:
            return
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
        if not answers:
            raise InputError("no assessments below the header", file)
        labels = np.full((len(answers), len(self.assessors)), SKIPPED, dtype=np.int64)
        for at, answer in enumerate(answers):
            for column, (rank, _) in answer.ranks.items():
                labels[at, column] = rank
        if (labels == SKIPPED).all():
            raise InputError("not one label below the header", file)
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


def _assessor(text: str) -> str:
    if text == BEST:
        raise InputError(f"an assessor may not be called '{BEST}' (--as-run {BEST} is the asker)")
    return fields.plain_id(text, "assessor")


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
