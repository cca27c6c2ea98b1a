"""How answer time changes a ranking: iso-ranking curves and crossings (Llopis et al. 2009)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from qaeval.arrays import Floats
from qaeval.measures.timed import discounted
from qaeval.scores.ranking import SAME

# Halvings after which the ends of an interval are neighbouring doubles, with room to spare.
_HALVINGS = 200


def iso_scores(value: float, effective: Floats, r: float) -> Floats:
    """The score that has this discounted value at each time: an iso-ranking curve (Figure 1)."""
    with np.errstate(over="ignore"):  # beyond all scores, where no curve is drawn
        return np.asarray(value * (1 + np.exp(r * effective)) / 2)


@dataclass(frozen=True)
class Crossing:
    """`slower` leads up to r, where both have this value, and `faster` beyond."""

    slower: str
    faster: str
    r: float
    value: float


def crossings(runs: Sequence[str], score: Floats, effective: Floats) -> list[Crossing]:
    """Every pair of runs that changes places, and the r at which it does, smallest first.

    A run falls behind a faster one of lower score exactly once; other pairs never change places.
    """
    ahead, faster = np.meshgrid(np.arange(len(runs)), np.arange(len(runs)), indexing="ij")
    # Scores and times that differ by rounding only are equal.
    change = score[ahead] - score[faster] >= SAME
    change &= effective[ahead] - effective[faster] >= SAME
    change &= score[faster] > 0
    slow, fast = ahead[change], faster[change]
    at = _equal_at(np.log(score[slow] / score[fast]), effective[slow], effective[fast])
    values = discounted(score[slow], effective[slow], at)
    crossings = [
        Crossing(runs[x], runs[y], float(r), float(value))
        for x, y, r, value in zip(slow, fast, at, values, strict=True)
    ]
    return sorted(crossings, key=lambda crossing: (crossing.r, crossing.slower, crossing.faster))


def _equal_at(lead: Floats, slow: Floats, fast: Floats) -> Floats:
    """The r at which ln(1+e^(r·slow)) − ln(1+e^(r·fast)) reaches the lead, by bisection."""

    def passed(r: Floats) -> Floats:
        return np.asarray(np.logaddexp(0, r * slow) - np.logaddexp(0, r * fast) >= lead)

    # The left side lies between (r/2)·(slow − fast) and r·slow.
    low, high = lead / slow, 2 * lead / (slow - fast)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if np.all((middle <= low) | (middle >= high)):
            break
        beyond = passed(middle)
        low, high = np.where(beyond, low, middle), np.where(beyond, middle, high)
    return high
