"""SQuAD 2.0: the dataset, predictions, and probabilities that there is no answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from qaeval.errors import InputError
from qaeval.files import fields, jsonl
from qaeval.files.text import read_document
from qaeval.wording import shown


@dataclass
class Dataset:
    """The right answers to each question; none where only silence is right."""

    file: str
    answers: dict[str, list[str]]

    def check(self, questions: Mapping[str, Any], file: str) -> None:
        """Refuse questions that the dataset lacks."""
        for name in questions:
            if name not in self.answers:
                raise InputError(f"question {shown(name)} is not in {self.file}", file)


def read_dataset(path: str) -> Dataset:
    """Read `{"data": [{"paragraphs": [{"qas": [{"id": …, "answers": [{"text": …}]}]}]}]}`."""
    document = read_document(path)
    dataset = Dataset(document.file, {})
    record = jsonl.whole(document)
    try:
        for article in _list(record, "data", "the file"):
            for paragraph in _list(article, "paragraphs", "an article"):
                for entry in _list(paragraph, "qas", "a paragraph"):
                    _add(dataset, entry)
    except InputError as error:
        raise error.at(document.file) from None
    if not dataset.answers:
        raise InputError("the dataset has no question", document.file)
    return dataset


def _list(record: Any, name: str, where: str) -> list[Any]:
    value = record.get(name) if isinstance(record, dict) else None
    if not isinstance(value, list):
        raise InputError(f'not a SQuAD dataset: {where} has no list "{name}"')
    return value


def _add(dataset: Dataset, entry: Any) -> None:
    answers = _list(entry, "answers", "a question")
    question = fields.question_id(jsonl.string(entry.get("id"), "id"))
    if question in dataset.answers:
        raise InputError(f"question {shown(question)} again")
    texts = []
    for answer in answers:
        text = answer.get("text") if isinstance(answer, dict) else None
        texts.append(jsonl.string(text, f"an answer's text of question {shown(question)}"))
    dataset.answers[question] = texts


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
