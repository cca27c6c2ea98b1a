"""The leaderboard of all measures, and each measure's own with intervals drawn in its rows."""

from __future__ import annotations

import math
from collections.abc import Sequence

from qaeval.presentation.report.findings import Findings, Leaderboard, Line, MeasureFindings
from qaeval.presentation.report.html import Html, joined, name, tag, text
from qaeval.presentation.report.tables import (
    Head,
    Row,
    cell,
    chance,
    number,
    number_cell,
    row_head,
    span_text,
    table,
)
from qaeval.presentation.words import tests_in_words
from qaeval.wording import counted

_WIDE, _HIGH = 200, 14  # of an interval's drawing


def overview(findings: Findings) -> Html:
    """A row per run, a column per measure: value, interval and group."""
    boards = [one.board for one in findings.measures]
    first = boards[0]
    heads = [Head("rank", "number"), Head("run")]
    heads += [measure_head(board, board is first) for board in boards]
    scale = _Scale.of(first.lines)
    if scale is not None:
        heads.insert(3, scale.head(f"{first.measure.label} 95% interval"))
    places = [{one.run: one for one in board.lines} for board in boards]
    rows = []
    for one in first.lines:
        cells = [number_cell(one.rank), row_head(one.run)]
        for board, place in zip(boards, places, strict=True):
            cells.append(value_cell(place[one.run], board))
        if scale is not None:
            cells.insert(3, cell(scale.drawn(one), "picture"))
        rows.append(Row(cells, run=one.run))
    caption = f"Leaderboard, ranked by {first.measure.label}"
    return table(caption, heads, rows, "board", letters_room(boards))


def letters_room(boards: Sequence[Leaderboard]) -> int:
    """How many letters a run has at most."""
    return max(len(one.letters) for board in boards for one in board.lines)


def measure_head(board: Leaderboard, ranks: bool, label: str = "", note: str = "") -> Head:
    """The head of a column of values: a first click puts the best on top."""
    down = "descending" if board.measure.definition.better == "high" else "ascending"
    if not note and down == "ascending":
        note = "lower is better"
    return Head(label or board.measure.label, "number", down if ranks else None, note, down)


def value_cell(one: Line, board: Leaderboard) -> Html:
    """A value, its interval below, and the letters of its groups."""
    best = one.rank == 1 and not math.isnan(one.value)
    shown = tag("b", number(one.value)) if best else number(one.value)
    letters = [tag("sup", one.letters, title="runs that share a letter cannot be told apart")]
    below = [tag("small", span_text(one.low, one.high))] if not math.isnan(one.low) else []
    parts = [shown, *(letters if one.letters else []), *below]
    return cell(joined(parts), "number", one.value)


def detail(found: MeasureFindings, command: Html) -> Html:
    """One measure's leaderboard, as `compare` prints it, with the intervals drawn."""
    board = found.board
    scale = _Scale.of(board.lines)
    tested = board.pairs is not None
    heads = [
        Head("rank", "number"),
        Head("run"),
        measure_head(board, True, "value"),
        *([scale.head("95% interval")] if scale else []),
        Head("low", "number", first="descending"),
        Head("high", "number", first="descending"),
        *([Head("mark"), Head("p", "number"), Head("alike")] if tested else []),
    ]
    rows = [Row(_detail_cells(one, scale, tested), run=one.run) for one in board.lines]
    label = board.measure.label
    return joined(
        [
            tag("p", _words(board)),
            table(f"{label}: runs, best first", heads, rows, "detail"),
            command,
        ]
    )


def _detail_cells(one: Line, scale: _Scale | None, tested: bool) -> list[Html]:
    cells = [number_cell(one.rank), row_head(one.run), number_cell(one.value)]
    if scale is not None:
        cells.append(cell(scale.drawn(one), "picture"))
    cells += [number_cell(one.low), number_cell(one.high)]
    if tested:
        cells += [cell(one.mark, "mark"), cell(chance(one.p), "number"), cell(one.letters)]
    return cells


def _words(board: Leaderboard) -> Html:
    if board.pairs is None:
        return text(f"No tests: {board.missing}.")
    found = tests_in_words(board.measure.label, board.pairs, board.test, board.correct)
    return text(" ".join(found))


def leaders(board: Leaderboard) -> Html:
    """Who leads, and which runs cannot be told from the leader, in a sentence."""
    best = [one for one in board.lines if one.rank == 1 and not math.isnan(one.value)]
    if not best:
        return text("No run has a value.")
    names = joined((name(one.run) for one in best[:3]), ", ")
    more = f" and {len(best) - 3} more" if len(best) > 3 else ""
    lead = joined([tag("strong", names), f"{more} at {best[0].value:.4f}."])
    if board.pairs is None:
        return lead
    alike = board.alike
    if not alike:
        others = any(o.rank > 1 for o in board.lines)
        return joined([lead, " No other run is in its group." if others else ""])
    shown = joined((name(run) for run in alike[:4]), ", ")
    rest = f" and {len(alike) - 4} more" if len(alike) > 4 else ""
    told = f" {counted(len(alike), 'run')} cannot be told from it: "
    return joined([lead, told, shown, f"{rest}."])


class _Scale:
    """The common axis of the drawn intervals."""

    def __init__(self, low: float, high: float, best: Line) -> None:
        room = (high - low) * 0.03 or 0.5
        self.low, self.high, self.best = low - room, high + room, best

    @classmethod
    def of(cls, lines: Sequence[Line]) -> _Scale | None:
        """The scale that holds every interval; None where there are none."""
        known = [one for one in lines if not math.isnan(one.low + one.high)]
        if not known:
            return None
        return cls(min(one.low for one in known), max(one.high for one in known), known[0])

    def head(self, label: str) -> Head:
        """The head of the column of drawings, with the ends of the axis."""
        return Head(label, "picture", note=f"{self.low:.2f} to {self.high:.2f}")

    def drawn(self, one: Line) -> Html:
        """An interval as a line with a point, over the best run's as a band."""
        if math.isnan(one.low + one.high):
            return Html("")
        start, end = self._at(self.best.low), self._at(self.best.high)
        low, mid, high = (self._at(value) for value in (one.low, one.value, one.high))
        half = _HIGH / 2
        return Html(
            f'<svg class="interval" viewBox="0 0 {_WIDE} {_HIGH}" aria-hidden="true">'
            f'<rect x="{start:.1f}" y="0" width="{end - start:.1f}" height="{_HIGH}"/>'
            f'<path d="M{low:.1f} {half:g}H{high:.1f}"/>'
            f'<circle cx="{mid:.1f}" cy="{half:g}" r="3.2"/></svg>'
        )

    def _at(self, value: float) -> float:
        return _WIDE * (value - self.low) / (self.high - self.low)
