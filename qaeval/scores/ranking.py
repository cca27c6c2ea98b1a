"""The order of runs by value: ties within rounding share a rank."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from qaeval.arrays import Floats

# Overall values nearer than this are equal: what is left of them is rounding.
SAME = 1e-9


def best_first(values: Floats, runs: Sequence[str], better: str) -> list[int]:
    """The runs' positions by value, best first; undefined last; equals by name."""
    order = sorted(range(len(runs)), key=lambda i: _sort_key(float(values[i]), better))
    ranks = shared_ranks([values[i] for i in order])
    placed = sorted(zip(ranks, (runs[i] for i in order), order, strict=True))
    return [i for _, _, i in placed]


def _sort_key(value: float, better: str) -> tuple[bool, float]:
    return (bool(np.isnan(value)), value if better == "low" else -value)


def shared_ranks(ordered: Sequence[float]) -> list[int]:
    """Ranks of values that are in order; equal ones share the first of their places."""
    ranks: list[int] = []
    for i, value in enumerate(ordered):
        leader = ordered[ranks[-1] - 1] if ranks else np.inf
        same = bool(ranks) and _same(value, leader)
        ranks.append(ranks[-1] if same else i + 1)
    return ranks


def _same(x: float, y: float) -> bool:
    return bool(np.isnan(x) and np.isnan(y)) or abs(x - y) < SAME


def rank_moves(
    here: Mapping[str, float], there: Mapping[str, float], better: str, unranked: Collection[str]
) -> dict[str, int]:
    """How many ranks each run has moved up from `there`, among the runs that both rank."""
    runs = [run for run in here if run in there and run not in unranked]
    places = []
    for values in (here, there):
        column = np.array([values[run] for run in runs])
        order = best_first(column, runs, better)
        ranks = shared_ranks([column[i] for i in order])
        places.append({runs[i]: rank for i, rank in zip(order, ranks, strict=True)})
    return {run: places[1][run] - places[0][run] for run in runs}
