"""How many questions are enough: differences that more questions would let one believe."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np

from qaeval.arrays import Ints
from qaeval.errands import ALONE, BY_SIZE, Workers
from qaeval.errors import InputError
from qaeval.measures import Measure
from qaeval.progress import Step, no_step
from qaeval.scores.table import Scores
from qaeval.studies.exact import TaskWeigher, Weigher, Weighted, complete_values, weigher_of
from qaeval.studies.inference.contributions import contributions
from qaeval.studies.inference.differences import all_pairs, plain_errors
from qaeval.studies.inference.sources import SampleCosts, sample_costs
from qaeval.studies.reliability.swap import swaps
from qaeval.studies.reliability.swap_model import SwapModel, Tally, fit
from qaeval.studies.sampling import Drawing, SetWeights
from qaeval.studies.units import Units
from qaeval.wording import counted, shown

FEWEST_QUESTIONS = 20
MOST_QUESTIONS = 1_000_000

SIZES = 6
# Bins are so fine that a midpoint stands for its bin: parts of a standard error, and their reach.
PARTS = 32
REACH = 8
# The band comes from leaving out each tenth of the questions and, from 4 runs on, of the runs.
GROUPS = 10
FEWEST_RUNS_TO_LEAVE_OUT = 4
BAND = 0.95

# Rounds share sets while their scores are no more than so many.
_CELLS_TOGETHER = 5_000_000
# Scores × trials that take longer than it takes to start more processes.
_MUCH_WORK = 5_000_000

Answer = Callable[["SwapModel"], float]


@dataclass(frozen=True)
class Plan:
    """What is known of one measure: its model, the same without each group, and the variance."""

    measure: Measure
    model: SwapModel | None
    left_out: list[SwapModel | None]
    sd: float  # of the differences per question or cluster: root mean square over pairs of runs
    sizes: list[int]  # at which swap rates were measured
    runs: int
    questions: int = 0  # that it was made from, or clusters of them
    noun: str = "question"
    tallies: list[Tally] = field(default_factory=list)  # what the model was fitted to
    costs: SampleCosts | None = None  # of questions and of samples, where the pilot has samples

    def is_extrapolated(self, questions: int) -> bool:
        """Whether no swap rates were measured at so many questions."""
        return not self.sizes[0] <= questions <= self.sizes[-1]

    def value(self, answer: Answer) -> float:
        """What the model answers; infinite where there is no model."""
        return math.inf if self.model is None else answer(self.model)

    def band(self, answer: Answer) -> tuple[float, float] | None:
        """A 95% band: grouped jackknife on the logarithm, with Student's t.

        Leaving out a tenth of the questions and of the runs at once tells how far other questions
        and other runs would move the answer; comparisons are far from independent, so binomial
        errors would be too small. None where an answer is missing.
        """
        from scipy.special import stdtrit

        values = [math.inf if model is None else answer(model) for model in self.left_out]
        centre = self.value(answer)
        if not all(0 < value < math.inf for value in (centre, *values)):
            return None
        logs = np.log(values)
        groups = len(logs)
        error = math.sqrt((groups - 1) / groups * float(np.square(logs - logs.mean()).sum()))
        factor = math.exp(min(float(stdtrit(groups - 1, (1 + BAND) / 2)) * error, 700.0))
        return centre / factor, centre * factor


def growing_sizes(count: int, half: int | None = None) -> list[int]:
    """Set sizes for `count` questions: from a twelfth of them (5 or more) up to half, by ratio."""
    most = count // 2 if half is None else half
    return np.unique(np.rint(np.geomspace(max(5, count / 12), most, SIZES)).astype(int)).tolist()


def plans(
    scores: Scores,
    measures: Sequence[Measure],
    units: Units,
    trials: int = 200,
    seed: int = 0,
    workers: Workers = BY_SIZE,
    progress: Step = no_step,
) -> list[Plan]:
    """Measure swap rates at growing c and fit the model, on all questions and without each group.

    `progress` is told of each of the GROUPS + 1 rounds.
    """
    count, runs = units.count, len(scores.runs)
    if count < FEWEST_QUESTIONS:
        have = counted(count, units.noun)
        raise InputError(
            f"{have}: too few to extrapolate from, expected {FEWEST_QUESTIONS} or more"
        )
    weighers = [weigher_of(scores, measure, units) for measure in measures]
    spreads = [unit_spread(scores, measure, units) for measure in measures]
    rounds = [_Round(np.arange(units.questions), units, np.arange(runs))]
    for group in range(GROUPS):
        questions = np.flatnonzero(units.of_question % GROUPS != group)
        few = runs < FEWEST_RUNS_TO_LEAVE_OUT
        kept = np.flatnonzero((np.arange(runs) % GROUPS != group) | few)
        rounds.append(_Round(questions, units.of_some(questions), kept))
    measured = _Tallies(rounds, weighers, spreads, trials, seed, scores.runs)
    errands = _errands(rounds)
    much = len(measures) * runs * units.questions * trials >= _MUCH_WORK
    tallies: list[list[list[Tally]]] = [[[] for _ in measures] for _ in rounds]
    for errand, found in zip(errands, workers.each(measured, errands, much), strict=True):
        for at, by_measure in zip(errand.rounds, found, strict=True):
            for of_measure, tally in zip(tallies[at], by_measure, strict=True):
                of_measure += tally
        progress(len(errand.rounds) * (errand.size == max(rounds[errand.rounds[0]].sizes)))
    planned = []
    for measure, sd, every in zip(measures, spreads, zip(*tallies, strict=True), strict=True):
        model, *left_out = (fit(found, sd) if found else None for found in every)
        sizes = growing_sizes(count, units.half)
        plan = Plan(measure, model, left_out, sd, sizes, runs, count, units.noun, every[0])
        planned.append(replace(plan, costs=sample_costs(scores, measure, units, sd)))
    return planned


@dataclass(frozen=True)
class _Round:
    """The questions and the runs, by position, of one fit."""

    questions: Ints
    units: Units  # of these questions
    runs: Ints

    @property
    def sizes(self) -> list[int]:
        """The growing c at which swap rates are measured."""
        return growing_sizes(self.units.count, self.units.half)

    @property
    def frame(self) -> tuple[bytes, bytes]:
        """What sets are drawn out of: rounds of the same one have the same sets, by position."""
        tasks = self.units.task_of_question
        return self.units.of_question.tobytes(), b"" if tasks is None else tasks.tobytes()


@dataclass(frozen=True)
class _Errand:
    """The sets of one size, and the rounds that have them."""

    rounds: list[int]
    size: int


def _errands(rounds: Sequence[_Round]) -> list[_Errand]:
    """Every round at every size; those of one frame together, if they are not too large."""
    together: list[list[int]] = []
    for at, part in enumerate(rounds):
        cells = len(part.runs) * len(part.questions)
        last = together[-1] if together else []
        alike = last and rounds[last[0]].frame == part.frame
        if alike and (len(last) + 1) * cells <= _CELLS_TOGETHER:
            last.append(at)
        else:
            together.append([at])
    return [_Errand(those, size) for those in together for size in rounds[those[0]].sizes]


@dataclass(frozen=True)
class _Tallies:
    """Counts swaps: the sets are drawn once for all rounds of an errand."""

    rounds: Sequence[_Round]
    weighers: Sequence[Weigher | TaskWeigher]
    spreads: Sequence[float]
    trials: int
    seed: int
    runs: Sequence[str]

    def __call__(self, errand: _Errand) -> list[list[list[Tally]]]:
        """By round and measure; none where runs never differ."""
        rounds = [self.rounds[at] for at in errand.rounds]
        units, size = rounds[0].units, errand.size
        a, b = Drawing(units, size, self.trials, self.seed).sets()
        if b is None:
            raise InputError("too few questions in some task to draw two sets of them")
        tallies: list[list[list[Tally]]] = [[[] for _ in self.weighers] for _ in rounds]
        for at, (weigher, sd) in enumerate(zip(self.weighers, self.spreads, strict=True)):
            if sd == 0:
                continue
            own = weigher.on([part.questions for part in rounds])
            names = [*self.runs] * len(rounds)
            first, second = (
                complete_values(own(SetWeights(drawn, units)), weigher.measure, names)
                for drawn in (a, b)
            )
            for number, (part, tally) in enumerate(zip(rounds, tallies, strict=True)):
                rows = number * len(self.runs) + part.runs
                tally[at].append(_tally(_rows(first, rows), _rows(second, rows), sd, size))
        return tallies


def _rows(weighted: Weighted, rows: Ints) -> Weighted:
    return replace(weighted, numerators=weighted.numerators[rows])


def _tally(first: Weighted, second: Weighted, sd: float, size: int) -> Tally:
    """Swaps by finely binned difference, less the first bin, which holds the exact ties."""
    width = Fraction(sd / math.sqrt(size) / PARTS)
    counts = swaps(first, second, width, PARTS * REACH + 1, workers=ALONE)
    speaks = np.flatnonzero(counts.comparisons[1:-1]) + 1
    errors = (speaks + 0.5) / PARTS
    return Tally(size, errors, counts.comparisons[speaks], counts.swaps[speaks])


def unit_spread(scores: Scores, measure: Measure, units: Units) -> float:
    """The standard deviation of the differences per unit: root mean square over pairs of runs.

    The standard error of a difference over G units is this over √G.
    """
    if measure.definition.no_test:
        raise InputError(
            f"{measure.label}: {measure.definition.no_test}, so no difference can be planned for"
        )
    given = contributions(scores, measure, units)
    if not given.known.all():
        run = scores.runs[int(np.flatnonzero(~given.known)[0])]
        raise InputError(
            f"{measure.label} is undefined for run {shown(run)} on part of the questions, so "
            "nothing can be planned for"
        )
    x, y = all_pairs(len(scores.runs))
    errors = plain_errors(given, x, y)
    spread = math.sqrt(float(np.mean(errors**2)) * units.count)
    largest = float(np.abs(given.whole.units).max(initial=0.0)) / given.per
    return spread if spread > 1e-12 * largest else 0.0


def whole_questions(number: float) -> int | None:
    """A number of questions rounded up, 1 or more; None beyond MOST_QUESTIONS."""
    if not number <= MOST_QUESTIONS:
        return None
    return max(1, math.ceil(number * (1 - 1e-12)))
