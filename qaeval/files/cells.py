"""The cells of score tables, gathered in columns from any number of files."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.decimals import exact_text
from qaeval.errors import InputError
from qaeval.files import fields
from qaeval.wording import shown

# Columns that no matrix of scores has: those of runs, judged responses and keys.
UNSCORED = frozenset({"answer", "outcome", "level"})

_FIGURES = re.compile("[-+.0-9eE]*")

# line, measure, question, value
Figure = tuple[int, str, str, float]


@dataclass
class RunFigures:
    """One run's figures as another tool gives them."""

    run: str
    file: str
    figures: list[Figure]
    all_measures: bool = False  # also a figure that is called like a component is a measure

    @property
    def questions(self) -> set[str]:
        """The questions that have a figure."""
        return {question for _, _, question, _ in self.figures} - {fields.ALL}


@dataclass
class Section:
    """The cells of one file: those from `start` on, up to the next file's."""

    start: int
    file: str
    all_measures: bool = False  # also a label that is that of a component is a measure


class Names:
    """Names as whole numbers, in the order they are met."""

    def __init__(self, check: Callable[[str], str]) -> None:
        self.check = check
        self.place: dict[str, int] = {}

    def __call__(self, name: str) -> int:
        """A name's number, new or known."""
        number = self.place.get(name)
        if number is None:
            number = self.place[self.check(name)] = len(self.place)
        return number

    def many(self, names: Sequence[str]) -> list[int]:
        """Each name's number; mostly they are known."""
        try:
            return [*map(self.place.__getitem__, names)]
        except KeyError:
            return [*map(self, names)]


def _measure_label(text: str) -> str:
    return fields.plain_id(text, "measure")


def _question_name(text: str) -> str:
    return fields.plain_id(text, "question")


class Cells:
    """The values of all tables in columns: run, measure, question, value, and where each stands."""

    def __init__(self) -> None:
        self.runs = Names(fields.run_name)
        self.labels = Names(_measure_label)
        self.questions = Names(_question_name)
        self.all = self.questions(fields.ALL)
        self.codes = [array("q"), array("q"), array("q")]
        self.values = array("d")
        self.lines = array("q")
        self.sections: list[Section] = []

    def start(self, file: str, all_measures: bool = False) -> None:
        """What follows stands in this file."""
        self.sections.append(Section(len(self.values), file, all_measures))

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

    def add_figures(self, run: RunFigures) -> None:
        """A run's figures; a measure and question come once."""
        self.start(run.file, run.all_measures)
        first: dict[tuple[str, str], int] = {}
        for line, label, question, value in run.figures:
            try:
                if (label, question) in first:
                    where = f"(first on line {first[label, question]})"
                    raise InputError(f"{shown(label)} for {shown(question)} again {where}")
                first[label, question] = line
                self.add(run.run, label, question, value, line)
            except InputError as error:
                raise error.at(run.file, line) from None

    def columns(self) -> tuple[Ints, Ints, Ints, Floats]:
        """Run, measure and question of each cell by their numbers, and its value."""
        runs, labels, questions = (np.frombuffer(column, dtype=np.int64) for column in self.codes)
        return runs, labels, questions, np.frombuffer(self.values, dtype=np.float64)

    def by_section(self) -> Iterator[tuple[Section, Ints, Ints]]:
        """Each file, and measure and question of its cells by their numbers."""
        _, labels, questions, values = self.columns()
        ends = [*(section.start for section in self.sections[1:]), len(values)]
        for section, end in zip(self.sections, ends, strict=True):
            yield section, labels[section.start : end], questions[section.start : end]

    def check(self) -> None:
        """Refuse a second, different value for the same run, measure and question."""
        runs, labels, questions, values = self.columns()
        wide, long = len(self.questions.place), len(self.runs.place)
        cell = (labels * long + runs) * wide + questions
        order = np.argsort(cell, kind="stable")
        again = np.flatnonzero(np.diff(cell[order]) == 0)
        former, latter = values[order[again]], values[order[again + 1]]
        differs = (former != latter) & ~(np.isnan(former) & np.isnan(latter))
        if differs.any():
            first = int(np.argmin(np.where(differs, order[again + 1], len(values))))
            raise self._contradiction(int(order[again[first]]), int(order[again[first] + 1]))

    def _contradiction(self, earlier: int, at: int) -> InputError:
        run, label, question = (
            list(names.place)[column[at]]
            for names, column in zip(
                (self.runs, self.labels, self.questions), self.codes, strict=True
            )
        )
        file = next(part.file for part in reversed(self.sections) if part.start <= at)
        return InputError(
            f"{shown(label)} of run {shown(run)} for {shown(question)} again with value "
            f"{exact_text(self.values[at])}, earlier {exact_text(self.values[earlier])}",
            file,
            self.lines[at],
        )


def plain_numbers(texts: Sequence[str]) -> list[float] | None:
    """The numbers, if all are plain finite decimals."""
    if _FIGURES.fullmatch("".join(texts)) is None:
        return None
    try:
        figures = [*map(float, texts)]
    except ValueError:
        return None
    return figures if np.isfinite(figures).all() else None
