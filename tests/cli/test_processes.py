"""Signals, and the worker processes of long work: nothing stays behind."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")

PROGRAM = [sys.executable, "-m", "qaeval"]


@pytest.fixture
def table(put):
    """Scores of so many runs that their pairs keep several workers busy for a minute."""
    values = (
        f"r{i}\tRR\tq{q}\t{(i * 7919 + q * q * 104729) % 1009 / 1009}\n"
        for i in range(120)
        for q in range(60)
    )
    return put("scores.tsv", "run\tmeasure\tquestion\tvalue\n" + "".join(values))


def workers_of(process):
    """The children of a program by their ids."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    return [int(child) for child in children.read_text().split()]


def fields_of(pid):
    """What /proc says of a process, from its state on."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def is_alive(pid):
    try:
        return fields_of(pid)[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def has_worked(pid):
    """Whether a process has had some ticks of processor time."""
    return sum(map(int, fields_of(pid)[11:13])) > 5


def wait_until(holds, seconds):
    """Whether it holds before so many seconds are over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.02)
    return holds()


@contextmanager
def at_work(*arguments, jobs=3):
    """A program whose workers are busy, and their ids; none of them outlives the test."""
    command = [*PROGRAM, *map(str, arguments), "--jobs", str(jobs)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe) as program:
        workers = []
        try:
            assert wait_until(lambda: len(workers_of(program)) == jobs, 30)
            workers = workers_of(program)
            assert wait_until(lambda: all(has_worked(worker) for worker in workers), 30)
            yield program, workers
        finally:
            program.kill()
            for worker in filter(is_alive, workers):
                with suppress(ProcessLookupError):
                    os.kill(worker, signal.SIGKILL)


LONG = ("swap", "--trials", "20000")


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT", "SIGKILL"])
def test_no_worker_outlives_the_program(table, name):
    number = getattr(signal, name)
    with at_work(*LONG, table) as (program, workers):
        program.send_signal(number)
        assert wait_until(lambda: not any(map(is_alive, workers)), 1)
        out, err = program.communicate(timeout=5)  # nobody holds the pipes open
    assert (out, err.strip()) == (b"", b"")
    assert program.returncode == (-number if number == signal.SIGKILL else 128 + number)


def test_a_worker_that_the_system_kills_is_one_line(table, tmp_path):
    with at_work(*LONG, table, "-o", tmp_path / "out.tsv") as (program, workers):
        os.kill(workers[1], signal.SIGKILL)
        out, err = program.communicate(timeout=10)
        assert not any(map(is_alive, workers))
    assert (program.returncode, out) == (2, b"")
    assert err.decode() == (
        "qaeval: a worker process was killed, perhaps for want of memory: fewer --jobs need less\n"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["scores.tsv"]


def test_workers_leave_an_interrupt_of_the_terminal_to_the_program(table):
    with at_work(*LONG, table) as (program, workers):
        for pid in (*workers, program.pid):
            os.kill(pid, signal.SIGINT)
        out, err = program.communicate(timeout=5)
    assert (program.returncode, out, err.strip()) == (130, b"", b"")


def test_a_hangup_that_is_ignored_stays_ignored(table):
    with subprocess.Popen(
        [*PROGRAM, "swap", "--trials", "200", table, "--jobs", "2"],
        stdout=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),  # as nohup does
    ) as program:
        for _ in range(20):
            program.send_signal(signal.SIGHUP)
            time.sleep(0.02)
        out, _ = program.communicate(timeout=30)
    assert program.returncode == 0 and out
