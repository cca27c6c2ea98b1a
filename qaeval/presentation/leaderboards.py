"""Scores become tables: the leaderboard, the questions one by one, groups, and their macro mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from qaeval.arrays import Floats
from qaeval.files.score_output import COLUMNS, score_rows
from qaeval.measures import Measure
from qaeval.presentation.tables import Cell, Column, Table
from qaeval.scores.ranking import best_first, shared_ranks
from qaeval.scores.table import Scores
from qaeval.wording import counted

MACRO = "macro mean"

_LONG = (Column("run"), Column("measure"), Column("question"), Column("value", "number"))
assert tuple(column.name for column in _LONG) == COLUMNS


def order_of(scores: Scores) -> list[int]:
    """The runs best first by the first measure."""
    first = scores.measures[0]
    return best_first(scores.values(first), scores.runs, first.definition.better)


def leaderboard(scores: Scores, title: str = "") -> Table:
    """A row per run, best first by the first measure."""
    values = [scores.values(measure) for measure in scores.measures]
    return _ranked_table(scores, values, title)


def macro_mean(groups: Mapping[str, Scores], by: str) -> Table:
    """The leaderboard of the means over groups, each group counting the same."""
    scores = next(iter(groups.values()))
    return _ranked_table(
        scores, macro_values(groups), f"{MACRO} over {counted(len(groups), 'value')} of {by}"
    )


def macro_values(groups: Mapping[str, Scores]) -> list[Floats]:
    """The mean over groups of each measure's values, in the order of the runs."""
    measures = next(iter(groups.values())).measures
    return [
        np.mean([group.values(measure) for group in groups.values()], axis=0)
        for measure in measures
    ]


def _ranked_table(scores: Scores, values: Sequence[Floats], title: str) -> Table:
    """A row per run: rank, name, and a column of overall values for each measure."""
    columns = [Column("rank", "whole"), Column("run"), *map(_column, scores.measures)]
    counts = _question_counts(scores)
    order = best_first(values[0], scores.runs, scores.measures[0].definition.better)
    ranks = shared_ranks([values[0][i] for i in order])
    rows: list[list[Cell]] = [
        [rank, scores.runs[i], *(float(column[i]) for column in values)]
        for rank, i in zip(ranks, order, strict=True)
    ]
    if len(set(counts)) > 1:
        columns.append(Column("questions", "whole"))
        for row, i in zip(rows, order, strict=True):
            row.append(counts[i])
    return Table(columns, rows, title)


def _question_counts(scores: Scores) -> list[int]:
    """How many questions each run is averaged over, which --intersect lets differ."""
    first = next(iter(scores.measures[0].columns.values()))
    return (~np.isnan(scores.columns[first])).sum(axis=1).tolist()


def _column(measure: Measure) -> Column:
    definition = measure.definition
    return Column(measure.label, "whole" if definition.whole else "number", definition.better)


def question_table(scores: Scores) -> Table:
    """A row per run and question: every mean measure and every component."""
    labels = list(scores.columns)
    kinds = {label: _kind(scores.columns[label]) for label in labels}
    columns = [Column("run"), Column("question"), *(Column(*kind) for kind in kinds.items())]
    rows: list[list[Cell]] = []
    for run in order_of(scores):
        for at, question in enumerate(scores.questions):
            cells = [float(scores.columns[label][run, at]) for label in labels]
            if not all(np.isnan(cell) for cell in cells):
                rows.append([scores.runs[run], question, *cells])
    return Table(columns, rows)


def _kind(column: Floats) -> str:
    """Columns of nothing but 0, 1 and other whole numbers are shown as such."""
    known = column[~np.isnan(column)]
    return "whole" if np.array_equal(known, np.rint(known)) else "number"


def long_table(scores: Scores, per_question: bool) -> Table:
    """The score table: `run measure question value`."""
    rows = [list(row) for row in score_rows(scores, order_of(scores), per_question)]
    return Table(_LONG, rows)


def long_tables_by(groups: Mapping[str, Scores], by: str, per_question: bool) -> list[Table]:
    """The score table of each group, led by a column that names it; the macro mean at the end."""
    columns = (Column(by), *_LONG)
    tables = [
        Table(columns, [[value, *row] for row in long_table(scores, per_question).rows])
        for value, scores in groups.items()
    ]
    macro: list[list[Cell]] = [
        [MACRO, record["run"], label, "all", value]
        for record in macro_records(groups, by)
        for label, value in record["scores"].items()
    ]
    return [*tables, Table(columns, macro)]


def macro_records(groups: Mapping[str, Scores], by: str) -> list[dict[str, Any]]:
    """The macro means as plain data, best first."""
    labels = [measure.label for measure in next(iter(groups.values())).measures]
    return [
        {"rank": row[0], "run": row[1], "scores": dict(zip(labels, row[2:], strict=False))}
        for row in macro_mean(groups, by).rows
    ]


def as_records(scores: Scores, per_question: bool) -> list[dict[str, Any]]:
    """The leaderboard as plain data for JSON."""
    table = leaderboard(scores)
    counts = _question_counts(scores)
    columns = {label: scores.per_question(label) for label in scores.columns}
    records: list[dict[str, Any]] = []
    for row in table.rows:
        run = str(row[1])
        record: dict[str, Any] = {"rank": row[0], "run": run}
        labels = [measure.label for measure in scores.measures]
        record["scores"] = dict(zip(labels, row[2:], strict=False))
        record["questions"] = counts[scores.runs.index(run)]
        if per_question:
            record["per_question"] = {
                question: {
                    label: values[run][question]
                    for label, values in columns.items()
                    if question in values[run]
                }
                for question in scores.questions
            }
        records.append(record)
    return records
