"""The leaderboards of each category, side by side, with the macro mean."""

from __future__ import annotations

import math

from qaeval.presentation.report.findings import Findings, macro_means
from qaeval.presentation.report.html import Html, joined, tag
from qaeval.presentation.report.leaderboard import letters_room, measure_head, value_cell
from qaeval.presentation.report.tables import Head, Row, number_cell, row_head, table
from qaeval.scores.ranking import SAME
from qaeval.studies.hardness import THIRDS
from qaeval.wording import counted


def category_tables(findings: Findings) -> Html:
    """For every measure, runs by categories; the first open, the others to be opened."""
    parts = []
    for at, found in enumerate(findings.measures):
        label = found.measure.label
        inner = _table(findings, at)
        head = tag("summary", tag("h3", f"{label} by {findings.by}"))
        parts.append(tag("details", head, inner, open=at == 0))
    return joined(parts)


def _table(findings: Findings, at: int) -> Html:
    found = findings.measures[at]
    label = found.measure.label
    heads = [Head("run"), measure_head(found.board, True, "all")]
    heads.append(measure_head(found.board, False, "macro mean"))
    boards = []
    for value, (scores, every) in findings.groups.items():
        boards.append(every[at])
        note = counted(len(scores.questions), "question")
        heads.append(measure_head(every[at], False, value, note))
    macro = macro_means(findings, at)
    known = [value for value in macro.values() if not math.isnan(value)]
    high = found.measure.definition.better == "high"
    best = (max(known) if high else min(known)) if known else math.nan
    places = [{one.run: one for one in board.lines} for board in boards]
    rows = []
    for one in found.board.lines:
        cells = [row_head(one.run), value_cell(one, found.board)]
        cells.append(number_cell(macro[one.run], abs(macro[one.run] - best) < SAME))
        for board, place in zip(boards, places, strict=True):
            cells.append(value_cell(place[one.run], board))
        rows.append(Row(cells, run=one.run))
    return table(
        f"{label} by {findings.by}: runs, best first by all questions",
        heads,
        rows,
        "board",
        letters_room([found.board, *boards]),
    )


def hardness_table(findings: Findings) -> Html:
    """Easy, medium and hard questions of each category, by the first measure with questions."""
    if not findings.means:
        return Html("")
    found = findings.means[0]
    hard = found.hardness
    assert hard is not None and findings.by is not None
    mean = dict(zip(hard.questions, hard.means, strict=True))
    heads = [Head(findings.by), Head("questions", "number")]
    heads += [Head(third, "number", first="descending") for third in THIRDS]
    heads.append(Head("mean", "number", first="descending"))
    rows = []
    for value, (scores, _) in findings.groups.items():
        names = scores.questions
        cells = [row_head(value), number_cell(len(names))]
        cells += [number_cell(count) for count in hard.counts(names)]
        cells.append(number_cell(math.fsum(mean[one] for one in names) / len(names)))
        rows.append(Row(cells))
    caption = f"How hard each {findings.by} is, by {found.measure.label}"
    return table(caption, heads, rows)
