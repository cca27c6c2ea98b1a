"""lm-evaluation-harness: its output folders, in which samples and results bear one time stamp."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from qaeval.errors import InputError
from qaeval.files import jsonl
from qaeval.files.foreign.logs import Meet, Source, Wanted, remark, stop
from qaeval.files.named import file_name, path_name
from qaeval.files.text import STDIN, read_document
from qaeval.wording import listed, shown

# Of files that are called otherwise than the harness calls them.
UNNAMED_TASK = "samples"

_STAMP = r"\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:\.\d+)?"
_SAMPLES = re.compile(rf"samples_(?P<task>.+)_(?P<stamp>{_STAMP})\.jsonl(?:\.gz)?")
_RESULTS = re.compile(rf"(?P<stem>.+)_(?P<stamp>{_STAMP})\.json")

# Arguments that say how a model is run, not which it is.
_RUNNING = (
    "device",
    "device_map",
    "batch_size",
    "max_batch_size",
    "parallelize",
    "gpu_memory_utilization",
    "tensor_parallel_size",
    "data_parallel_size",
    "num_concurrent",
    "max_retries",
    "timeout",
)


@dataclass(frozen=True)
class Results:
    """What a results file says of the run whose stamp it bears."""

    file: str = ""
    model: str | None = None
    arguments: Mapping[str, str] = field(default_factory=dict)
    groups: Mapping[str, Sequence[str]] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)  # documents of each task
    reported: Mapping[str, Mapping[str, float]] = field(default_factory=dict)  # task, metric,filter

    def groups_of(self, task: str) -> set[str]:
        """The groups that a task is in, those of groups too."""
        inside: set[str] = set()
        above = [task]
        while above:
            part = above.pop()
            found = {group for group, parts in self.groups.items() if part in parts} - inside
            inside |= found
            above += found
        return inside

    @property
    def settings(self) -> str:
        """What the model was given, as `--model_args` has it."""
        return ",".join(f"{name}={value}" for name, value in self.arguments.items())


@dataclass(frozen=True)
class SamplesFile:
    """The samples of one model on one task."""

    path: str
    run: str
    task: str
    stamp: str = ""
    results: Results = Results()
    is_named: bool = False  # by the user, not found in a folder


def find_samples(sources: Sequence[Source], wanted: Wanted, meet: Meet = stop) -> list[SamplesFile]:
    """The samples that are wanted: of a folder's the newest of each model and task."""
    folders = _Folders(meet)
    files = [file for source in sources for file in folders.files(source)]
    chosen = []
    for file in files:
        names = (file.task, *sorted(file.results.groups_of(file.task)))
        hits = [name for name in names if wanted.has_task(name)]  # all of them are to be met
        if hits:
            chosen.append(file)
    wanted.check_tasks()
    newest, older = _newest(chosen)
    _check_models(newest)
    for file in newest:
        if file.path in older:
            remark(
                f"the newest samples of {file.task} by {file.run} are taken, not those of "
                f"{listed(older[file.path])} (name a results file to take its own)",
                file.path,
            )
    return newest


class _Folders:
    """Files and folders as users give them, each results file read once."""

    def __init__(self, meet: Meet) -> None:
        self.results: dict[Path, Results] = {}
        self.meet = meet
        self.met: set[str] = set()  # a broken results file is one failure, not one of each task

    def files(self, source: Source) -> list[SamplesFile]:
        """The samples that a file or a folder stands for; none if it is broken."""
        try:
            return self._files(source)
        except InputError as error:
            self._pass_over(error)
            return []

    def _pass_over(self, error: InputError) -> None:
        if str(error) not in self.met:
            self.met.add(str(error))
            self.meet(error)

    def _files(self, source: Source) -> list[SamplesFile]:
        path = Path(source.path)
        if source.path != STDIN and path.is_dir():
            files = self._of_folder(path)
        elif _RESULTS.fullmatch(path.name):
            files = self._of_results(path)
        else:
            files = [replace(self._of_file(source.path), is_named=True)]
        if source.name is None:
            return files
        models = dict.fromkeys(file.run for file in files)
        if len(models) > 1:
            raise InputError(
                f"holds {len(models)} models ({listed(models)}), the name {shown(source.name)} is "
                "for one; name their folders",
                source.path,
            )
        return [replace(file, run=source.name) for file in files]

    def _of_folder(self, folder: Path) -> list[SamplesFile]:
        paths = sorted(path for path in folder.rglob("samples_*") if _SAMPLES.fullmatch(path.name))
        if not paths:
            logged = any(_RESULTS.fullmatch(path.name) for path in folder.rglob("*.json"))
            raise InputError(
                "no samples_TASK_TIME.jsonl in this folder"
                + (", only results" if logged else "")
                + ": lm_eval writes them with --log_samples",
                str(folder),
            )
        files = []
        for path in paths:
            try:
                files.append(self._of_file(str(path)))
            except InputError as error:
                self._pass_over(error)
        return files

    def _of_results(self, path: Path) -> list[SamplesFile]:
        """The samples that bear the stamp of a results file."""
        stamp = _stamp(_RESULTS, path)
        self._results_in(path)  # whatever is wrong with it
        beside = sorted(path.parent.glob("samples_*"))
        files = [self._of_file(str(other)) for other in beside if _stamp(_SAMPLES, other) == stamp]
        if not files:
            message = f"no samples_*_{stamp}.jsonl beside it: lm_eval writes them with"
            raise InputError(f"{message} --log_samples", str(path))
        return [replace(file, is_named=True) for file in files]

    def _of_file(self, path: str) -> SamplesFile:
        named = _SAMPLES.fullmatch(Path(path).name) if path != STDIN else None
        if named is None:
            return SamplesFile(path, file_name(path), UNNAMED_TASK)
        results = self._results_of(Path(path).parent, named["stamp"])
        run = results.model or path_name(path, "dir", path)
        return SamplesFile(path, run, named["task"], named["stamp"], results)

    def _results_of(self, folder: Path, stamp: str) -> Results:
        """The results of a run; where its output path ends in .json they have another name."""
        for path in sorted(folder.glob(f"*_{stamp}.json")):
            return self._results_in(path)
        return Results()

    def _results_in(self, path: Path) -> Results:
        if path not in self.results:
            self.results[path] = _read_results(str(path))
        return self.results[path]


