"""What a report tells: every measure's leaderboard, experiments and questions, as numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from qaeval.arrays import Floats
from qaeval.collection.draws import Draws
from qaeval.errors import InputError
from qaeval.measures import Measure
from qaeval.presentation.charts import drawn_standing
from qaeval.presentation.plots.dots import Dots
from qaeval.scores.ranking import best_first, shared_ranks
from qaeval.scores.table import Scores
from qaeval.studies.hardness import Hardness, hardness, question_means
from qaeval.studies.inference.comparison import Comparison, Pairs
from qaeval.studies.inference.significance import test_of
from qaeval.studies.inference.standing import standing
from qaeval.studies.reliability.planning import GROUPS, Plan, plans
from qaeval.studies.reliability.stability import Stability, measured_stability
from qaeval.studies.reliability.swap import Swaps, measured_swaps
from qaeval.wording import counted

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Settings:
    """The choices that change a number."""

    test: str | None
    correct: str
    test_trials: int
    plan_trials: int
    seed: int
    jobs: int | None


@dataclass(frozen=True)
class Line:
    """One run's line of a leaderboard."""

    rank: int
    run: str
    value: float
    low: float = math.nan
    high: float = math.nan
    mark: str = ""
    p: float | None = None
    letters: str = ""


@dataclass(frozen=True)
class Leaderboard:
    """One measure's runs, best first, and the tests between them if there are any."""

    measure: Measure
    lines: list[Line]
    alike: list[str]  # the runs below the best that cannot be told from it
    test: str
    correct: str
    missing: str = ""  # why there are no tests
    pairs: Pairs | None = None
    drawn: Dots | None = None  # what its picture shows


@dataclass(frozen=True)
class MeasureFindings:
    """All that is known of one measure; what could not be had is missing, with the reason."""

    measure: Measure
    board: Leaderboard
    stability: list[tuple[int, Stability]]
    swaps: list[tuple[int, Swaps]]
    plan: Plan | None
    hardness: Hardness | None
    column: Floats | None  # runs × questions, of a mean
    missing: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Findings:
    """A report's numbers."""

    scores: Scores
    measures: list[MeasureFindings]
    by: str | None
    groups: dict[str, tuple[Scores, list[Leaderboard]]]  # by value of --by

    @property
    def means(self) -> list[MeasureFindings]:
        """The measures that have a value for each question."""
        return [one for one in self.measures if one.column is not None]


def gather(
    scores: Scores,
    measures: Sequence[Measure],
    groups: Mapping[str, Scores],
    by: str | None,
    draws: Sequence[Draws],
    settings: Settings,
    progress: Progress | None = None,
) -> Findings:
    """Every number of the report; `groups` are the scores of each value of --by."""
    step = progress or (lambda _: None)
    planned = _plans(scores, measures, settings, step)
    found = []
    for measure in measures:
        found.append(_measure(scores, measure, draws, settings, planned[measure.label]))
        step(1)
    by_value = {}
    for value, group in groups.items():
        by_value[value] = (group, [leaderboard(group, measure, settings) for measure in measures])
    return Findings(scores, found, by, by_value)


def leaderboard(scores: Scores, measure: Measure, settings: Settings) -> Leaderboard:
    """The runs by one measure; where they cannot be tested, their values alone and why."""
    test = test_of(measure, settings.test)
    try:
        comparison = Comparison(scores, measure, settings.test_trials, settings.seed)
        if len(scores.runs) < 2:
            alone, ends = "one run alone cannot be compared", comparison.intervals()
            line = Line(1, scores.runs[0], float(comparison.values[0]), ends.low[0], ends.high[0])
            return Leaderboard(measure, [line], [], test, settings.correct, alone)
        pairs = comparison.pairs(test, with_intervals=False)
        return _tested(comparison, pairs, test, settings.correct)
    except InputError as error:
        lines = _untested(scores, measure)
        return Leaderboard(measure, lines, [], test, settings.correct, error.message)


