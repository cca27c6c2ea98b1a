"""Logs of evaluation harnesses, cut small: folders of files, and archives, to be made wrong."""

from __future__ import annotations

import io
import json
import warnings
import zipfile
from functools import cache, lru_cache
from pathlib import Path
from random import Random

from fuzz.mutations import change_json, mutated

ROOT = Path(__file__).parent.parent
_SAMPLES = ROOT / "sample_data" / "llm"
_TESTED = ROOT / "tests" / "files" / "foreign" / "logs"

Folder = dict[str, bytes]

# Each harness by folders that make sense together.
_FOLDERS = {
    "inspect": [_SAMPLES / "inspect", *(_TESTED / "inspect" / name for name in (
        "cancelled", "error", "error_let", "good_json", "killed", "nosamples", "noscore", "odd_ids"
    ))],
    "helm": [_SAMPLES / "helm"],
    "every-eval-ever": [_SAMPLES / "every_eval_ever"],
    "lm-eval": [
        _TESTED / "lm_eval" / "dev_out",
        *(_TESTED / "lm_eval" / "out" / name for name in ("acme__tiny-a", "acme__tiny-b__v2")),
        *(_TESTED / "lm_eval" / "traps" / name for name in ("clash", "flat", "odd", "samples")),
    ],
}  # fmt: skip

HARNESSES = tuple(_FOLDERS)


@cache
def _folder(path: Path) -> Folder:
    """The files of a folder by their names in it; of archives those that anybody can unpack."""
    files = sorted(file for file in path.rglob("*") if file.is_file())
    read = {str(file.relative_to(path)): file.read_bytes() for file in files}
    return {
        name: repacked(raw) if name.endswith(".eval") else _cut(name, raw)
        for name, raw in read.items()
    }


def _cut(name: str, raw: bytes) -> bytes:
    """The first samples of every-eval-ever are enough; the others are counted elsewhere."""
    return b"\n".join(raw.split(b"\n")[:5]) if name.endswith("_samples.jsonl") else raw


@lru_cache(64)
def _members(raw: bytes) -> tuple[tuple[str, bytes], ...]:
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        return tuple((info.filename, archive.read(info)) for info in archive.infolist())


def repacked(raw: bytes) -> bytes:
    """An archive packed anew, so that it can be taken apart; what cannot be stays as it is."""
    try:
        return packed(list(_members(raw)))
    except (zipfile.BadZipFile, NotImplementedError):
        return raw


def packed(members: list[tuple[str, bytes]]) -> bytes:
    """An archive of these files, its dates always the same."""
    made = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(made, "w") as archive:
        warnings.simplefilter("ignore")  # of a name that comes twice
        for name, raw in members:
            archive.writestr(zipfile.ZipInfo(name), raw)
    return made.getvalue()


def log_folder(rng: Random, harness: str) -> Folder:
    """A folder of logs of a harness; now and then only a part of it."""
    files = dict(_folder(rng.choice(_FOLDERS[harness])))
    if rng.random() < 0.2:
        files.pop(rng.choice(sorted(files)))
    return files or {"empty.json": b""}


def mutated_log(rng: Random, name: str, raw: bytes) -> bytes:
    """A log with one thing wrong; in an archive more often inside it than in how it is packed."""
    if not name.endswith(".eval") or rng.random() < 0.2:
        return mutated(rng, raw)
    try:
        members = list(_members(raw))
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError, EOFError):
        return mutated(rng, raw)
    at = rng.randrange(max(1, len(members)))
    way = rng.randrange(8)
    if not members or way == 0:
        odd = (
            "../up.json",
            "/etc/evil",
            "samples/\x1b[31m.json",
            "header.json",
            "a" * 300,
            "samples/",
        )
        members.append((rng.choice(odd), b"{}"))
    elif way == 1:
        del members[at]
    elif way == 2:
        members[at] = (members[at][0], mutated(rng, members[at][1]))
    else:
        members[at] = (members[at][0], _changed(rng, members[at][1]))
    return packed(members)


def _changed(rng: Random, raw: bytes) -> bytes:
    try:
        return json.dumps(change_json(rng, json.loads(raw))).encode()
    except (ValueError, RecursionError):
        return mutated(rng, raw)
