"""``make fuzz``: cases until the time is up or all are done, and a table of what came of them."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path

from fuzz.calls import Caller, Outcome, bound_memory
from fuzz.cases import Case, make_case
from fuzz.trials import tried

_BATCH = 100  # cases that go to a process at once
# Where there is a file system in memory, a folder for each case costs nothing.
_IN_MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
_KEPT = 3  # examples of each kind of finding


@dataclass
class Tally:
    """What came of the cases of a command."""

    cases: int = 0
    exits: Counter[int] = field(default_factory=Counter)
    scans: int = 0
    findings: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    slowest_case: int = 0

    def add(self, other: Tally) -> None:
        """Count the other's cases too."""
        self.cases += other.cases
        self.exits += other.exits
        self.scans += other.scans
        self.findings += other.findings
        self.seconds += other.seconds
        if other.slowest > self.slowest:
            self.slowest, self.slowest_case = other.slowest, other.slowest_case


@dataclass
class Harvest:
    """What came of some cases: a tally for each command, and examples of each kind of finding."""

    tallies: dict[str, Tally] = field(default_factory=dict)
    kinds: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[int]] = field(default_factory=dict)

    def add(self, other: Harvest) -> None:
        """Count the other's too."""
        for name, tally in other.tallies.items():
            self.tallies.setdefault(name, Tally()).add(tally)
        self.kinds += other.kinds
        for kind, numbers in other.examples.items():
            self.examples[kind] = [*self.examples.get(kind, []), *numbers][:_KEPT]

    @property
    def total(self) -> Tally:
        """What came of all cases."""
        total = Tally()
        for tally in self.tallies.values():
            total.add(tally)
        return total

    @property
    def cases(self) -> int:
        """How many there were."""
        return self.total.cases


def harvested(
    seed: int, numbers: Sequence[int], keep: Path | None = None, only: Sequence[str] = ()
) -> Harvest:
    """Try these cases in a folder of their own; what is found is kept in `keep`."""
    harvest = Harvest()
    folder = Path(tempfile.mkdtemp(prefix="qaeval-fuzz-", dir=_IN_MEMORY))
    try:
        caller = Caller(folder / "case")
        for number in numbers:
            _count(harvest, caller, make_case(seed, number, only), seed, keep)
        caller.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return harvest


def _count(harvest: Harvest, caller: Caller, case: Case, seed: int, keep: Path | None) -> None:
    trial = tried(caller, case, seed)
    tally = harvest.tallies.setdefault(case.command, Tally())
    tally.cases += 1
    tally.exits[trial.outcome.code] += 1
    tally.scans += trial.scanned
    tally.findings += bool(trial.found)
    tally.seconds += trial.outcome.seconds
    if trial.outcome.seconds > tally.slowest:
        tally.slowest, tally.slowest_case = trial.outcome.seconds, case.number
    for finding in trial.found:
        kind = f"{case.command}: {_kind(finding)}"
        harvest.kinds[kind] += 1
        numbers = harvest.examples.setdefault(kind, [])
        if len(numbers) < _KEPT:
            numbers.append(case.number)
            if keep is not None:
                _put_aside(keep, seed, case, trial.outcome, trial.found)


def _kind(finding: str) -> str:
    """A finding less its numbers and names, by which findings of one cause are one."""
    return re.sub(r"'[^']*'|\d+", "…", finding)[:150]


def _put_aside(keep: Path, seed: int, case: Case, outcome: Outcome, found: Sequence[str]) -> None:
    """The files of a case, its command line and what was wrong, to be tried by hand."""
    folder = keep / f"{seed}-{case.number}"
    shutil.rmtree(folder, ignore_errors=True)
    for name, raw in case.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
    if case.given is not None:
        (folder / "stdin").write_bytes(case.given)
    told = [case.line(), "", *found, "", f"exit {outcome.code}", outcome.trace]
    told += [outcome.out.decode("utf-8", "replace"), outcome.err.decode("utf-8", "replace")]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "finding.txt").write_text("\n".join(told), errors="backslashreplace")


# The whole run.


def _batches(first: int, last: int | None) -> Iterator[range]:
    while last is None or first < last:
        end = first + _BATCH if last is None else min(first + _BATCH, last)
        yield range(first, end)
        first = end


