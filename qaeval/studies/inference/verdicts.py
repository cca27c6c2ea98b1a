"""What one measure's runs are worth against each other: every verdict from one set of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from qaeval.arrays import Bools, Floats, Ints
from qaeval.errors import InputError
from qaeval.progress import Watch, unwatched
from qaeval.scores.ranking import SAME, best_first, shared_ranks
from qaeval.studies.inference.contributions import Contributions
from qaeval.studies.inference.corrections import ALPHA, corrected, levels
from qaeval.studies.inference.differences import Differences, all_pairs, differences
from qaeval.studies.inference.intervals import Intervals, run_intervals, t_quantile
from qaeval.studies.inference.letters import letters
from qaeval.studies.inference.max_t import simultaneous
from qaeval.studies.inference.resampling import resampled_values
from qaeval.studies.inference.tests import TESTS, PairTest
from qaeval.studies.inference.tests.max_t import MaxT
from qaeval.wording import counted

FEWEST_UNITS = 5  # for a test; with fewer no result could be called unlikely
FEWEST_WITHIN_TASKS = 10  # units beyond one a task; with fewer, calibration shows false claims
BEST_SAMPLES = 1000  # of units, in which each run may come first
STRICT = 0.01


@dataclass(frozen=True)
class Asked:
    """Which test decides, for which family, and how it draws."""

    test: str
    correct: str = "none"
    trials: int = 10_000
    seed: int = 0
    baseline: int | None = None  # a run's position: the family is then its pairs alone
    executor: Executor | None = None  # which does max-t's trials


@dataclass(frozen=True)
class Pairs:
    """Every pair of the family, x before y in the table of runs."""

    x: Ints
    y: Ints
    differences: Floats
    intervals: Intervals
    interval_of: str  # the test whose interval it is
    p: Floats  # NaN where there was no test
    p_corrected: Floats
    favours: Floats  # above 0: x; by what the test weighs, which need not be the mean

    @property
    def claimed(self) -> Bools:
        """Whether the two runs differ, at the 5% level of the family."""
        return self.p_corrected <= ALPHA

    def count_at(self, level: float) -> int:
        """How many pairs differ at a level."""
        return int(np.count_nonzero(self.p_corrected <= level))


@dataclass(frozen=True)
class Verdicts:
    """The runs' positions in the table, best first; the rest is by those positions."""

    order: list[int]
    ranks: list[int]  # in the order of the ranking
    intervals: Intervals
    pairs: Pairs
    critical: float | None  # the family's critical value, in standard errors
    p: dict[int, float]  # against the next run below, or the baseline
    marks: dict[int, str]
    letters: dict[int, str] | None  # None: too many for the alphabet, or no test of all pairs
    rank_low: Ints | None
    rank_high: Ints | None
    best: Floats  # the share of samples of units in which the run comes first
    untested: str  # why there is no p, if there is none

    @property
    def is_crowded(self) -> bool:
        """Whether letters would be too many for the alphabet."""
        return self.letters is None and self.rank_low is not None

    @property
    def alike_the_leader(self) -> list[int]:
        """The runs ranked below the first that cannot be told from it.

        Where several share the first rank: from one of them or more.
        """
        if self.rank_low is None:
            return []
        leaders = [run for run, rank in zip(self.order, self.ranks, strict=True) if rank == 1]
        differing = set.intersection(*map(self._differing, leaders))
        tested = {*self.pairs.x.tolist(), *self.pairs.y.tolist()}
        return [run for run in self.order if run in tested - differing - set(leaders)]

    def _differing(self, run: int) -> set[int]:
        claimed = self.pairs.claimed
        with_x = self.pairs.y[claimed & (self.pairs.x == run)]
        with_y = self.pairs.x[claimed & (self.pairs.y == run)]
        return {*with_x.tolist(), *with_y.tolist()}


def verdicts(
    given: Contributions,
    runs: Sequence[str],
    better: str,
    asked: Asked,
    watch: Watch = unwatched,
) -> Verdicts:
    """Test the family, and say what follows for the ranking."""
    x, y = all_pairs(len(runs), asked.baseline)
    tested = given.known[x] & given.known[y]
    seen = differences(given, x[tested], y[tested])
    untested = _why_untested(given, len(seen.x))
    pairs, critical = _test(given, seen, asked, untested, watch)
    order = best_first(given.values, runs, better)
    sign = -1.0 if better == "low" else 1.0
    against = _opponents(order, asked.baseline)
    p, marks = _neighbours(pairs, against, len(runs), sign)
    low, high, names = None, None, None
    if asked.baseline is None and not untested:
        differs, ahead = _matrices(pairs, len(runs), sign)
        low, high = 1 + ahead.sum(axis=0), len(runs) - ahead.sum(axis=1)
        names = letters([run for run in order if given.known[run]], differs)
    return Verdicts(
        order=order,
        ranks=shared_ranks([given.values[run] for run in order]),
        intervals=run_intervals(given),
        pairs=pairs,
        critical=critical,
        p=p,
        marks=marks,
        letters=names,
        rank_low=low,
        rank_high=high,
        best=shares_of_best(given, better, asked.seed),
        untested=untested,
    )


