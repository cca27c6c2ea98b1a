"""The cells of score tables, gathered in columns from any number of files."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.collection.questions import FoundColumns
from qaeval.collection.repeats import NO_SAMPLE
from qaeval.decimals import exact_text
from qaeval.errors import InputError
from qaeval.files import fields
from qaeval.wording import shown

# Columns that no matrix of scores has: those of runs, judged responses and keys.
UNSCORED = frozenset({"answer", "outcome", "level"})

LONGEST_LABEL = 10_000

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
    samples: list[str] | None = None  # of each figure, where the run has repeated samples

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


@dataclass
class Block:
    """A matrix as its file has it: runs, questions and the measure by their numbers."""

    runs: Ints
    label: int
    questions: Ints
    values: Floats  # questions × runs
    first_line: int


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
    if len(text) > LONGEST_LABEL:
        size = f"{len(text):,} characters, more than {LONGEST_LABEL:,}"
        raise InputError(f"the name of measure {shown(text)} has {size}")
    return fields.plain_id(text, "measure")


def _question_name(text: str) -> str:
    return fields.plain_id(text, "question")


def _sample_label(text: str) -> str:
    return fields.sample(text)


class Cells:
    """The values of all tables in columns: run, measure, question, value, and where each stands.

    Where tables have samples, so do cells; those that are of no sample have the sample number 0.
    """

    def __init__(self) -> None:
        self.runs = Names(fields.run_name)
        self.labels = Names(_measure_label)
        self.questions = Names(_question_name)
        self.all = self.questions(fields.ALL)
        self.samples = Names(_sample_label)
        self.samples(NO_SAMPLE)
        self.codes = [array("q"), array("q"), array("q")]
        self._sample_codes = array("q")  # up to the last cell that is of a sample
        self.values = array("d")
        self.lines = array("q")
        self.block: Block | None = None  # a matrix that is all there is, as most of them are
        self.sections: list[Section] = []
        self.described: list[FoundColumns | None] = []  # what files tell of questions

    def start(self, file: str, all_measures: bool = False) -> None:
        """What follows stands in this file."""
        self._dissolve()
        self.sections.append(Section(len(self.values), file, all_measures))

    def add(
        self,
        run: str,
        label: str,
        question: str,
        value: float,
        line: int,
        sample: str = NO_SAMPLE,
    ) -> None:
        """One value; NaN stands for an undefined summary."""
        codes = self.runs(run), self.labels(label), self.questions(question)
        if sample:
            self._add_samples([self.samples(sample)])
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
        samples: Sequence[str] | None = None,
    ) -> None:
        """Many values at once, all names checked before any is kept."""
        names = (self.runs, self.labels, self.questions)
        given = (runs, labels, questions)
        codes = [known.many(column) for known, column in zip(names, given, strict=True)]
        if samples is not None:
            self._add_samples(self.samples.many(samples))
        for column, more in zip(self.codes, codes, strict=True):
            column.extend(more)
        self.values.extend(values)
        self.lines.extend(lines)

    def _add_samples(self, codes: Sequence[int]) -> None:
        """The samples of cells that are about to be added."""
        self._sample_codes.extend([0] * (len(self.values) - len(self._sample_codes)))
        self._sample_codes.extend(codes)

    def add_codes(
        self,
        runs: Ints,
        labels: Ints,
        questions: Ints,
        values: Floats,
        lines: Ints,
        samples: Ints | None = None,
    ) -> None:
        """Many values at once, of names that are known by their numbers."""
        if samples is not None:
            self._sample_codes.extend([0] * (len(self.values) - len(self._sample_codes)))
            self._sample_codes.frombytes(samples.astype(np.int64).tobytes())
        for column, codes in zip(self.codes, (runs, labels, questions), strict=True):
            column.frombytes(codes.astype(np.int64).tobytes())
        self.values.frombytes(values.astype(np.float64).tobytes())
        self.lines.frombytes(lines.astype(np.int64).tobytes())

    def add_block(self, block: Block) -> None:
        """A matrix, of names that are known by their numbers, none of which comes twice."""
        self._dissolve()
        self.block = block
        if len(self.values):
            self._dissolve()

    def _dissolve(self) -> None:
        """Turn a matrix, which is no longer all there is, into cells like all others."""
        if self.block is None:
            return
        block, self.block = self.block, None
        down, across = block.values.shape
        self.add_codes(
            np.tile(block.runs, down),
            np.full(down * across, block.label),
            np.repeat(block.questions, across),
            block.values.ravel(),
            np.repeat(block.first_line + np.arange(down), across),
        )

    def add_figures(self, run: RunFigures) -> None:
        """A run's figures; a measure and question come once."""
        self.start(run.file, run.all_measures)
        first: dict[tuple[str, str, str], int] = {}
        samples = [NO_SAMPLE] * len(run.figures) if run.samples is None else run.samples
        for (line, label, question, value), sample in zip(run.figures, samples, strict=True):
            try:
                if (label, question, sample) in first:
                    of = f"sample {shown(sample)} of " if sample else ""
                    where = f"(first on line {first[label, question, sample]})"
                    raise InputError(f"{shown(label)} for {of}{shown(question)} again {where}")
                first[label, question, sample] = line
                self.add(run.run, label, question, value, line, sample)
            except InputError as error:
                raise error.at(run.file, line) from None

    def columns(self) -> tuple[Ints, Ints, Ints, Floats]:
        """Run, measure and question of each cell by their numbers, and its value."""
        self._dissolve()
        runs, labels, questions = (np.frombuffer(column, dtype=np.int64) for column in self.codes)
        return runs, labels, questions, np.frombuffer(self.values, dtype=np.float64)

    def sample_codes(self) -> Ints | None:
        """The sample of each cell by its number, 0 where it is of none; None if all are."""
        if not any(self._sample_codes):
            return None
        rest = np.zeros(len(self.values) - len(self._sample_codes), dtype=np.int64)
        return np.append(np.frombuffer(self._sample_codes, dtype=np.int64), rest)

    def by_section(self) -> Iterator[tuple[Section, Ints, Ints]]:
        """Each file, and measure and question of its cells by their numbers."""
        if self.block is not None:
            questions = self.block.questions
            yield self.sections[-1], np.full(len(questions), self.block.label), questions
            return
        _, labels, questions, values = self.columns()
        ends = [*(section.start for section in self.sections[1:]), len(values)]
        for section, end in zip(self.sections, ends, strict=True):
            yield section, labels[section.start : end], questions[section.start : end]

    def check(self) -> None:
        """Refuse a second, different value for the same run, measure, question and sample."""
        if self.block is not None:
            return
        runs, labels, questions, values = self.columns()
        wide, long = len(self.questions.place), len(self.runs.place)
        cell = (labels * long + runs) * wide + questions
        samples = self.sample_codes()
        if samples is not None:
            self._check_samples(cell, samples)
            cell = cell * len(self.samples.place) + samples
        order = np.argsort(cell, kind="stable")
        again = np.flatnonzero(np.diff(cell[order]) == 0)
        former, latter = values[order[again]], values[order[again + 1]]
        differs = (former != latter) & ~(np.isnan(former) & np.isnan(latter))
        if differs.any():
            first = int(np.argmin(np.where(differs, order[again + 1], len(values))))
            raise self._contradiction(int(order[again[first]]), int(order[again[first] + 1]))

    def _check_samples(self, cell: Ints, samples: Ints) -> None:
        """Refuse values of samples beside one that is of no sample; nothing has samples of all."""
        questions = np.frombuffer(self.codes[2], dtype=np.int64)
        summed = np.flatnonzero((samples > 0) & (questions == self.all))
        mixed = np.flatnonzero((samples == 0) & np.isin(cell, np.unique(cell[samples > 0])))
        if len(summed):
            file, line = self._place(int(summed[0]))
            raise InputError(f"a sample of '{fields.ALL}', which no sample is of", file, line)
        if len(mixed):
            at = int(mixed[0])
            file, line = self._place(at)
            raise InputError(
                f"{self._named(at)} without a sample, elsewhere it has some", file, line
            )

    def _place(self, at: int) -> tuple[str, int]:
        """The file and the line of a cell."""
        file = next(part.file for part in reversed(self.sections) if part.start <= at)
        return file, self.lines[at]

    def _named(self, at: int) -> str:
        """What a cell is of."""
        run, label, question = (
            list(names.place)[column[at]]
            for names, column in zip(
                (self.runs, self.labels, self.questions), self.codes, strict=True
            )
        )
        return f"{shown(label)} of run {shown(run)} for {shown(question)}"

    def unlike(self, at: int, expected: str) -> InputError:
        """The error of a cell that has another value than it could have."""
        value = exact_text(self.values[at])
        message = f"{self._named(at)} is {value}, expected {expected}"
        return InputError(message, *self._place(at))

    def _contradiction(self, earlier: int, at: int) -> InputError:
        file, line = self._place(at)
        return InputError(
            f"{self._named(at)} again with value "
            f"{exact_text(self.values[at])}, earlier {exact_text(self.values[earlier])}",
            file,
            line,
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