def _stamp(pattern: re.Pattern[str], path: Path) -> str | None:
    named = pattern.fullmatch(path.name)
    return None if named is None else named["stamp"]


def _read_results(path: str) -> Results:
    document = read_document(path)
    try:
        record = jsonl.parse(document.text, constants=float)
        if not isinstance(record.get("results"), dict):
            raise InputError('no "results": not a results file of lm-evaluation-harness')
    except InputError as error:
        raise error.at(document.file, error.line) from None
    model = record.get("model_name")
    sizes = _objects(record.get("n-samples"))
    return Results(
        file=document.file,
        model=model if isinstance(model, str) and model else None,
        arguments=_arguments(_object(record.get("config")).get("model_args")),
        groups={
            group: [name for name in parts if isinstance(name, str)]
            for group, parts in _object(record.get("group_subtasks")).items()
            if isinstance(parts, list)
        },
        sizes={
            task: size["effective"]
            for task, size in sizes.items()
            if isinstance(size.get("effective"), int)
        },
        reported={
            task: {key: value for key, value in row.items() if isinstance(value, float)}
            for task, row in _objects(record["results"]).items()
        },
    )


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _objects(value: Any) -> dict[str, dict[str, Any]]:
    return {name: part for name, part in _object(value).items() if isinstance(part, dict)}


def _arguments(given: Any) -> dict[str, str]:
    """`--model_args`: an object today, once `a=b,c=d`."""
    if isinstance(given, str):
        pairs = [part.partition("=")[::2] for part in given.split(",") if part]
        given = dict(pairs)
    return {
        name: value if isinstance(value, str) else json.dumps(value)
        for name, value in _object(given).items()
        if name not in _RUNNING
    }


def _newest(files: Iterable[SamplesFile]) -> tuple[list[SamplesFile], dict[str, list[str]]]:
    """The newest samples of each model and task, and what older there are; or those named."""
    groups: dict[tuple[str, str], dict[str, SamplesFile]] = {}
    for file in files:
        groups.setdefault((file.run, file.task), {})[file.path] = file
    kept: list[SamplesFile] = []
    older: dict[str, list[str]] = {}
    for group in groups.values():
        named = [file for file in group.values() if file.is_named]
        latest = max(group.values(), key=lambda file: file.stamp)
        kept += named or [latest]
        if not named and len(group) > 1:
            older[latest.path] = [file.stamp for file in group.values() if file is not latest]
    return kept, older


def _check_models(files: Iterable[SamplesFile]) -> None:
    """Refuse two models under one name: their arguments differ."""
    first: dict[str, SamplesFile] = {}
    for file in files:
        if not file.results.file:
            continue
        other = first.setdefault(file.run, file)
        here, there = file.results.arguments, other.results.arguments
        if here != there:
            differing = [name for name in {**there, **here} if here.get(name) != there.get(name)]
            raise InputError(
                f"two models are called {shown(file.run)}: {_some(here, differing)} here, "
                f"{_some(there, differing)} in {other.results.file}; give one of these results "
                "files, or both as NAME=FILE",
                file.results.file,
            )


def _some(arguments: Mapping[str, str], names: Iterable[str]) -> str:
    return ", ".join(
        f"{name}={arguments[name]}" if name in arguments else f"no {name}" for name in names
    )
