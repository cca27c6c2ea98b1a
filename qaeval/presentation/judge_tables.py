"""A model's grades and people's become tables: corrected runs, pairs, the judge's errors, plans."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from qaeval.presentation.comparison_tables import value_head
from qaeval.presentation.tables import (
    EVERYONE,
    PAGE,
    PEOPLE,
    PROGRAMS,
    Cell,
    Column,
    Estimate,
    PageHead,
    Table,
)
from qaeval.studies.judging.corrected import Corrected
from qaeval.studies.judging.drawing import Drawn
from qaeval.studies.judging.graded import Graded
from qaeval.studies.judging.labels import Labels
from qaeval.studies.judging.planning import Needs
from qaeval.studies.judging.quality import Quality, Span

# People read intervals beside the number, programs and pages in columns of their own.
_IN_COLUMNS = (PROGRAMS, PAGE)


def corrected_table(result: Corrected, title: str, lead: Mapping[str, Cell]) -> Table:
    """A row per run, best first by the corrected value."""
    better = result.measure.definition.better
    told = result.verdicts
    tested, counts = not told.untested, result.labels.tolist()
    columns = [
        Column("rank", "whole"),
        Column("run"),
        Column("model", "number"),
        Column("people", "number", readers=_IN_COLUMNS),
        Column("people_low", "number", readers=_IN_COLUMNS, page=PageHead("low")),
        Column("people_high", "number", readers=_IN_COLUMNS, page=PageHead("high")),
        Column("people", "number", readers=(PEOPLE,)),
        Column(
            "value",
            "number",
            better,
            readers=_IN_COLUMNS,
            page=value_head(better, True, "corrected"),
        ),
        Column("low", "number", readers=_IN_COLUMNS),
        Column("high", "number", readers=_IN_COLUMNS),
        Column("value", "number", better, "corrected", readers=(PEOPLE,)),
        Column("lambda", "number", readers=(PROGRAMS,)),
        Column("labels", "whole", readers=(PROGRAMS,) if len(set(counts)) == 1 else EVERYONE),
        Column("as_good_as", "number", readers=(PROGRAMS,)),
        Column("as_good_as", "whole", heading="worth", readers=(PEOPLE, PAGE)),
        Column("rank_low", "whole", readers=(PROGRAMS,)),
        Column("rank_high", "whole", readers=(PROGRAMS,)),
        Column("letters", heading="alike", readers=EVERYONE if tested else (PEOPLE, PROGRAMS)),
    ]
    rows = [
        _corrected_row(result, rank, run) for rank, run in zip(told.ranks, told.order, strict=True)
    ]
    return Table(columns, rows, title, lead)


def _corrected_row(result: Corrected, rank: int, run: int) -> list[Cell]:
    people, both, told = result.people, result.corrected, result.verdicts
    cells: list[Cell] = [rank, result.runs[run], float(result.model[run])]
    for estimates in (people, both):
        span = (
            float(estimates.values[run]),
            float(estimates.intervals.low[run]),
            float(estimates.intervals.high[run]),
        )
        cells += [*span, Estimate(*span)]
    worth = float(result.as_good_as[run])
    return [
        *cells,
        float(result.slopes[run]),
        int(result.labels[run]),
        worth,
        math.floor(worth + 0.5),
        "" if told.rank_low is None else int(told.rank_low[run]),
        "" if told.rank_high is None else int(told.rank_high[run]),
        "" if told.letters is None else told.letters.get(run, ""),
    ]


def corrected_pairs_table(result: Corrected, title: str, lead: Mapping[str, Cell]) -> Table:
    """Every pair of runs, the better first, with the interval that belongs to its p."""
    told = result.verdicts
    pairs = told.pairs
    place = np.empty(len(result.runs), dtype=np.int64)
    place[told.order] = np.arange(len(result.runs))
    turned = place[pairs.x] > place[pairs.y]
    first, second = np.where(turned, pairs.y, pairs.x), np.where(turned, pairs.x, pairs.y)
    sign = np.where(turned, -1.0, 1.0)
    low, high = pairs.intervals.low, pairs.intervals.high
    numbers = [
        result.corrected.values[first],
        result.corrected.values[second],
        pairs.differences * sign + 0.0,  # never -0
        np.where(turned, -high, low) + 0.0,
        np.where(turned, -low, high) + 0.0,
        (result.model[first] - result.model[second]) + 0.0,
        pairs.p_corrected,
    ]
    cells = [column.tolist() for column in numbers]
    rows = [
        [result.runs[first[at]], result.runs[second[at]], *(column[at] for column in cells)]
        for at in np.lexsort((place[second], place[first])).tolist()
    ]
    columns = [
        Column("run_x"),
        Column("run_y"),
        *(Column(name, "number", readers=(PROGRAMS,)) for name in ("value_x", "value_y")),
        *(Column(name, "number") for name in ("diff", "low", "high", "model_diff")),
        Column("p", "chance"),
    ]
    return Table(columns, rows, title, lead)


def quality_table(runs: Sequence[str], by_run: Sequence[Quality], overall: Quality) -> Table:
    """A row per run and one of all: what the model accepts beside what people do."""
    plain = overall.confusion is not None
    numbers = ("low", "high")
    columns = [Column("run"), Column("labels", "whole", readers=(PROGRAMS,) if plain else EVERYONE)]
    if plain:
        counts = {
            "both_right": "RR",
            "model_right": "RW",
            "people_right": "WR",
            "both_wrong": "WW",
        }
        columns += [Column(name, "exact", heading=head) for name, head in counts.items()]
        columns += _span_columns("accepts_wrong", "accepts wrong", numbers)
        columns += _span_columns("rejects_right", "rejects right", numbers)
    columns += _span_columns("bias", "bias", numbers)
    if plain:
        columns.append(Column("kappa", "number", page=PageHead("κ"), readers=(PROGRAMS, PAGE)))
    else:
        columns += _span_columns("distance", "distance", numbers)
    rows = [_quality_row(run, quality) for run, quality in zip(runs, by_run, strict=True)]
    rows.append(_quality_row("all", overall))
    return Table(columns, rows, "the model's grades beside people's")


def _span_columns(name: str, heading: str, ends: Sequence[str]) -> list[Column]:
    return [
        Column(name, "number", readers=_IN_COLUMNS, page=PageHead(heading)),
        *(
            Column(f"{name}_{end}", "number", readers=_IN_COLUMNS, page=PageHead(end))
            for end in ends
        ),
        Column(name, "percent", heading=heading, readers=(PEOPLE,)),
    ]


def _quality_row(run: str, quality: Quality) -> list[Cell]:
    cells: list[Cell] = [run, quality.labels]
    if quality.confusion is None:
        return [*cells, *_span_cells(quality.bias), *_span_cells(quality.distance)]
    return [
        *cells,
        *quality.confusion,
        *_span_cells(quality.accepts_wrong),
        *_span_cells(quality.rejects_right),
        *_span_cells(quality.bias),
        quality.confusion.kappa,
    ]


def _span_cells(span: Span) -> list[Cell]:
    return [*span, Estimate(*span)]


def drawn_table(graded: Graded, drawn: Drawn, labels: Labels | None = None) -> Table:
    """The answers to be labelled, with an empty column, or the labels that there are already."""
    grade = "outcome" if graded.by_outcome else "value"
    columns = [
        Column("run"),
        Column("question"),
        Column(grade, "text" if graded.by_outcome else "exact"),
        Column("probability", "exact"),
    ]
    rows: list[list[Cell]] = []
    for run, question in np.argwhere(drawn.answers).tolist():
        cell: Cell = ""
        if labels is not None and labels.known[run, question]:
            given = float(labels.grades[run, question])
            cell = {1.0: "R", 0.0: "W"}.get(given, "") if graded.by_outcome else given
        names = graded.scores.runs[run], graded.scores.questions[question]
        rows.append([*names, cell, float(drawn.chances[run, question])])
    return Table(columns, rows)


def needs_table(told: Sequence[Needs], title: str, lead: Mapping[str, Cell]) -> Table:
    """How many labels each run needs."""
    columns = [
        Column("run"),
        Column("labels", "whole"),
        Column("half_width", "number", heading="±"),
        Column("needed", "whole"),
        Column("needed_low", "whole", heading="5%"),
        Column("needed_high", "whole", heading="95%"),
        Column("people_alone", "whole", heading="people alone"),
        Column("questions", "whole", readers=(PROGRAMS,)),
    ]
    rows: list[list[Cell]] = [
        [n.run, n.labels, n.half_width, n.needed, n.low, n.high, n.people, n.questions]
        for n in told
    ]
    return Table(columns, rows, title, lead)
