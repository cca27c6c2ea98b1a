"""``qaeval time``: what are the scores worth, given how long the systems took?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from qaeval.cli.options import Notes, emit, output_options, plot_option
from qaeval.cli.study_options import TableOptions, exclude_option, table_options
from qaeval.errors import InputError
from qaeval.presentation.tables import FOR_PEOPLE
from qaeval.wording import counted, listed, shown

if TYPE_CHECKING:
    from qaeval.arrays import Floats
    from qaeval.cli.study import Study
    from qaeval.measures import Measure
    from qaeval.presentation.tables import Cell, Table
    from qaeval.scores.table import Scores
    from qaeval.studies.timing import Crossing

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


@click.command("time", epilog=EPILOG, short_help="Weigh scores against answer time.")
@table_options
@exclude_option
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
    is_flag=True,
    help="Instead, every pair of runs that changes places, and the weight at which it does.",
)
@plot_option("Draw iso-ranking curves, a panel per weight,")
@output_options()
def command(**options: Any) -> None:
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
    from qaeval.cli.ending import wrapped
    from qaeval.presentation.rendering import render
    from qaeval.studies.timing import crossings

    weights = _weights(options["weights"] or WEIGHTS)
    notes = Notes(options["verbose"])
    timed = _timed_runs(options, notes)
    every = crossings(timed.runs, timed.score, timed.effective)
    people = options["format"] in FOR_PEOPLE
    told: list[str] = []
    if options["crossings"]:
        tables = [_crossing_table(every)]
    elif people:
        digits = options["digits"]
        tables = [_times_table(timed, digits), _weighted_table(timed, weights, digits)]
        told = _add_crossings(tables, every, max(weights.values()))
    else:
        tables = [_rows(timed, weights)]
    picture = None
    if options["plot"] is not None:
        from qaeval.presentation.plots.timing import plot_iso_ranking

        points = dict(zip(timed.runs, zip(timed.score, timed.effective, strict=True), strict=True))
        picture = plot_iso_ranking(points, timed.label, weights, options["plot"])
    footer = [*wrapped(told), *([""] if told else []), _signature(timed, options)]
    text = render(tables, options["format"], options["digits"], not options["no_header"], footer)
    emit(text, options["output"], options["plot"], picture)
    notes.tell()


def _asked(options: dict[str, Any]) -> TableOptions:
    names = ("tables", "measure", "intersect", "questions", "only", "exclude")
    return TableOptions(**{name: options[name] for name in names})


def _weights(texts: tuple[str, ...]) -> dict[str, float]:
    """The weights as typed, with their values."""
    from qaeval.measures import measure

    found = {}
    for text in dict.fromkeys(texts):
        try:
            found[text] = float(measure(f"MRRT,r={text}").parameters["r"])
        except InputError:
            raise InputError(f"-r {shown(text)}, expected a number from 0 to 700") from None
    return found


@dataclass(frozen=True)
class TimedRuns:
    """Runs with their scores and seconds, best score first."""

    label: str
    runs: list[str]
    score: Floats
    seconds: Floats
    effective: Floats
    per_question: Floats | None  # runs × questions; None where only the sums are known


def _timed_runs(options: dict[str, Any], notes: Notes) -> TimedRuns:
    from qaeval.cli.study import read_tables
    from qaeval.files.scores import SECONDS
    from qaeval.measures import measure
    from qaeval.measures.timed import effective_times
    from qaeval.scores.ranking import best_first

    scores = read_tables(_asked(options), notes)
    if not scores.runs:
        raise InputError("--exclude leaves no run")
    if SECONDS not in scores.columns and SECONDS not in scores.summaries:
        raise InputError(
            "no seconds in the table: expected a tsv 'run score seconds', or one made with "
            "'qaeval score -q -f tsv -m RR -m seconds …'",
            min(options["tables"]),
        )
    scored = _scored_measure(scores, options)
    per_question = None
    if SECONDS in scores.columns:
        study = _study(scores, scored, options, notes)
        scores, per_question = study.scores, study.scores.columns[SECONDS]
        seconds = scores.values(measure(SECONDS))
    else:
        _refuse_questions(options)
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


def _scored_measure(scores: Scores, options: dict[str, Any]) -> Measure:
    """The measure asked for, else RR, else the first: what is discounted already never."""
    if len(options["measure"]) > 1:
        raise InputError("time takes one -m: the score that is weighed against time")
    plain = [one for one in scores.measures if one.definition.family != "timed"]
    if options["measure"]:
        found = scores.find(options["measure"][0])
        if found not in plain:
            raise InputError(
                f"{found.label} is about time already: -m takes the score to be weighed against it"
            )
    elif not plain:
        raise InputError("no score in the table, only times", min(options["tables"]))
    else:
        found = next((one for one in plain if one.definition.name == "RR"), plain[0])
    if found.definition.better != "high":
        raise InputError(f"{found.label} is not better if higher, so it cannot be discounted")
    return found


def _study(scores: Scores, scored: Measure, options: dict[str, Any], notes: Notes) -> Study:
    """The score and the seconds on the questions that count, of which none may lack either."""
    from qaeval.cli.study import study_of
    from qaeval.measures import measure

    study = study_of(scores, replace(_asked(options), measure=(scored.label,)), notes)
    study.scores.check_inputs(measure("seconds"))
    return study


def _refuse_questions(options: dict[str, Any]) -> None:
    for name in ("questions", "only", "intersect"):
        if options[name]:
            raise InputError(f"--{name} needs the seconds of each question, not only their sums")


def _check_scores(runs: list[str], values: Floats, seconds: Floats, scored: Measure) -> None:
    import numpy as np

    for run, value, took in zip(runs, values, seconds, strict=True):
        if np.isnan(value) or np.isnan(took):
            what = "seconds" if np.isnan(took) else scored.label
            raise InputError(f"run {shown(run)} has no {what}")
        if value < 0:
            raise InputError(
                f"{scored.label} of run {shown(run)} is {value:g}, expected 0 or more: to discount "
                "a negative score would reward slowness"
            )


def _ranked(timed: TimedRuns, weight: float) -> tuple[Floats, list[int]]:
    """The discounted values and the runs' ranks by them."""
    from qaeval.measures.timed import discounted
    from qaeval.scores.ranking import best_first, shared_ranks

    values = discounted(timed.score, timed.effective, weight)
    order = best_first(values, timed.runs, "high")
    ranks = dict(zip(order, shared_ranks([values[at] for at in order]), strict=True))
    return values, [ranks[at] for at in range(len(timed.runs))]


