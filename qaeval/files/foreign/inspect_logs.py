"""inspect_ai: many logs: the newest of each model and task in a folder, as runs."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from qaeval.errors import InputError
from qaeval.files.foreign.inspect_log import InspectLog, NoLog, Record, open_log
from qaeval.files.foreign.inspect_scores import (
    Metric,
    SampleDocuments,
    chosen_metrics,
    confidence_of,
    metrics_of,
    response_of,
    score_of,
    value_of,
)
from qaeval.files.foreign.logs import Entry, Meet, Source, TaskLog, Wanted, placed, remark, stop
from qaeval.files.foreign.parsing import uncollected
from qaeval.wording import counted, listed, shown

SUFFIXES = (".eval", ".json")

_MOST_NAMED = 5  # of the logs passed over, whose names are long


def read_inspect(
    sources: Sequence[Source], wanted: Wanted, meet: Meet = stop, unfinished: bool = False
) -> Iterator[TaskLog]:
    """The logs in files and folders; with `unfinished` what a run that never ended has, too."""
    for source in sources:
        for log in _chosen(source, meet):
            if wanted.has_task(log.task):
                try:
                    yield _taken(log, source.name, wanted, unfinished)
                except InputError as error:
                    meet(error.at(log.file))


def _chosen(source: Source, meet: Meet) -> Iterator[InspectLog]:
    """A file is taken as it is; of a folder the newest log of each model and task."""
    if not Path(source.path).is_dir():
        try:
            yield open_log(source.path)
        except InputError as error:
            meet(error.at(source.path))
        return
    logs = list(_in_folder(source.path, meet))
    models = list(dict.fromkeys(log.model for log in logs))
    if source.name is not None and len(models) > 1:
        have = f"{counted(len(models), 'model')} ({listed(models)})"
        raise InputError(f"has {have}, the name {shown(source.name)} is for one", source.path)
    groups: dict[tuple[str, str, str], list[InspectLog]] = {}
    for log in logs:
        groups.setdefault((log.model, log.task, log.settings), []).append(log)
    for group in groups.values():
        yield _newest(group, source.path)


def _in_folder(folder: str, meet: Meet) -> Iterator[InspectLog]:
    """The logs of a folder and those below; other files that end like logs are told."""
    paths = sorted(path for path in Path(folder).rglob("*") if path.suffix in SUFFIXES)
    if not paths:
        raise InputError("no .eval or .json file in the folder, expected logs", folder)
    for path in paths:
        if path.name.startswith(".") or not path.is_file():
            continue
        try:
            yield open_log(str(path))
        except NoLog as error:
            remark(f"passed over, {error.message}", str(path))
        except InputError as error:
            meet(error)


def _newest(logs: Sequence[InspectLog], folder: str) -> InspectLog:
    """The newest that came to its end, or where none did, the newest."""
    ended = [log for log in logs if log.is_finished] or logs
    newest = max(ended, key=lambda log: (log.created, log.file))
    others = [log.file for log in logs if log is not newest]
    if others:
        names = ", ".join(os.path.relpath(file, folder) for file in others[:_MOST_NAMED])
        more = f" and {len(others) - _MOST_NAMED} more" if len(others) > _MOST_NAMED else ""
        remark(
            f"{newest.task} of {newest.model}: the newest is {os.path.relpath(newest.file, folder)}"
            f", passed over: {names}{more}",
            folder,
        )
    return newest


@uncollected()
def _taken(log: InspectLog, name: str | None, wanted: Wanted, unfinished: bool) -> TaskLog:
    if not log.is_finished and not unfinished:
        raise InputError(f"{_unfinished(log)}; --allow-unfinished takes the samples that did")
    if log.invalidated:
        remark("the log was marked as invalid", log.file)
    samples = log.samples()
    if not samples:
        raise InputError("the log has no samples, only totals")
    metrics = chosen_metrics(wanted.metrics, metrics_of(samples))
    reader = _Reader(log.task, metrics, wanted)
    entries = []
    for sample in samples:
        place = f"sample {shown(str(sample['id']))}, epoch {sample.get('epoch', 1)}"
        try:
            entries.append(reader.entry(sample, place))
        except InputError as error:
            raise placed(error, log.file, place) from None
    if wanted.confidence is not None and all(entry.confidence is None for entry in entries):
        raise InputError(f"--confidence: no sample has a number {shown(wanted.confidence)}")
    if not log.is_finished:
        scored = sum(not all(map(math.isnan, entry.values)) for entry in entries)
        remark(f"{_unfinished(log)}: {counted(scored, 'scored sample')} taken", log.file)
    settings = log.settings if name is None else ""
    return TaskLog(log.file, name or log.model, log.task, list(metrics), entries, settings)


def _unfinished(log: InspectLog) -> str:
    why = f", {log.problem}" if log.problem else ""
    return f"the run did not come to its end (status {log.status}{why})"


class _Reader:
    """What is wanted of each sample of a log."""

    def __init__(self, task: str, metrics: dict[str, Metric], wanted: Wanted) -> None:
        self.metrics = metrics
        self.first = next(iter(metrics.values()))
        self.wanted = wanted
        self.documents = SampleDocuments(task, wanted.cluster)

    def entry(self, sample: Record, place: str) -> Entry:
        """The sample as runs take it."""
        asked = self.wanted.confidence
        score = score_of(sample, self.first)
        seconds = sample.get("working_time", sample.get("total_time"))
        return Entry(
            self.documents.of(sample),
            str(sample.get("epoch", 1)),
            tuple(
                value_of(score_of(sample, metric), metric, name)
                for name, metric in self.metrics.items()
            ),
            response_of(score, self.first),
            None if asked is None else confidence_of(sample, score, asked),
            seconds if self.wanted.seconds and isinstance(seconds, (int, float)) else None,
            place,
        )
