"""Questions won and lost between two runs, values within rounding being equal."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from qaeval.arrays import Floats, Ints

_FEW_VALUES = 8  # kinds of values within a question up to which products of matrices pay


def wins_and_losses(columns: Floats, guard: float, x: Ints, y: Ints) -> tuple[Ints, Ints]:
    """In how many columns run x is higher than run y, and lower; rows are runs."""
    ranks = _ranks_within_columns(columns, guard)
    if ranks.max(initial=0) < _FEW_VALUES:
        won = _wins_by_products(ranks)
        return won[x, y], won[y, x]
    wins, losses = np.zeros(len(x), dtype=np.int64), np.zeros(len(x), dtype=np.int64)
    for run in np.unique(x).tolist():
        pairs = np.flatnonzero(x == run)
        others = ranks[y[pairs]]
        wins[pairs] = np.count_nonzero(ranks[run] > others, axis=1)
        losses[pairs] = np.count_nonzero(ranks[run] < others, axis=1)
    return wins, losses


def _wins_by_products(ranks: NDArray[np.uint32]) -> Ints:
    """In how many columns each run is higher than each other, for values of few kinds."""
    won = np.zeros((len(ranks), len(ranks)))
    for rank in range(1, int(ranks.max(initial=0)) + 1):
        # Counts of questions are far from where 32-bit floats leave whole numbers out.
        here, below = (ranks == rank).astype(np.float32), (ranks < rank).astype(np.float32)
        won += here @ below.T
    return won.astype(np.int64)


def _ranks_within_columns(columns: Floats, guard: float) -> NDArray[np.uint32]:
    """Small whole numbers that compare as the values do, values within the guard being equal."""
    order = np.argsort(columns, axis=0, kind="stable")
    ordered = np.take_along_axis(columns, order, axis=0)
    steps = np.zeros(columns.shape, dtype=np.uint32)
    gaps = np.diff(ordered, axis=0)
    steps[1:] = np.cumsum(gaps >= guard if guard else gaps > 0, axis=0)
    ranks = np.empty_like(steps)
    np.put_along_axis(ranks, order, steps, axis=0)
    return ranks
