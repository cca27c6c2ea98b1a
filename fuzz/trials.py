"""One case tried: called once, and once more in another way that must come to the same."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from fuzz.calls import Caller, Outcome
from fuzz.cases import Case
from fuzz.oracles import DONE, Finding, findings

_SECOND = 1.0  # of processor time
_AS_GIVEN = ("mark", "check")  # they list runs in the order in which these are given
_APART = 0.0005  # the share of cases that get a process of their own


@dataclass
class Trial:
    """What came of a case."""

    case: Case
    outcome: Outcome
    found: list[Finding] = field(default_factory=list)
    scanned: bool = False  # by the fast scan and the exact parser, with the same result


def tried(caller: Caller, case: Case, seed: int, apart: float = _APART) -> Trial:
    """Call it, ask what must hold, and compare it with another call."""
    rng = Random(f"way:{seed}:{case.number}")
    way = rng.random()
    if way < 0.4:
        trial = Trial(case, caller.call(case, 0) if way < 0.25 else caller.call(case))
        if trial.outcome.scanned:
            exact = caller.call(case, exact=True)
            if not _may_tell_another(trial.outcome, exact):
                trial.found += _differences("fast scan and exact parser", trial.outcome, exact)
            trial.scanned = True
    else:
        trial = Trial(case, caller.call(case))
    trial.found += findings(case, trial.outcome)
    if trial.outcome.seconds > _SECOND and _is_slow(caller, case):
        trial.found.append(f"slow: more than {_SECOND:g} s of processor time")
    if not trial.outcome.trace:
        trial.found += _as_before(caller, case, trial.outcome, way, apart)
    return trial


def _is_slow(caller: Caller, case: Case) -> bool:
    """Whether it was not the machine: each of two more calls takes as long."""
    return all(caller.call(case).seconds > _SECOND for _ in range(2))


def _as_before(
    caller: Caller, case: Case, outcome: Outcome, way: float, apart: float
) -> Iterator[Finding]:
    """Another call that must come to the same, whichever it is the turn of."""
    if way > 1 - apart:
        yield from _differences("a process of its own", outcome, caller.call_apart(case))
    elif way < 0.4 or case.given is not None:
        return
    elif way < 0.43:
        yield from _differences("the same again", outcome, caller.call(case))
    elif way < 0.48 and len(case.alike) > 1:
        yield from _reordered(caller, case, outcome)
    elif way < 0.52:
        yield from _zipped(caller, case, outcome)
    elif way < 0.56:
        yield from _with_other_line_ends(caller, case, outcome)


def _differences(what: str, one: Outcome, other: Outcome) -> Iterator[Finding]:
    names = ("exit code", "standard output", "standard error", "files")
    for name, a, b in zip(names, one.visible, other.visible, strict=True):
        if a != b:
            yield f"another result: {what}: {name}"
            return


def _may_tell_another(scanned: Outcome, exact: Outcome) -> bool:
    """Whether a file is no text further on, which a small file tells before its other faults."""
    no_text = re.compile(rb"not UTF-8 text|NUL byte|end in CR alone")
    told = no_text.search(exact.out + exact.err) is not None
    return told and scanned.code == exact.code != DONE


def _reordered(caller: Caller, case: Case, outcome: Outcome) -> Iterator[Finding]:
    """The order of files changes nothing that programs read."""
    words = list(case.arguments)
    for at, word in zip(case.alike, reversed([words[at] for at in case.alike]), strict=True):
        words[at] = word
    if outcome.code != DONE or not ({"tsv", "csv"} & set(words)) or case.command in _AS_GIVEN:
        return
    if case.command in ("score", "compare") and not case.has("-m", "--measure"):
        return  # the first run's format chooses the measures
    turned = caller.call(replace(case, arguments=words))
    if (turned.code, turned.out) != (outcome.code, outcome.out):
        yield "another result: files in another order: standard output"


def _text_files(case: Case) -> dict[str, bytes]:
    """Inputs that may be zipped or have other line ends: no archives, no logs in folders."""
    packed = (b"PK", b"\x1f\x8b", b"\xff\xfe")
    return {
        n: raw for n, raw in case.files.items() if "/" not in n and raw and raw[:2] not in packed
    }


def _zipped(caller: Caller, case: Case, outcome: Outcome) -> Iterator[Finding]:
    """A file in gz is the file; only its size in bytes is another."""
    if case.has("--max-bytes"):
        return
    packed = {name: gzip.compress(raw, 1, mtime=0) for name, raw in _text_files(case).items()}
    other = caller.call(replace(case, files={**case.files, **packed}))
    if (other.code, other.out, other.err) != (outcome.code, outcome.out, outcome.err):
        yield "another result: zipped files: what is printed"


def _with_other_line_ends(caller: Caller, case: Case, outcome: Outcome) -> Iterator[Finding]:
    """CR LF ends a line as LF does."""
    plain = {
        name: raw for name, raw in _text_files(case).items() if b"\r" not in raw and b"\n" in raw
    }
    if outcome.code != DONE or case.has("--max-bytes"):
        return
    ended = {name: raw.replace(b"\n", b"\r\n") for name, raw in plain.items()}
    other = caller.call(replace(case, files={**case.files, **ended}))
    if other.code != DONE or _unsigned(other.out) != _unsigned(outcome.out):
        yield "another result: lines that end in CR LF: standard output"


def _unsigned(raw: bytes) -> bytes:
    """Without the check sum of a key's bytes, which is another."""
    return re.sub(rb"#[0-9a-f]{8}", b"#", raw)
