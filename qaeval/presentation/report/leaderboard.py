"""The leaderboard of all measures, and each measure's own with intervals drawn in its rows."""

from __future__ import annotations

import math
from collections.abc import Sequence

from qaeval.presentation.comparison_tables import leaderboard_table, value_head
from qaeval.presentation.html import Html, joined, name, tag, text
from qaeval.presentation.html_tables import Sorted, cell_markup, html_table
from qaeval.presentation.report.findings import Findings, MeasureFindings
from qaeval.presentation.standings import Leaderboard, Line
from qaeval.presentation.tables import Cell, Column, PageHead, Table
from qaeval.presentation.words import tests_in_words
from qaeval.wording import counted

_WIDE, _HIGH = 200, 14  # of an interval's drawing
_DRAWN_AT = 3  # behind rank, run and value


def overview(findings: Findings) -> Html:
    """A row per run, a column per measure: value, interval and group."""
    boards = [studied.board for studied in findings.measures]
    first = boards[0]
    columns = [Column("rank", "whole"), Column("run")]
    columns += [value_column(board, board is first) for board in boards]
    places = [{line.run: line for line in board.lines} for board in boards]
    rows: list[list[Cell]] = [
        [line.rank, line.run, *(value_cell(place[line.run]) for place in places)]
        for line in first.lines
    ]
    label = first.measure.label
    table = Table(columns, rows, f"Leaderboard, ranked by {label}")
    return html_table(
        _with_drawings(table, first, f"{label} 95% interval"), "board", letters_room(boards)
    )


def letters_room(boards: Sequence[Leaderboard]) -> int:
    """How many letters a run has at most."""
    return max(len(line.letters) for board in boards for line in board.lines)


def value_column(
    board: Leaderboard, ranks: bool, heading: str | None = None, note: str = ""
) -> Column:
    """A column of one measure's values; `ranks`: the rows come best first by it."""
    measure = board.measure
    better = measure.definition.better
    page = value_head(better, ranks, heading, note)
    return Column(measure.label, "number", better, page=page)


def value_cell(line: Line) -> Html:
    """A value, its interval below, and the letters of its groups."""
    best = line.rank == 1 and not math.isnan(line.value)
    shown = cell_markup(line.value)
    parts = [tag("b", shown) if best else shown]
    if line.letters:
        title = "runs that share a letter cannot be told apart"
        parts.append(tag("sup", line.letters, title=title))
    if not math.isnan(line.low):
        parts.append(tag("small", f"{line.low:.3f} to {line.high:.3f}"))
    return Sorted(joined(parts), line.value)


def detail(studied: MeasureFindings, command: Html) -> Html:
    """One measure's leaderboard, as `compare` prints it, with the intervals drawn."""
    board = studied.board
    table = leaderboard_table(board, f"{board.measure.label}: runs, best first", {})
    drawn = _with_drawings(table, board, "95% interval")
    return joined([tag("p", _words(board)), html_table(drawn, "detail"), command])


def _with_drawings(table: Table, board: Leaderboard, heading: str) -> Table:
    """The table with its runs' intervals drawn, where there are any."""
    scale = _Scale.of(board.lines)
    if scale is None:
        return table
    column = Column(heading, "picture", page=PageHead(note=scale.ends))
    return table.with_column(_DRAWN_AT, column, [scale.drawn(line) for line in board.lines])


def _words(board: Leaderboard) -> str:
    if board.tests is None:
        return f"No tests: {board.missing}."
    return " ".join(tests_in_words(board.measure.label, board))


def leaders(board: Leaderboard) -> Html:
    """Who leads, and which runs cannot be told from the leader, in a sentence."""
    best = [line for line in board.lines if line.rank == 1 and not math.isnan(line.value)]
    if not best:
        return text("No run has a value.")
    names = joined((name(line.run) for line in best[:3]), ", ")
    more = f" and {len(best) - 3} more" if len(best) > 3 else ""
    lead = joined([tag("strong", names), f"{more} at {best[0].value:.4f}."])
    if board.tests is None:
        return lead
    alike = board.alike
    if not alike:
        others = any(line.rank > 1 for line in board.lines)
        them = "it" if len(best) == 1 else "them"
        return joined([lead, f" Every other run differs from {them}." if others else ""])
    shown = joined((name(run) for run in alike[:4]), ", ")
    rest = f" and {len(alike) - 4} more" if len(alike) > 4 else ""
    from_them = "it" if len(best) == 1 else "one of them or more"
    told = f" {counted(len(alike), 'run')} cannot be told from {from_them}: "
    return joined([lead, told, shown, f"{rest}."])


class _Scale:
    """The common axis of the drawn intervals."""

    def __init__(self, low: float, high: float, best: Line) -> None:
        room = (high - low) * 0.03 or 0.5
        self.low, self.high, self.best = low - room, high + room, best

    @classmethod
    def of(cls, lines: Sequence[Line]) -> _Scale | None:
        """The scale that holds every interval; None where there are none."""
        known = [line for line in lines if not math.isnan(line.low + line.high)]
        if not known:
            return None
        return cls(min(line.low for line in known), max(line.high for line in known), known[0])

    @property
    def ends(self) -> str:
        """The ends of the axis."""
        return f"{self.low:.2f} to {self.high:.2f}"

    def drawn(self, line: Line) -> Html:
        """An interval as a line with a point, over the best run's as a band."""
        if math.isnan(line.low + line.high):
            return Html("")
        start, end = self._at(self.best.low), self._at(self.best.high)
        low, mid, high = (self._at(value) for value in (line.low, line.value, line.high))
        half = _HIGH / 2
        return Html(
            f'<svg class="interval" viewBox="0 0 {_WIDE} {_HIGH}" aria-hidden="true">'
            f'<rect x="{start:.1f}" y="0" width="{end - start:.1f}" height="{_HIGH}"/>'
            f'<path d="M{low:.1f} {half:g}H{high:.1f}"/>'
            f'<circle cx="{mid:.1f}" cy="{half:g}" r="3.2"/></svg>'
        )

    def _at(self, value: float) -> float:
        return _WIDE * (value - self.low) / (self.high - self.low)
