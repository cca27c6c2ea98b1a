"""Planning without scores: what is supposed of the differences between two runs."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from qaeval.studies.inference.intervals import t_quantile, wilson
from qaeval.studies.inference.power import (
    FEWEST_QUESTIONS,
    detectable,
    findable,
    questions_to_detect,
)


@dataclass(frozen=True)
class Spread:
    """The standard deviation of the differences per question."""

    sd: float

    def detectable(self, questions: int, runs: int, alpha: float, power: float) -> float | None:
        """The true difference that is found with so many questions; None of too few."""
        return findable(self.sd, questions, runs, alpha, power)

    def needed(self, difference: float, runs: int, alpha: float, power: float) -> int | None:
        """The questions with which a true difference is found; None beyond a million."""
        return questions_to_detect(self.sd, difference, runs, alpha, power)


@dataclass(frozen=True)
class RightWrong:
    """Two runs that are right about as often, and differ on a share of the questions.

    The difference per question is 1, 0 or −1, so that its variance is discordant − d², where d is
    the true difference, which cannot be larger than that share.
    """

    accuracy: float
    discordant: float

    def detectable(self, questions: int, runs: int, alpha: float, power: float) -> float | None:
        """The true difference that is found with so many questions; None where there is none."""
        # d = k·√(discordant − d²), solved for d.
        k = detectable(1.0, questions, runs, alpha, power)
        difference = math.sqrt(self.discordant) * k / math.sqrt(1 + k * k)
        possible = questions >= FEWEST_QUESTIONS and difference <= self.discordant
        return difference if possible else None

    def needed(self, difference: float, runs: int, alpha: float, power: float) -> int | None:
        """The questions with which a true difference is found; None beyond a million."""
        sd = math.sqrt(self.discordant - difference**2)
        return questions_to_detect(sd, difference, runs, alpha, power)

    def half_width(self, questions: int) -> float:
        """Half the width of a run's own 95% interval, which is Wilson's as in `run_intervals`."""
        share, count = np.array([self.accuracy]), np.array([questions - 1.0])
        low, high = wilson(share, count, t_quantile(questions - 1.0))
        return float(high[0] - low[0]) / 2


Guess = Spread | RightWrong
