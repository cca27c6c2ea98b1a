"""Compared runs become tables: the leaderboard with its tests, and every pair of runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from qaeval.files.score_output import VARIANCES
from qaeval.presentation.standings import Leaderboard
from qaeval.presentation.tables import (
    EVERYONE,
    PAGE,
    PEOPLE,
    PROGRAMS,
    Cell,
    Column,
    PageHead,
    Table,
)
from qaeval.scores.table import Scores
from qaeval.studies.exact import Weigher
from qaeval.studies.inference.equivalence import standing
from qaeval.studies.inference.intervals import t_quantile, wilson
from qaeval.studies.inference.sources import Sources
from qaeval.studies.inference.verdicts import Pairs
from qaeval.studies.inference.wins import wins_and_losses


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
    ranks: bool = False,
) -> Table:
    """A row per run, best first; `moves` are the ranks it moved from another table's.

    People see rank intervals if they ask for `ranks`, or where letters would be too many.
    """
    columns = _leaderboard_columns(board, ranks)
    rows: list[list[Cell]] = [
        [
            line.rank,
            line.run,
            line.value,
            line.low,
            line.high,
            "" if line.rank_low is None else line.rank_low,
            "" if line.rank_high is None else line.rank_high,
            line.ranks,
            "" if line.best is None else line.best,
            line.mark,
            "" if line.p is None else line.p,
            line.letters,
        ]
        for line in board.lines
    ]
    table = Table(columns, rows, title, lead)
    if board.sources is not None:
        at = [board.runs.index(line.run) for line in board.lines]
        table = _with_sources(table, board.sources, at)
    if moves is None:
        return table
    cells = [moves.get(line.run, "") for line in board.lines]
    return table.with_column(len(table.columns), Column("move"), cells)


def _with_sources(table: Table, sources: Sources, at: Sequence[int]) -> Table:
    """The table with the two parts of each row's variance, which programs read."""
    for name, values in zip(VARIANCES, (sources.questions, sources.sampling), strict=True):
        column = Column(name, "number", readers=(PROGRAMS,))
        table = table.with_column(len(table.columns), column, values[at].tolist())
    return table


def _leaderboard_columns(board: Leaderboard, ranks: bool) -> list[Column]:
    label, better = board.measure.label, board.measure.definition.better
    tested = EVERYONE if board.tests is not None else (PEOPLE, PROGRAMS)
    crowded = board.tests is not None and board.tests.is_crowded
    people = (PEOPLE,) if ranks or crowded else ()
    return [
        Column("rank", "whole"),
        Column("run"),
        Column("value", "number", better, label, page=value_head(better, True, "value")),
        Column("low", "number"),
        Column("high", "number"),
        Column("rank_low", "whole", readers=(PROGRAMS,)),
        Column("rank_high", "whole", readers=(PROGRAMS,)),
        Column("ranks", readers=(*people, *((PAGE,) if board.tests is not None else ()))),
        Column("best", "percent", readers=(*people, PROGRAMS)),
        Column("mark", readers=tested, page=PageHead(look="mark")),
        Column("p", "chance", readers=tested),
        Column(
            "letters", heading="alike", readers=[r for r in tested if r == PROGRAMS or not crowded]
        ),
    ]


PAIR_COLUMNS = (
    Column("run_x"),
    Column("run_y"),
    *(Column(name, "number") for name in ("value_x", "value_y", "diff", "low", "high")),
    *(Column(name, "whole") for name in ("wins", "losses", "ties")),
    Column("p", "chance"),
    Column("p_corrected", "chance"),
    Column("effect", "number"),
    Column("interval", readers=(PROGRAMS,)),
)


@dataclass(frozen=True)
class _Faced:
    """The pairs of a family, each turned so that one run comes first, and their order of rows."""

    first: np.ndarray
    second: np.ndarray
    sign: np.ndarray  # -1 where a pair is turned round
    differences: np.ndarray
    low: np.ndarray
    high: np.ndarray
    order: list[int]

    @classmethod
    def of(cls, board: Leaderboard, last: str | None = None) -> _Faced:
        """The better run first; or every run before the one called `last`."""
        assert board.told is not None
        pairs = board.told.pairs
        place = np.empty(len(board.runs), dtype=np.int64)
        place[board.told.order] = np.arange(len(board.runs))
        turned = place[pairs.x] > place[pairs.y]
        if last is not None:
            turned = pairs.x == board.runs.index(last)
        first, second = np.where(turned, pairs.y, pairs.x), np.where(turned, pairs.x, pairs.y)
        sign = np.where(turned, -1.0, 1.0)
        low, high = pairs.intervals.low, pairs.intervals.high
        return cls(
            first,
            second,
            sign,
            pairs.differences * sign + 0.0,  # never -0
            np.where(turned, -high, low) + 0.0,
            np.where(turned, -low, high) + 0.0,
            np.lexsort((place[second], place[first])).tolist(),
        )


