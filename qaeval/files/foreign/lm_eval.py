"""lm-evaluation-harness: `samples_*.jsonl`, a line per document and filter (`--log_samples`)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from qaeval.errors import InputError
from qaeval.files.foreign import paths
from qaeval.files.foreign.documents import Document
from qaeval.files.foreign.lm_eval_records import (
    Record,
    again,
    cluster_of,
    doc_id,
    filter_of,
    has_metric,
    identity,
    metric_names,
    only_metric,
    records,
    repeats_of,
    text_of,
    values_of,
)
from qaeval.files.foreign.lm_eval_responses import confidence_in, response_in
from qaeval.files.foreign.lm_eval_tree import SamplesFile, find_samples
from qaeval.files.foreign.logs import Entry, Meet, Source, TaskLog, Wanted, remark, stop
from qaeval.files.text import stream_lines
from qaeval.wording import counted, listed, nearest, offered, shown


def read_lm_eval(
    sources: Sequence[Source], wanted: Wanted, filters: Sequence[str] = (), meet: Meet = stop
) -> Iterator[TaskLog]:
    """Each task of each model that the files and folders have."""
    files = find_samples(sources, wanted, meet)
    reading = _Reading(wanted, tuple(filters), _Metrics.of(files, wanted.metrics))
    for file in files:
        try:
            yield reading.log(file)
        except InputError as error:
            meet(error.at(file.path))
    reading.check_filters()


@dataclass(frozen=True)
class _Metrics:
    """Which metrics each task is asked for, and what the measure is called if tasks have others."""

    asked: tuple[str, ...]
    shared: str | None = None
    are_found: bool = False  # whether some of several tasks have what is asked for

    @classmethod
    def of(cls, files: Sequence[SamplesFile], asked: tuple[str, ...]) -> _Metrics:
        """Look at the first sample of each file; one file is asked for what it is asked for."""
        have: dict[str, list[str]] = {}
        for file in files if len(files) > 1 else ():
            names = _first_metrics(file.path)
            wanted = [name for name in names if name in asked] if asked else names
            if wanted and (asked or len(wanted) == 1):
                have.setdefault(file.task, sorted(wanted, key=(asked or wanted).index))
        kinds = list(dict.fromkeys(tuple(names) for names in have.values()))
        if len(kinds) < 2:
            return cls(asked, are_found=bool(asked and have))
        if any(len(kind) > 1 for kind in kinds):
            pairs = [f"{task} has {listed(names)}" for task, names in have.items()]
            raise InputError(
                f"tasks differ in their metrics ({'; '.join(pairs[:6])}): --metric must name those "
                "that all have, or one of each task"
            )
        names = [kind[0] for kind in kinds]
        ordered = tuple(name for name in asked if name in names) or tuple(names)
        return cls(ordered, "/".join(ordered))

    def chosen(self, record: Record, aside: str | None) -> tuple[str, ...]:
        """The metrics to take of a task, by its first sample."""
        if self.shared is None:
            self._check_task(record)
            return self.asked or (only_metric(record, aside),)
        names = [name for name in self.asked if has_metric(record, name)]
        return tuple(names[:1]) or self.asked[:1]

    def _check_task(self, record: Record) -> None:
        """Refuse a task that has nothing of what others have; what none has is told elsewhere."""
        names = metric_names(record)
        if self.are_found and names and not any(has_metric(record, name) for name in self.asked):
            raise InputError(
                f"no metric {shown(self.asked[0])} (there are: {offered(names)}), which other "
                "tasks have: add --metric for this one, or choose tasks with --task"
            )


def _first_metrics(path: str) -> list[str]:
    """What the first sample is graded by; nothing where it cannot be read, which is told later."""
    if path == "-":
        return []
    try:
        for _, record in records(stream_lines(path)):
            return metric_names(record)
    except InputError:
        pass
    return []


@dataclass
class _Part:
    """The entries of one filter; a filter that is not taken may hold what it likes."""

    entries: list[Entry] = field(default_factory=list)
    first: dict[str, int] = field(default_factory=dict)  # the line of each document
    metrics: tuple[str, ...] = ()
    error: InputError | None = None
    repeats: int = 1  # responses of which the harness graded only one


class _Reading:
    """What is asked of all files, and which of the filters asked for they have."""

    def __init__(self, wanted: Wanted, filters: tuple[str, ...], metrics: _Metrics) -> None:
        self.wanted = wanted
        self.filters = filters
        self.metrics = metrics
        self.met: dict[str, str] = {}  # filters, and a file that has each
        self.repeated: set[str] = set()  # tasks of which it was told

    def log(self, file: SamplesFile) -> TaskLog:
        """The samples of a file under the filter that was chosen."""
        stream = stream_lines(file.path)
        parts: dict[str | None, _Part] = {}
        for line, record in records(stream):
            try:
                name = filter_of(record)
                part = parts.setdefault(name, _Part())
                is_first = len(parts) == 1
                if part.error is None and (is_first or name in self.filters):
                    self._add(part, file, record, line)
            except InputError as error:
                part = parts.setdefault(None, _Part()) if not parts else part
                part.error = error.at(stream.file, line)
        name = self._chosen(parts, stream.file)
        part = parts[name]
        if part.error is not None:
            raise part.error
        self._check_whole(file, part, name)
        label = self.metrics.shared
        metrics = part.metrics if label is None else (label,)
        return TaskLog(
            stream.file, file.run, file.task, metrics, part.entries, file.results.settings
        )

    def _add(self, part: _Part, file: SamplesFile, record: Record, line: int) -> None:
        """The entries of a document: one, or one for each repeat that was graded."""
        document = self._document(file.task, record)
        if document.name in part.first:
            raise InputError(again(document.name, part.first[document.name], filter_of(record)))
        part.first[document.name] = line
        wanted = self.wanted
        if not part.metrics:
            part.metrics = self.metrics.chosen(record, wanted.confidence)
        rows = values_of(record, part.metrics)
        for at, values in enumerate(rows):
            response = response_in(record, at) if wanted.responses else None
            sure = None
            if wanted.confidence is not None and (response is None or response.strip()):
                sure = confidence_in(record, wanted.confidence)
            part.entries.append(Entry(document, str(at + 1), values, response, sure, place=line))
        if len(rows) == 1:
            part.repeats = max(part.repeats, repeats_of(record))

    def _document(self, task: str, record: Record) -> Document:
        doc = record.get("doc")
        cluster = ""
        if self.wanted.cluster is not None:
            cluster = cluster_of(paths.at(doc, self.wanted.cluster, "--cluster"))
        return Document(task, doc_id(record), identity(record), text_of(record), cluster)

    def _chosen(self, parts: Mapping[str | None, _Part], file: str) -> str | None:
        """The filter to take: the only one, or the first of those asked for that is there."""
        if not parts:
            raise InputError("no samples", file)
        names = [name for name in parts if name is not None]
        self.met.update(dict.fromkeys(names, file))
        asked = [name for name in self.filters if name in parts]
        if asked:
            return asked[0]
        if len(parts) == 1:
            if self.filters and not names:
                raise InputError("--filter: the samples do not name theirs; leave it out", file)
            return next(iter(parts))
        first = next(iter(parts.values()))
        if first.error is not None:  # such as a metric that this task has not
            raise first.error
        have = offered(names)
        if self.filters:
            hint = nearest(self.filters[0], names)
            raise InputError(f"no filter {shown(self.filters[0])} (there are: {have}){hint}", file)
        raise InputError(
            f"a document comes once for each filter, say which with --filter: {have}", file
        )

    def check_filters(self) -> None:
        """Refuse a filter that no task has; tasks of one filter alone need not have it."""
        for name in self.filters:
            if self.met and name not in self.met:
                have = offered(self.met)
                raise InputError(
                    f"no filter {shown(name)} (there are: {have}){nearest(name, self.met)}",
                    next(iter(self.met.values())) if len(set(self.met.values())) == 1 else None,
                )

    def _check_whole(self, file: SamplesFile, part: _Part, name: str | None) -> None:
        """Refuse a file that lacks documents; say where values are not what the harness reports."""
        results = file.results
        size = results.sizes.get(file.task, 0)
        if len(part.first) < size:
            have = counted(len(part.first), "document")
            raise InputError(f"{have}, but {results.file} counts {size:,}: the file is not whole")
        if part.repeats > 1 and file.task not in self.repeated:
            self.repeated.add(file.task)
            remark(
                f"{part.repeats} responses to each document of {file.task}, but the harness graded "
                "only what the filter made of them: one sample each",
                file.path,
            )
        for at, metric in enumerate(part.metrics):
            reported = results.reported.get(file.task, {}).get(f"{metric},{name or 'none'}")
            mean = math.fsum(entry.values[at] for entry in part.entries) / len(part.entries)
            if reported is not None and not math.isclose(reported, mean, abs_tol=1e-9):
                remark(
                    f"{metric} of {file.task} is {mean:.6g} by its samples, but {reported:.6g} in "
                    f"{results.file}: the harness does not take their mean",
                    file.path,
                )
