"""The step of ``qaeval coverage``: what silence would have scored where a run was unsure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from qaeval.collection.responses import Responses
from qaeval.errors import InputError
from qaeval.measures import Measure, measures
from qaeval.presentation.coverage_tables import threshold_tables, tuned_table
from qaeval.presentation.results import Form, Result, Shown
from qaeval.presentation.tables import Table
from qaeval.progress import Watch
from qaeval.steps.asked import TableOptions
from qaeval.steps.response_runs import ResponseOptions
from qaeval.steps.study import table_signature
from qaeval.studies.abstention import Abstention, check_confidences, tuned
from qaeval.studies.sampling import random_folds

MEASURES = ("coverage", "precision", "accuracy", "c@1", "UF")

POINTS = 20  # rows a run where people read

_TUNED = (
    "Stay silent below the threshold. value is on the questions it was chosen on; cv_value and "
    "cv_gain, with its 95% interval, are cross-validated: what to expect of it on other questions."
)


@dataclass(frozen=True)
class CoverageOptions:
    """Which measures are shown at each threshold, or for which the best one is found."""

    measure: Sequence[str] = ()  # beside those always shown
    best_for: Sequence[str] = ()
    folds: int = 10
    points: int | None = None  # rows a run; None: all, and fewer where people read
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse measures that cannot be taken before any file is read."""
        for aim in self.aims:
            if not aim.definition.better:
                raise InputError(f"--best-for {aim.name}: neither more nor less of it is better")
        assert self.shown

    @cached_property
    def shown(self) -> list[Measure]:
        """The measures of each threshold."""
        return _response_measures([*MEASURES, *self.measure])

    @cached_property
    def aims(self) -> list[Measure]:
        """The measures that a threshold is to be best for."""
        return _response_measures(self.best_for)


def coverage_result(
    runs: Sequence[Responses], wanted: CoverageOptions, asked: ResponseOptions, watch: Watch
) -> Result:
    """The scores at every threshold, or the thresholds that would have been best."""
    for responses in runs:
        check_confidences(responses)
    tried = [Abstention(responses) for responses in runs]
    choices: dict[str, object] = {}
    tables: list[Table] = []
    if wanted.aims:
        tables = _tuned_tables(runs, wanted.aims, wanted.folds, wanted.seed, watch)
        choices = {"folds": wanted.folds, "seed": wanted.seed}

    def show(form: Form) -> Shown:
        if wanted.aims:
            return Shown(tables, [_TUNED])
        most = wanted.points or (POINTS if form.for_people else None)
        rows = threshold_tables(tried, wanted.shown, most, short=form.for_people)
        return Shown(rows, _told_thresholds(tried, most))

    def drawing(path: str) -> bytes:
        # What draws takes its time to load, and most calls draw nothing.
        from qaeval.presentation.plots.coverage import plot_confidence
        from qaeval.presentation.risk_charts import drawn_reliability, drawn_risks

        return plot_confidence(drawn_risks(tried), drawn_reliability(tried), path)

    table = TableOptions(
        asked.files, questions=asked.questions, only=asked.only, choice=asked.choice
    )
    signature = table_signature(len(runs), len(runs[0].questions), table, **choices)
    return Result(show, signature, drawing)


def _response_measures(names: Sequence[str]) -> list[Measure]:
    """Response measures by name."""
    asked = measures(names)
    for measure in asked:
        if measure.definition.family != "response":
            raise InputError(
                f"{measure.name} is no response measure, which coverage takes: c@1, accuracy, UF, "
                "precision … (see 'qaeval measures')"
            )
        if measure.definition.remark:
            raise InputError(
                f"{measure.name}: {measure.definition.remark}; so no answer is unsure because "
                "its value is low, and coverage holds none back"
            )
    return asked


def _told_thresholds(tried: Sequence[Abstention], most: int | None) -> list[str]:
    """What is to be said of thresholds that have no row."""
    longest = max(len(run.thresholds) for run in tried)
    if most is None or longest <= most:
        return []
    return [f"{most} of up to {longest:,} thresholds a run: --points N for more."]


def _tuned_tables(
    runs: Sequence[Responses], aims: Sequence[Measure], parts: int, seed: int, watch: Watch
) -> list[Table]:
    """A table per measure that a threshold is to be best for."""
    count = len(runs[0].questions)
    if parts > count:
        raise InputError(f"--folds {parts}: there are only {count} questions")
    folds = random_folds(count, parts, seed)
    tables = []
    with watch(len(aims) * len(runs) * parts, "coverage") as step:
        for aim in aims:
            results = {run.name: tuned(run, aim, folds, step) for run in runs}
            tables.append(tuned_table(aim, results))
    return tables
