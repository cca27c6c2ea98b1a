"""Tests between runs: are two runs different, or could the choice of questions explain it?"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from qaeval.arrays import Floats, Ints
from qaeval.errors import InputError
from qaeval.measures import Measure
from qaeval.scores.ranking import SAME
from qaeval.studies.sampling import random_bits, random_orders
from qaeval.wording import shown

if TYPE_CHECKING:
    from qaeval.studies.inference.comparison import Comparison

TESTS = ("sign", "t", "wilcoxon", "randomization", "bootstrap", "tukey-hsd")

NULL_HYPOTHESES = {
    "sign": "on a question where they differ, either run is as likely to be the better one",
    "t": "the mean of the differences per question is 0",
    "wilcoxon": "the differences per question are symmetric about 0",
    "randomization": "which run gave which result is chance, question by question",
    "bootstrap": "the difference is 0 in the population that the questions are drawn from",
    "tukey-hsd": "all runs are the same, so that their results can be shuffled within a question",
}

# Those that draw random numbers.
RANDOM = {"randomization", "bootstrap", "tukey-hsd"}

_TRIALS_AT_ONCE = 1000
_EXACT_SPLIT = 60  # questions up to which binomial tails are worked out in whole numbers


def test_of(measure: Measure, asked: str | None) -> str:
    """The test of a measure unless one is asked for: what is not a mean has no sign test."""
    return asked or ("sign" if measure.is_mean else "bootstrap")


def check_applies(test: str, measure: Measure) -> None:
    """Refuse a test of values per question for a measure that has none."""
    if not measure.is_mean and test not in ("randomization", "bootstrap"):
        raise InputError(
            f"{measure.label} is not a mean over questions, so --test {test} does not "
            "apply: take randomization or bootstrap"
        )


def _sign(comparison: Comparison) -> Floats:
    """Two-sided exact binomial test on the questions won, ties dropped."""
    wins, losses = comparison.wins_and_losses
    return sign_test(wins, losses)


def sign_test(wins: Ints, losses: Ints) -> Floats:
    """The chance of a split at least as uneven, if either side were as likely."""
    from scipy.special import bdtr

    fewer, total = np.minimum(wins, losses), wins + losses
    # Few different splits occur among many pairs, so each is worked out once.
    splits, where = np.unique(np.stack([fewer, total]), axis=1, return_inverse=True)
    tails = 2 * bdtr(splits[0].astype(np.float64), splits[1], 0.5)
    tails[2 * splits[0] + 1 >= splits[1]] = 1.0  # as even as can be, or nothing but ties
    for at in np.flatnonzero((tails < 1) & (splits[1] <= _EXACT_SPLIT)):
        few, all_of = int(splits[0, at]), int(splits[1, at])
        tails[at] = 2 * sum(math.comb(all_of, i) for i in range(few + 1)) / 2**all_of
    return tails[where.ravel()]


def _t(comparison: Comparison) -> Floats:
    """Paired, two-sided t test."""
    from scipy.special import stdtr

    if comparison.count < 2:
        raise InputError("--test t needs two questions or more")
    difference = comparison.values[comparison.x] - comparison.values[comparison.y]
    spread = comparison.spreads
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.abs(difference) * np.sqrt(comparison.count) / spread
    p = 2 * stdtr(comparison.count - 1, -t)
    return np.where(np.abs(difference) < SAME, 1.0, np.where(spread > 0, p, 0.0))


def _wilcoxon(comparison: Comparison) -> Floats:
    """Wilcoxon's signed-rank test, questions without a difference dropped."""
    from scipy.stats import wilcoxon

    return np.array(
        [
            wilcoxon(difference).pvalue if len(difference) else 1.0
            for difference in _nonzero_differences(comparison)
        ]
    )


