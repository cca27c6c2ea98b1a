"""Scores become tables: the leaderboard, the questions one by one, groups, and their macro mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from qaeval.arrays import Floats
from qaeval.files.fields import ALL
from qaeval.files.score_output import COLUMNS
from qaeval.measures import Measure
from qaeval.presentation.tables import Cell, Column, Table
from qaeval.scores.ranking import best_first, shared_ranks
from qaeval.scores.rows import score_rows
from qaeval.scores.table import Scores
from qaeval.wording import counted

MACRO = "macro mean"

_LONG = (Column("run"), Column("measure"), Column("question"), Column("value", "number"))
assert tuple(column.name for column in _LONG) == COLUMNS


def order_of(scores: Scores) -> list[int]:
    """The runs best first by the first measure."""
    first = scores.measures[0]
    return best_first(scores.values(first), scores.runs, first.definition.better)


class RankedRun(NamedTuple):
    """A run's row on a leaderboard."""

    rank: int
    run: str
    scores: dict[str, float]  # by the measure's label
    questions: int  # that the scores are over


def ranked_runs(scores: Scores) -> list[RankedRun]:
    """The runs best first by the first measure."""
    return _ranked(scores, [scores.values(measure) for measure in scores.measures])


def ranked_by_macro_mean(groups: Mapping[str, Scores]) -> list[RankedRun]:
    """The runs best first by their means over groups, each group counting the same."""
    return _ranked(next(iter(groups.values())), macro_values(groups))


def _ranked(scores: Scores, values: Sequence[Floats]) -> list[RankedRun]:
    labels = [measure.label for measure in scores.measures]
    counts = _question_counts(scores)
    order = best_first(values[0], scores.runs, scores.measures[0].definition.better)
    ranks = shared_ranks([values[0][i] for i in order])
    return [
        RankedRun(
            rank,
            scores.runs[i],
            dict(zip(labels, (float(column[i]) for column in values), strict=True)),
            counts[i],
        )
        for rank, i in zip(ranks, order, strict=True)
    ]


def _question_counts(scores: Scores) -> list[int]:
    """How many questions each run is averaged over, which --intersect lets differ."""
    first = next(iter(scores.measures[0].columns.values()))
    return (~np.isnan(scores.columns[first])).sum(axis=1).tolist()


def leaderboard(scores: Scores, title: str = "") -> Table:
    """A row per run: rank, name, and a column of overall values for each measure."""
    return _board(ranked_runs(scores), scores.measures, title)


def macro_mean(groups: Mapping[str, Scores], by: str) -> Table:
    """The leaderboard of the means over groups, each group counting the same."""
    title = f"{MACRO} over {counted(len(groups), 'value')} of {by}"
    return _board(ranked_by_macro_mean(groups), next(iter(groups.values())).measures, title)


def _board(ranked: Sequence[RankedRun], measures: Sequence[Measure], title: str) -> Table:
    columns = [Column("rank", "whole"), Column("run"), *map(measure_column, measures)]
    rows: list[list[Cell]] = [[row.rank, row.run, *row.scores.values()] for row in ranked]
    if len({row.questions for row in ranked}) > 1:
        columns.append(Column("questions", "whole"))
        rows = [[*cells, row.questions] for cells, row in zip(rows, ranked, strict=True)]
    return Table(columns, rows, title)


def group_title(by: str, value: str, scores: Scores) -> str:
    """What stands above the leaderboard of a value of --by."""
    return f"{by}: {value} ({counted(len(scores.questions), 'question')})"


def macro_values(groups: Mapping[str, Scores]) -> list[Floats]:
    """The mean over groups of each measure's values, in the order of the runs."""
    measures = next(iter(groups.values())).measures
    return [
        np.mean([group.values(measure) for group in groups.values()], axis=0)
        for measure in measures
    ]


def measure_column(measure: Measure) -> Column:
    """The column of a measure's values, the best of which is set in bold."""
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


def long_table(
    scores: Scores, per_question: bool, lead: Mapping[str, Cell] = MappingProxyType({})
) -> Table:
    """The score table: `run measure question value`."""
    rows = [list(row) for row in score_rows(scores, order_of(scores), per_question)]
    return Table(_LONG, rows, lead=lead)


def long_tables_by(groups: Mapping[str, Scores], by: str, per_question: bool) -> list[Table]:
    """The score table of each group, led by a column that names it; the macro mean at the end."""
    tables = [long_table(scores, per_question, {by: value}) for value, scores in groups.items()]
    macro: list[list[Cell]] = [
        [row.run, label, ALL, value]
        for row in ranked_by_macro_mean(groups)
        for label, value in row.scores.items()
    ]
    return [*tables, Table(_LONG, macro, lead={by: MACRO})]
