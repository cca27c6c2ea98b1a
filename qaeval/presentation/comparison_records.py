"""A comparison as one JSON object: signature, test, families, notes, runs and pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from qaeval.presentation.rendering import records
from qaeval.presentation.standings import Leaderboard
from qaeval.presentation.tables import Cell, Table


@dataclass(frozen=True)
class Told:
    """What holds for all families of one call."""

    signature: str | None  # None: not to be shown
    test: str
    correct: str
    notes: Sequence[str]


def comparison_record(
    told: Told,
    boards: Sequence[tuple[Mapping[str, Cell], Leaderboard]],
    runs: Sequence[Table],
    pairs: Sequence[Table],
) -> dict[str, Any]:
    """Everything that `compare` has to say, for programs."""
    return {
        **({} if told.signature is None else {"signature": told.signature}),
        "test": told.test,
        "correct": told.correct,
        "families": [_family(lead, board) for lead, board in boards],
        "notes": list(told.notes),
        "runs": records(runs),
        "pairs": records(pairs),
    }


def _family(lead: Mapping[str, Cell], board: Leaderboard) -> dict[str, Any]:
    """One measure's family of pairs: its size, and the critical value in standard errors."""
    size = 0 if board.told is None else len(board.told.pairs.x)
    return {
        **lead,
        "pairs": size,
        "critical": None if board.told is None else board.told.critical,
        "units": board.units,
        "design_effect": board.design_effect,
    }
