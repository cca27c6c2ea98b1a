"""SQuAD 2.0: predictions graded as the official script does it."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from qaeval.collection.normalize import ARTICLES
from qaeval.collection.responses import Responses
from qaeval.files.cells import RunFigures
from qaeval.files.foreign.squad2 import Dataset
from qaeval.files.judged import JudgedColumns

EXACT, F1 = "exact", "f1"

_PUNCTUATION = str.maketrans("", "", string.punctuation)


@dataclass
class Grades:
    """One system's predictions, graded; a question that has none scores 0."""

    exact: dict[str, float]
    f1: dict[str, float]
    silent: set[str]
    missing: list[str]
    na_probs: Mapping[str, float]

    def as_figures(self, run: str, file: str) -> RunFigures:
        """Exact match and F1 of each question; they stand on no line of any file."""
        columns = {EXACT: self.exact, F1: self.f1}
        figures = [
            (0, name, *entry) for name, column in columns.items() for entry in column.items()
        ]
        return RunFigures(run, file, figures, all_measures=True)

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


def grade(
    dataset: Dataset,
    predictions: Mapping[str, str],
    na_probs: Mapping[str, float] | None,
    threshold: float,
) -> Grades:
    """Exact match and F1 by question; a no-answer probability above the threshold is silence."""
    grades = Grades({}, {}, set(), [], na_probs or {})
    for question, texts in dataset.answers.items():
        grades.exact[question] = grades.f1[question] = 0.0
        if question not in predictions:
            grades.missing.append(question)
            grades.silent.add(question)
            continue
        if na_probs is not None and na_probs[question] > threshold:
            grades.silent.add(question)
            right = float(not texts)
            grades.exact[question] = grades.f1[question] = right
            continue
        # An answer that normalising leaves nothing of counts as none.
        answers = [text for text in map(normalised, texts) if text] or [""]
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
