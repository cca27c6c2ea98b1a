"""Rows of a table, each what one run made of one question, gathered into runs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from qaeval import decimals
from qaeval.arrays import Floats, Ints
from qaeval.collection.responses import Responses
from qaeval.errors import InputError
from qaeval.files import fields
from qaeval.files.cells import Cells
from qaeval.files.foreign.documents import folded
from qaeval.files.foreign.logs import remark
from qaeval.files.foreign.parsing import uncollected
from qaeval.files.foreign.row_columns import ROW_NUMBER, Asked, ValueColumn
from qaeval.files.foreign.row_files import CsvFile, JsonFile, RowFile
from qaeval.files.foreign.row_questions import Codes, Questions
from qaeval.files.named import file_name
from qaeval.files.outcome_words import GRADED, INSPECT, vocabulary_of
from qaeval.patterns import watched_matches
from qaeval.wording import counted, either, listed, offered, shown

QUESTION_COLUMNS = ("question", "id", "question_id")

_TRUTHS = {"true": 1.0, "false": 0.0}
_NO_NUMBER = ("", "nan", "na", "n/a", "none", "null")


@dataclass(frozen=True)
class _Stretch:
    """Some rows of a file, by columns."""

    file: str
    lines: list[int]
    values: Sequence[list[str]]
    named: Mapping[str, list[str]]  # by option

    def each(self, meaning: Callable[[Any], Any], column: Sequence[Any]) -> list[Any]:
        """What each text of a column means, or an error on its line."""
        try:
            return [*map(meaning, column)]
        except InputError:
            for line, text in zip(self.lines, column, strict=True):
                try:
                    meaning(text)
                except InputError as error:
                    raise error.at(self.file, line) from None
            raise


class _Known(dict[str, float]):
    """What each text means, worked out when it is first met."""

    def __init__(self, meaning: Callable[[str], float]) -> None:
        super().__init__()
        self.meaning = meaning

    def __missing__(self, text: str) -> float:
        value = self.meaning(text)
        if len(self) < 1 << 20:  # numbers of many digits hardly ever come again
            self[text] = value
        return value


class Rows:
    """The rows of any number of files: what each run made of each question."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.runs = Codes(lambda text: fields.run_name(folded(text)))
        self.questions = Questions(asked.task is not None)
        self.samples = Codes(lambda text: fields.plain_id(folded(text), "sample"))
        self.words = Codes(self._word)
        self._figures = _Known(self._figure)
        self._confidences = _Known(self._confidence)
        self._times = _Known(_seconds)
        self._columns: dict[str, list[Floats]] = {}
        self._lines: list[Ints] = []
        self._files: list[tuple[int, str]] = []  # the first row of each
        self._size = 0

    @uncollected()
    def take(self, path: str, run: str | None = None, is_json: bool = False) -> int:
        """Read a file, one run unless columns say otherwise; how many rows it has."""
        file: RowFile = JsonFile(path) if is_json else CsvFile(path)
        self._files.append((self._size, file.stream.file))
        count = 0
        for stretch in self._stretches(file):
            self._add(stretch, run or file_name(path))
            count += len(stretch.lines)
        if not count:
            raise InputError("no rows below the header", file.stream.file)
        return count

    def _stretches(self, file: RowFile) -> Iterator[_Stretch]:
        question = self.asked.question or _usual_question(file)
        if self.asked.is_usual:
            _check_usual(self.asked.values[0].path, file)
        columns = self.asked.columns(question)
        count = 0
        for lines, cells in file.stretches(columns):
            named = {option: cell for (option, _), cell in zip(columns, cells, strict=True)}
            if question == ROW_NUMBER:
                named["--question"] = [str(at) for at in range(count + 1, count + len(lines) + 1)]
            count += len(lines)
            values = cells[: len(self.asked.values)]
            yield _Stretch(file.stream.file, lines, values, named)

    def _add(self, stretch: _Stretch, usual: str) -> None:
        """Some rows, each of which is one response, or in a wide table one of each run."""
        asked, named = self.asked, stretch.named
        shared: dict[str, list[Any]] = {"question": self._questions(stretch)}
        if asked.sample is not None:
            shared["sample"] = stretch.each(self.samples.__getitem__, named["--sample"])
        if asked.confidence is not None:
            shared["confidence"] = stretch.each(
                self._confidences.__getitem__, named["--confidence"]
            )
        if asked.confidence_from is not None:
            shared["confidence"] = stretch.each(self._said, named["--response"])
        if asked.seconds is not None:
            shared["seconds"] = stretch.each(self._times.__getitem__, named["--seconds"])
        if asked.no_response is not None:
            search = asked.no_response.search
            with watched_matches():
                shared["silent"] = [search(text) is not None for text in named["--response"]]
        meaning = self.words.__getitem__ if asked.are_outcomes else self._figures.__getitem__
        for at, column in enumerate(asked.values):
            shared["run"] = self._run_codes(stretch, column, usual)
            shared["value"] = stretch.each(meaning, stretch.values[at])
            shared["label"] = [0 if asked.wide is not None else at] * len(stretch.lines)
            self._keep(shared, stretch.lines)

    def _questions(self, stretch: _Stretch) -> list[int]:
        tasks = stretch.named.get("--task")
        keys = stretch.named["--question"]
        pairs: list[Any] = list(keys if tasks is None else zip(tasks, keys, strict=True))
        codes = stretch.each(self.questions.codes.__getitem__, pairs)
        for option, constant in self.questions.constants.items():
            if option in stretch.named:
                column = stretch.named[option]
                constant.meet(codes, column, self.questions.names, stretch.file, stretch.lines)
        return codes

    def _run_codes(self, stretch: _Stretch, column: ValueColumn, usual: str) -> list[int]:
        if self.asked.wide is None and self.asked.run is not None:
            return stretch.each(self.runs.__getitem__, stretch.named["--run"])
        name = usual if self.asked.wide is None else column.label
        try:
            return [self.runs[name]] * len(stretch.lines)
        except InputError as error:
            raise error.at(stretch.file) from None

    def _keep(self, columns: Mapping[str, list[Any]], lines: list[int]) -> None:
        for name, column in columns.items():
            self._columns.setdefault(name, []).append(np.array(column, dtype=np.float64))
        self._lines.append(np.array(lines, dtype=np.int64))
        self._size += len(lines)

    def _word(self, text: str) -> str:
        """A grade; those that no map has are told when all are known."""
        if self.asked.map is not None and text not in self.asked.map:
            have = offered(self.asked.map)
            raise InputError(f"grade {shown(text)}, but --map has only {have}")
        return text

    def _figure(self, text: str) -> float:
        """A score; NaN where there is none."""
        if self.asked.map is not None:
            return float(self.asked.map[self._word(text)])
        word = text.casefold()
        if word in _NO_NUMBER:
            return math.nan
        if word in _TRUTHS:
            return _TRUTHS[word]
        try:
            return decimals.number(text, "value")
        except InputError as error:
            hint = " (--outcome reads grades, --map says what they stand for)"
            raise InputError(error.message + hint) from None

    def _confidence(self, text: str) -> float:
        if not text:
            return math.nan
        scale = self.asked.confidence_scale
        if scale != 1:
            text = text.removesuffix("%").rstrip()
        value = decimals.number(text, "confidence") / scale
        try:
            return fields.confidence(value)
        except InputError as error:
            hint = " (--confidence-scale 100 takes percentages)"
            raise InputError(error.message + (hint if scale == 1 and value > 1 else "")) from None

    def _said(self, response: str) -> float:
        """The confidence that a response states: the last, should there be several."""
        assert self.asked.confidence_from is not None
        group = min(self.asked.confidence_from.groups, 1)
        stated = [match[group] for match in self.asked.confidence_from.every(response)]
        found = [text for text in stated if text is not None]  # a group may take no part in a match
        return self._confidences[found[-1].strip()] if found else math.nan

    def column(self, name: str) -> Floats:
        """All rows of a column; NaN where it was not asked for."""
        parts = self._columns.get(name)
        return np.full(self._size, math.nan) if parts is None else np.concatenate(parts)

    def codes(self, name: str) -> Ints:
        """A column of names, by their numbers."""
        known = name in self._columns
        return self.column(name).astype(np.int64) if known else np.zeros(self._size, np.int64)

    def place(self, row: int) -> tuple[str, int]:
        """The file and the line of a row."""
        file = next(name for start, name in reversed(self._files) if start <= row)
        return file, int(np.concatenate(self._lines)[row])

    def check(self) -> None:
        """Refuse a second row of one run, question and sample."""
        runs, questions = self.codes("run"), self.codes("question")
        cell = (self.codes("label") * len(self.runs) + runs) * len(self.questions.names) + questions
        cell = cell * max(1, len(self.samples)) + self.codes("sample")
        order = np.argsort(cell, kind="stable")
        again = order[1:][np.diff(cell[order]) == 0]
        if len(again):
            row = int(again.min())
            file, line = self.place(row)
            question = self.questions.names[questions[row]]
            sample = self.samples.names[self.codes("sample")[row]] if self.asked.sample else ""
            raise self.asked.again(question, sample).at(file, line)

    def responses(self) -> list[Responses]:
        """The runs as judged responses."""
        self.check()
        outcomes = np.array(self._outcomes(), dtype=object)[self.codes("value")]
        outcomes[self.column("silent") > 0] = "U"
        self._tell_unsaid()
        runs, questions, samples = (self.codes(name) for name in ("run", "question", "sample"))
        names = np.array(self.questions.names, dtype=object)
        labels = np.array(self.samples.names or [""], dtype=object)
        stated = {name: self.column(name) for name in ("confidence", "seconds")}
        made = []
        for code, name in enumerate(self.runs.names):
            mine = np.flatnonzero(runs == code)
            made.append(
                Responses(
                    name=name,
                    questions=names[questions[mine]].tolist(),
                    outcomes=outcomes[mine].tolist(),
                    file=self.place(int(mine[0]))[0],
                    samples=labels[samples[mine]].tolist() if self.asked.sample else None,
                    confidence=stated["confidence"][mine],
                    seconds=stated["seconds"][mine],
                )
            )
        return made

    def _outcomes(self) -> list[str]:
        """What each word stands for: as --map says, or as graders usually write."""
        words = self.words.names
        if self.asked.map is not None:
            return [self.asked.map[word] for word in words]
        file = self._files[0][1]
        try:
            vocabulary = vocabulary_of(words, GRADED, "say what each stands for with --map")
        except InputError as error:
            raise error.at(file) from None
        outcomes = []
        for code, word in enumerate(words):
            outcome = vocabulary.outcome(word)
            if outcome is None:
                row = int(np.argmax(self.codes("value") == code))
                hint = f"among {listed(vocabulary.outcomes)}: say with --map what it stands for"
                raise InputError(f"grade {shown(word)} {hint}", *self.place(row))
            outcomes.append(outcome)
        if vocabulary is INSPECT:
            remark(f"grades are taken as {vocabulary.told()}", file)
        return outcomes

    def _tell_unsaid(self) -> None:
        """Say where responses state no confidence, or none does."""
        if self.asked.confidence_from is None:
            return
        stated = ~np.isnan(self.column("confidence"))
        file = self._files[0][1]
        if not stated.any():
            pattern = shown(self.asked.confidence_from.text)
            raise InputError(f"--confidence-from {pattern} is found in no response", file)
        if not stated.all():
            have = f"{int(stated.sum()):,} of {counted(len(stated), 'response')}"
            remark(f"a confidence is found in {have} (--confidence-from)", file)

    def cells(self) -> Cells:
        """The runs' scores; rows without one are left out and told."""
        self.check()
        cells = Cells()
        cells.start(self._files[0][1], all_measures=True)
        values = self.column("value")
        kept = ~np.isnan(values)
        if not kept.all():
            rows = np.flatnonzero(~kept)
            some = dict.fromkeys(self.questions.names[i] for i in self.codes("question")[rows])
            which = counted(len(rows), "row")
            remark(
                f"{which} without a value left out (questions {listed(some)})",
                self.place(int(rows[0]))[0],
            )
        if not kept.any():
            raise InputError("no row has a value", self._files[0][1])
        labels = [self.asked.wide] if self.asked.wide else [v.label for v in self.asked.values]
        named = {
            "run": (cells.runs, self.runs.names),
            "label": (cells.labels, labels),
            "question": (cells.questions, self.questions.names),
            "sample": (cells.samples, self.samples.names),
        }
        codes = {}
        for column, (known, names) in named.items():
            if names:
                codes[column] = np.array([*map(known, names)], np.int64)[self.codes(column)[kept]]
        lines = np.concatenate(self._lines)[kept]
        first = (codes["run"], codes["label"], codes["question"], values[kept], lines)
        cells.add_codes(*first, codes.get("sample"))
        return cells


def _usual_question(file: RowFile) -> str:
    usual = file.usual(QUESTION_COLUMNS)
    if len(usual) == 1:
        return usual[0]
    which = f"columns {' and '.join(usual)}" if usual else "no column " + either(QUESTION_COLUMNS)
    raise InputError(
        f"{which}: say with --question which names the question, or '#' to number the rows"
        f" (columns: {offered(file.names())})",
        file.stream.file,
        1,
    )


def _check_usual(grades: str, file: RowFile) -> None:
    """Refuse a file without the usual column of grades, which nobody asked for."""
    if not file.usual([grades]):
        raise InputError(
            f"no column {grades}: say with --outcome which holds grades, or with --column which "
            f"holds scores (columns: {offered(file.names())})",
            file.stream.file,
            1,
        )


def _seconds(text: str) -> float:
    return fields.seconds(decimals.number(text, "seconds")) if text else math.nan