def _nonzero_differences(comparison: Comparison) -> Iterator[Floats]:
    """The differences per question of each pair, where there are any."""
    for x, y in comparison.watched_pairs("wilcoxon"):
        difference = comparison.units[x] - comparison.units[y]
        if comparison.guard:  # differences that are equal but for rounding must rank as equal
            difference = np.rint(difference / comparison.guard)
        yield difference[difference != 0]


def _randomization(comparison: Comparison) -> Floats:
    """Paired randomization: the two runs' results swapped at random, question by question."""
    bits = random_bits(comparison.count, comparison.trials, comparison.seed)
    if comparison.measure.is_mean:
        reached = _mean_flips(comparison, bits)
    else:
        pairs = comparison.watched_pairs("randomization")
        reached = np.array([_pair_flips(comparison, x, y, bits) for x, y in pairs])
    return (reached + 1) / (comparison.trials + 1)


def _mean_flips(comparison: Comparison, bits: NDArray[np.bool_]) -> Ints:
    """How often the sum of the differences, signs flipped at random, is as large as it is."""
    signs = np.where(bits, 1.0, -1.0)
    units = comparison.units
    found = []
    for run in comparison.watched_runs("randomization"):
        differences = units[run] - units[run + 1 :]
        observed = np.abs(differences.sum(axis=1)) - comparison.guard * comparison.count
        reached = np.zeros(len(differences), dtype=np.int64)
        for start in range(0, comparison.trials, _TRIALS_AT_ONCE):
            flipped = np.abs(differences @ signs[:, start : start + _TRIALS_AT_ONCE])
            reached += np.count_nonzero(flipped >= observed[:, None], axis=1)
        found.append(reached)
    return np.concatenate(found)


def _pair_flips(comparison: Comparison, x: int, y: int, bits: NDArray[np.bool_]) -> int:
    """The same for a measure that is not a mean, by its aggregate on the swapped results."""
    observed = abs(comparison.values[x] - comparison.values[y]) - SAME
    flips = _flipped_totals if comparison.measure.definition.kind == "totals" else _flipped_columns
    reached = 0
    for start in range(0, comparison.trials, _TRIALS_AT_ONCE):
        values = flips(comparison, x, y, bits[:, start : start + _TRIALS_AT_ONCE])
        # What is undefined after a swap counts as reached: no evidence against chance.
        reached += int(np.count_nonzero(~(np.abs(values[0] - values[1]) < observed)))
    return reached


def _flipped_totals(comparison: Comparison, x: int, y: int, bits: NDArray[np.bool_]) -> Floats:
    """The two runs' values from sums of swapped components; the other runs stay as they are."""
    rows = list(range(len(comparison.values))) if comparison.is_coupled else [x, y]
    one, two = rows.index(x), rows.index(y)
    sums = {}
    for name, whole in comparison.weigh.whole.items():
        totals = np.repeat(whole.units[rows].sum(axis=1)[:, None], bits.shape[1], axis=1)
        moved = (whole.units[y] - whole.units[x]) @ bits
        totals[one] += moved
        totals[two] -= moved
        sums[name] = totals / whole.per
    return comparison.weigh.of_sums(sums, float(comparison.count))[[one, two]]


def _flipped_columns(comparison: Comparison, x: int, y: int, bits: NDArray[np.bool_]) -> Floats:
    """The two runs' values from swapped components, trial by trial."""
    columns = comparison.weigh.columns
    values = np.empty((2, bits.shape[1]))
    for trial in range(bits.shape[1]):
        for side, (one, other) in enumerate(((x, y), (y, x))):
            mixed = {n: np.where(bits[:, trial], c[other], c[one]) for n, c in columns.items()}
            values[side, trial] = comparison.measure.of_columns(mixed)
    return values


