"""The differences between the runs of every pair of a family, and their standard errors."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.errors import InputError
from qaeval.scores.ranking import SAME
from qaeval.studies.inference.contributions import Contributions
from qaeval.studies.inference.corrections import ALPHA
from qaeval.studies.products import squared_differences

# A question won and a question lost are added to each pair: two runs that hardly ever differ
# would else seem to be known to the last digit.
ADDED = 2

MOST_RUNS = 5_000  # of which all pairs are tested: some four gigabytes


@dataclass(frozen=True)
class Differences:
    """Every pair of a family, x before y in the table of runs."""

    x: Ints
    y: Ints
    differences: Floats  # of the values
    sums: Floats  # |Σ D| over units
    squares: Floats  # Σ D², or of what is left of D after means, with the questions added
    errors: Floats  # standard errors of the differences
    degrees: float
    count: int  # units, with those added
    centred: bool  # squares are of what is left after means

    @property
    def ratios(self) -> Floats:
        """|Σ D|/√Σ D² of every pair, on the scale of the flips."""
        with np.errstate(divide="ignore", invalid="ignore"):
            ratios = np.where(self.sums > 0, self.sums / np.sqrt(self.squares), 0.0)
        if not self.centred:
            return ratios
        from scipy.special import ndtri, stdtr  # not needed by those who only score

        # Residuals know nothing of the difference: the ratio is a t, flips are not.
        return np.minimum(-ndtri(stdtr(self.degrees, -ratios)), ratios / self._heavier_tail)

    def t_scale(self, ratio: float) -> float:
        """A ratio under flips as a t statistic."""
        if not self.centred:
            return ratio * float(np.sqrt(self.degrees / (self.count - ratio**2)))
        from scipy.special import ndtr, stdtrit

        student = -float(stdtrit(self.degrees, ndtr(-ratio)))
        return max(student, ratio * self._heavier_tail)

    @property
    def _heavier_tail(self) -> float:
        """How much farther out t has what the normal distribution has at the family's level.

        The questions added make ratios smaller, to where t and normal distribution differ less.
        """
        from scipy.special import ndtri, stdtrit

        tail = ALPHA / 2 / max(len(self.x), 1)
        return float(stdtrit(self.degrees, tail) / ndtri(tail))


def check_family(runs: int) -> None:
    """Refuse runs whose pairs would take more memory than most machines have."""
    if runs > MOST_RUNS:
        raise InputError(
            f"{runs:,} runs make {runs * (runs - 1) // 2:,} pairs, more than those of "
            f"{MOST_RUNS:,} runs, the most that are tested together: choose runs (--run), or "
            "compare them all with one (compare --baseline)"
        )


def all_pairs(count: int, baseline: int | None = None) -> tuple[Ints, Ints]:
    """The family: all pairs of runs, or those of a baseline with each other run."""
    if baseline is None:
        check_family(count)
        return np.triu_indices(count, 1)
    others = np.delete(np.arange(count), baseline)
    return np.minimum(others, baseline), np.maximum(others, baseline)


def differences(given: Contributions, x: Ints, y: Ints) -> Differences:
    """The differences of these pairs."""
    units = given.units
    values = given.values[x] - given.values[y]
    values = np.where(np.abs(values) < SAME, 0.0, values)
    totals = np.abs(given.totals[x] - given.totals[y]) / given.per
    totals = np.where(values == 0, 0.0, totals)
    # A spread of its own has columns for what was not seen.
    added = ADDED if given.spread is None else 0
    count = units.count + added
    squares = plain_squares(given, x, y) + added * given.span**2
    spread = squares
    if not given.is_centred:
        spread = (squares - totals**2 / count) * count / (count - 1)
    errors = np.sqrt(np.maximum(spread, 0.0)) / units.questions
    degrees = given.degrees + added
    return Differences(x, y, values, totals, squares, errors, degrees, count, given.is_centred)


def plain_squares(given: Contributions, x: Ints, y: Ints) -> Floats:
    """Σ D² of each pair, or of what is left of D after means, with nothing added."""
    rows, per = given.flipped_rows
    return squared_differences(rows, per, x, y)


def plain_errors(given: Contributions, x: Ints, y: Ints) -> Floats:
    """Cluster-robust standard errors of the differences, with nothing added."""
    if given.degrees < 1:
        return np.full(len(x), np.nan)
    squares = squared_differences(given.residuals.units, given.residuals.per, x, y)
    return np.sqrt(squares) / given.units.questions
