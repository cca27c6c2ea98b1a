"""The leaderboards of each category, side by side, with the macro mean."""

from __future__ import annotations

from qaeval.presentation.hardness_tables import distribution_table
from qaeval.presentation.html import Html, joined, tag
from qaeval.presentation.html_tables import html_table
from qaeval.presentation.overall import macro_values
from qaeval.presentation.report.findings import Findings
from qaeval.presentation.report.leaderboard import letters_room, value_cell, value_column
from qaeval.presentation.tables import Cell, Column, Table
from qaeval.wording import counted


def category_tables(findings: Findings) -> Html:
    """For every measure, runs by categories; the first open, the others to be opened."""
    macro = _macro_means(findings)
    parts = []
    for at, studied in enumerate(findings.measures):
        label = studied.measure.label
        head = tag("summary", tag("h3", f"{label} by {findings.by}"))
        parts.append(tag("details", head, _table(findings, at, macro[label]), open=at == 0))
    return joined(parts)


def _macro_means(findings: Findings) -> dict[str, dict[str, float]]:
    """Each run's mean over the values of --by, which count the same, by the measure's label."""
    groups = {value: group.scores for value, group in findings.groups.items()}
    scores = findings.scores
    return {
        measure.label: dict(zip(scores.runs, means.tolist(), strict=True))
        for measure, means in zip(scores.measures, macro_values(groups), strict=True)
    }


def _table(findings: Findings, at: int, macro: dict[str, float]) -> Html:
    board = findings.measures[at].board
    columns = [value_column(board, True, "all"), value_column(board, False, "macro mean")]
    boards = []
    for value, group in findings.groups.items():
        boards.append(group.boards[at])
        note = counted(len(group.scores.questions), "question")
        columns.append(value_column(boards[-1], False, value, note))
    places = [{line.run: line for line in each.lines} for each in boards]
    rows: list[list[Cell]] = [
        [
            line.run,
            value_cell(line),
            macro[line.run],
            *(value_cell(place[line.run]) for place in places),
        ]
        for line in board.lines
    ]
    caption = f"{board.measure.label} by {findings.by}: runs, best first by all questions"
    room = letters_room([board, *boards])
    return html_table(Table([Column("run"), *columns], rows, caption), "board", room)


def hardness_table(findings: Findings) -> Html:
    """Easy, medium and hard questions of each category, by the first measure with questions."""
    if not findings.means:
        return Html("")
    first = findings.means[0]
    assert first.hardness is not None and findings.by is not None
    label, by = first.measure.label, findings.by
    values = {value: group.scores.questions for value, group in findings.groups.items()}
    caption = f"How hard each {by} is, by {label}"
    return html_table(distribution_table(label, first.hardness, by, values, caption))
