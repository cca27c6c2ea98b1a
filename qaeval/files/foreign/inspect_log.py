"""inspect_ai: one log, `.eval` (a zip archive) or `.json`: its header, and its samples in short."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from qaeval.errors import InputError
from qaeval.files.foreign.archives import Archive, is_zip, opened_archive
from qaeval.files.foreign.documents import folded
from qaeval.files.foreign.parsing import parsed
from qaeval.files.text import STDIN, read_document
from qaeval.wording import shown

Record = dict[str, Any]

FINISHED = "success"

_HEADER, _START = "header.json", "_journal/start.json"
_SUMMARIES, _JOURNAL, _SAMPLES = "summaries.json", "_journal/summaries/", "samples/"
# What is used of a sample; a log without archive also has all that was said, mostly large.
_KEPT = (*("id", "epoch", "input", "metadata", "scores", "working_time", "total_time"),)
_LONGEST_ARGUMENTS = 80
_NO_LOG = "not a log of inspect_ai, which has 'eval' with 'task' and 'model'"


class NoLog(InputError):
    """A file that is something else than a log."""


@dataclass(frozen=True)
class InspectLog:
    """What the header of a log says, and how to get at its samples."""

    file: str
    model: str
    task: str
    created: str
    status: str
    settings: str  # the model's arguments
    problem: str  # of a run that failed
    invalidated: bool
    samples: Callable[[], list[Record]]

    @property
    def is_finished(self) -> bool:
        """Whether the run came to its end."""
        return self.status == FINISHED


def open_log(path: str) -> InspectLog:
    """Read the header of a log; the samples of an archive are read when asked for."""
    if path == STDIN or not is_zip(path):
        return _open_json(path)
    with opened_archive(path) as archive:
        name = next((name for name in (_HEADER, _START) if name in archive.names), None)
        if name is None:
            raise NoLog(f"neither {_HEADER} nor {_START} in it: {_NO_LOG}", path)
        header = _loaded(archive, name)
    return _described(header, path, lambda: _archived_samples(path))


def _open_json(path: str) -> InspectLog:
    document = read_document(path)
    log = parsed(document.text, document.file)
    if not isinstance(log, dict):
        raise NoLog(_NO_LOG, document.file)
    samples = log.get("samples") or []
    if not isinstance(samples, list):
        raise InputError('"samples" is no list', document.file)
    short = [_short(sample, document.file) for sample in samples]
    return _described(log, document.file, lambda: short)


def _described(header: Any, file: str, samples: Callable[[], list[Record]]) -> InspectLog:
    spec = header.get("eval") if isinstance(header, dict) else None
    if not isinstance(spec, dict) or not all(
        isinstance(spec.get(name), str) for name in ("task", "model")
    ):
        raise NoLog(_NO_LOG, file)
    version = header.get("version")
    if not isinstance(version, int) or version < 2:
        raise InputError(
            f"version {shown(json.dumps(version))} of inspect_ai's logs, expected 2 (since 2024)",
            file,
        )
    error = header.get("error")
    problem = error.get("message") if isinstance(error, dict) else None
    return InspectLog(
        file=file,
        model=spec["model"],
        task=_task(spec),
        created=str(spec.get("created", "")),
        status=str(header.get("status", "started")),  # the journal's first entry has none
        settings=_settings(spec),
        problem=problem if isinstance(problem, str) else "",
        invalidated=header.get("invalidated") is True,
        samples=samples,
    )


def _task(spec: Record) -> str:
    """The task with the arguments it was given, which choose its questions: `mmlu:subject=law`."""
    arguments = spec.get("task_args_passed", spec.get("task_args"))
    if not isinstance(arguments, dict) or not arguments:
        return str(spec["task"])
    text = folded(_written(arguments))
    if len(text) > _LONGEST_ARGUMENTS:
        import hashlib  # few tasks have so many

        text = f"args={hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()[:12]}"
    return f"{spec['task']}:{text}"


def _settings(spec: Record) -> str:
    """What two models of one name may differ in."""
    given = spec.get("model_args")
    settings = dict(given) if isinstance(given, dict) else {}
    settings["base_url"] = spec.get("model_base_url")
    return _written({name: value for name, value in settings.items() if value is not None})


def _written(arguments: Record) -> str:
    return ",".join(
        f"{name}={value if isinstance(value, str) else json.dumps(value, sort_keys=True)}"
        for name, value in sorted(arguments.items())
    )


def _archived_samples(path: str) -> list[Record]:
    """The samples in short, as the archive has them, or where it was never finished, in full."""
    with opened_archive(path) as archive:
        short: dict[tuple[Any, Any], Record] = {}
        for name in _summary_names(archive):
            summaries = _loaded(archive, name)
            if not isinstance(summaries, list):
                raise InputError(f"{name} is no list", path)
            for summary in summaries:
                record = _short(summary, path)
                short[_key(record)] = record
        members = sorted({name for name in archive.names if name.startswith(_SAMPLES)})
        if len(members) > len(short):
            known = {f"{_SAMPLES}{sample}_epoch_{epoch}.json" for sample, epoch in short}
            for name in members:
                if name not in known:
                    record = _short(_loaded(archive, name), path)
                    short[_key(record)] = record
    return list(short.values())


def _summary_names(archive: Archive) -> Iterator[str]:
    if _SUMMARIES in archive.names:
        yield _SUMMARIES
    else:
        yield from sorted({name for name in archive.names if name.startswith(_JOURNAL)})


def _short(sample: Any, file: str) -> Record:
    if not isinstance(sample, dict) or not isinstance(sample.get("id"), (int, str)):
        raise InputError("a sample without an id", file)
    return {name: sample[name] for name in _KEPT if name in sample}


def _key(record: Record) -> tuple[Any, Any]:
    return record["id"], record.get("epoch")


def _loaded(archive: Archive, name: str) -> Any:
    return parsed(archive.read(name).decode("utf-8", "replace"), archive.path, f"{name}: ")
