"""Pairs of runs, each on the questions that both have: one family, one critical value.

A pair's D is 0 on every unit that one of its runs lacks, so that the same flips of units act on all
pairs, and the largest |Σ D|/√Σ D² of a trial is over pairs with unequal sets of questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.errors import InputError
from qaeval.measures import Measure
from qaeval.progress import Watch, unwatched
from qaeval.scores.table import Scores
from qaeval.studies.exact import Weigher
from qaeval.studies.inference.contributions import contributions
from qaeval.studies.inference.corrections import ALPHA
from qaeval.studies.inference.differences import Differences, all_pairs, differences
from qaeval.studies.inference.max_t import Coins, FlippedRows, Flips, flips_of, simultaneous
from qaeval.studies.inference.verdicts import FEWEST_UNITS, Asked
from qaeval.studies.inference.wins import wins_and_losses
from qaeval.studies.units import Units

_NOTHING = float("nan")


@dataclass(frozen=True)
class SharedPair:
    """Two runs by their positions, on the questions that both have."""

    x: int
    y: int
    questions: int
    value_x: float = _NOTHING
    value_y: float = _NOTHING
    difference: float = _NOTHING
    wins: int | None = None  # questions on which x is higher; None of what is no mean
    losses: int | None = None
    effect: float = _NOTHING
    low: float = _NOTHING
    high: float = _NOTHING
    p: float = _NOTHING  # corrected for the family; NaN where there was no test


@dataclass(frozen=True)
class _Tested:
    """What flips need of a pair."""

    at: int  # among all pairs
    seen: Differences
    row: Floats  # its D in whole numbers, over all units
    per: float  # what makes 1 of them
    units: Ints  # those that both runs have


def shared_pairs(
    scores: Scores, measure: Measure, units: Units, asked: Asked, watch: Watch = unwatched
) -> list[SharedPair]:
    """Every pair of the family, tested by the largest t of all of them."""
    present = ~np.isnan(scores.columns[next(iter(measure.columns.values()))])
    pairs: list[SharedPair] = []
    tested: list[_Tested] = []
    for x, y in zip(
        *(side.tolist() for side in all_pairs(len(present), asked.baseline)), strict=True
    ):
        both = np.flatnonzero(present[x] & present[y])
        pair, test = SharedPair(x, y, len(both)), None
        if len(both):
            pair, test = _seen(scores, measure, units, pair, both, len(pairs))
        pairs.append(pair)
        tested += [] if test is None else [test]
    if not tested:
        return pairs
    flips = _flips(tested, asked, watch)
    critical = flips.critical()
    for test in tested:
        (p,) = flips.chances(test.seen.ratios)
        pair = replace(pairs[test.at], p=float(p))
        # A ratio is below the root of the units: with fewer, the interval has no ends.
        if critical**2 < test.seen.count:
            span = simultaneous(test.seen, critical, np.array([p <= ALPHA]))
            pair = replace(pair, low=float(span.low[0]), high=float(span.high[0]))
        pairs[test.at] = pair
    return pairs


def _seen(
    scores: Scores, measure: Measure, units: Units, pair: SharedPair, both: Ints, at: int
) -> tuple[SharedPair, _Tested | None]:
    """What two runs score on their questions, and what of it is to be tested, if that can be."""
    names = [scores.questions[question] for question in both]
    own = scores.of_runs([scores.runs[pair.x], scores.runs[pair.y]]).on(names)
    own.check_inputs(measure)
    given = contributions(own, measure, units.of_some(both))
    if given.is_centred:
        raise InputError(f"--pairwise: no test of {measure.label} on unequal questions is known")
    one, other = np.array([0]), np.array([1])
    seen = differences(given, one, other)
    pair = replace(
        pair,
        value_x=float(given.values[0]),
        value_y=float(given.values[1]),
        difference=float(seen.differences[0]),
    )
    if measure.is_mean:
        pair = _split(pair, Weigher(own, measure), one, other)
    if given.units.count < FEWEST_UNITS or given.no_test or not given.known.all():
        return pair, None
    row, own_units = np.zeros(units.count), np.unique(units.of_question[both])
    row[own_units] = given.sums[0] - given.sums[1]
    return pair, _Tested(at, seen, row, given.per, own_units)


def _split(pair: SharedPair, weigher: Weigher, one: Ints, other: Ints) -> SharedPair:
    """Questions won and lost, and the mean difference over its standard deviation."""
    (whole,) = weigher.whole.values()
    wins, losses = wins_and_losses(whole.units, whole.guard, one, other)
    spread = float(weigher.spreads(one, other)[0]) if pair.questions > 1 else 0.0
    effect = pair.difference / spread if spread > 0 else _NOTHING
    effect = 0.0 if pair.difference == 0 and pair.questions > 1 else effect
    return replace(pair, wins=int(wins[0]), losses=int(losses[0]), effect=effect)


def _flips(tested: Sequence[_Tested], asked: Asked, watch: Watch) -> Flips:
    """The largest ratio of all pairs under flips of the units that any of them has."""
    used = np.unique(np.concatenate([test.units for test in tested]))
    rows = np.array([test.row[used] for test in tested])
    squares = np.array([test.seen.squares[0] for test in tested])
    scale = 1 / np.sqrt(squares) / np.array([test.per for test in tested])

    largest = _Largest(FlippedRows(rows), scale)
    return flips_of(largest, len(used), asked.trials, asked.seed, watch, asked.executor)


@dataclass(frozen=True)
class _Largest:
    """The largest ratio of all pairs under each row of coins."""

    rows: FlippedRows
    scale: Floats

    def __call__(self, coins: Coins) -> Floats:
        sums = np.abs(self.rows.sums(coins))
        return np.asarray((sums * self.scale[:, None]).max(axis=0))
