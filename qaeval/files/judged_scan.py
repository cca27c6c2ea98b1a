"""Judged responses by the fast scan."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.collection.packed import PackedStrings
from qaeval.collection.responses import OUTCOMES, Responses
from qaeval.errors import InputError
from qaeval.files import fields
from qaeval.files.cells import Names
from qaeval.files.headed import TAB
from qaeval.files.scan import Stretch, numbers, plain_bytes, separated
from qaeval.files.text import Document

_NAMES = ("question", "outcome", "sample", "run")
_NUMBERS = ("confidence", "seconds")


def scan_judged(document: Document) -> dict[str | None, Responses] | None:
    """The responses of each run, by its name in the file if it has one; None if a row is odd."""
    raw = plain_bytes(document)
    number, header = document.first_line()
    columns = [cell.strip().casefold() for cell in header.split(TAB)]
    known = set(columns) <= {*_NAMES, *_NUMBERS} and {"question", "outcome"} <= set(columns)
    if raw is None or b"\n" not in raw or number > 1 or document.columns is not None:
        return None
    if not known or len(set(columns)) < len(columns):
        return None
    scanned = _Scanned(columns)
    try:
        for stretch in separated(raw, b"\t", len(columns), raw.find(b"\n") + 1, may_be_empty=True):
            if stretch is None or not scanned.add(stretch):
                return None
        return scanned.runs(document.file)
    except InputError:
        return None


def _outcome(text: str) -> str:
    if text not in OUTCOMES:
        raise InputError("no outcome")
    return text


class _Scanned:
    """The columns of all rows, names as numbers."""

    def __init__(self, columns: Sequence[str]) -> None:
        self.place = {name: at for at, name in enumerate(columns)}
        checks = (fields.question_id, _outcome, fields.sample, fields.run_name)
        self.names = {name: Names(check) for name, check in zip(_NAMES, checks, strict=True)}
        self.codes: dict[str, list[Ints]] = {name: [] for name in _NAMES[1:] if name in self.place}
        # Of questions there are many: they are numbered all at once.
        self.questions: list[PackedStrings] = []
        self.values: dict[str, list[Floats]] = {name: [] for name in _NUMBERS if name in self.place}

    def add(self, stretch: Stretch) -> bool:
        """Take some rows, or say that one is odd; a name that may not be is an `InputError`."""
        self.questions.append(stretch.column(self.place["question"]))
        for name, codes in self.codes.items():
            column = stretch.column(self.place[name])
            if (column.lengths < 1).any():
                return False
            codes.append(self._numbered(name, column))
        for name, parts in self.values.items():
            column = stretch.column(self.place[name])
            values = np.full(len(column), np.nan)
            stated = np.flatnonzero(column.lengths)
            figures = numbers(column.take(stated))
            if figures is None or not _in_range(name, figures):
                return False
            values[stated] = figures
            parts.append(values)
        return True

    def _numbered(self, name: str, column: PackedStrings) -> Ints:
        codes, first = column.coded()
        known = [self.names[name](column[at]) for at in first.tolist()]
        return np.array(known, dtype=np.int64)[codes]

    def runs(self, file: str) -> dict[str | None, Responses] | None:
        """The runs in the order they are met; None where a response comes again."""
        if not self.questions:
            return None
        codes = {name: np.concatenate(parts) for name, parts in self.codes.items()}
        every = self.questions[0].at(
            np.concatenate([column.starts for column in self.questions]),
            np.concatenate([column.lengths for column in self.questions]),
        )
        if (every.lengths < 1).any():
            return None
        question = self._numbered("question", every)
        sample = codes.get("sample", np.zeros(len(question), dtype=np.int64))
        run = codes.get("run", np.zeros(len(question), dtype=np.int64))
        cell = (run * len(self.names["question"].place) + question) * (sample.max() + 1) + sample
        ordered = np.sort(cell)
        if (ordered[1:] == ordered[:-1]).any():
            return None
        nothing = np.full(len(question), np.nan)
        values = {
            name: np.concatenate(self.values[name]) if name in self.values else nothing
            for name in _NUMBERS
        }
        names: list[str | None] = [*self.names["run"].place] or [None]
        order = np.argsort(run, kind="stable")
        parts = np.split(order, np.cumsum(np.bincount(run))[:-1])
        return {
            name: Responses(
                name=name or "",
                questions=self._texts("question", question[rows]),
                outcomes=self._texts("outcome", codes["outcome"][rows]),
                confidence=values["confidence"][rows],
                seconds=values["seconds"][rows],
                file=file,
                samples=self._texts("sample", sample[rows]) if "sample" in codes else None,
            )
            for name, rows in zip(names, parts, strict=True)
        }

    def _texts(self, name: str, codes: Ints) -> list[str]:
        texts: list[str] = np.array([*self.names[name].place], dtype=object)[codes].tolist()
        return texts


def _in_range(name: str, figures: Floats) -> bool:
    most = 1.0 if name == "confidence" else fields.LONGEST
    return bool(((figures >= 0) & (figures <= most)).all())
