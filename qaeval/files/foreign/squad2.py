"""SQuAD 2.0: the dataset, predictions, and probabilities that there is no answer."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from qaeval.errors import InputError
from qaeval.files import fields, jsonl
from qaeval.files.headed import header_names
from qaeval.files.header_words import names_questions
from qaeval.files.text import Document, read_document
from qaeval.wording import counted, shown


@dataclass
class Dataset:
    """The right answers to each question; none where only silence is right."""

    file: str
    answers: dict[str, list[str]]

    def check(self, questions: Iterable[str], file: str) -> None:
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
    """Read `{"question": "answer"}` or csv `Id,Predicted`; the empty answer says there is none."""
    document = read_document(path)
    if _is_csv(document):
        return _csv_predictions(document, dataset)
    record = jsonl.whole(document)
    dataset.check(record, document.file)
    try:
        return {
            name: jsonl.string(value, f"the prediction for {shown(name)}")
            for name, value in record.items()
        }
    except InputError as error:
        raise error.at(document.file) from None


def _is_csv(document: Document) -> bool:
    """Whether the first line is a header of two names, the first one of questions."""
    names = header_names(document.first_line()[1])
    return len(names) == 2 and names_questions(names[0])


def _csv_predictions(document: Document, dataset: Dataset) -> dict[str, str]:
    """A row per question; an answer in quotes may go over several lines."""
    predictions: dict[str, str] = {}
    rows = csv.reader((f"{line}\n" for line in document.lines), strict=True)
    number, has_header = 1, False
    try:
        for row in rows:
            if row and not has_header:
                has_header = True
            elif row:
                if len(row) != 2:
                    why = "; a field that holds a comma stands in quotes" if len(row) > 2 else ""
                    raise InputError(f"{counted(len(row), 'field')}, expected Id,Predicted{why}")
                question = row[0].strip()
                dataset.check([question], "")
                if question in predictions:
                    raise InputError(f"question {shown(question)} again")
                predictions[question] = row[1]
            number = rows.line_num + 1
    except InputError as error:
        raise InputError(error.message, document.file, number) from None
    except csv.Error as error:
        raise InputError(f"not CSV ({error})", document.file, number) from None
    return predictions


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
