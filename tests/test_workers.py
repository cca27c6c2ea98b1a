"""Worker processes: what they are started with, and when they end."""

import os
import signal
import subprocess
import sys
import time

import pytest

from qaeval import InputError
from qaeval.workers import worker_pool

pytestmark = pytest.mark.skipif(os.name != "posix", reason="looks for processes by their id")

_told = []


def tell(*words):
    _told.extend(words)


def told(_):
    return tuple(_told)


def test_every_worker_starts_with_what_it_is_given():
    with worker_pool(2, tell, ("a", 7)) as pool:
        assert set(pool.map(told, range(6))) == {("a", 7)}
    assert _told == []


def own_id(_):
    time.sleep(0.05)
    return os.getpid()


def is_gone(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_no_worker_outlives_the_block():
    with worker_pool(2) as pool:
        workers = set(pool.map(own_id, range(4)))
    assert workers and all(map(is_gone, workers))


def test_an_error_does_not_wait_for_what_is_under_way():
    begun = time.monotonic()
    with pytest.raises(ZeroDivisionError), worker_pool(2) as pool:
        workers = set(pool.map(own_id, range(4)))
        for _ in range(4):
            pool.submit(time.sleep, 60)
        raise ZeroDivisionError
    assert time.monotonic() - begun < 10
    assert all(map(is_gone, workers))


def raise_it(error):
    raise error


def test_an_error_in_a_worker_is_that_of_the_caller():
    with pytest.raises(InputError, match="x:3: wrong"), worker_pool(2) as pool:
        list(pool.map(raise_it, [InputError("wrong", "x", 3)]))


def end_at_once(_):
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_worker_that_is_killed_is_told_in_words():
    with pytest.raises(InputError, match="a worker process was killed"), worker_pool(2) as pool:
        list(pool.map(end_at_once, range(2)))


# The program is killed while its workers sleep; whoever is left would hold its output open.
KILLED = """
import os, signal, time
from qaeval import workers
workers._die_with_parent = {}
with workers.worker_pool(3) as pool:
    busy = [pool.submit(time.sleep, 30) for _ in range(3)]
    while not all(one.running() for one in busy):
        time.sleep(0.01)
    time.sleep(0.3)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("by", ["workers._die_with_parent", "lambda: None"], ids=["linux", "watch"])
def test_workers_end_with_a_program_that_is_killed(by):
    done = subprocess.run(
        [sys.executable, "-c", KILLED.format(by)], capture_output=True, timeout=10, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGKILL, b"", b"")
