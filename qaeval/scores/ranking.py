"""The order of values: those that differ by rounding only are equal, and share a rank."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from qaeval.arrays import Floats, Ints

# Overall values nearer than this are equal: what is left of them is rounding.
SAME = 1e-9


def levels(values: Floats) -> Ints:
    """Along the first axis, 0 for the lowest value and 1 more for each that is truly higher.

    Values nearer than 1e-9 to the next share a level, so that rounding never breaks a tie;
    undefined ones share the highest.
    """
    order = np.argsort(values, axis=0, kind="stable")
    ordered = np.take_along_axis(values, order, axis=0)
    steps = np.zeros(values.shape, dtype=np.int64)
    undefined = np.isnan(ordered)
    rises = (np.diff(ordered, axis=0) >= SAME) | (undefined[1:] & ~undefined[:-1])
    steps[1:] = np.cumsum(rises, axis=0)
    ranked = np.empty_like(steps)
    np.put_along_axis(ranked, order, steps, axis=0)
    return ranked


def best_first(values: Floats, runs: Sequence[str], better: str) -> list[int]:
    """The runs' positions by value, best first; undefined last; equals by name."""
    standing = levels(values if better == "low" else -values).tolist()
    return sorted(range(len(runs)), key=lambda i: (standing[i], runs[i]))


def shared_ranks(ordered: Sequence[float]) -> list[int]:
    """Ranks of values that are in order; equal ones share the first of their places."""
    standing = levels(np.array(ordered, dtype=np.float64)).tolist()
    ranks: list[int] = []
    for i, level in enumerate(standing):
        ranks.append(ranks[-1] if i and level == standing[i - 1] else i + 1)
    return ranks


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
