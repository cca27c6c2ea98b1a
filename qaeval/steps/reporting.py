"""The step of ``qaeval report``: one self-contained HTML page from scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath

from qaeval.collection.draws import Draws
from qaeval.errands import Workers
from qaeval.errors import InputError
from qaeval.presentation.plots.canvas import check_pictures
from qaeval.presentation.report.findings import Settings, Subject, gather, steps
from qaeval.presentation.report.making import Making, Source
from qaeval.presentation.report.page import page
from qaeval.presentation.report.pictures import Gallery
from qaeval.presentation.report.trust import GOALS
from qaeval.presentation.results import Form, Shown
from qaeval.progress import Watch
from qaeval.steps.asked import (
    DRAW_TRIALS,
    PLAN_TRIALS,
    TEST_TRIALS,
    DrawOptions,
    check_correction,
)
from qaeval.steps.experiments import all_draws
from qaeval.steps.judged_grades import JudgeOptions, judged_result, judging_of, quality_shown
from qaeval.steps.notes import Notes
from qaeval.steps.report_lines import ReportOptions, command_lines
from qaeval.steps.study import Study
from qaeval.studies.inference.differences import check_family
from qaeval.studies.inference.tests import TESTS, check_applies
from qaeval.studies.judging.graded import correctable

MOST_VALUES = 60  # of --by, each of which is a column


def check_report(asked: ReportOptions) -> None:
    """Refuse what can be told to be wrong before any file is read."""
    if not asked.no_pictures:
        check_pictures()
    check_correction(asked.test, asked.correct)


def report_page(
    study: Study, asked: ReportOptions, sources: Sequence[Source], notes: Notes, watch: Watch
) -> str:
    """The page."""
    check_family(len(study.scores.runs))  # all else takes long as well
    for measure in study.measures:
        check_applies(asked.test, measure.label, measure.is_mean, study.units.tasks > 1)
    settings = Settings(
        asked.test,
        asked.correct,
        asked.trials or TEST_TRIALS,
        asked.trials or PLAN_TRIALS,
        asked.seed,
        Workers(asked.jobs),
    )
    graded = [] if asked.human is None else _graded(study, asked, notes, watch)
    subject = _subject(study)
    draws = _draws(study, asked)
    with watch(steps(study.measures), "report") as step:
        findings = gather(subject, draws, settings, step)
    making = Making(
        command_lines(study.asked, asked, findings),
        None if asked.unsigned else study.signature(**_choices(study, draws, asked)),
        sources,
        study.caution,
    )
    for studied in findings.measures:
        for reason in studied.missing:
            notes.detail(f"{studied.measure.label}: {reason}")
    pictures = Gallery({}) if asked.no_pictures else Gallery.of(findings, settings.workers)
    return page(asked.title, findings, making, pictures, graded)


def _graded(study: Study, asked: ReportOptions, notes: Notes, watch: Watch) -> list[Shown]:
    """What people's labels correct of the measures that they can, and the model's errors."""
    if study.units.tasks > 1:
        raise InputError("--human beside --macro: labels correct means over all questions")
    measures = correctable(study.scores, study.measures)
    how = JudgeOptions(asked.human, trials=asked.trials or TEST_TRIALS, seed=asked.seed)
    judging = judging_of(replace(study, measures=measures), how, notes)
    runs = judged_result(judging, watch).show(Form())
    return [runs, quality_shown(judging, watch)]


def _subject(study: Study) -> Subject:
    """The scores, and those of each value of --by, which must not be too many for columns."""
    by = study.asked.by
    if by is None:
        return Subject(study.scores, study.measures, study.units)
    groups = {
        value: Subject(part.scores, part.measures, part.units)
        for value, part in study.by_value().items()
    }
    if len(groups) > MOST_VALUES:
        raise InputError(f"--by {by}: {len(groups)} values, at most {MOST_VALUES}")
    return Subject(study.scores, study.measures, study.units, by, groups)


def _draws(study: Study, asked: ReportOptions) -> list[Draws]:
    """The sets of questions, none where there are too few; a -c that is too large is an error."""
    if not asked.sizes and study.units.count < 2:
        return []
    drawing = DrawOptions(asked.sizes, asked.trials or DRAW_TRIALS, asked.seed)
    return all_draws(study.scores.questions, study.units, drawing, disjoint=True)


def _choices(study: Study, draws: Sequence[Draws], asked: ReportOptions) -> dict[str, object]:
    """What the signature says of the tests, the draws and the goals."""
    choices: dict[str, object] = {}
    if asked.human is not None:
        choices["human"] = PurePath(asked.human).name
    if len(study.scores.runs) > 1:
        choices.update(test=asked.test, correct=asked.correct)
        if TESTS[asked.test].is_random:
            choices["test trials"] = asked.trials or TEST_TRIALS
    if draws:
        choices["trials"] = draws[0].trials
        choices["plan trials"] = asked.trials or PLAN_TRIALS
        choices["c"] = ",".join(dict.fromkeys(str(drawn.size) for drawn in draws))
    choices.update(seed=asked.seed, swaps="strict", rule="first", bins="21x0.01")
    choices.update(confidence=GOALS.confidence, power=GOALS.power, alpha=GOALS.alpha)
    return choices
