"""Runs that are weighed against their answer time (Llopis et al. 2009)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from qaeval.arrays import Floats
from qaeval.measures.timed import discounted
from qaeval.scores.ranking import best_first, shared_ranks


@dataclass(frozen=True)
class TimedRuns:
    """Runs with their scores and seconds, best score first."""

    label: str
    runs: list[str]
    score: Floats
    seconds: Floats
    effective: Floats  # seconds over those of the longest run
    per_question: Floats | None  # runs × questions; None where only the sums are known

    def ranked(self, weight: float) -> tuple[Floats, list[int]]:
        """The values discounted by time under a weight, and the runs' ranks by them."""
        values = discounted(self.score, self.effective, weight)
        order = best_first(values, self.runs, "high")
        ranks = dict(zip(order, shared_ranks([values[at] for at in order]), strict=True))
        return values, [ranks[at] for at in range(len(self.runs))]

    def spread(self) -> list[list[float]]:
        """The median and 95th percentile of each run's seconds, interpolated; none without them."""
        if self.per_question is None:
            return [[] for _ in self.runs]
        spread: list[list[float]] = np.percentile(self.per_question, [50, 95], axis=1).T.tolist()
        return spread