def pairs_table(board: Leaderboard, scores: Scores, title: str, lead: Mapping[str, Cell]) -> Table:
    """Every pair of the family, the better run first, in the order of the ranking."""
    assert board.told is not None and board.values is not None
    pairs, faced = board.told.pairs, _Faced.of(board)
    first, second, order = faced.first, faced.second, faced.order
    numbers = [
        board.values[first],
        board.values[second],
        faced.differences,
        faced.low,
        faced.high,
    ]
    split = _questions_won(board, scores, first, second)
    effect = _effects(board, scores, pairs) * faced.sign + 0.0
    chances = (pairs.p, pairs.p_corrected)
    cells = [column.tolist() for column in (*numbers, *split, *chances, effect)]
    rows = [
        [
            board.runs[first[at]],
            board.runs[second[at]],
            *(column[at] for column in cells),
            pairs.interval_of,
        ]
        for at in order
    ]
    table = Table(PAIR_COLUMNS, rows, title, lead)
    if board.pair_sources is None:
        return table
    return _with_sources(table, board.pair_sources, order)


def equivalence_table(
    board: Leaderboard,
    scores: Scores,
    margin: float,
    title: str,
    lead: Mapping[str, Cell],
    baseline: str | None = None,
) -> Table:
    """Every pair: whether the first run is as good as the second, and on how many questions equal.

    With a baseline that is the second run; else the better run comes first.
    """
    assert board.told is not None and board.values is not None
    faced, better = _Faced.of(board, baseline), board.measure.definition.better
    first, second, low, high = faced.first, faced.second, faced.low, faced.high
    # Without a test no interval is simultaneous, and nothing is said.
    tested = ~np.isnan(board.told.pairs.p)
    least, most = (-high, -low) if better == "low" else (low, high)
    least, most = (np.where(tested, end, np.nan) for end in (least, most))
    verdict = standing(least, most, margin)
    won, lost, _ = _questions_won(board, scores, first, second)
    changed = _changed(board, won, lost, len(scores.questions))
    cells = [column.tolist() for column in (faced.differences, low, high)]
    split = [column.tolist() for column in (*changed, won, lost)]
    rows: list[list[Cell]] = [
        [
            board.runs[first[at]],
            board.runs[second[at]],
            *(column[at] for column in cells),
            verdict[at],
            *(column[at] for column in split),
        ]
        for at in faced.order
    ]
    columns = [
        Column("run_x"),
        Column("run_y"),
        *(Column(name, "number") for name in ("diff", "low", "high")),
        Column("verdict"),
        Column("changed", "number"),
        Column("changed_low", "number", readers=(PROGRAMS,)),
        Column("changed_high", "number", readers=(PROGRAMS,)),
        Column("up", "whole"),
        Column("down", "whole"),
    ]
    return Table(columns, rows, title, lead)


def _changed(
    board: Leaderboard, won: np.ndarray, lost: np.ndarray, questions: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The share of questions on which two runs differ, with Wilson's interval for single ones."""
    nothing = np.full(len(won), None)
    if not board.measure.is_mean:
        return nothing, nothing, nothing
    share = (won + lost) / questions
    if board.units != questions or questions < 2:
        return share, nothing, nothing  # clusters: questions are not drawn one by one
    ends = wilson(share, np.full(len(share), float(questions)), t_quantile(questions - 1))
    return share, *ends


def _questions_won(
    board: Leaderboard, scores: Scores, first: np.ndarray, second: np.ndarray
) -> list[np.ndarray]:
    """Questions on which the first run is higher, lower, and neither; None of what is no mean."""
    if not board.measure.is_mean:
        return [np.full(len(first), None)] * 3
    (whole,) = Weigher(scores, board.measure).whole.values()
    wins, losses = wins_and_losses(whole.units, whole.guard, first, second)
    return [wins, losses, len(scores.questions) - wins - losses]


def _effects(board: Leaderboard, scores: Scores, pairs: Pairs) -> np.ndarray:
    """The mean difference over its standard deviation; undefined for what is no mean."""
    if not board.measure.is_mean or len(scores.questions) < 2:
        return np.full(len(pairs.x), np.nan)
    spread = Weigher(scores, board.measure).spreads(pairs.x, pairs.y)
    with np.errstate(divide="ignore", invalid="ignore"):
        effects = np.where(spread > 0, pairs.differences / spread, np.nan)
    return np.where(pairs.differences == 0, 0.0, effects)
