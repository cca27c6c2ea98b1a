"""What tools log of models: a value for each question and sample, gathered into runs."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import NamedTuple

from qaeval.collection.responses import Responses
from qaeval.errors import InputError, InputRemark
from qaeval.files import fields
from qaeval.files.cells import RunFigures
from qaeval.files.foreign.documents import Document, Documents
from qaeval.files.foreign.judging import Judging
from qaeval.files.foreign.parsing import uncollected
from qaeval.files.judged import JudgedColumns
from qaeval.files.named import RUN_NAME, split_name
from qaeval.wording import counted, listed, nearest, offered, shown


class Entry(NamedTuple):
    """One answer to one question, and what the tool made of it."""

    document: Document
    sample: str  # which of several answers to the question
    values: tuple[float, ...]  # of the log's metrics, in their order; NaN where unscored
    response: str | None = None  # None where the tool keeps none
    confidence: float | None = None
    seconds: float | None = None
    place: str | int = ""  # the record or the line of the log


@dataclass(frozen=True)
class TaskLog:
    """What one log has of one model on one task."""

    file: str
    run: str
    task: str
    metrics: Sequence[str]
    entries: Sequence[Entry]
    settings: str = ""  # what tells two models of one name apart


@dataclass(frozen=True)
class Wanted:
    """What is to be taken of logs, and under which names they have it."""

    metrics: tuple[str, ...] = ()  # none named where a log has but one
    tasks: tuple[str, ...] = ()  # patterns; none: all
    confidence: str | None = None
    cluster: str | None = None
    seconds: bool = False
    responses: bool = False  # what was answered, where that takes another file

    met: dict[str, None] = field(default_factory=dict, compare=False)  # all tasks there are

    def has_task(self, task: str) -> bool:
        """Whether the logs of a task that was met are wanted."""
        self.met[task] = None
        return not self.tasks or any(fnmatchcase(task, pattern) for pattern in self.tasks)

    def check_tasks(self) -> None:
        """Refuse patterns that fit none of the tasks that were met."""
        for pattern in self.tasks:
            if self.met and not any(fnmatchcase(task, pattern) for task in self.met):
                have = offered(sorted(self.met))
                hint = nearest(pattern, self.met)
                raise InputError(f"--task: no task {shown(pattern)} (there are: {have}){hint}")


class Source(NamedTuple):
    """A file or a folder, and what the run is to be called if not by its model."""

    name: str | None
    path: str


def sources_of(arguments: Sequence[str]) -> list[Source]:
    """Files and folders, and the names that runs are given by NAME=."""
    return [Source(*split_name(argument, RUN_NAME)) for argument in arguments]


# Told of a log that cannot be read: raises where that ends the import.
Meet = Callable[[InputError], None]


def stop(error: InputError) -> None:
    """End an import at the first log that cannot be read."""
    raise error


# metric, question, sample, value
_Value = tuple[str, str, str, float]
# question, sample, outcome, confidence, seconds
_Judged = tuple[str, str, str, float | None, float | None]


@dataclass
class LoggedRun:
    """What all logs have of one model."""

    name: str
    file: str  # the first of them
    settings: str
    tasks: dict[str, str] = field(default_factory=dict)  # the log of each
    values: list[_Value] = field(default_factory=list)
    judged: list[_Judged] = field(default_factory=list)
    questions: set[str] = field(default_factory=set)

    def as_figures(self, sampled: bool) -> RunFigures:
        """The run's part of a score table; `sampled`: with the sample of each value."""
        figures = [(0, metric, question, value) for metric, question, _, value in self.values]
        samples = [sample for _, _, sample, _ in self.values] if sampled else None
        return RunFigures(self.name, self.file, figures, all_measures=True, samples=samples)

    @uncollected()
    def as_responses(self, sampled: bool) -> Responses:
        """The run as judged responses; `sampled`: with the sample of each."""
        columns = JudgedColumns()
        for question, sample, outcome, confidence, seconds in self.judged:
            columns.add(question, outcome, confidence, seconds, sample if sampled else None)
        return columns.as_responses(self.name, self.file)


