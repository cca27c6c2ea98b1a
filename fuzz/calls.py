"""The program called in this process, and what came of it: exit code, streams, files, time."""

from __future__ import annotations

import io
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

from fuzz.cases import OLD, OLD_TEXT, Case
from qaeval.cli import main
from qaeval.collection import packed
from qaeval.files import judged_scan, run_formats, scan, score_scan, text, trec_scan

_SCANS = (
    (run_formats, "split_run"),
    (trec_scan, "scan_run"),
    (trec_scan, "scan_qrels"),
    (judged_scan, "scan_judged"),
    (score_scan, "scan_table"),
    (score_scan, "scan_matrix"),
)
_PATIENCE = 20  # seconds of processor time, after which a call will never end
MEMORY = 3 << 30  # bytes of address space, which no small file needs


@dataclass
class Outcome:
    """What a call did."""

    code: int
    out: bytes
    err: bytes
    files: dict[str, bytes]
    warnings: list[str] = field(default_factory=list)
    trace: str = ""  # of what should have become a message
    seconds: float = 0.0  # of processor time
    scanned: int = 0  # files that the fast scan took

    @property
    def visible(self) -> tuple[int, bytes, bytes, dict[str, bytes]]:
        """What a user gets."""
        return self.code, self.out, self.err, self.files


class Endless(BaseException):
    """A call that takes more than anybody's patience."""


def _give_up(number: int, frame: object) -> None:
    raise Endless


class Caller:
    """Calls in a folder of its own, with standard output and error caught where they leave."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.streams = [os.memfd_create(name) for name in ("out", "err")]
        self.scanned = 0
        self.exact = False  # all scans decline what they are given
        self.scans = [(module, name, getattr(module, name)) for module, name in _SCANS]
        for module, name, usual in self.scans:
            setattr(module, name, self._counted(usual))

    def close(self) -> None:
        """Leave everything as it was."""
        for module, name, usual in self.scans:
            setattr(module, name, usual)
        for stream in self.streams:
            os.close(stream)

    def _counted(self, scan: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any, **named: Any) -> Any:
            taken = None if self.exact else scan(*arguments, **named)
            self.scanned += taken is not None and taken is not False
            return taken

        return counted

    def lay_out(self, files: dict[str, bytes]) -> None:
        """A new folder with these files and an old one."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        (self.folder / "folder").mkdir()
        for name, raw in {**files, OLD: OLD_TEXT}.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(raw)

    def found(self) -> dict[str, bytes]:
        """Every file of the folder."""
        paths = (path for path in self.folder.rglob("*") if path.is_file())
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in paths}

    def call(self, case: Case, large: int = text.LARGE, exact: bool = False) -> Outcome:
        """Lay out the files of a case and call the program.

        Files are large from `large` bytes; `exact` parsers alone read them if asked for.
        """
        self.lay_out(case.files)
        self.scanned, self.exact = 0, exact
        told: list[str] = []
        with _large_from(large), self._caught(case.given), _gathered(told):
            start = time.process_time()
            code, trace = _called(case.arguments)
            seconds = time.process_time() - start
        out, err = (os.pread(stream, 1 << 26, 0) for stream in self.streams)
        return Outcome(code, out, err, self.found(), told, trace, seconds, self.scanned)

    @contextmanager
    def _caught(self, given: bytes | None) -> Iterator[None]:
        kept = [os.dup(1), os.dup(2)]
        streams = sys.stdin, sys.stdout, sys.stderr
        here = Path.cwd()
        for number, caught in enumerate(self.streams, 1):
            os.ftruncate(caught, 0)
            os.lseek(caught, 0, os.SEEK_SET)
            os.dup2(caught, number)
        sys.stdin = io.TextIOWrapper(io.BufferedReader(io.BytesIO(given or b"")))
        sys.stdout, sys.stderr = _stream(1), _stream(2)
        os.chdir(self.folder)
        try:
            yield
        finally:
            os.chdir(here)
            for stream in (sys.stdout, sys.stderr):
                stream.flush()
            sys.stdin, sys.stdout, sys.stderr = streams
            for number, descriptor in enumerate(kept, 1):
                os.dup2(descriptor, number)
                os.close(descriptor)

    def call_apart(self, case: Case) -> Outcome:
        """The same in a process of its own, as a user would."""
        self.lay_out(case.files)
        done = subprocess.run(
            [sys.executable, "-m", "qaeval", *case.arguments],
            cwd=self.folder,
            input=case.given or b"",
            capture_output=True,
            timeout=120,
        )
        return Outcome(done.returncode, done.stdout, done.stderr, self.found())


@contextmanager
def _large_from(large: int) -> Iterator[None]:
    """Files are large from so many bytes; if all are, they come in pieces of a few lines."""
    before = text.LARGE, scan.STRETCH, packed._ONE_GO
    text.LARGE = large
    if not large:
        scan.STRETCH, packed._ONE_GO = 64, 3
    try:
        yield
    finally:
        text.LARGE, scan.STRETCH, packed._ONE_GO = before


def _stream(descriptor: int) -> TextIO:
    return io.TextIOWrapper(io.FileIO(descriptor, "w", closefd=False), encoding="utf-8")


@contextmanager
def _gathered(told: list[str]) -> Iterator[None]:
    """Warnings that would have reached standard error."""
    with warnings.catch_warnings():
        warnings.simplefilter("always")

        def keep(message: Warning | str, category: type[Warning], *more: Any) -> None:
            told.append(f"{category.__name__}: {message} ({more[0]}:{more[1]})")

        warnings.showwarning = keep  # type: ignore[assignment]
        yield


def _called(arguments: list[str]) -> tuple[int, str]:
    """The exit code, and the trace of anything but an exit."""
    signal.signal(signal.SIGPROF, _give_up)
    signal.setitimer(signal.ITIMER_PROF, _PATIENCE)
    try:
        main(arguments)
    except SystemExit as stop:
        return (stop.code if isinstance(stop.code, int) else 0), ""
    except BaseException:  # whatever it is, it is the finding
        return -1, traceback.format_exc()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return -2, "main came back"


def bound_memory() -> None:
    """No call may take much: beyond it the program says that memory is short."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