@dataclass(frozen=True)
class Asked:
    """What a run is to do."""

    seed: int
    jobs: int
    keep: Path
    minutes: float | None
    first: int
    last: int | None
    only: Sequence[str]
    table: Path | None


def harvested_by_all(asked: Asked) -> Harvest:
    """Cases shared by several processes, until there are no more or the time is up."""
    harvest, end = Harvest(), time.monotonic() + 60 * (asked.minutes or 1e9)
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(asked.jobs, mp_context=context, initializer=bound_memory) as pool:
        batches = _batches(asked.first, asked.last)
        running: dict[Future[Harvest], range] = {}
        told = time.monotonic()
        try:
            while True:
                while len(running) < 2 * asked.jobs and time.monotonic() < end:
                    batch = next(batches, None)
                    if batch is None:
                        break
                    running[pool.submit(harvested, asked.seed, batch, asked.keep, asked.only)] = (
                        batch
                    )
                if not running:
                    return harvest
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    _gather(harvest, future, running.pop(future))
                if asked.table is not None and time.monotonic() - told > 30:
                    asked.table.write_text(table(harvest))
                    told = time.monotonic()
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            return harvest


def _gather(harvest: Harvest, future: Future[Harvest], batch: range) -> None:
    try:
        harvest.add(future.result())
    except BrokenProcessPool:
        kind = "a process died"
        harvest.kinds[kind] += 1
        harvest.examples.setdefault(kind, []).append(batch.start)
        print(f"a process died in the cases from {batch.start} on", file=sys.stderr)
        raise KeyboardInterrupt from None


def table(harvest: Harvest) -> str:
    """What came of the cases, command by command, and the findings with cases that show them."""
    heads = (
        "command",
        "cases",
        "exit 0",
        "1",
        "2",
        "3",
        "scan = exact",
        "ms",
        "slowest s",
        "findings",
    )
    rows = [_row(name, tally) for name, tally in sorted(harvest.tallies.items())]
    rows.append(_row("all", harvest.total))
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    lines = [
        "  ".join(
            cell.rjust(width) if at else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in (heads, *rows)
    ]
    for kind, count in harvest.kinds.most_common():
        numbers = " ".join(map(str, harvest.examples.get(kind, [])))
        lines.append(f"FOUND {count} × {kind} (cases {numbers})")
    return "\n".join(lines) + "\n"


def _row(name: str, tally: Tally) -> tuple[str, ...]:
    exits = [f"{tally.exits[code]:,}" for code in range(4)]
    each = 1000 * tally.seconds / max(1, tally.cases)
    slow = f"{tally.slowest:.2f}"
    return (
        name,
        f"{tally.cases:,}",
        *exits,
        f"{tally.scans:,}",
        f"{each:.1f}",
        slow,
        f"{tally.findings:,}",
    )


def main() -> None:
    """Read the command line, run, and print the table; exit 1 where something was found."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument(
        "--minutes", type=float, help="how long (default: 1, or as long as --cases take)"
    )
    parser.add_argument("--cases", type=int, help="how many")
    parser.add_argument("--seed", type=int, default=0, help="another seed, other cases")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--only", action="append", default=[], help="a command; repeat for more")
    parser.add_argument("--keep", type=Path, default=Path("build/fuzz"), help="where findings go")
    parser.add_argument("--table", type=Path, help="where the table is written, now and then too")
    given = parser.parse_args()
    minutes = given.minutes if given.cases is not None else given.minutes or 1
    last = None if given.cases is None else given.first + given.cases
    asked = Asked(
        *(given.seed, given.jobs, given.keep, minutes, given.first, last, given.only, given.table)
    )
    start = time.monotonic()
    harvest = harvested_by_all(asked)
    seconds = time.monotonic() - start
    text = table(harvest)
    rate = harvest.cases / max(seconds, 1e-9)
    text += f"{harvest.cases:,} cases from {asked.first:,} on, seed {asked.seed}, "
    text += f"{seconds / 60:.1f} minutes, {rate:.0f} a second\n"
    if asked.table is not None:
        asked.table.write_text(text)
    print(text, end="")
    if harvest.kinds:
        print(f"the files of each finding are in {asked.keep}/")
        sys.exit(1)
