"""Other tools' logs as functions: the steps of ``qaeval import``, for notebooks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from qaeval.collection.responses import Responses
from qaeval.errors import InputError
from qaeval.files.foreign.every_eval_ever import read_every_eval_ever
from qaeval.files.foreign.helm import read_helm
from qaeval.files.foreign.inspect_logs import read_inspect
from qaeval.files.foreign.judging import Judging
from qaeval.files.foreign.lm_eval import read_lm_eval
from qaeval.files.foreign.logs import LoggedRuns, Meet, TaskLog, Wanted, sources_of, stop
from qaeval.notebook.choice import in_words_of_python, names
from qaeval.notebook.score_table import ScoreTable
from qaeval.patterns import Pattern
from qaeval.scores.reading import merge_figures

Names = str | Sequence[str]
Read = Callable[[Wanted, Meet], Iterator[TaskLog]]
Imported = ScoreTable | list[Responses]


def import_lm_eval(
    logs: Names,
    metric: Names = (),
    *,
    task: Names = (),
    filter: Names = (),
    judged: bool = False,
    right_from: float | None = None,
    no_response: str | None = None,
    confidence: str | None = None,
) -> Imported:
    """The output folders of lm-evaluation-harness: scores, or with `judged` responses.

    `logs` are files and folders, `NAME=path` to name a run; a question is task:doc_id.
    """
    wanted = _wanted(metric, task, judged, confidence)

    def read(asked: Wanted, meet: Meet) -> Iterator[TaskLog]:
        return read_lm_eval(sources_of(names("logs", logs)), asked, names("filter", filter), meet)

    return _imported(read, wanted, _judging(judged, right_from, no_response))


def import_inspect(
    logs: Names,
    metric: Names = (),
    *,
    task: Names = (),
    unfinished: bool = False,
    judged: bool = False,
    right_from: float | None = None,
    no_response: str | None = None,
    confidence: str | None = None,
) -> Imported:
    """Logs of inspect_ai, epochs as samples; `unfinished` takes what was scored of broken ones."""
    wanted = _wanted(metric, task, judged, confidence)
    read = partial(read_inspect, sources_of(names("logs", logs)), unfinished=unfinished)
    return _imported(read, wanted, _judging(judged, right_from, no_response))


def import_helm(
    folders: Names,
    metric: Names = (),
    *,
    task: Names = (),
    split: str | None = None,
    judged: bool = False,
    right_from: float | None = None,
    no_response: str | None = None,
) -> Imported:
    """The runs of a HELM suite, train trials as samples."""
    wanted = _wanted(metric, task, judged)
    read = partial(read_helm, sources_of(names("folders", folders)), split=split)
    return _imported(read, wanted, _judging(judged, right_from, no_response))


def import_every_eval_ever(
    files: Names,
    metric: Names = (),
    *,
    task: Names = (),
    judged: bool = False,
    right_from: float | None = None,
    no_response: str | None = None,
    confidence: str | None = None,
) -> Imported:
    """Samples in the instance-level schema of every-eval-ever."""
    wanted = _wanted(metric, task, judged, confidence)
    read = partial(read_every_eval_ever, sources_of(names("files", files)))
    return _imported(read, wanted, _judging(judged, right_from, no_response))


def _wanted(metric: Names, task: Names, judged: bool, confidence: str | None = None) -> Wanted:
    """What is to be taken of the logs."""
    asked, tasks = names("metric", metric), names("task", task)
    return Wanted(asked, tasks, confidence=confidence, responses=judged)


def _judging(judged: bool, right_from: float | None, no_response: str | None) -> Judging | None:
    """How values become outcomes, where they are to."""
    if not judged:
        if right_from is not None or no_response is not None:
            raise TypeError("right_from and no_response are for judged=True")
        return None
    return Judging(right_from, None if no_response is None else Pattern.of(no_response))


def _imported(read: Read, wanted: Wanted, judging: Judging | None) -> Imported:
    """All logs gathered into runs; the first that is broken ends the import."""
    runs = LoggedRuns(judging)
    with in_words_of_python():
        for log in read(wanted, stop):
            runs.take(log)
        wanted.check_tasks()
    if not runs.runs:
        raise InputError("no log could be imported")
    return ScoreTable.of(merge_figures(runs.figures())) if judging is None else runs.responses()
