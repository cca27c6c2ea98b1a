"""Corrections of p-values for the number of tests of a family."""

from __future__ import annotations

import numpy as np

from qaeval.arrays import Floats

ALPHA = 0.05

# What each does, for lists; none comes first, since it is the default.
CORRECTIONS = {
    "none": "p as it is",
    "holm": "Holm: the chance of any false claim among all pairs",
    "bh": "Benjamini-Hochberg: the share of false claims among all claims",
}


def corrected(p: Floats, method: str) -> Floats:
    """p-values corrected for their number; undefined ones stay so and do not count."""
    known = np.flatnonzero(~np.isnan(p))
    if method == "none" or not len(known):
        return p
    count = len(known)
    order = known[np.argsort(p[known], kind="stable")]
    if method == "holm":
        steps = np.maximum.accumulate(p[order] * np.arange(count, 0, -1))
    else:
        scaled = p[order] * count / np.arange(1, count + 1)
        steps = np.minimum.accumulate(scaled[::-1])[::-1]
    raised = np.full(len(p), np.nan)
    raised[order] = np.minimum(steps, 1.0)
    return raised


def levels(p: Floats, method: str, alpha: float = ALPHA) -> Floats:
    """The level at which each test was in effect made: it rejects exactly where p ≤ level.

    An interval at that level so excludes 0 exactly where the corrected p is at most alpha.
    """
    count = int(np.count_nonzero(~np.isnan(p)))
    if method == "none" or not count:
        return np.full(len(p), alpha)
    claimed = int(np.count_nonzero(corrected(p, method) <= alpha))
    if method == "bh":
        return np.full(len(p), max(claimed, 1) * alpha / count)
    place = np.empty(len(p))
    place[np.argsort(p, kind="stable")] = np.arange(len(p))
    # Holm's steps end with the first pair that is not claimed; those behind it stay there.
    return alpha / (count - np.minimum(place, claimed).clip(max=count - 1))
