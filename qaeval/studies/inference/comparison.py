"""One measure's values of all runs, pair by pair: differences, wins and losses, intervals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from qaeval.arrays import Floats, Ints
from qaeval.errors import InputError
from qaeval.measures import Measure
from qaeval.progress import Watch, unwatched
from qaeval.scores.ranking import SAME
from qaeval.scores.table import Scores
from qaeval.studies.exact import Weigher
from qaeval.studies.inference.intervals import Intervals, of_means, percentiles, t_quantile
from qaeval.studies.inference.significance import check_applies, favoured, p_values
from qaeval.studies.sampling import resampled_weights
from qaeval.wording import shown

Item = TypeVar("Item")

_FEW_VALUES = 8  # kinds of values within a question up to which products of matrices pay
_WHOLE = 2.0**53  # below, floats hold whole numbers exactly


@dataclass(frozen=True)
class Pairs:
    """Every pair of runs (x before y in the table), compared by one measure."""

    x: Ints
    y: Ints
    difference: Floats
    low: Floats
    high: Floats
    wins: Ints | None  # questions on which x is higher; None for a measure that is not a mean
    losses: Ints | None
    p: Floats
    effect: Floats | None  # mean difference over its standard deviation
    favours: Floats  # above 0: x; by what the test weighs, which need not be the mean
    questions: int

    @property
    def ties(self) -> Ints | None:
        """Questions on which neither is higher."""
        if self.wins is None or self.losses is None:
            return None
        return self.questions - self.wins - self.losses


class Comparison:
    """One measure of a score table, ready for tests between its runs."""

    def __init__(
        self, scores: Scores, measure: Measure, trials: int, seed: int, watch: Watch = unwatched
    ) -> None:
        self.scores = scores
        self.measure = measure
        self.trials = trials
        self.seed = seed
        self.watch = watch
        self.count = len(scores.questions)
        self.weigh = Weigher(scores, measure)
        self.values = measure.overall(scores.columns)
        undefined = np.flatnonzero(np.isnan(self.values))
        if len(undefined):
            run = scores.runs[undefined[0]]
            raise InputError(f"{measure.label} is undefined for run {shown(run)}")
        self.x, self.y = np.triu_indices(len(scores.runs), 1)

    def place(self, x: int, y: int) -> int:
        """Where the pair of two runs stands among all pairs."""
        first, second = min(x, y), max(x, y)
        return first * len(self.values) - first * (first + 1) // 2 + second - first - 1

    def each_pair(self) -> list[tuple[int, int]]:
        """The positions of both runs of every pair."""
        return list(zip(self.x.tolist(), self.y.tolist(), strict=True))

    def watched(self, items: Iterable[Item], length: int, what: str) -> Iterator[Item]:
        """The items of long work, each told when it is done."""
        with self.watch(length, f"{what}, {self.measure.label}") as step:
            for item in items:
                yield item
                step(1)

    def watched_pairs(self, what: str) -> Iterator[tuple[int, int]]:
        """Every pair, for work that may be long."""
        return self.watched(self.each_pair(), len(self.x), what)

    def watched_runs(self, what: str) -> Iterator[int]:
        """Every run but the last, each to be compared with those behind it."""
        count = len(self.values) - 1
        return self.watched(range(count), count, what)

    def pairs(self, test: str, with_intervals: bool = True) -> Pairs:
        """Every pair under a test; intervals of the differences only if they are wanted."""
        check_applies(test, self.measure)
        p = p_values(test, self)
        difference = self._settled(self.values[self.x] - self.values[self.y])
        favours = favoured(test, self, difference)
        low = high = np.full(len(p), np.nan)
        wins = losses = effect = None
        if self.measure.is_mean:
            wins, losses = self.wins_and_losses
        if self.measure.is_mean and with_intervals:
            spread = self.spreads
            half = t_quantile(self.count) * spread / np.sqrt(self.count)
            low, high = difference - half, difference + half
            known = np.where(spread > 0, spread, np.nan)
            effect = np.where(difference == 0, 0.0, difference / known)
        elif with_intervals:
            low, high = self._difference_percentiles()
        return Pairs(
            x=self.x,
            y=self.y,
            difference=difference,
            low=low,
            high=high,
            wins=wins,
            losses=losses,
            p=p,
            effect=effect,
            favours=favours,
            questions=self.count,
        )

    def intervals(self) -> Intervals:
        """Each run's interval: Student's t or Wilson's for a mean, else bootstrap percentiles."""
        if not self.measure.is_mean:
            return Intervals(*percentiles(self.resampled))
        (column,) = self.weigh.columns.values()
        return of_means(column, self.values)

    def _settled(self, differences: Floats) -> Floats:
        """Differences that are only rounding become 0."""
        return np.where(np.abs(differences) < SAME, 0.0, differences)

    def _difference_percentiles(self) -> tuple[Floats, Floats]:
        """The intervals of all differences, a run against the later ones at a time."""
        values = self.resampled
        runs = self.watched_runs("intervals")
        found = [percentiles(values[run] - values[run + 1 :]) for run in runs]
        low, high = (np.concatenate(side) for side in zip(*found, strict=True))
        return low, high

    @cached_property
    def resampled(self) -> Floats:
        """The runs' values on resampled questions, runs × trials; one resampling serves all."""
        weights = resampled_weights(self.count, self.trials, self.seed)
        return np.asarray(self.weigh(weights, self.watch).values)

    @cached_property
    def is_coupled(self) -> bool:
        """Whether a run's value depends on the others, as MRRT's does on the longest of them."""
        columns = self.scores.columns
        alone = [
            self.measure.overall(
                {label: columns[label][[run]] for label in self.measure.columns.values()}
            )
            for run in range(len(self.values))
        ]
        return not np.array_equal(np.concatenate(alone), self.values)

    @property
    def units(self) -> Floats:
        """A mean measure's values per question as whole numbers."""
        (whole,) = self.weigh.whole.values()
        return whole.units

    @property
    def guard(self) -> float:
        """Differences of units below this are rounding."""
        (whole,) = self.weigh.whole.values()
        return 0.0 if whole.exact else SAME * whole.per

    @cached_property
    def wins_and_losses(self) -> tuple[Ints, Ints]:
        """Questions on which x is higher than y, and lower."""
        ranks = _ranks_within_questions(self.units, self.guard)
        if ranks.max(initial=0) < _FEW_VALUES:
            won = _wins_by_products(ranks)
            return won[self.x, self.y], won[self.y, self.x]
        wins, losses = [], []
        for run in self.watched_runs("wins and losses"):
            others = ranks[run + 1 :]
            wins.append(np.count_nonzero(ranks[run] > others, axis=1))
            losses.append(np.count_nonzero(ranks[run] < others, axis=1))
        return np.concatenate(wins), np.concatenate(losses)

    @cached_property
    def spreads(self) -> Floats:
        """The standard deviation of the differences per question, for every pair."""
        if self.count < 2 or not len(self.x):
            return np.full(len(self.x), np.nan)
        (whole,) = self.weigh.whole.values()
        if (2 * np.abs(whole.units).max(initial=0) * self.count) ** 2 < _WHOLE:
            return self._exact_spreads(whole.units) / whole.per
        found = []
        for run in self.watched_runs("differences"):
            differences = whole.units[run] - whole.units[run + 1 :]
            found.append(differences.std(axis=1, ddof=1) / whole.per)
        return np.concatenate(found)

    def _exact_spreads(self, units: Floats) -> Floats:
        """From sums of products, which are whole numbers that no order of adding up changes."""
        products, sums, n = units @ units.T, units.sum(axis=1), self.count
        squares = np.diag(products)[self.x] + np.diag(products)[self.y]
        squares = squares - 2 * products[self.x, self.y]
        total = sums[self.x] - sums[self.y]
        return np.sqrt((n * squares - total * total) / (n * (n - 1)))


def _wins_by_products(ranks: NDArray[np.uint32]) -> Ints:
    """On how many questions each run is higher than each other, for values of few kinds."""
    won = np.zeros((len(ranks), len(ranks)))
    for rank in range(1, int(ranks.max(initial=0)) + 1):
        # Counts of questions are far from where 32-bit floats leave whole numbers out.
        here, below = (ranks == rank).astype(np.float32), (ranks < rank).astype(np.float32)
        won += here @ below.T
    return won.astype(np.int64)


def _ranks_within_questions(units: Floats, guard: float) -> NDArray[np.uint32]:
    """Small whole numbers that compare as the values do, values within the guard being equal."""
    order = np.argsort(units, axis=0, kind="stable")
    ordered = np.take_along_axis(units, order, axis=0)
    steps = np.zeros(units.shape, dtype=np.uint32)
    gaps = np.diff(ordered, axis=0)
    steps[1:] = np.cumsum(gaps >= guard if guard else gaps > 0, axis=0)
    ranks = np.empty_like(steps)
    np.put_along_axis(ranks, order, steps, axis=0)
    return ranks
