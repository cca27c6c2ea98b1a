"""Score tables: written so that nothing is lost, and read back, also from other tools' output."""

from __future__ import annotations

import contextlib
import csv
import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from qaeval.collection import Floats
from qaeval.errors import InputError, counted, shown
from qaeval.files import fields
from qaeval.files.output import write_output
from qaeval.files.recognise import has_column, recognise
from qaeval.files.runs import file_name
from qaeval.files.text import Document, read_document
from qaeval.files.trec_eval import RUNID, Figure, read_figures
from qaeval.files.tsv import TsvTable
from qaeval.measures import COMPONENTS, Measure, measure
from qaeval.measures.registry import Definition, Example
from qaeval.scoring import Scores

COLUMNS = ("run", "measure", "question", "value")
SECONDS = "seconds"
TIMES = ("run", "score", SECONDS)
UNDEFINED = "-"

_STRETCH = 256  # rows: few enough to stay in the processor's cache
_FIGURES = re.compile("[-+.0-9eE]*")

Row = tuple[str, str, str, float | None]


def exact_text(value: float | None) -> str:
    """The shortest decimal that reads back as the same number; `-` where there is none."""
    if value is None or np.isnan(value):
        return UNDEFINED
    return repr(float(value)).removesuffix(".0")


def score_rows(scores: Scores, order: Sequence[int], per_question: bool) -> Iterator[Row]:
    """Run by run: each measure's questions and then `all`; components have no `all`."""
    overall = {found.label: scores.values(found) for found in scores.measures}
    parts = [label for label in scores.columns if label not in overall]
    for run in order:
        name = scores.runs[run]
        for label, values in overall.items():
            if per_question and label in scores.columns:
                yield from _question_rows(scores, run, label)
            yield name, label, fields.ALL, float(values[run])
        if per_question:
            for label in parts:
                yield from _question_rows(scores, run, label)


def _question_rows(scores: Scores, run: int, label: str) -> Iterator[Row]:
    for question, value in zip(scores.questions, scores.columns[label][run].tolist(), strict=True):
        if value == value:
            yield scores.runs[run], label, question, value


def write_scores(scores: Scores, path: str | None = None) -> None:
    """Write the score table, per question and overall (None: to standard output)."""
    write_output(score_text(scores), path)


def score_text(scores: Scores) -> str:
    """The score table, per question and overall."""
    rows = score_rows(scores, range(len(scores.runs)), per_question=True)
    lines = ["\t".join((*row[:3], exact_text(row[3]))) for row in rows]
    return "\n".join(["\t".join(COLUMNS), *lines, ""])


def read_scores(*paths: str, name: str = "value") -> Scores:
    """Read score tables and merge them; `name` says what a matrix or a table of times holds."""
    cells = _Cells()
    for path in paths:
        document = read_document(path)
        cells.start(document.file)
        _READERS[recognise(document, "table", _FITS, None)](document, path, name, cells)
        cells.settle_measures()
    cells.check()
    return cells.as_scores()


@dataclass
class RunFigures:
    """One run's figures as another tool printed them."""

    run: str
    file: str
    figures: list[Figure]

    @property
    def questions(self) -> set[str]:
        """The questions that have a figure."""
        return {question for _, _, question, _ in self.figures} - {fields.ALL}


def merge_figures(runs: Sequence[RunFigures]) -> Scores:
    """One score table out of several runs; a measure and question come once in each."""
    cells = _Cells()
    for found in runs:
        cells.start(found.file)
        first: dict[tuple[str, str], int] = {}
        for line, label, question, value in found.figures:
            try:
                if first.setdefault((label, question), line) != line:
                    where = f"(first on line {first[label, question]})"
                    raise InputError(f"{shown(label)} for {shown(question)} again {where}")
                cells.add(found.run, label, question, value, line)
            except InputError as error:
                raise error.at(found.file, line) from None
        cells.settle_measures()
    return cells.as_scores()


class _Names:
    """Names as whole numbers, in the order they are met."""

    def __init__(self, check: Callable[[str], str]) -> None:
        self.check = check
        self.place: dict[str, int] = {}

    def __call__(self, name: str) -> int:
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


class _Cells:
    """The values of all tables in columns: run, measure, question, value, and where each stands."""

    def __init__(self) -> None:
        self.runs = _Names(fields.run_name)
        self.labels = _Names(lambda text: fields.plain_id(text, "measure"))
        self.questions = _Names(lambda text: fields.plain_id(text, "question"))
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

    def as_scores(self) -> Scores:
        """The table: a column per measure or component, runs × questions."""
        runs, labels, questions = (np.frombuffer(column, dtype=np.int64) for column in self.codes)
        values = np.frombuffer(self.values, dtype=np.float64)
        names = sorted(set(self.questions.place) - {fields.ALL})
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


def _read_table(document: Document, path: str, name: str, cells: _Cells) -> None:
    """`run measure question value`, as `score -q -f tsv` writes it."""
    table = TsvTable(document, COLUMNS)
    run, label, question, value = (table.position[column] for column in COLUMNS)
    for numbers, rows in _stretches(table):
        # A stretch in which nothing is odd is taken whole; any other row by row, for its errors.
        columns = list(zip(*rows, strict=True))
        figures = _plain_numbers(columns[value])
        if figures is not None:
            with contextlib.suppress(InputError):
                cells.add_many(columns[run], columns[label], columns[question], figures, numbers)
                continue
        _read_rows(document, table, zip(numbers, rows, strict=True), cells)


