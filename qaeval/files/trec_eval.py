"""trec_eval's own output: its `-q` lines read, and the very lines of version 9.0.8 written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from qaeval.arrays import Floats
from qaeval.errors import InputError
from qaeval.files import fields
from qaeval.files.fields import ALL
from qaeval.files.text import Document
from qaeval.measures import Measure
from qaeval.scores.table import Scores
from qaeval.wording import counted

RUNID = "runid"
_NO_FIGURES = (RUNID, "relstring")

# line, measure, question, value
Figure = tuple[int, str, str, float]


def read_figures(document: Document) -> tuple[str | None, list[Figure]]:
    """The run's name, where the row `runid` gives it, and every row that holds a figure."""
    rows = [(number, line.split()) for number, line in document.numbered(comments=False)]
    run = next((parts[2] for _, parts in rows if parts[0] == RUNID and len(parts) == 3), None)
    figures = []
    for number, parts in rows:
        if parts[0] in _NO_FIGURES:
            continue
        try:
            if len(parts) != 3:
                raise InputError(
                    f"{counted(len(parts), 'field')}, expected 3 (measure question value)"
                )
            figures.append((number, parts[0], parts[1], fields.number(parts[2], "value")))
        except InputError as error:
            document.report(error, number)
    return run, figures


def trec_lines(scores: Scores, asked: Sequence[str], per_question: bool) -> Iterator[str]:
    """Name padded to 22, tab, question, tab, value; `all` last; runs one after the other."""
    by_name = {measure.label: measure for measure in scores.measures}
    for run, name in enumerate(scores.runs):
        if per_question:
            yield from _question_lines(scores, run, [by_name[n] for n in asked if n != RUNID])
        for label in asked:
            if label == RUNID:
                yield _line(RUNID, ALL, name)
            else:
                yield _line(
                    label, ALL, _figure(by_name[label], _summary(scores, by_name[label], run))
                )


def _question_lines(scores: Scores, run: int, asked: Sequence[Measure]) -> Iterator[str]:
    """A question that the run lacks has no lines, as in trec_eval, with or without its `-c`."""
    for at, question in enumerate(scores.questions):
        if not scores.present[run, at]:
            continue
        for measure in asked:
            column = scores.columns.get(measure.label)
            if column is not None and not np.isnan(column[run, at]):
                yield _line(measure.label, question, _figure(measure, column[run, at]))


def _summary(scores: Scores, measure: Measure, run: int) -> float:
    """A mean as trec_eval takes it, adding question by question: a printed half may hang on it."""
    if not measure.is_mean:
        return float(scores.values(measure)[run])
    row: Floats = scores.columns[measure.label][run]
    row = row[~np.isnan(row)]
    return float(np.add.accumulate(row)[-1] / len(row)) if len(row) else float("nan")


def _figure(measure: Measure, value: float) -> str:
    if np.isnan(value):
        return "-"
    return str(int(value)) if measure.definition.whole else f"{value:6.4f}"


def _line(name: str, question: str, value: str) -> str:
    return f"{name:<22}\t{question}\t{value}\n"
