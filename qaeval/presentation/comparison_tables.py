"""Compared runs become tables: the leaderboard with its tests, and every pair of runs."""

from __future__ import annotations

from collections.abc import Mapping

from qaeval.presentation.standings import Leaderboard, Tests
from qaeval.presentation.tables import EVERYONE, PEOPLE, PROGRAMS, Cell, Column, PageHead, Table
from qaeval.scores.ranking import best_first
from qaeval.studies.inference.comparison import Comparison, Pairs
from qaeval.studies.inference.significance import corrected


def value_head(better: str, ranks: bool, heading: str | None = None, note: str = "") -> PageHead:
    """The head of a column of values; `ranks`: the rows come best first by it."""
    note = note or ("lower is better" if better == "low" else "")
    order = "descending" if better == "high" else "ascending"
    return PageHead(heading, note, order if ranks else "")


def leaderboard_table(
    board: Leaderboard,
    title: str,
    lead: Mapping[str, Cell],
    moves: Mapping[str, str] | None = None,
) -> Table:
    """A row per run, best first; `moves` are the ranks it moved from another table's."""
    label, better = board.measure.label, board.measure.definition.better
    tested = EVERYONE if board.tests is not None else (PEOPLE, PROGRAMS)
    columns = [
        Column("rank", "whole"),
        Column("run"),
        Column("value", "number", better, label, page=value_head(better, True, "value")),
        Column("low", "number"),
        Column("high", "number"),
        Column("mark", readers=tested, page=PageHead(look="mark")),
        Column("p", "chance", readers=tested),
        Column("alike", readers=[reader for reader in tested if reader != PROGRAMS]),
    ]
    rows: list[list[Cell]] = [
        [
            line.rank,
            line.run,
            line.value,
            line.low,
            line.high,
            line.mark,
            "" if line.p is None else line.p,
            line.letters,
        ]
        for line in board.lines
    ]
    table = Table(columns, rows, title, lead)
    if moves is None:
        return table
    cells = [moves.get(line.run, "") for line in board.lines]
    return table.with_column(len(columns), Column("move"), cells)


def pairs_table(
    comparison: Comparison,
    tests: Tests,
    baseline: str | None,
    title: str,
    lead: Mapping[str, Cell],
) -> Table:
    """Every pair, or those with the baseline, the better run first, in the order of the ranking."""
    runs = comparison.scores.runs
    order = best_first(comparison.values, runs, comparison.measure.definition.better)
    place = {run: at for at, run in enumerate(order)}
    base = None if baseline is None else runs.index(baseline)
    kept = [at for at, pair in enumerate(comparison.each_pair()) if base is None or base in pair]
    p = corrected(tests.pairs.p[kept], tests.correct).tolist()
    rows = [
        _pair_row(comparison, tests.pairs, at, chance, place)
        for at, chance in zip(kept, p, strict=True)
    ]
    rows.sort(key=lambda row: row[0])
    columns = [
        Column("run_x"),
        Column("run_y"),
        *(Column(name, "number") for name in ("value_x", "value_y", "diff", "low", "high")),
        *(Column(name, "whole") for name in ("wins", "losses", "ties")),
        Column("p", "chance"),
        Column("p_corrected", "chance"),
        Column("effect", "number"),
    ]
    return Table(columns, [cells for _, cells in rows], title, lead)


def _pair_row(
    comparison: Comparison, pairs: Pairs, at: int, p_corrected: float, place: Mapping[int, int]
) -> tuple[tuple[int, int], list[Cell]]:
    """The places of both runs, and the cells of their row."""
    x, y = int(pairs.x[at]), int(pairs.y[at])
    low, high = float(pairs.low[at]), float(pairs.high[at])
    wins, losses, ties = (
        None if column is None else int(column[at])
        for column in (pairs.wins, pairs.losses, pairs.ties)
    )
    sign = 1.0
    if place[x] > place[y]:
        x, y, sign = y, x, -1.0
        low, high = -high, -low
        wins, losses = losses, wins
    cells: list[Cell] = [
        comparison.scores.runs[x],
        comparison.scores.runs[y],
        float(comparison.values[x]),
        float(comparison.values[y]),
        float(pairs.difference[at]) * sign + 0.0,  # never -0
        low,
        high,
        wins,
        losses,
        ties,
        float(pairs.p[at]),
        p_corrected,
        None if pairs.effect is None else float(pairs.effect[at]) * sign + 0.0,
    ]
    return (place[x], place[y]), cells
