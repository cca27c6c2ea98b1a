"""The step of ``qaeval time``: what are the scores worth, given how long the systems took?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from qaeval import __version__
from qaeval.arrays import Floats
from qaeval.collection.questions import QuestionTable
from qaeval.errors import InputError
from qaeval.files.scores import SECONDS
from qaeval.measures import Measure, measure
from qaeval.measures.timed import effective_times
from qaeval.presentation.results import Form, Result, Shown
from qaeval.presentation.signature import signature_line
from qaeval.presentation.time_tables import crossing_table, time_tables
from qaeval.scores.ranking import best_first
from qaeval.scores.table import Scores
from qaeval.steps.asked import TableOptions
from qaeval.steps.choosing import Choosing
from qaeval.steps.notes import Notes
from qaeval.steps.study import study_of
from qaeval.studies.timed_runs import TimedRuns
from qaeval.studies.timing import Crossing, crossings
from qaeval.wording import counted, listed, shown

# The weights of the 2009 paper's Table 2.
WEIGHTS = ("0", "0.51", "0.99", "1.95")

_MOST_CROSSINGS = 12


def time_result(
    timed: TimedRuns, asked: TableOptions, weights: Mapping[str, float], crossings_only: bool
) -> Result:
    """The values at each weight of time, and the weights at which two runs change places."""
    every = crossings(timed.runs, timed.score, timed.effective)
    largest = max(weights.values())
    near = [crossing for crossing in every if crossing.r <= largest][:_MOST_CROSSINGS]

    def show(form: Form) -> Shown:
        if crossings_only:
            return Shown([crossing_table(every)])
        tables = time_tables(timed, weights, near, form.digits)
        return Shown(tables, _told_crossings(every, near, largest))

    def drawing(path: str) -> bytes:
        return _picture(timed, weights, path)

    return Result(show, _signature(timed, asked), drawing)


def _picture(timed: TimedRuns, weights: Mapping[str, float], path: str) -> bytes:
    from qaeval.presentation.plots.timing import plot_iso_ranking  # most calls draw nothing

    points = dict(zip(timed.runs, zip(timed.score, timed.effective, strict=True), strict=True))
    return plot_iso_ranking(points, timed.label, weights, path)


def time_weights(texts: Sequence[str]) -> dict[str, float]:
    """The weights as typed, with their values."""
    weights = {}
    for text in dict.fromkeys(texts):
        try:
            weights[text] = float(measure(f"MRRT,r={text}").parameters["r"])
        except InputError:
            raise InputError(f"-r {shown(text)}, expected a number from 0 to 700") from None
    return weights


def timed_runs(
    scores: Scores,
    asked: TableOptions,
    choosing: Choosing,
    notes: Notes,
    questions: QuestionTable | None = None,
) -> TimedRuns:
    """The runs of the tables with their scores and seconds, best score first."""
    if SECONDS not in scores.columns and SECONDS not in scores.summaries:
        raise InputError(
            "no seconds in the table: expected a tsv 'run score seconds', or one made with "
            "'qaeval score -q -f tsv -m RR -m seconds …'",
            asked.file,
        )
    scored = _scored_measure(scores, asked)
    per_question = None
    if SECONDS in scores.columns:
        scores = _on_questions(scores, scored, asked, choosing, notes, questions)
        per_question = scores.columns[SECONDS]
        seconds = scores.values(measure(SECONDS))
    else:
        _refuse_questions(asked)
        scores = scores.of_runs(choosing.best(scores.runs, scores.values(scored), scored))
        seconds = scores.summaries[SECONDS]
    values = scores.values(scored)
    _check_scores(scores.runs, values, seconds, scored)
    order = best_first(values, scores.runs, "high")
    return TimedRuns(
        scored.label,
        [scores.runs[at] for at in order],
        values[order],
        seconds[order],
        effective_times(seconds)[order],
        None if per_question is None else per_question[order],
    )


def _scored_measure(scores: Scores, asked: TableOptions) -> Measure:
    """The measure asked for, else RR, else the first: what is discounted already never."""
    if len(asked.measure) > 1:
        raise InputError("time takes one -m: the score that is weighed against time")
    plain = [scored for scored in scores.measures if scored.definition.family != "timed"]
    if asked.measure:
        scored = scores.find(asked.measure[0])
        if scored not in plain:
            raise InputError(
                f"{scored.label} is about time already: -m takes the score to be weighed against it"
            )
    elif not plain:
        raise InputError("no score in the table, only times", asked.file)
    else:
        scored = next((scored for scored in plain if scored.definition.name == "RR"), plain[0])
    if scored.definition.better != "high":
        raise InputError(f"{scored.label} is not better if higher, so it cannot be discounted")
    return scored


def _on_questions(
    scores: Scores,
    scored: Measure,
    asked: TableOptions,
    choosing: Choosing,
    notes: Notes,
    questions: QuestionTable | None,
) -> Scores:
    """The score and the seconds on the questions that count, of which none may lack either."""
    study = study_of(
        scores, replace(asked, measure=(scored.label,)), choosing, notes, questions=questions
    )
    study.scores.check_inputs(measure(SECONDS))
    return study.scores


def _refuse_questions(asked: TableOptions) -> None:
    choices = {"questions": asked.questions, "only": asked.only, "intersect": asked.intersect}
    for name, value in choices.items():
        if value:
            raise InputError(f"--{name} needs the seconds of each question, not only their sums")


def _check_scores(runs: list[str], values: Floats, seconds: Floats, scored: Measure) -> None:
    for run, value, took in zip(runs, values, seconds, strict=True):
        if np.isnan(value) or np.isnan(took):
            what = "seconds" if np.isnan(took) else scored.label
            raise InputError(f"run {shown(run)} has no {what}")
        if value < 0:
            raise InputError(
                f"{scored.label} of run {shown(run)} is {value:g}, expected 0 or more: to discount "
                "a negative score would reward slowness"
            )


def _told_crossings(
    every: Sequence[Crossing], near: Sequence[Crossing], largest: float
) -> list[str]:
    """What is to be said of pairs that change places where the table does not show it."""
    if not near:
        return [f"No two runs change places up to r = {largest:g}."]
    more = len(every) - len(near)
    return [f"{counted(more, 'more pair')} at larger r: --crossings lists all."] if more else []


def _signature(timed: TimedRuns, asked: TableOptions) -> str:
    fields: dict[str, str | int] = {"runs": len(timed.runs)}
    if timed.per_question is not None:
        fields["questions"] = timed.per_question.shape[1]
    fields["score"] = timed.label
    if asked.only:
        fields["only"] = ",".join(asked.only)
    fields.update(asked.choice.signed(timed.label))
    fields["longest"] = listed([timed.runs[int(timed.effective.argmax())]])
    return signature_line({**fields, "version": __version__})