def _why_untested(given: Contributions, pairs: int) -> str:
    units = given.units
    if not pairs:
        return "one run, so nothing to test"
    if given.no_test:
        return f"{given.no_test}, so no test of it was found to hold"
    if given.spread is not None and given.degrees + 1 < FEWEST_UNITS:
        return f"only {counted(int(given.degrees) + 1, given.spread.noun)}: no test could tell"
    if units.count < FEWEST_UNITS:
        return f"only {counted(units.count, units.noun)}: no test could tell"
    if units.tasks > 1 and units.count - units.tasks < FEWEST_WITHIN_TASKS:
        return f"hardly more {units.noun}s than tasks: no test could tell"
    return ""


def _test(
    given: Contributions, seen: Differences, asked: Asked, untested: str, watch: Watch
) -> tuple[Pairs, float | None]:
    """The family under the test, with the intervals that belong to its p."""
    nothing = np.full(len(seen.x), np.nan)
    favours = np.sign(seen.differences)
    if untested:
        known = given.units.count > 1 and not given.no_test
        reach = t_quantile(seen.degrees) * seen.errors if known else nothing
        spans = Intervals(seen.differences - reach, seen.differences + reach)
        pairs = Pairs(seen.x, seen.y, seen.differences, spans, "t", nothing, nothing, favours)
        return pairs, None
    test = TESTS[asked.test](given, seen, asked.trials, asked.seed, watch, asked.executor)
    _check_reach(test, asked, len(seen.x))
    p = test.p_values()
    final = p if test.is_for_family else corrected(p, asked.correct)
    spans, whose, critical = _spans(test, p, final, asked)
    pairs = Pairs(seen.x, seen.y, seen.differences, spans, whose, p, final, test.favours())
    return pairs, critical


def _check_reach(test: PairTest, asked: Asked, family: int) -> None:
    """Refuse trials so few that the correction leaves nothing to be found."""
    if not test.is_random or test.is_for_family or asked.correct == "none":
        return
    needed = round(family / ALPHA) - 1
    if asked.trials < needed:
        raise InputError(
            f"--trials {asked.trials}: {test.name} with {asked.correct} over {family} pairs needs "
            f"{needed} or more to reach {ALPHA} (or take --test max-t)"
        )


def _spans(
    test: PairTest, p: Floats, final: Floats, asked: Asked
) -> tuple[Intervals, str, float | None]:
    """The intervals of the differences, whose they are, and the family's critical value."""
    pairs = test.pairs
    if isinstance(test, MaxT):
        critical = test.flips.critical()
        spans = simultaneous(pairs, critical, final <= ALPHA)
        return spans, test.name, pairs.t_scale(critical)
    level = np.full(len(p), ALPHA) if test.is_for_family else levels(p, asked.correct)
    half, whose = test.half_widths(level), test.name
    if half is None:
        student = TESTS["t"](test.given, pairs, 0, 0)
        half, whose = student.half_widths(level), "t"
    assert half is not None
    spans = Intervals(pairs.differences - half, pairs.differences + half)
    if whose == test.name:
        spans = spans.holding_zero(~(final <= ALPHA))
    return spans, whose, None


def _matrices(pairs: Pairs, count: int, sign: float) -> tuple[Bools, Bools]:
    """Which runs differ, and which of two is ahead (row before column), run by run."""
    differs = np.zeros((count, count), dtype=np.bool_)
    ahead = np.zeros((count, count), dtype=np.bool_)
    differs[pairs.x, pairs.y] = differs[pairs.y, pairs.x] = pairs.claimed
    favours = sign * pairs.favours
    ahead[pairs.x, pairs.y] = pairs.claimed & (favours > 0)
    ahead[pairs.y, pairs.x] = pairs.claimed & (favours < 0)
    return differs, ahead


def _opponents(order: Sequence[int], baseline: int | None) -> dict[int, int]:
    """Whom each run is marked against: the next one below, or the baseline."""
    if baseline is None:
        return dict(pairwise(order))
    return {run: baseline for run in order if run != baseline}


def _neighbours(
    pairs: Pairs, against: dict[int, int], count: int, sign: float
) -> tuple[dict[int, float], dict[int, str]]:
    """The corrected p of each run against its opponent, and the mark that it earns."""
    keys = pairs.x * count + pairs.y  # ascending, as the pairs of a family are
    p, marks = {}, {}
    for run, opponent in against.items():
        key = min(run, opponent) * count + max(run, opponent)
        at = int(np.searchsorted(keys, key))
        is_tested = at < len(keys) and keys[at] == key
        if is_tested and not np.isnan(pairs.p_corrected[at]):
            p[run] = float(pairs.p_corrected[at])
            favours = sign * pairs.favours[at] * (1 if run < opponent else -1)
            marks[run] = _mark(p[run], favours)
    return p, marks


def _mark(p: float, favours: float) -> str:
    """* ** better, † ‡ worse, at .05 and .01."""
    if p > ALPHA or favours == 0:
        return ""
    return ("**" if p <= STRICT else "*") if favours > 0 else ("‡" if p <= STRICT else "†")


def shares_of_best(given: Contributions, better: str, seed: int) -> Floats:
    """The share of samples of units in which each run comes first; equals share a first place."""
    chances = np.full(len(given.values), np.nan)
    if given.units.count < 2 or not given.known.any() or given.no_test:
        return chances
    drawn = resampled_values(given, BEST_SAMPLES, seed)[given.known]
    drawn = -drawn if better == "low" else drawn
    most = drawn.max(axis=0)
    first = (drawn > most - SAME) | (drawn == most)  # of large values SAME takes nothing away
    chances[given.known] = (first / first.sum(axis=0)).mean(axis=1)
    return chances
