"""Standard output and standard error: every byte arrives, or the exit code is 2."""

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="uses /dev/full")

PROGRAM = [sys.executable, "-m", "qaeval"]
SAMPLE = Path(__file__).parent.parent.parent / "sample_data"
KEY = SAMPLE / "factoid" / "key.tsv"
UNBUFFERED = {**os.environ, "PYTHONUNBUFFERED": "1"}
# More bytes than a pipe holds.
LARGE = ("score", "-q", "-f", "tsv", KEY, *sorted((SAMPLE / "factoid" / "runs").glob("*.tsv")))


def run(*arguments, **how):
    how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **how}
    return subprocess.run([*PROGRAM, *map(str, arguments)], check=False, timeout=60, **how)


@pytest.fixture(scope="module")
def whole():
    """What the large table looks like when all goes well."""
    done = run(*LARGE)
    assert done.returncode == 0 and len(done.stdout) > 400_000
    return done.stdout


def test_a_file_that_cannot_grow_ends_with_2(tmp_path):
    def limited():
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, 1 << 16))

    with (tmp_path / "out").open("wb") as out:
        done = run(*LARGE, "--quiet", stdout=out, env=UNBUFFERED, preexec_fn=limited)
    assert done.returncode == 2
    assert done.stderr == b"qaeval: standard output: cannot be written: File too large\n"


@pytest.mark.parametrize("env", [UNBUFFERED, os.environ], ids=["unbuffered", "buffered"])
@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["-V"], ["score", "-h"], ["completion", "bash"], ["measures"], []],
    ids=" ".join,
)
def test_a_full_disk_ends_with_2_whatever_is_printed(arguments, env):
    with Path("/dev/full").open("wb") as full:
        done = run(*arguments, stdout=full, env=env)
    assert done.returncode == 2
    assert done.stderr == b"qaeval: standard output: cannot be written: No space left on device\n"


def test_a_pipe_that_does_not_wait_is_waited_for(whole):
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    with subprocess.Popen(
        [*PROGRAM, *map(str, LARGE)], stdout=writing, stderr=subprocess.DEVNULL, env=UNBUFFERED
    ) as program:
        os.close(writing)
        time.sleep(1)  # it fills the pipe meanwhile
        with os.fdopen(reading, "rb") as pipe:
            assert pipe.read() == whole
    assert program.returncode == 0


def test_a_program_that_was_stopped_goes_on_where_it_was(whole):
    with subprocess.Popen(
        [*PROGRAM, *map(str, LARGE)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=UNBUFFERED,
    ) as program:
        for _ in range(300):
            if Path(f"/proc/{program.pid}/wchan").exists() and _is_writing(program.pid):
                break
            time.sleep(0.02)
        program.send_signal(signal.SIGSTOP)
        time.sleep(0.1)
        program.send_signal(signal.SIGCONT)
        assert program.stdout.read() == whole
    assert program.returncode == 0


def _is_writing(pid):
    """Whether it has written what the pipe holds, and sleeps."""
    io = dict(line.split(": ") for line in Path(f"/proc/{pid}/io").read_text().splitlines())
    state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    return int(io["wchar"]) >= 1 << 16 and state == "S"


@pytest.mark.parametrize("arguments", [["--help"], LARGE, ["check", KEY, KEY]])
def test_a_reader_who_goes_away_is_no_failure(arguments):
    with subprocess.Popen(
        [*PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as program:
        program.stdout.close()
        err = program.stderr.read()
    assert b"Broken" not in err and b"Traceback" not in err
    assert program.returncode == (1 if arguments[0] == "check" else 0)


def closing(number):
    return lambda: os.close(number)


def test_standard_output_that_is_closed_is_told():
    for arguments in (["--help"], ["measures"]):
        done = run(*arguments, stdout=None, preexec_fn=closing(1))
        assert done.returncode == 2
        assert done.stderr == b"qaeval: standard output: cannot be written: it is closed\n"


def test_a_file_is_not_opened_in_place_of_a_closed_stream(tmp_path):
    out = tmp_path / "out.txt"
    for number in (0, 1, 2):
        done = run("measures", "-o", out, preexec_fn=closing(number))
        assert done.returncode == 0 and done.stdout + done.stderr == b""
        assert out.read_bytes().startswith(b"family")


@pytest.mark.parametrize("where", ["closed", "full"])
def test_the_exit_code_does_not_hang_on_standard_error(tmp_path, where, put):
    table = put("s.tsv", "question\ta\tb\nq1\t1\t0\nq2\t0\t1\nq3\t1\t1\n")
    how = {"preexec_fn": closing(2)} if where == "closed" else {}
    with Path("/dev/full").open("wb") as full:
        good = run("hardness", "-v", "-m", "RR", table, stderr=full, **how)
        bad = run("hardness", "nofile", stderr=full, **how)
    assert (good.returncode, bad.returncode, bad.stdout) == (0, 2, b"")
    assert good.stdout


def test_little_address_space_is_told_in_one_line():
    def limited():
        resource.setrlimit(resource.RLIMIT_AS, (180 << 20, 180 << 20))

    done = run("compare", "x", preexec_fn=limited)
    assert done.returncode == 2
    assert done.stderr == (
        b"qaeval: not enough memory: 189 MB of address space (ulimit -v), expected 300 or more\n"
    )
    assert run("--version", preexec_fn=limited).returncode == 0


INTERRUPTED = """
import sys, importlib.abc
class Interrupting(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "qaeval.cli":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupting())
from importlib.metadata import entry_points
[program] = [one for one in entry_points(group="console_scripts") if one.name == "qaeval"]
program.load()()
"""


def test_an_interrupt_while_the_program_loads_leaves_no_traceback():
    command = [sys.executable, "-c", INTERRUPTED]
    done = subprocess.run(command, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
