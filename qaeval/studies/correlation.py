"""How alike two rankings are: Kendall's tau-b, Spearman's rho and AP correlation.

Rankings are given as levels: whole numbers that grow with the value, equal where values are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.progress import Step, no_step
from qaeval.scores.ranking import SAME

_CONFIDENCE = 0.95
_SIGNS_AT_ONCE = 4_000_000


def _is_constant(ranking: Ints) -> bool:
    return len(ranking) < 2 or bool((ranking == ranking[0]).all())


def tau_b(x: Ints, y: Ints) -> float:
    """Kendall's tau-b; NaN where a ranking is nothing but ties."""
    from scipy.stats import kendalltau

    if _is_constant(x) or _is_constant(y):
        return float("nan")
    return _bounded(kendalltau(x, y).statistic)


def spearman(x: Ints, y: Ints) -> float:
    """Spearman's rho, with mean ranks for ties; NaN where a ranking is nothing but ties."""
    from scipy.stats import spearmanr

    if _is_constant(x) or _is_constant(y):
        return float("nan")
    return _bounded(spearmanr(x, y).statistic)


def _bounded(correlation: float) -> float:
    """A correlation that rounding left a hair off 1, 0 or -1 is 1, 0 or -1."""
    near = round(float(correlation))
    return float(near) if abs(correlation - near) < SAME else float(correlation)


def ap_correlation(actual: Ints, evaluated: Ints) -> float:
    """AP correlation (Yilmaz, Aslam & Robertson 2008) of a ranking with the actual one.

    2/(N−1) · Σ_{i=2..N} C(i)/(i−1) − 1, where C(i) counts the items above rank i of `evaluated`
    that are above that item in `actual` too. It is not symmetric. With ties it is the mean over all
    ways of breaking them: items tied in `evaluated` cancel out among themselves, and their ranks
    are spread over the places they share. NaN where a ranking is nothing but ties.
    """
    if _is_constant(actual) or _is_constant(evaluated):
        return float("nan")
    count = len(actual)
    # 1 + 1/2 + … + 1/k at k, so that the mean of 1/rank over shared places is a difference.
    harmonic = np.concatenate([[0.0], np.cumsum(1 / np.arange(1, count + 1))])
    total = 0.0
    for start in range(0, count, max(1, _SIGNS_AT_ONCE // count)):
        rows = slice(start, start + max(1, _SIGNS_AT_ONCE // count))
        above = evaluated[None, :] > evaluated[rows, None]
        concord = np.sum(np.sign(actual[None, :] - actual[rows, None]) * above, axis=1)
        over = above.sum(axis=1)
        alike = np.sum(evaluated[None, :] == evaluated[rows, None], axis=1)
        shared = (harmonic[over + alike - 1] - harmonic[np.maximum(over, 1) - 1]) / alike
        total += float(np.sum(np.where(over > 0, concord * shared, 0.0)))
    return _bounded(total / (count - 1))


@dataclass(frozen=True)
class Correlation:
    """Two rankings compared; the interval is that of tau, None where there is none."""

    count: int
    tau: float
    rho: float
    ap: float
    low: float | None
    high: float | None


def correlate(x: Ints, y: Ints, resampled_taus: Floats | None = None) -> Correlation:
    """The coefficients of two rankings, x being the actual one of AP correlation.

    The interval holds the middle 95% of the taus, which over questions held the population's tau in
    .945 to .99 of the samples of 25 to 195 questions; NaN where a tau is undefined. Over runs there
    are none: there it held in 0 to .98 of the cases, and always missed on the low side.
    """
    interval: tuple[float, float] | tuple[None, None] = (None, None)
    if resampled_taus is not None:
        tail = 100 * (1 - _CONFIDENCE) / 2
        low, high = np.percentile(resampled_taus, [tail, 100 - tail])
        interval = (float(low), float(high))
    return Correlation(len(x), tau_b(x, y), spearman(x, y), ap_correlation(x, y), *interval)


def resampled_item_taus(x: Ints, y: Ints, weights: Floats, step: Step = no_step) -> Floats:
    """tau-b among the items drawn in each trial (weights: items × trials, times drawn).

    An item drawn twice is tied with itself in both rankings, which tau-b leaves out.
    """
    both, mine, other = (np.zeros(weights.shape[1]) for _ in range(3))
    # Sums of signs stay below 2^24, where single precision is exact.
    drawn = weights.astype(np.float32)
    for start in range(0, len(x), max(1, _SIGNS_AT_ONCE // len(x))):
        rows = slice(start, start + max(1, _SIGNS_AT_ONCE // len(x)))
        sign_x = np.sign(x[rows, None] - x[None, :]).astype(np.float32)
        sign_y = np.sign(y[rows, None] - y[None, :]).astype(np.float32)
        for total, signs in ((both, sign_x * sign_y), (mine, sign_x**2), (other, sign_y**2)):
            total += np.sum(weights[rows] * (signs @ drawn), axis=0)
        step(len(sign_x))
    return _tau_of_counts(both, mine, other)


def _tau_of_counts(both: Floats, mine: Floats, other: Floats) -> Floats:
    """(Concordant − discordant) over the geometric mean of the pairs untied in each ranking."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(both / np.sqrt(mine * other))


@dataclass(frozen=True)
class Disagreement:
    """An item and its ranks (1: highest; ties share the mean of their places)."""

    item: int
    rank_x: float
    rank_y: float

    @property
    def difference(self) -> float:
        """Above 0: y ranks it lower than x does."""
        return self.rank_y - self.rank_x


def disagreements(x: Ints, y: Ints, names: Sequence[str], most: int) -> list[Disagreement]:
    """The items whose ranks differ most, the largest difference first, equals by name."""
    from scipy.stats import rankdata

    ranks_x, ranks_y = rankdata(-x), rankdata(-y)
    differing = [
        Disagreement(i, float(ranks_x[i]), float(ranks_y[i]))
        for i in np.flatnonzero(ranks_x != ranks_y).tolist()
    ]
    return sorted(differing, key=lambda row: (-abs(row.difference), names[row.item]))[:most]
