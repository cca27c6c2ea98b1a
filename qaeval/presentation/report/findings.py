"""What a report tells: every measure's leaderboard, experiments and questions, as numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from qaeval.arrays import Floats
from qaeval.collection.draws import Draws
from qaeval.errands import ALONE as SINGLE
from qaeval.errands import Workers
from qaeval.errors import InputError
from qaeval.measures import Measure
from qaeval.presentation.stability_tables import StabilityEntry
from qaeval.presentation.standings import (
    Leaderboard,
    compared_leaderboard,
    untested_leaderboard,
)
from qaeval.presentation.swap_tables import SwapEntry
from qaeval.progress import Step, no_step
from qaeval.scores.table import Scores
from qaeval.studies.abstention import Abstention, confident_responses
from qaeval.studies.exact import values_on_sets
from qaeval.studies.hardness import Hardness, hardness, question_means
from qaeval.studies.inference.verdicts import Asked
from qaeval.studies.reliability.pairs import is_much
from qaeval.studies.reliability.planning import GROUPS, Plan, plans
from qaeval.studies.reliability.stability import stability
from qaeval.studies.reliability.swap import swaps
from qaeval.studies.units import Units
from qaeval.wording import counted
from qaeval.workers import can_fork

ALONE = "one run alone cannot be compared"

# Pairs × trials × measures that take longer than it takes to start more processes.
_MUCH_WORK = 10_000_000

# Stability and swaps by set size, or why there are none.
Experiments = tuple[list[StabilityEntry], list[SwapEntry], str]


@dataclass(frozen=True)
class Settings:
    """The choices that change a number."""

    test: str
    correct: str
    test_trials: int
    plan_trials: int
    seed: int
    workers: Workers


@dataclass(frozen=True)
class Subject:
    """What a report is about: scores, measures of them, and the scores of each value of --by."""

    scores: Scores
    measures: Sequence[Measure]
    units: Units
    by: str | None = None
    groups: Mapping[str, Subject] = field(default_factory=dict)


@dataclass(frozen=True)
class MeasureFindings:
    """All that is known of one measure; what could not be had is missing, with the reason."""

    measure: Measure
    board: Leaderboard
    stability: list[StabilityEntry]
    swaps: list[SwapEntry]
    plan: Plan | None
    hardness: Hardness | None
    column: Floats | None  # runs × questions, of a mean
    missing: list[str]


@dataclass(frozen=True)
class Group:
    """The scores of one value of --by, and the leaderboard of each measure."""

    scores: Scores
    boards: list[Leaderboard]


@dataclass(frozen=True)
class Findings:
    """A report's numbers."""

    scores: Scores
    measures: list[MeasureFindings]
    units: Units  # what is drawn: questions, or clusters of them
    by: str | None
    groups: dict[str, Group]  # by value of --by
    confident: list[Abstention]  # the runs as the first measure ranks them; none: no confidences

    @property
    def means(self) -> list[MeasureFindings]:
        """The measures that have a value for each question."""
        return [findings for findings in self.measures if findings.column is not None]


def gather(
    subject: Subject,
    draws: Sequence[Draws],
    settings: Settings,
    step: Step = no_step,
) -> Findings:
    """Every number of the report; `draws` are the sets for the experiments."""
    planned = _plans(subject, settings, step)
    by_measure = []
    tried = _tried(subject, draws, settings)
    for measure, outcome in zip(subject.measures, tried, strict=True):
        by_measure.append(_measure(subject.scores, measure, outcome, planned[measure.label]))
        step(1)
    groups = {
        value: Group(part.scores, [leaderboard(part, m, settings) for m in part.measures])
        for value, part in subject.groups.items()
    }
    confident = _confident(subject.scores, by_measure[0].board)
    return Findings(subject.scores, by_measure, subject.units, subject.by, groups, confident)


def _confident(scores: Scores, board: Leaderboard) -> list[Abstention]:
    """Runs that say how sure they are, in the order of a leaderboard."""
    by_name = {responses.name: responses for responses in confident_responses(scores)}
    return [Abstention(by_name[line.run]) for line in board.lines if line.run in by_name]


def leaderboard(subject: Subject, measure: Measure, settings: Settings) -> Leaderboard:
    """The runs by one measure; where they cannot be tested, their values alone and why."""
    asked = Asked(settings.test, settings.correct, settings.test_trials, settings.seed)
    try:
        return compared_leaderboard(subject.scores, measure, subject.units, asked)
    except InputError as error:
        return untested_leaderboard(subject.scores, measure, error.message)