def _bootstrap(comparison: Comparison) -> Floats:
    """Bootstrap, shifted to the null hypothesis: how often is d* − d as large as d?"""
    values = comparison.resampled
    lacking = np.flatnonzero(np.isnan(values).any(axis=1))
    if len(lacking):
        run = shown(comparison.scores.runs[lacking[0]])
        raise InputError(
            f"{comparison.measure.label} of run {run} is undefined on some resamples of the "
            "questions, so the bootstrap does not apply: take --test randomization"
        )
    found = []
    for x, y in comparison.watched_pairs("bootstrap"):
        observed = comparison.values[x] - comparison.values[y]
        moved = np.abs(values[x] - values[y] - observed)
        found.append(np.count_nonzero(moved >= abs(observed) - SAME))
    return (np.array(found) + 1) / (comparison.trials + 1)


def _tukey(comparison: Comparison) -> Floats:
    """Randomized Tukey HSD (Carterette 2012): results shuffled among all runs within questions."""
    units = comparison.units
    ranges = np.empty(comparison.trials)
    orders = random_orders(units.shape, comparison.trials, comparison.seed)
    for trial, order in enumerate(comparison.watched(orders, comparison.trials, "tukey-hsd")):
        sums = np.take_along_axis(units, order, axis=0).sum(axis=1)
        ranges[trial] = sums.max() - sums.min()
    ranges.sort()
    totals = units.sum(axis=1)
    observed = np.abs(totals[comparison.x] - totals[comparison.y])
    observed = observed - comparison.guard * comparison.count
    reached = comparison.trials - np.searchsorted(ranges, observed, side="left")
    return (reached + 1) / (comparison.trials + 1)


_TESTS: dict[str, Callable[[Comparison], Floats]] = {
    "sign": _sign,
    "t": _t,
    "wilcoxon": _wilcoxon,
    "randomization": _randomization,
    "bootstrap": _bootstrap,
    "tukey-hsd": _tukey,
}


def _questions_won(comparison: Comparison) -> Floats:
    wins, losses = comparison.wins_and_losses
    return np.sign(wins - losses).astype(np.float64)


def _signed_ranks(comparison: Comparison) -> Floats:
    """Which run has the larger sum of signed ranks."""
    from scipy.stats import rankdata

    found = np.zeros(len(comparison.x))
    for at, difference in enumerate(_nonzero_differences(comparison)):
        found[at] = np.sign(np.sum(np.sign(difference) * rankdata(np.abs(difference))))
    return found


# The tests that weigh something other than the difference of the values.
_FAVOURS: dict[str, Callable[[Comparison], Floats]] = {
    "sign": _questions_won,
    "wilcoxon": _signed_ranks,
}


def p_values(test: str, comparison: Comparison) -> Floats:
    """The p-value of every pair; a single run makes none."""
    return _TESTS[test](comparison) if len(comparison.x) else np.zeros(0)


def favoured(test: str, comparison: Comparison, difference: Floats) -> Floats:
    """The sign of what a test weighs, for every pair: 1 where it favours x, -1 where y."""
    weigh = _FAVOURS.get(test)
    if weigh is None or not len(difference):
        return np.sign(difference)
    return weigh(comparison)


def corrected(p: Floats, method: str) -> Floats:
    """p-values corrected for their number: Holm, or Benjamini-Hochberg (bh)."""
    count = len(p)
    if method == "none" or not count:
        return p
    order = np.argsort(p, kind="stable")
    ordered = p[order]
    if method == "holm":
        steps = np.maximum.accumulate(ordered * np.arange(count, 0, -1))
    else:
        scaled = ordered * count / np.arange(1, count + 1)
        steps = np.minimum.accumulate(scaled[::-1])[::-1]
    found = np.empty(count)
    found[order] = np.minimum(steps, 1.0)
    return found


def alike_groups(order: list[int], differs: NDArray[np.bool_]) -> list[list[int]]:
    """The longest stretches of a ranking in which no two runs differ (`differs`: runs × runs)."""
    groups: list[list[int]] = []
    end = 0
    for start in range(len(order)):
        stop = max(end, start + 1)
        while stop < len(order) and not differs[order[stop], order[start:stop]].any():
            stop += 1
        if stop > end and stop - start > 1:
            groups.append(order[start:stop])
        end = max(end, stop)
    return groups