def _spread(timed: TimedRuns) -> list[list[float]]:
    """The median and 95th percentile of each run's seconds, interpolated; nothing without them."""
    import numpy as np

    if timed.per_question is None:
        return [[] for _ in timed.runs]
    return np.percentile(timed.per_question, [50, 95], axis=1).T.tolist()


def _times_table(timed: TimedRuns, digits: int) -> Table:
    """The paper's Table 1."""
    from qaeval.presentation.tables import Column, Table

    spread = _spread(timed)
    columns = [Column("run"), Column(timed.label, "number"), Column("seconds", "exact")]
    columns += [Column(name, "exact") for name in ("median", "p95") if spread[0]]
    columns.append(Column("effective_time", "number"))
    seconds = timed.seconds.tolist()
    lines = zip(timed.runs, timed.score, seconds, spread, timed.effective, strict=True)
    rows: list[list[Cell]] = [
        [run, float(score), *(round(one, digits) for one in (took, *more)), float(effective)]
        for run, score, took, more, effective in lines
    ]
    return Table(columns, rows)


def _weighted_table(timed: TimedRuns, weights: dict[str, float], digits: int) -> Table:
    """The paper's Table 2: a column per weight, the rank in brackets."""
    from qaeval.presentation.tables import Column, Table

    cells: list[list[Cell]] = [[run] for run in timed.runs]
    for weight in weights.values():
        values, ranks = _ranked(timed, weight)
        for row, value, rank in zip(cells, values, ranks, strict=True):
            row.append(f"{value:.{digits}f} ({rank})")
    columns = [Column("run"), *(Column(f"r = {text}", "exact") for text in weights)]
    return Table(columns, cells, f"{timed.label}, discounted by time (rank)")


def _rows(timed: TimedRuns, weights: dict[str, float]) -> Table:
    from qaeval.presentation.tables import Column, Table

    spread = _spread(timed)
    columns = [
        Column("run"),
        *(Column(name, "number") for name in ("score", "seconds", "effective_time", "r", "value")),
        Column("rank", "whole"),
        *(Column(name, "number") for name in ("median", "p95") if spread[0]),
    ]
    rows: list[list[Cell]] = []
    ranked = {weight: _ranked(timed, weight) for weight in weights.values()}
    for at, run in enumerate(timed.runs):
        start = [float(timed.score[at]), float(timed.seconds[at]), float(timed.effective[at])]
        for weight, (values, ranks) in ranked.items():
            rows.append([run, *start, weight, float(values[at]), ranks[at], *spread[at]])
    return Table(columns, rows)


def _crossing_table(found: list[Crossing], title: str = "") -> Table:
    from qaeval.presentation.tables import Column, Table

    columns = [Column("run_x"), Column("run_y"), Column("r", "number"), Column("value", "number")]
    rows: list[list[Cell]] = [[one.slower, one.faster, one.r, one.value] for one in found]
    return Table(columns, rows, title)


def _add_crossings(tables: list[Table], every: list[Crossing], largest: float) -> list[str]:
    """The changes of places up to the largest weight as a table, and what is to be said of it."""
    within = [one for one in every if one.r <= largest]
    if not within:
        return [f"No two runs change places up to r = {largest:g}."]
    title = "where two runs change places (run_x leads up to r, run_y beyond)"
    tables.append(_crossing_table(within[:_MOST_CROSSINGS], title))
    more = len(every) - len(tables[-1].rows)
    return [f"{counted(more, 'more pair')} at larger r: --crossings lists all."] if more else []


def _signature(timed: TimedRuns, options: dict[str, Any]) -> str:
    from qaeval import __version__
    from qaeval.presentation.signature import signature_line

    fields: dict[str, str | int] = {"runs": len(timed.runs)}
    if timed.per_question is not None:
        fields["questions"] = timed.per_question.shape[1]
    fields["score"] = timed.label
    if options["only"]:
        fields["only"] = ",".join(options["only"])
    if options["exclude"]:
        fields["excluded"] = ",".join(sorted(set(options["exclude"])))
    fields["longest"] = listed([timed.runs[int(timed.effective.argmax())]])
    return signature_line({**fields, "version": __version__})
