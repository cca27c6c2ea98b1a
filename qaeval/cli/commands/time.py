"""``qaeval time``: what are the scores worth, given how long the systems took?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import click
import numpy as np

from qaeval import __version__
from qaeval.arrays import Floats
from qaeval.cli.choosing import Choosing
from qaeval.cli.ending import finish
from qaeval.cli.options import Notes, OutputOptions, output_option_group
from qaeval.cli.study import read_tables, study_of
from qaeval.cli.study_options import TableOptions, table_option_group
from qaeval.errors import InputError
from qaeval.files.scores import SECONDS
from qaeval.measures import Measure, measure
from qaeval.measures.timed import effective_times
from qaeval.presentation.plots.timing import plot_iso_ranking
from qaeval.presentation.signature import signature_line
from qaeval.presentation.time_tables import crossing_table, time_tables
from qaeval.scores.ranking import best_first
from qaeval.scores.table import Scores
from qaeval.studies.timed_runs import TimedRuns
from qaeval.studies.timing import Crossing, crossings
from qaeval.wording import counted, listed, shown

# The weights of the 2009 paper's Table 2.
WEIGHTS = ("0", "0.51", "0.99", "1.95")

_MOST_CROSSINGS = 12

EPILOG = """\b
Examples:
  qaeval time sample_data/timed/clef2006.tsv
  qaeval score -q -f tsv -m RR -m seconds -o scores.tsv key.tsv runs/*.tsv
  qaeval time -m RR -r 0 -r 1 scores.tsv
  qaeval time --crossings -f tsv scores.tsv
  qaeval time -r 1 --plot iso.png sample_data/timed/clef2006.tsv
"""


@click.command("time", epilog=EPILOG)
@table_option_group
@click.option(
    "-r",
    "--weight",
    "weights",
    multiple=True,
    metavar="R",
    help=f"Weight of time, 0 or more; repeat for more (default: {' '.join(WEIGHTS)}).",
)
@click.option(
    "--crossings",
    "crossings_only",
    is_flag=True,
    help="Instead, every pair of runs that changes places, and the weight at which it does.",
)
@output_option_group(plot="Draw iso-ranking curves, a panel per weight,")
def command(
    table: TableOptions, weights: tuple[str, ...], crossings_only: bool, output: OutputOptions
) -> None:
    """Weigh scores against answer time (MRRT; Llopis et al. 2009).

    SCORES is a tsv 'run score seconds', or a score table with the seconds of
    each question ('qaeval score -q -f tsv -m RR -m seconds …'). The effective
    time t of a run is its seconds over those of the longest run. Its value is
    2·score/(1+e^(R·t)): R = 0 leaves the score as it is, and the larger R, the
    more time counts. Any score will do that is 0 or more and better if higher; -m
    picks one of the table, or says what a 'run score seconds' holds.

    The tables are the paper's Tables 1 and 2, the rank in brackets; seconds per
    question also give their median and 95th percentile. The last one has the weights
    at which two runs change places. As tsv: run score seconds effective_time r
    value rank, then median and p95 where there are seconds per question; with
    --crossings: run_x run_y r value, run_x leading up to r and run_y beyond.
    """
    values = _weights(weights or WEIGHTS)
    notes = Notes(output.verbose)
    timed = _timed_runs(table, notes)
    every = crossings(timed.runs, timed.score, timed.effective)
    sentences: list[str] = []
    if crossings_only:
        tables = [crossing_table(every)]
    else:
        largest = max(values.values())
        near = [crossing for crossing in every if crossing.r <= largest][:_MOST_CROSSINGS]
        tables = time_tables(timed, values, near, output.digits)
        sentences = _told_crossings(every, near, largest)
    picture = None if output.plot is None else _picture(timed, values, output.plot)
    finish(output, tables, notes, sentences, _signature(timed, table), picture)


def _picture(timed: TimedRuns, weights: Mapping[str, float], path: str) -> bytes:
    points = dict(zip(timed.runs, zip(timed.score, timed.effective, strict=True), strict=True))
    return plot_iso_ranking(points, timed.label, weights, path)


def _weights(texts: Sequence[str]) -> dict[str, float]:
    """The weights as typed, with their values."""
    weights = {}
    for text in dict.fromkeys(texts):
        try:
            weights[text] = float(measure(f"MRRT,r={text}").parameters["r"])
        except InputError:
            raise InputError(f"-r {shown(text)}, expected a number from 0 to 700") from None
    return weights


def _timed_runs(asked: TableOptions, notes: Notes) -> TimedRuns:
    """The runs of the tables with their scores and seconds, best score first."""
    choosing = Choosing.of(asked.choice, notes)
    scores = read_tables(asked, choosing, notes)
    if SECONDS not in scores.columns and SECONDS not in scores.summaries:
        raise InputError(
            "no seconds in the table: expected a tsv 'run score seconds', or one made with "
            "'qaeval score -q -f tsv -m RR -m seconds …'",
            min(asked.tables),
        )
    scored = _scored_measure(scores, asked)
    per_question = None
    if SECONDS in scores.columns:
        scores = _on_questions(scores, scored, asked, choosing, notes)
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
        raise InputError("no score in the table, only times", min(asked.tables))
    else:
        scored = next((scored for scored in plain if scored.definition.name == "RR"), plain[0])
    if scored.definition.better != "high":
        raise InputError(f"{scored.label} is not better if higher, so it cannot be discounted")
    return scored


def _on_questions(
    scores: Scores, scored: Measure, asked: TableOptions, choosing: Choosing, notes: Notes
) -> Scores:
    """The score and the seconds on the questions that count, of which none may lack either."""
    study = study_of(scores, replace(asked, measure=(scored.label,)), choosing, notes)
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
