"""SQuAD 2.0: predictions graded as the official script does it."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from qaeval.collection.normalize import ARTICLES
from qaeval.collection.responses import Responses
from qaeval.errors import InputError
from qaeval.files import fields, jsonl
from qaeval.files.cells import mean_named
from qaeval.files.judged import JudgedColumns
from qaeval.files.text import read_document
from qaeval.scores.scoring import RunScores
from qaeval.wording import shown

EXACT, F1 = "exact", "f1"

_PUNCTUATION = str.maketrans("", "", string.punctuation)


@dataclass
class Dataset:
    """The right answers, normalised; `[""]` where only silence is right."""

    file: str
    answers: dict[str, list[str]]
    answerable: dict[str, bool]  # whether there is any answer at all, before normalising

    def check(self, questions: Mapping[str, Any], file: str) -> None:
        """Refuse questions that the dataset lacks."""
        for name in questions:
            if name not in self.answers:
                raise InputError(f"question {shown(name)} is not in {self.file}", file)


@dataclass
class Grades:
    """One system's predictions, graded; a question that has none scores 0."""

    exact: dict[str, float]
    f1: dict[str, float]
    silent: set[str]
    missing: list[str]
    na_probs: Mapping[str, float]

    def as_scores(self, run: str) -> RunScores:
        """Exact match and F1 of each question."""
        given = set(self.exact) - set(self.missing)
        columns = {EXACT: self.exact, F1: self.f1}
        return RunScores(run, [mean_named(EXACT), mean_named(F1)], columns, given)

    def as_responses(self, run: str, file: str) -> Responses:
        """Exact matches are right, silence among them where there is no answer."""
        columns = JudgedColumns()
        for question, exact in self.exact.items():
            silent = question in self.silent
            outcome = "R" if exact else "U" if silent else "W"
            columns.add(question, outcome, self._confidence(question, outcome, silent))
        return columns.as_responses(run, file)

    def _confidence(self, question: str, outcome: str, silent: bool) -> float | None:
        if outcome == "U" or question not in self.na_probs:
            return None
        unsure = self.na_probs[question]
        # As decimals, so that 1 - 0.4583 is 0.5417 and nothing beyond it.
        return unsure if silent else float(1 - Decimal(repr(unsure)))


def read_dataset(path: str) -> Dataset:
    """Read `{"data": [{"paragraphs": [{"qas": [{"id": …, "answers": [{"text": …}]}]}]}]}`."""
    document = read_document(path)
    found = Dataset(document.file, {}, {})
    record = jsonl.whole(document)
    try:
        for article in _list(record, "data", "the file"):
            for paragraph in _list(article, "paragraphs", "an article"):
                for entry in _list(paragraph, "qas", "a paragraph"):
                    _add(found, entry)
    except InputError as error:
        raise error.at(document.file) from None
    if not found.answers:
        raise InputError("the dataset has no question", document.file)
    return found


def _list(record: Any, name: str, where: str) -> list[Any]:
    value = record.get(name) if isinstance(record, dict) else None
    if not isinstance(value, list):
        raise InputError(f'not a SQuAD dataset: {where} has no list "{name}"')
    return value


def _add(found: Dataset, entry: Any) -> None:
    answers = _list(entry, "answers", "a question")
    question = fields.question_id(jsonl.string(entry.get("id"), "id"))
    if question in found.answers:
        raise InputError(f"question {shown(question)} again")
    texts = []
    for answer in answers:
        text = answer.get("text") if isinstance(answer, dict) else None
        texts.append(jsonl.string(text, f"an answer's text of question {shown(question)}"))
    found.answers[question] = [text for text in map(normalised, texts) if text] or [""]
    found.answerable[question] = bool(answers)


def read_predictions(path: str, dataset: Dataset) -> dict[str, str]:
    """Read `{"question": "answer"}`; the empty answer says that there is none."""
    document = read_document(path)
    record = jsonl.whole(document)
    dataset.check(record, document.file)
    try:
        return {
            name: jsonl.string(value, f"the prediction for {shown(name)}")
            for name, value in record.items()
        }
    except InputError as error:
        raise error.at(document.file) from None


def read_na_probs(
    path: str, dataset: Dataset, predictions: Mapping[str, str], as_confidence: bool
) -> dict[str, float]:
    """Read `{"question": probability that there is no answer}`; only confidences need 0..1."""
    document = read_document(path)
    record = jsonl.whole(document)
    dataset.check(record, document.file)
    try:
        for name in predictions:
            if name not in record:
                raise InputError(f"no probability for question {shown(name)}, which is predicted")
        return {name: _probability(record, name, as_confidence) for name in record}
    except InputError as error:
        raise error.at(document.file) from None


def _probability(record: dict[str, Any], question: str, as_confidence: bool) -> float:
    what = f"the no-answer probability of {shown(question)}"
    value = jsonl.optional_number({what: record[question]}, what)
    if value is None:
        raise InputError(f"{what} is null, expected a number")
    if as_confidence and not 0 <= value <= 1:
        raise InputError(f"{what} is {value:g}, outside 0..1: it is to be a confidence")
    return value


def grade(
    dataset: Dataset,
    predictions: Mapping[str, str],
    na_probs: Mapping[str, float] | None,
    threshold: float,
) -> Grades:
    """Exact match and F1 by question; a no-answer probability above the threshold is silence."""
    grades = Grades({}, {}, set(), [], na_probs or {})
    for question, answers in dataset.answers.items():
        grades.exact[question] = grades.f1[question] = 0.0
        if question not in predictions:
            grades.missing.append(question)
            grades.silent.add(question)
            continue
        if na_probs is not None and na_probs[question] > threshold:
            grades.silent.add(question)
            right = float(not dataset.answerable[question])
            grades.exact[question] = grades.f1[question] = right
            continue
        given = normalised(predictions[question])
        if not given:
            grades.silent.add(question)
        grades.exact[question] = float(given in answers)
        grades.f1[question] = max(_f1(answer, given) for answer in answers)
    return grades


def normalised(text: str) -> str:
    """Lower case, without ASCII punctuation and the articles, blanks folded to one."""
    bare = text.lower().translate(_PUNCTUATION)
    return " ".join(ARTICLES.sub(" ", bare).split())


def _f1(answer: str, given: str) -> float:
    """The harmonic mean of precision and recall over words, repeated ones counted."""
    right, words = answer.split(), given.split()
    if not right or not words:
        return float(right == words)
    same = (Counter(right) & Counter(words)).total()
    if not same:
        return 0.0
    precision, recall = same / len(words), same / len(right)
    return 2 * precision * recall / (precision + recall)
