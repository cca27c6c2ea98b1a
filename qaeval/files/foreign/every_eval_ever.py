"""every-eval-ever: its instance-level schema, a line for each sample and metric."""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from qaeval import decimals
from qaeval.errors import InputError
from qaeval.files import fields, jsonl
from qaeval.files.foreign.documents import Document
from qaeval.files.foreign.logs import (
    Entry,
    Meet,
    Source,
    TaskLog,
    Wanted,
    chosen_names,
    remark,
    stop,
)
from qaeval.files.foreign.parsing import inner, number, uncollected
from qaeval.files.text import Lines, stream_lines
from qaeval.wording import counted, listed, offered, shown

Record = dict[str, Any]

_NAMES = ("model_id", "evaluation_name", "evaluation_id")
_ONLY_METRIC = "score"  # of files in which a sample has but one, without a name


def read_every_eval_ever(
    sources: Sequence[Source], wanted: Wanted, meet: Meet = stop
) -> Iterator[TaskLog]:
    """The files given, or the .jsonl files of folders."""
    for source in sources:
        for path in _files(source.path):
            try:
                yield from _taken(path, source.name, wanted)
            except InputError as error:
                meet(error.at(path))


def _files(path: str) -> list[str]:
    if not Path(path).is_dir():
        return [path]
    files = sorted(str(found) for found in Path(path).rglob("*.jsonl"))
    if not files:
        raise InputError("no .jsonl file in the folder, expected *_samples.jsonl", path)
    return files


@dataclass
class _Task:
    """The lines of one model and task, sample by sample."""

    evaluation: str
    line: int
    values: dict[str, dict[tuple[str, str], float]] = field(default_factory=dict)
    entries: dict[tuple[str, str], Entry] = field(default_factory=dict)
    times: Counter[tuple[str, str]] = field(default_factory=Counter)  # of a metric and sample
    errors: list[str] = field(default_factory=list)


@uncollected()
def _taken(path: str, name: str | None, wanted: Wanted) -> list[TaskLog]:
    stream = stream_lines(path)
    tasks: dict[tuple[str, str], _Task] = {}
    for line, text in stream.numbered(comments=False):
        try:
            record = jsonl.parse(text, constants=float)
            model, task, evaluation = _names(record)
            if not wanted.has_task(task):
                continue
            mine = tasks.setdefault((model, task), _Task(evaluation, line))
            if mine.evaluation != evaluation:
                raise InputError(
                    f"{shown(model)} has two evaluations of {shown(task)}: {shown(evaluation)}, "
                    f"and {shown(mine.evaluation)} on line {mine.line}; take one of them"
                )
            _add(mine, task, record, line, wanted)
        except InputError as error:
            stream.report(error.at(stream.file, line), line)
    models = list(dict.fromkeys(model for model, _ in tasks))
    if name is not None and len(models) > 1:
        raise InputError(f"has {len(models)} models ({listed(models)}), a name is for one", path)
    if not tasks and not wanted.tasks:
        raise InputError("no samples", stream.file)
    return [
        _log(stream, name or model, task, mine, wanted) for (model, task), mine in tasks.items()
    ]


def _names(record: Record) -> tuple[str, str, str]:
    if "evaluation_results" in record:
        raise InputError("totals of every-eval-ever, expected its samples (*_samples.jsonl)")
    if "model_id" not in record or "sample_id" not in record or "evaluation" not in record:
        raise InputError(
            "no sample of every-eval-ever, which has model_id, evaluation_name, sample_id and "
            "evaluation"
        )
    model, task, evaluation = (jsonl.string(record.get(name), name) for name in _NAMES)
    return model, task, evaluation


def _add(mine: _Task, task: str, record: Record, line: int, wanted: Wanted) -> None:
    metric = record.get("evaluation_result_id")
    metric = _ONLY_METRIC if metric is None else jsonl.string(metric, "evaluation_result_id")
    name = record["sample_id"]
    if isinstance(name, bool) or not isinstance(name, (int, str)):
        raise InputError(f"sample_id is {shown(json.dumps(name))}, expected a string")
    mine.times[metric, str(name)] += 1
    key = str(name), str(mine.times[metric, str(name)])
    mine.values.setdefault(metric, {})[key] = number(
        inner(record, "evaluation").get("score"), metric
    )
    if key not in mine.entries:
        mine.entries[key] = _entry(task, record, key, line, wanted)
        if record.get("error") is not None:
            mine.errors.append(key[0])


def _entry(task: str, record: Record, key: tuple[str, str], line: int, wanted: Wanted) -> Entry:
    asked = inner(record, "input")
    text, reference = asked.get("raw"), asked.get("reference")
    references = reference if isinstance(reference, list) else [reference]
    identity = ""
    if isinstance(text, str):
        identity = hashlib.sha256(json.dumps([text, references]).encode()).hexdigest()
    cluster = "" if wanted.cluster is None else _cluster(record, wanted.cluster)
    document = Document(task, key[0], identity, text if isinstance(text, str) else "", cluster)
    confidence = None if wanted.confidence is None else _confidence(record, wanted.confidence)
    latency = inner(record, "performance").get("latency_ms")
    seconds = None if latency is None else number(latency, "latency_ms") / 1000
    return Entry(
        document,
        key[1],
        (),
        _response(record),
        confidence,
        seconds if wanted.seconds else None,
        line,
    )


def _response(record: Record) -> str | None:
    """What was answered, or of a conversation the answer that was taken out of it."""
    raw = inner(record, "output").get("raw")
    texts = raw if isinstance(raw, list) else [raw]
    if len(texts) == 1 and isinstance(texts[0], str):
        return texts[0]
    attributed = record.get("answer_attribution")
    last = attributed[-1] if isinstance(attributed, list) and attributed else None
    answer = last.get("extracted_value") if isinstance(last, dict) else None
    return answer if isinstance(answer, str) else None


def _cluster(record: Record, name: str) -> str:
    metadata = inner(record, "metadata")
    if metadata.get(name) is None:
        have = offered(metadata) or "none"
        raise InputError(f"--cluster: no {shown(name)} in its metadata (there are: {have})")
    return str(metadata[name])


def _confidence(record: Record, name: str) -> float | None:
    """The schema has texts in its metadata, also for numbers."""
    value = inner(record, "metadata").get(name)
    if isinstance(value, str) and decimals.is_number(value):
        value = float(value)
    return None if value is None else fields.confidence(number(value, name))


def _log(stream: Lines, run: str, task: str, mine: _Task, wanted: Wanted) -> TaskLog:
    try:
        metrics = chosen_names(wanted.metrics, list(mine.values))
    except InputError as error:
        raise InputError(f"task {shown(task)}: {error.message}", stream.file) from None
    entries = [
        entry._replace(values=tuple(mine.values[name].get(key, math.nan) for name in metrics))
        for key, entry in mine.entries.items()
    ]
    if wanted.confidence is not None and all(entry.confidence is None for entry in entries):
        raise InputError(f"--confidence: no sample has {shown(wanted.confidence)}", stream.file)
    names = {name for name, _ in mine.entries}
    if len(names) < len(mine.entries):
        more = f"{counted(len(mine.entries), 'sample')} of {counted(len(names), 'question')}"
        remark(f"{task} of {run}: ids come again, taken as {more}", stream.file)
    if mine.errors:
        which = f"{counted(len(mine.errors), 'sample')} with an error ({listed(mine.errors)})"
        remark(f"{task} of {run}: {which}, taken with the score that it has", stream.file)
    return TaskLog(stream.file, run, task, metrics, entries)