def _stretches(table: TsvTable) -> Iterator[tuple[list[int], list[list[str]]]]:
    rows = table.rows()
    while stretch := list(islice(rows, _STRETCH)):
        yield [number for number, _ in stretch], [row for _, row in stretch]


def _plain_numbers(texts: Sequence[str]) -> list[float] | None:
    """The numbers, if all are plain finite decimals."""
    if _FIGURES.fullmatch("".join(texts)) is None:
        return None
    try:
        figures = [*map(float, texts)]
    except ValueError:
        return None
    return figures if np.isfinite(figures).all() else None


def _read_rows(
    document: Document, table: TsvTable, rows: Iterable[tuple[int, list[str]]], cells: _Cells
) -> None:
    run, label, question, value = (table.position[column] for column in COLUMNS)
    for number, row in rows:
        try:
            if row[value] != UNDEFINED:
                figure = fields.number(row[value], "value")
            elif row[question] == fields.ALL:
                figure = np.nan
            else:
                raise InputError(f"value '{UNDEFINED}' for a question, expected a number")
            cells.add(row[run], row[label], row[question], figure, number)
        except InputError as error:
            document.report(error, number)


def _read_trec(document: Document, path: str, name: str, cells: _Cells) -> None:
    """`trec_eval -q` output: the run's name is in the row `runid`, else it is the file's."""
    run, figures = read_figures(document)
    run = file_name(path) if run is None else run
    for number, label, question, value in figures:
        try:
            cells.add(run, label, question, value, number)
        except InputError as error:
            document.report(error, number)


def _read_matrix(document: Document, path: str, name: str, cells: _Cells) -> None:
    """First column the question, then a column per run, tabs or commas between."""
    numbered = list(document.numbered(comments=True))
    lines = (line for _, line in numbered)
    comma = "\t" not in numbered[0][1]
    rows = csv.reader(lines, strict=True) if comma else (line.split("\t") for line in lines)
    runs: list[str] = []
    for number, _ in numbered:
        try:
            row = [cell.strip() for cell in next(rows)]
            if not runs:
                if {"answer", "outcome", "level"} & set(row):
                    raise InputError(
                        "a run or a key, expected a score table: 'qaeval score -q -f tsv' makes one"
                    )
                runs = [fields.run_name(cell) for cell in row[1:]]
                if len(set(runs)) < len(runs):
                    raise InputError("a run stands twice in the header")
                continue
            if len(row) != len(runs) + 1:
                raise InputError(f"{counted(len(row), 'field')}, expected {len(runs) + 1}")
            question = fields.question_id(row[0])
            figures = _plain_numbers(row[1:])
            if figures is not None:
                size = len(runs)
                cells.add_many(runs, [name] * size, [question] * size, figures, [number] * size)
                continue
            for run, cell in zip(runs, row[1:], strict=True):
                if cell:
                    cells.add(run, name, question, fields.number(cell, "value"), number)
        except StopIteration:  # a quoted field went over several lines
            break
        except (InputError, csv.Error) as error:
            wrong = error if isinstance(error, InputError) else InputError(f"not CSV: {error}")
            document.report(wrong, number)


def _read_times(document: Document, path: str, name: str, cells: _Cells) -> None:
    """A row per run: its score and its seconds, both over all questions."""
    table = TsvTable(document, TIMES)
    run, value, took = (table.position[column] for column in TIMES)
    label = "score" if name == "value" else name
    seen: set[str] = set()
    for number, row in table.rows():
        try:
            if row[run] in seen:
                raise InputError(f"run {shown(row[run])} again")
            seen.add(row[run])
            cells.add(row[run], label, fields.ALL, fields.number(row[value], "score"), number)
            seconds = fields.seconds(fields.number(row[took], "seconds"))
            cells.add(row[run], SECONDS, fields.ALL, seconds, number)
        except InputError as error:
            document.report(error, number)
    if not seen:
        raise InputError("no runs below the header", document.file)


def _fits_table(line: str) -> bool:
    return has_column(line, "measure") and has_column(line, "run")


def _fits_times(line: str) -> bool:
    return all(has_column(line, name) for name in TIMES) and not _fits_table(line)


def _fits_trec(line: str) -> bool:
    parts = line.split()
    if len(parts) != 3 or parts[0] == "question" or "," in line:
        return False
    return parts[0] == RUNID or fields.is_number(parts[2])


def _fits_matrix(line: str) -> bool:
    others = (_fits_table, _fits_trec, _fits_times)
    return ("\t" in line or "," in line) and not any(fits(line) for fits in others)


_FITS = {
    "table": _fits_table,
    "times": _fits_times,
    "trec_eval": _fits_trec,
    "matrix": _fits_matrix,
}
_READERS = {
    "table": _read_table,
    "times": _read_times,
    "trec_eval": _read_trec,
    "matrix": _read_matrix,
}