class LoggedRuns:
    """The runs of one import: logs of one model are one run, documents of one id one question."""

    def __init__(self, judging: Judging | None = None) -> None:
        self.judging = judging  # None: the values go into a score table as they are
        self.documents = Documents()
        self.runs: dict[str, LoggedRun] = {}
        self.sampled = False  # whether some run has several samples of some question

    @uncollected()
    def take(self, log: TaskLog) -> LoggedRun:
        """Add a log to its run; one that is refused leaves nothing behind."""
        run = self.runs.get(log.run) or LoggedRun(log.run, log.file, log.settings)
        try:
            _check_run(run, log)
            met = self.documents.meet((entry.document for entry in log.entries), log.file)
            has_samples = _check_samples(log, met.ids)
            if self.judging is None:
                run.values += self._values(log, met.ids)
            else:
                run.judged += self._judged(log, met.ids, self.judging)
        except InputError as error:
            raise error.at(log.file) from None
        self.documents.keep(met)
        self.runs[log.run] = run
        run.tasks[log.task] = log.file
        run.questions.update(met.ids.values())
        self.sampled |= has_samples
        return run

    def figures(self) -> list[RunFigures]:
        """The runs as parts of a score table."""
        return [run.as_figures(self.sampled) for run in self.runs.values()]

    def responses(self) -> list[Responses]:
        """The runs as judged responses."""
        return [run.as_responses(self.sampled) for run in self.runs.values()]

    def _values(self, log: TaskLog, ids: Mapping[Document, str]) -> list[_Value]:
        return [
            (fields.plain_id(metric, "metric"), ids[entry.document], entry.sample, value)
            for at, metric in enumerate(log.metrics)
            for entry, value in _scored(log, at)
        ]

    def _judged(self, log: TaskLog, ids: Mapping[Document, str], judging: Judging) -> list[_Judged]:
        if len(log.metrics) > 1:
            raise InputError(f"judged responses take one metric, not {listed(log.metrics)}")
        (metric,) = log.metrics
        rows: list[_Judged] = []
        for entry, value in _scored(log, 0):
            try:
                outcome = judging.outcome(metric, value, entry.response)
            except InputError as error:
                raise placed(error, log.file, entry.place) from None
            sure = None if outcome == "U" else entry.confidence
            rows.append((ids[entry.document], entry.sample, outcome, sure, entry.seconds))
        return rows


def placed(error: InputError, file: str, place: str | int) -> InputError:
    """The error with its place in a log: a line, or a record in words."""
    if error.file is not None or isinstance(place, int):
        return error.at(file, None if isinstance(place, str) else place)
    return type(error)(f"{place}: {error.message}", file)


def chosen_names(asked: Sequence[str], names: Sequence[str]) -> list[str]:
    """The metrics asked for, or the only one that a log has."""
    have = offered(dict.fromkeys(names))
    if not names:
        raise InputError("no sample has a metric")
    if not asked and len(names) > 1:
        raise InputError(f"several metrics, say which with --metric: {have}")
    for name in asked:
        if name not in names:
            raise InputError(f"no metric {shown(name)} (there are: {have}){nearest(name, names)}")
    return list(asked or names)


def remark(message: str, file: str) -> None:
    """Say what is no error but worth knowing of a log."""
    warnings.warn(InputRemark(message, file), stacklevel=2)


def _check_run(run: LoggedRun, log: TaskLog) -> None:
    """A model's logs are of different tasks and of one model."""
    fields.run_name(log.run)
    if not log.entries:
        raise InputError(f"task {shown(log.task)} has no samples")
    if log.settings != run.settings:
        raise InputError(
            f"two models are called {shown(log.run)}: {log.settings or 'no settings'} here, "
            f"{run.settings or 'none'} in {run.file}; name them apart as NAME=…"
        )
    if log.task in run.tasks:
        raise InputError(
            f"task {shown(log.task)} of {shown(log.run)} is in {run.tasks[log.task]} too; take "
            "one, or name the runs apart as NAME=…"
        )


def _check_samples(log: TaskLog, ids: Mapping[Document, str]) -> bool:
    """Whether some question has several samples, none of which may come twice."""
    seen: dict[tuple[str, str], Entry] = {}
    for entry in log.entries:
        question = ids[entry.document]
        if (question, entry.sample) in seen:
            again = f"question {shown(question)} again"
            sample = f", sample {shown(entry.sample)}" if entry.sample else ""
            raise placed(InputError(again + sample), log.file, entry.place)
        seen[question, entry.sample] = entry
    return len(seen) > len(set(ids.values()))


def _scored(log: TaskLog, at: int) -> list[tuple[Entry, float]]:
    """The entries that a metric has a value for; the tools leave the others out of their means."""
    pairs = [(entry, entry.values[at]) for entry in log.entries]
    scored = [(entry, value) for entry, value in pairs if value == value]
    metric = log.metrics[at]
    if not scored:
        raise InputError(f"no sample of task {shown(log.task)} is scored by {shown(metric)}")
    if len(scored) < len(pairs):
        names = [entry.document.name for entry, value in pairs if value != value]
        remark(
            f"{counted(len(names), 'sample')} of {len(pairs):,} not scored by {shown(metric)}, "
            f"left out of {log.task} ({listed(dict.fromkeys(names))})",
            log.file,
        )
    return scored
