"""HELM: the folders of a suite's runs, each of one model on one scenario, instance by instance."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from qaeval.errors import InputError
from qaeval.files.foreign.documents import Document
from qaeval.files.foreign.logs import (
    Entry,
    Meet,
    Source,
    TaskLog,
    Wanted,
    chosen_names,
    placed,
    remark,
    stop,
)
from qaeval.files.foreign.parsing import inner, number, parsed, uncollected
from qaeval.files.text import read_document
from qaeval.wording import listed, shown

Record = dict[str, Any]

_STATS, _SPEC = "per_instance_stats.json", "run_spec.json"
_INSTANCES, _STATE = "instances.json", "scenario_state.json"
# Of a scenario's arguments those that name the model.
_OF_MODEL = ("model=", "model_deployment=")
_MAIN_SPLIT = "test"
# What HELM counts beside the measures of a scenario: they can be asked for, but are no candidates.
_COUNTED = re.compile(
    "(num|finish_reason|training|inference|estimated|denoised)_"
    "|(batch_size|prompt_truncated|max_prob|logprob)$"
)


def read_helm(
    sources: Sequence[Source], wanted: Wanted, meet: Meet = stop, split: str | None = None
) -> Iterator[TaskLog]:
    """The runs in folders: a suite, several, or single runs of one."""
    for source in sources:
        left_out: Counter[str] = Counter()
        for folder in _run_folders(source.path):
            try:
                spec = _spec(folder)
                if wanted.has_task(spec.task):
                    yield _taken(folder, spec, source.name, wanted, split, left_out)
            except InputError as error:
                meet(error.at(str(folder / _STATS)))
        if left_out:
            kinds = listed(left_out)
            remark(f"{left_out.total():,} perturbed instances left out ({kinds})", source.path)


def _plain(records: list[Record], left_out: Counter[str]) -> list[Record]:
    """The records of instances as they are; those of perturbed ones are counted."""
    left_out.update(
        str(inner(record, "perturbation").get("name"))
        for record in records
        if "perturbation" in record
    )
    return [record for record in records if "perturbation" not in record]


def _run_folders(path: str) -> list[Path]:
    folders = sorted(found.parent for found in Path(path).rglob(_STATS))
    if not folders:
        what = "in it" if Path(path).is_dir() else "there"
        raise InputError(f"no {_STATS} {what}: expected the folder of a suite or of a run", path)
    return folders


@dataclass(frozen=True)
class _Spec:
    model: str
    task: str
    deployment: str


def _spec(folder: Path) -> _Spec:
    file = str(folder / _SPEC)
    record = _parsed(file)
    spec = record if isinstance(record, dict) else {}
    adapter, name = inner(spec, "adapter_spec"), spec.get("name")
    model = adapter.get("model")
    if not isinstance(model, str) or not isinstance(name, str):
        raise InputError("no run of HELM: it lacks 'name' or 'adapter_spec' with 'model'", file)
    deployment = adapter.get("model_deployment", model)
    return _Spec(model, _task(name), "" if deployment == model else f"deployment={deployment}")


def _task(name: str) -> str:
    """The scenario with its arguments but for the model: `mmlu:subject=law`."""
    scenario, _, arguments = name.partition(":")
    kept = [part for part in arguments.split(",") if part and not part.startswith(_OF_MODEL)]
    return f"{scenario}:{','.join(kept)}" if kept else scenario


@uncollected()
def _taken(
    folder: Path,
    spec: _Spec,
    name: str | None,
    wanted: Wanted,
    split: str | None,
    left_out: Counter[str],
) -> TaskLog:
    file = str(folder / _STATS)
    records = _of_split(_plain(_list(_parsed(file), file), left_out), split, file)
    if not records:
        raise InputError(f"task {shown(spec.task)} has no instances")
    names = list(dict.fromkeys(stat for record in records for stat in _values(record)))
    measures = [name for name in names if not _COUNTED.match(name)] or names
    metrics = chosen_names(wanted.metrics, [*measures, *names] if wanted.metrics else measures)
    known = _Known(folder, wanted.responses)
    entries = []
    for record in records:
        instance, trial = record.get("instance_id"), str(record.get("train_trial_index", 0))
        place = f"instance {shown(str(instance))}, trial {trial}"
        if not isinstance(instance, str):
            raise InputError(f"instance_id is {shown(json.dumps(instance))}, expected a string")
        try:
            values = _values(record)
            answer = known.answers.get((instance, trial))
            entries.append(
                Entry(
                    known.document(spec.task, instance),
                    trial,
                    tuple(number(values.get(metric), metric) for metric in metrics),
                    None if answer is None else answer.text,
                    None,
                    answer.seconds if answer is not None and wanted.seconds else None,
                    place,
                )
            )
        except InputError as error:
            raise placed(error, file, place) from None
    if not known.texts:
        beside = f"neither {_INSTANCES} nor {_STATE} beside it"
        remark(f"{beside}: its questions are taken by their ids alone", file)
    return TaskLog(
        file, name or spec.model, spec.task, metrics, entries, "" if name else spec.deployment
    )


def _of_split(records: list[Record], asked: str | None, file: str) -> list[Record]:
    """The records of one split: the one asked for, else test where there are several."""
    splits = Counter(_split(record) for record in records)
    chosen = asked or (_MAIN_SPLIT if _MAIN_SPLIT in splits else next(iter(splits), ""))
    if asked is not None and asked not in splits:
        raise InputError(f"no split {shown(asked)} (there are: {listed(splits)})", file)
    if asked is None and len(splits) > 1:
        others = listed(f"{name} ({n:,})" for name, n in splits.items() if name != chosen)
        remark(f"split {chosen} taken, left out: {others}; --split takes another", file)
    return [record for record in records if _split(record) == chosen]


def _split(record: Record) -> str:
    for stat in _stats(record):
        split = inner(stat, "name").get("split")
        if split is not None:
            return str(split)
    return ""


def _values(record: Record) -> dict[str, Any]:
    """The value of each statistic that has one."""
    values: dict[str, Any] = {}
    for stat in _stats(record):
        name = inner(stat, "name")
        if stat.get("count") and "perturbation" not in name:
            values.setdefault(str(name.get("name")), stat.get("mean"))
    return values


@dataclass(frozen=True)
class _Answer:
    text: str | None
    seconds: float | None


class _Known:
    """What stands beside the statistics: the instances' texts, and if wanted the answers."""

    def __init__(self, folder: Path, responses: bool) -> None:
        self.texts: dict[str, tuple[str, str]] = {}  # identity and text of each instance
        self.answers: dict[tuple[str, str], _Answer] = {}
        state, instances = folder / _STATE, folder / _INSTANCES
        if state.is_file() and (responses or not instances.is_file()):
            file = str(state)
            record = _parsed(file)
            states = record.get("request_states") if isinstance(record, dict) else None
            for request in _list(states, file):
                instance = inner(request, "instance")
                self._add(instance)
                if responses and "perturbation" not in instance:
                    self._answer(str(instance.get("id")), request)
        elif instances.is_file():
            for instance in _list(_parsed(str(instances)), str(instances)):
                self._add(instance)

    def document(self, task: str, instance: str) -> Document:
        identity, text = self.texts.get(instance, ("", ""))
        return Document(task, instance, identity, text)

    def _add(self, instance: Record) -> None:
        if "perturbation" in instance:
            return
        text = str(inner(instance, "input").get("text", ""))
        references = instance.get("references")
        outputs = sorted(
            str(inner(reference, "output").get("text", ""))
            for reference in (references if isinstance(references, list) else [])
            if isinstance(reference, dict)
        )
        identity = hashlib.sha256(json.dumps([text, outputs]).encode()).hexdigest()
        self.texts[str(instance.get("id"))] = identity, text

    def _answer(self, instance: str, request: Record) -> None:
        """Of several requests for one instance, as for choices one by one, none is the answer."""
        key = instance, str(request.get("train_trial_index", 0))
        result = inner(request, "result")
        completions, seconds = result.get("completions"), result.get("request_time")
        first = completions[0] if isinstance(completions, list) and completions else None
        text = first.get("text") if isinstance(first, dict) else None
        took = float(seconds) if isinstance(seconds, (int, float)) else None
        again = key in self.answers
        self.answers[key] = _Answer(None if again or not isinstance(text, str) else text, took)


def _stats(record: Record) -> list[Record]:
    stats = record.get("stats")
    return [stat for stat in stats if isinstance(stat, dict)] if isinstance(stats, list) else []


def _list(value: Any, file: str) -> list[Record]:
    if not isinstance(value, list) or not all(isinstance(part, dict) for part in value):
        raise InputError("expected a list of objects, as HELM writes it", file)
    return value


def _parsed(file: str) -> Any:
    return parsed(read_document(file).text, file)
