"""Scores as the very lines of trec_eval 9.0.8."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from qaeval.arrays import Floats
from qaeval.decimals import UNDEFINED
from qaeval.files.fields import ALL
from qaeval.files.trec_eval import RUNID
from qaeval.measures import Measure
from qaeval.scores.table import Scores


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
        return UNDEFINED
    return str(int(value)) if measure.definition.whole else f"{value:6.4f}"


def _line(name: str, question: str, value: str) -> str:
    return f"{name:<22}\t{question}\t{value}\n"