@dataclass(frozen=True)
class _Trials:
    """Tests a measure and tries it on the sets of questions that were drawn."""

    subject: Subject
    draws: Sequence[Draws]
    settings: Settings

    def __call__(self, measure: Measure) -> tuple[Leaderboard, Experiments]:
        board = leaderboard(self.subject, measure, self.settings)
        return board, _experiments(self.subject, measure, self.draws, self.settings.workers)


def _tried(
    subject: Subject, draws: Sequence[Draws], settings: Settings
) -> Iterator[tuple[Leaderboard, Experiments]]:
    """Every measure tested and tried: side by side, unless there is much to share in each."""
    runs, measures = len(subject.scores.runs), subject.measures
    work = runs**2 * settings.test_trials * len(measures)
    shared = any(is_much(runs, drawn.trials) for drawn in draws)
    if shared or work < _MUCH_WORK or not can_fork():
        return map(_Trials(subject, draws, settings), measures)
    alone = replace(settings, workers=SINGLE)
    return settings.workers.each(_Trials(subject, draws, alone), measures, much=True)


def _measure(
    scores: Scores, measure: Measure, tried: tuple[Leaderboard, Experiments], planned: Plan | str
) -> MeasureFindings:
    board, (steadiness, swapped, untried) = tried
    plan, unplanned = (planned, "") if isinstance(planned, Plan) else (None, planned)
    column = scores.columns[measure.label] if measure.is_mean else None
    hard = None
    if column is not None:
        means = question_means(column)
        hard = hardness(means, scores.questions, measure.definition.better)
    missing = dict.fromkeys(filter(None, (board.missing, untried, unplanned)))
    return MeasureFindings(measure, board, steadiness, swapped, plan, hard, column, list(missing))


def _experiments(
    subject: Subject, measure: Measure, draws: Sequence[Draws], workers: Workers
) -> Experiments:
    """Stability and swaps on each of the draws, or why there are none."""
    scores, units = subject.scores, subject.units
    if len(scores.runs) < 2:
        return [], [], ""
    if not draws:
        return [], [], f"one {units.noun} cannot be split into two sets"
    steadiness: list[StabilityEntry] = []
    swapped: list[SwapEntry] = []
    try:
        for drawn in draws:
            first, second = values_on_sets(scores, measure, units, drawn.both)
            steadiness.append((measure.label, drawn.size, stability(first, workers=workers)))
            swapped.append((measure.label, drawn.size, swaps(first, second, workers=workers)))
    except InputError as error:
        return [], [], error.message
    return steadiness, swapped, ""


def steps(measures: Sequence[Measure]) -> int:
    """How often `gather` tells of its progress."""
    return GROUPS + 1 + len(measures)


def _plans(subject: Subject, settings: Settings, step: Step) -> dict[str, Plan | str]:
    """Each measure's plan, or why there is none."""
    scores, measures, units = subject.scores, subject.measures, subject.units
    if len(scores.runs) < 2:
        return {measure.label: ALONE for measure in measures}
    counts = "a count grows with the questions, so no difference can be planned for"
    planned: dict[str, Plan | str] = {measure.label: counts for measure in measures}
    rates = [measure for measure in measures if not measure.definition.whole]
    draws = (settings.plan_trials, settings.seed, settings.workers)
    try:
        planned.update(
            (plan.measure.label, plan) for plan in plans(scores, rates, units, *draws, step)
        )
    except InputError:  # of one measure, or of all
        for measure in rates:
            try:
                (planned[measure.label],) = plans(scores, [measure], units, *draws)
            except InputError as error:
                planned[measure.label] = error.message
    same = "all runs differ by the same on every question, so there is no chance to plan for"
    return {
        label: same if isinstance(plan, Plan) and plan.sd == 0 else plan
        for label, plan in planned.items()
    }


def sizes_in_words(findings: Findings) -> str:
    """`25 runs, 195 questions, 4 measures`, with clusters and tasks where there are any."""
    scores, units = findings.scores, findings.units
    questions = counted(len(scores.questions), "question")
    if units.clustered:
        questions += f" in {counted(units.count, 'cluster')}"
    if units.task_of_question is not None:
        questions += f" of {counted(units.tasks, 'task')} that count the same"
    measures = counted(len(findings.measures), "measure")
    return ", ".join((counted(len(scores.runs), "run"), questions, measures))
