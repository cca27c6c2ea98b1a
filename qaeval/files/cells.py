"""The cells of score tables, gathered in columns from any number of files and merged."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.errors import InputError
from qaeval.files import fields
from qaeval.files.score_output import exact_text
from qaeval.measures import COMPONENTS, Measure, measure
from qaeval.measures.registry import Definition, Example
from qaeval.scores.table import Scores
from qaeval.wording import shown

# Columns that no matrix of scores has: those of runs, judged responses and keys.
UNSCORED = frozenset({"answer", "outcome", "level"})

_MOST_CELLS = 100_000_000  # that are not worth a look at how full the table is
_EMPTIEST = 100  # places a value


class Names:
    """Names as whole numbers, in the order they are met."""

    def __init__(self, check: Callable[[str], str]) -> None:
        self.check = check
        self.place: dict[str, int] = {}

    def __call__(self, name: str) -> int:
        """A name's number, new or known."""
        found = self.place.get(name)
        if found is None:
            found = self.place[self.check(name)] = len(self.place)
        return found

    def many(self, names: Sequence[str]) -> list[int]:
        """Each name's number; mostly they are known."""
        try:
            return [*map(self.place.__getitem__, names)]
        except KeyError:
            return [*map(self, names)]


class Cells:
    """The values of all tables in columns: run, measure, question, value, and where each stands."""

    def __init__(self) -> None:
        self.runs = Names(fields.run_name)
        self.labels = Names(lambda text: fields.plain_id(text, "measure"))
        self.questions = Names(lambda text: fields.plain_id(text, "question"))
        self.all = self.questions(fields.ALL)
        self.codes = [array("q"), array("q"), array("q")]
        self.values = array("d")
        self.lines = array("q")
        self.files: list[tuple[int, str]] = []
        self.measures: dict[int, None] = {}

    def start(self, file: str) -> None:
        """What follows stands in this file."""
        self.files.append((len(self.values), file))

    def add(self, run: str, label: str, question: str, value: float, line: int) -> None:
        """One value; NaN stands for an undefined summary."""
        codes = self.runs(run), self.labels(label), self.questions(question)
        for column, code in zip(self.codes, codes, strict=True):
            column.append(code)
        self.values.append(value)
        self.lines.append(line)

    def add_many(
        self,
        runs: Sequence[str],
        labels: Sequence[str],
        questions: Sequence[str],
        values: Sequence[float],
        lines: Sequence[int],
    ) -> None:
        """Many values at once, all names checked before any is kept."""
        names = (self.runs, self.labels, self.questions)
        given = (runs, labels, questions)
        codes = [known.many(column) for known, column in zip(names, given, strict=True)]
        for column, more in zip(self.codes, codes, strict=True):
            column.extend(more)
        self.values.extend(values)
        self.lines.extend(lines)

    def add_codes(
        self, runs: Ints, labels: Ints, questions: Ints, values: Floats, lines: Ints
    ) -> None:
        """Many values at once, of names that are known by their numbers."""
        for column, codes in zip(self.codes, (runs, labels, questions), strict=True):
            column.frombytes(codes.astype(np.int64).tobytes())
        self.values.frombytes(values.astype(np.float64).tobytes())
        self.lines.frombytes(lines.astype(np.int64).tobytes())

    def settle_measures(self) -> None:
        """In a file with summaries, what has one is a measure and the rest are components."""
        labels, questions = (
            np.frombuffer(column, dtype=np.int64)[self.files[-1][0] :] for column in self.codes[1:]
        )
        summed = dict.fromkeys(labels[questions == self.all].tolist())
        names = list(self.labels.place)
        plain = (code for code in dict.fromkeys(labels.tolist()) if names[code] not in COMPONENTS)
        self.measures.update(summed or dict.fromkeys(plain))

    def check(self) -> None:
        """Refuse a second, different value for the same run, measure and question."""
        runs, labels, questions = (np.frombuffer(column, dtype=np.int64) for column in self.codes)
        values = np.frombuffer(self.values, dtype=np.float64)
        wide, long = len(self.questions.place), len(self.runs.place)
        cell = (labels * long + runs) * wide + questions
        order = np.argsort(cell, kind="stable")
        again = np.flatnonzero(np.diff(cell[order]) == 0)
        one, two = values[order[again]], values[order[again + 1]]
        differs = (one != two) & ~(np.isnan(one) & np.isnan(two))
        if differs.any():
            first = int(np.argmin(np.where(differs, order[again + 1], len(values))))
            self._contradiction(int(order[again[first]]), int(order[again[first] + 1]))

    def _contradiction(self, earlier: int, at: int) -> None:
        run, label, question = (
            list(names.place)[column[at]]
            for names, column in zip(
                (self.runs, self.labels, self.questions), self.codes, strict=True
            )
        )
        file = next(name for start, name in reversed(self.files) if start <= at)
        raise InputError(
            f"{shown(label)} of run {shown(run)} for {shown(question)} again with value "
            f"{exact_text(self.values[at])}, earlier {exact_text(self.values[earlier])}",
            file,
            self.lines[at],
        )

    def _check_size(self, questions: int) -> None:
        """Refuse a table that is nearly empty and would not fit: its columns are mixed up."""
        runs, labels = len(self.runs.place), len(self.labels.place)
        cells = runs * labels * questions
        if cells > _MOST_CELLS and len(self.values) * _EMPTIEST < cells:
            sizes = f"{runs:,} runs, {labels:,} measures and {questions:,} questions"
            raise InputError(
                f"{len(self.values):,} values for {sizes}: hardly any run has any question; "
                "is each column under its name?",
                self.files[0][1],
            )

    def as_scores(self) -> Scores:
        """The table: a column per measure or component, runs × questions."""
        runs, labels, questions = (np.frombuffer(column, dtype=np.int64) for column in self.codes)
        values = np.frombuffer(self.values, dtype=np.float64)
        names = sorted(set(self.questions.place) - {fields.ALL})
        self._check_size(len(names))
        place = np.zeros(len(self.questions.place), dtype=np.int64)
        place[[self.questions.place[name] for name in names]] = np.arange(len(names))
        columns: dict[str, Floats] = {}
        summaries: dict[str, Floats] = {}
        for label, code in self.labels.place.items():
            mine = labels == code
            summary = mine & (questions == self.all)
            single = mine & (questions != self.all)
            if code in self.measures:
                summaries[label] = np.full(len(self.runs.place), np.nan)
                summaries[label][runs[summary]] = values[summary]
            if single.any():
                columns[label] = np.full((len(self.runs.place), len(names)), np.nan)
                columns[label][runs[single], place[questions[single]]] = values[single]
        present = np.zeros((len(self.runs.place), len(names)), dtype=np.bool_)
        for column in columns.values():
            present |= ~np.isnan(column)
        labels_in_order = list(self.labels.place)
        named = (labels_in_order[code] for code in sorted(self.measures))
        found = [mean_named(name) if name in columns else _known_measure(name) for name in named]
        return Scores(list(self.runs.place), names, found, columns, present, summaries)


def _known_measure(label: str) -> Measure:
    """The measure of that name, with or without a key's name before it; else a plain mean."""
    for start in [0, *(i + 1 for i, char in enumerate(label) if char == "-")]:
        try:
            found = measure(label[start:])
        except InputError:
            continue
        return found.for_key(label[: start - 1] if start else None)
    return _foreign_mean(label)


def mean_named(label: str) -> Measure:
    """The mean of that name; what has a value per question is one, whatever it is called."""
    found = _known_measure(label)
    return found if label in found.columns.values() else _foreign_mean(label)


def _foreign_mean(label: str) -> Measure:
    definition = Definition(
        name=label,
        kind="mean",
        family="foreign",
        function=_not_computed,
        formula="as the table's maker defined it",
        source="the table",
        example=Example("", "", ""),
    )
    return Measure(definition, label)


def _not_computed(*_: object) -> None:
    """Stands for the function of a measure that only its maker can compute."""
    raise AssertionError("a foreign measure is read, never computed")