def _tested(comparison: Comparison, pairs: Pairs, test: str, correct: str) -> Leaderboard:
    found = standing(comparison, pairs, correct)
    runs, letters = comparison.scores.runs, found.letters
    lines = [
        Line(
            rank,
            runs[i],
            float(comparison.values[i]),
            float(found.intervals.low[i]),
            float(found.intervals.high[i]),
            found.marks.get(i, ""),
            found.p.get(i),
            letters.get(i, ""),
        )
        for rank, i in zip(found.ranks, found.order, strict=True)
    ]
    rank = dict(zip(found.order, found.ranks, strict=True))
    group = found.groups[0] if found.groups and found.groups[0][0] == found.order[0] else []
    alike = [runs[i] for i in group if rank[i] > 1]
    measure = comparison.measure
    drawn = drawn_standing(measure.label, comparison, found)
    return Leaderboard(measure, lines, alike, test, correct, pairs=pairs, drawn=drawn)


def _untested(scores: Scores, measure: Measure) -> list[Line]:
    """Ranks and values alone, undefined ones last."""
    values = measure.overall(scores.columns)
    order = best_first(values, scores.runs, measure.definition.better)
    ranks = shared_ranks([values[i] for i in order])
    return [
        Line(rank, scores.runs[i], float(values[i])) for rank, i in zip(ranks, order, strict=True)
    ]


def _measure(
    scores: Scores,
    measure: Measure,
    draws: Sequence[Draws],
    settings: Settings,
    planned: Plan | str,
) -> MeasureFindings:
    board = leaderboard(scores, measure, settings)
    missing = [board.missing] if board.missing else []
    steady: list[tuple[int, Stability]] = []
    swapped: list[tuple[int, Swaps]] = []
    if len(scores.runs) > 1:
        try:
            for one in draws:
                jobs = settings.jobs
                steady.append((one.size, measured_stability(scores, measure, one, jobs=jobs)))
                swapped.append((one.size, measured_swaps(scores, measure, one, jobs=jobs)))
        except InputError as error:
            missing.append(error.message)
            steady, swapped = [], []
        if not draws:
            missing.append("one question cannot be split into two sets")
    plan = planned if isinstance(planned, Plan) else None
    if isinstance(planned, str):
        missing.append(planned)
    column = scores.columns[measure.label] if measure.is_mean else None
    hard = None
    if column is not None:
        means = question_means(column)
        hard = hardness(means, scores.questions, measure.definition.better)
    return MeasureFindings(
        measure, board, steady, swapped, plan, hard, column, list(dict.fromkeys(missing))
    )


def steps(measures: Sequence[Measure]) -> int:
    """How often `gather` tells of its progress."""
    return GROUPS + 1 + len(measures)


def _plans(
    scores: Scores, measures: Sequence[Measure], settings: Settings, step: Progress
) -> dict[str, Plan | str]:
    """Each measure's plan, or why there is none."""
    if len(scores.runs) < 2:
        return {measure.label: "one run alone cannot be compared" for measure in measures}
    counts = "a count grows with the questions, so no difference can be planned for"
    found: dict[str, Plan | str] = {one.label: counts for one in measures}
    rates = [measure for measure in measures if not measure.definition.whole]
    draws = (settings.plan_trials, settings.seed, settings.jobs)
    try:
        found.update((one.measure.label, one) for one in plans(scores, rates, *draws, step))
    except InputError:  # of one measure, or of all
        for measure in rates:
            try:
                (found[measure.label],) = plans(scores, [measure], *draws)
            except InputError as error:
                found[measure.label] = error.message
    same = "all runs differ by the same on every question, so there is no chance to plan for"
    return {
        label: same if isinstance(one, Plan) and one.sd == 0 else one
        for label, one in found.items()
    }


def macro_means(findings: Findings, at: int) -> dict[str, float]:
    """Each run's mean over the values of --by, which count the same; NaN where one is undefined."""
    boards = [boards[at] for _, boards in findings.groups.values()]
    values = [{one.run: one.value for one in board.lines} for board in boards]
    return {run: float(np.mean([one[run] for one in values])) for run in findings.scores.runs}


def sizes_in_words(findings: Findings) -> str:
    """`25 runs, 195 questions, 4 measures`."""
    scores = findings.scores
    counts = (
        (len(scores.runs), "run"),
        (len(scores.questions), "question"),
        (len(findings.measures), "measure"),
    )
    return ", ".join(counted(*count) for count in counts)
