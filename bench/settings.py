"""One line-up of runs, sampled again and again: how often is what compare says of it true?"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

import numpy as np
from populations import Population

from qaeval.arrays import Floats
from qaeval.measures import Measure
from qaeval.studies.inference import verdicts as inference
from qaeval.studies.inference.contributions import contributions
from qaeval.studies.inference.verdicts import Asked, Verdicts, verdicts

RUN_INTERVAL = "95% interval of a run's value"
SIMULTANEOUS = "simultaneous intervals of all differences"
FALSE_CLAIM = "some difference claimed that is none, or has the other sign"
RANKS = "rank intervals, all at once"
LEADER = "“cannot be told from the leader” leaves out the true best"

NEAR = 1e-9  # what rounding leaves
AS_THEY_ARE, WITH_EQUALS = "runs as they are", "equals among them"
TRIALS = 999  # flips of a test; compare's 10,000 would say the same of its error rates
inference.BEST_SAMPLES = 200  # a share of 1,000 samples would be no better calibrated


@dataclass(frozen=True, order=True)
class Setting:
    """What was drawn how often: one cell of the experiment."""

    population: str
    measure: str
    size: int
    runs: int

    def __str__(self) -> str:
        where = f"{self.population}, {self.measure}"
        return f"{where}, n = {self.size}, {self.runs} runs"


@dataclass
class Truths:
    """By statement and setting, whether it was true in every sample (or in what share of it)."""

    by_statement: dict[str, dict[Setting, list[float]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(list))
    )
    best: dict[str, list[tuple[float, float]]] = field(default_factory=lambda: defaultdict(list))

    def add(self, statement: str, setting: Setting, value: float) -> None:
        """One more sample."""
        self.by_statement[statement][setting].append(value)

    def take(self, other: Truths) -> None:
        """Put the samples of another piece of work with these."""
        for statement, settings in other.by_statement.items():
            for setting, values in settings.items():
                self.by_statement[statement][setting].extend(values)
        for label, stated in other.best.items():
            self.best[label].extend(stated)

    def settled(self) -> Truths:
        """The same in plain dictionaries, which can go from process to process."""
        return Truths({key: dict(of) for key, of in self.by_statement.items()}, dict(self.best))


def sample_lineup(
    everything: Population,
    runs: int,
    sizes: dict[int, int],
    seed: tuple[int, ...],
) -> Truths:
    """Samples of one line-up: so many (value) of each size (key), every measure on each."""
    truths = Truths()
    rng = np.random.default_rng(seed)
    lineup = everything.lineup(runs, seed[-1] % 4, rng)
    expected = {measure.label: lineup.truth(measure) for measure in lineup.measures}
    for size, samples in sizes.items():
        for number in range(samples):
            scores, units = lineup.sample(size, rng)
            for measure in lineup.measures:
                if _is_slow(measure, size * runs) and number % 5:
                    continue
                given = contributions(scores, measure, units)
                if not given.known.all():
                    continue  # a measure undefined on the sample says nothing
                asked = Asked("max-t", trials=TRIALS, seed=int(rng.integers(1 << 30)))
                said = verdicts(given, scores.runs, measure.definition.better, asked)
                setting = Setting(lineup.name, measure.label, size, runs)
                sign = -1.0 if measure.definition.better == "low" else 1.0
                judge(truths, setting, said, sign * expected[measure.label], sign)
    return truths


def _is_slow(measure: Measure, cells: int) -> bool:
    """Whether pseudo-values take so long that fewer samples must do."""
    return measure.definition.kind == "columns" and cells > 4000


def judge(
    truths: Truths, setting: Setting, said: Verdicts, truth: Floats, sign: float = 1.0
) -> None:
    """Compare what was said with the truth, turned so that high is good."""
    ends = np.sort([sign * said.intervals.low, sign * said.intervals.high], axis=0)
    if not np.isnan(ends[0]).any():
        covered = (ends[0] <= truth + NEAR) & (truth - NEAR <= ends[1])
        truths.add(RUN_INTERVAL, setting, float(covered.mean()))
    if said.untested or said.rank_low is None or said.rank_high is None:
        return
    pairs = said.pairs
    true = truth[pairs.x] - truth[pairs.y]
    true = np.where(np.abs(true) < NEAR, 0.0, true)
    low, high = np.sort([sign * pairs.intervals.low, sign * pairs.intervals.high], axis=0)
    truths.add(SIMULTANEOUS, setting, float(((low <= true + NEAR) & (true - NEAR <= high)).all()))
    wrong = pairs.claimed & (sign * np.sign(pairs.differences) != np.sign(true))
    truths.add(FALSE_CLAIM, setting, float(wrong.any()))
    apart = truth[:, None] - truth[None, :]
    above, below = (apart < -NEAR).sum(axis=1), (apart > NEAR).sum(axis=1)
    held = (said.rank_low <= len(truth) - below) & (said.rank_high >= 1 + above)
    truths.add(RANKS, setting, float(held.all()))
    best = set(np.flatnonzero(truth > truth.max() - NEAR).tolist())
    first = {run for run, rank in zip(said.order, said.ranks, strict=True) if rank == 1}
    truths.add(LEADER, setting, float(not best & (first | set(said.alike_the_leader))))
    company = AS_THEY_ARE if len(best) == 1 and _all_differ(truth) else WITH_EQUALS
    for run, chance in enumerate(said.best.tolist()):
        truths.best[company].append((chance, (run in best) / len(best)))


def _all_differ(truth: Floats) -> bool:
    return bool((np.diff(np.sort(truth)) > NEAR).all())
