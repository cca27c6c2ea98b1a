"""Runs that several processes score: the very bytes of one process, and notes in their order."""

import os
import sys

import pytest

from qaeval import workers
from qaeval.cli import side_by_side
from qaeval.cli.side_by_side import processes
from qaeval.processors import cores
from qaeval.steps.inputs import RunReader

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="workers are forked")

KEY = "".join(f"q{n} 0 d{n}-{m} {m % 3}\n" for n in range(12) for m in range(6))


def run_of(name, seed, questions=12):
    return "".join(
        f"q{n} Q0 d{n}-{(n * seed + m) % 7} {m} {(m * seed) % 5 / 4} {name}\n"
        for n in range(questions)
        for m in range(5)
    )


@pytest.fixture
def runs(put):
    """A key and runs, of which some lack questions or have others, and three cannot be scored."""
    key = put("key.qrels", KEY)
    texts = [run_of(f"run{i}", i + 2, 12 - i % 5) for i in range(8)]
    texts[1] += "strange Q0 d 1 1 run1\n"
    texts[2] += "q1 Q0 d1 1 not-a-number run2\n"
    texts[5] = run_of("run4", 3)  # the name of another
    texts[6] = "elsewhere Q0 d 1 1 run6\n"
    return [key, *(put(f"{i}.run", text) for i, text in enumerate(texts))]


def both(qaeval, *arguments):
    """What a command line gives with one process, the same with three."""
    alone, shared = (qaeval("score", "--jobs", jobs, *arguments) for jobs in (1, 3))
    assert (alone.code, alone.out, alone.err) == (shared.code, shared.out, shared.err)
    return shared


@pytest.mark.parametrize("options", [[], ["-q", "-f", "tsv"], ["-m", "AP", "-f", "json"], ["-v"]])
def test_notes_and_errors_come_in_the_order_of_the_runs(qaeval, runs, options):
    outcome = both(qaeval, "--keep-going", *options, *runs)
    assert outcome.code == 3
    errors = [line for line in outcome.err.splitlines() if "note:" not in line]
    assert [line.split(".run")[0][-1] for line in errors] == ["2", "5", "6"]
    assert "1.run: 1 question not in the key, ignored: strange" in outcome.err


def test_the_first_error_ends_the_work(qaeval, runs):
    outcome = both(qaeval, "-m", "RR", *runs)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.count("\n") == 1 and "2.run:51: " in outcome.err


def test_strict_and_choices_of_runs(qaeval, runs):
    good = [runs[0], runs[1], runs[4], runs[5]]
    assert both(qaeval, "--strict", "-m", "RR", *good).code == 2
    assert both(qaeval, "--strict", "-m", "RR", *good[:2]).code == 0
    assert both(qaeval, "--run", "run[034]", "-m", "RR", "-v", *good).code == 0


def test_what_readers_remark_upon_is_told_in_order(qaeval, put):
    key = put("key.tsv", "question\tanswer\nq1\ta\nq2\tb\n")
    files = [
        put(f"r{i}.tsv", f"question\tanswer\textra{i}\nq1\ta\tx\nq2\tb\tx\n") for i in range(4)
    ]
    outcome = both(qaeval, "-m", "RR", key, *files)
    told = [line for line in outcome.err.splitlines() if "extra" in line]
    assert [line.split("extra")[1][0] for line in told] == ["0", "1", "2", "3"]


def test_samples_and_several_keys(qaeval, put):
    rows = "".join(f"q{n}\t{s}\ta{(n + s) % 2}\n" for n in range(4) for s in range(3))
    key = "question\tanswer\n" + "".join(f"q{n}\ta{n % 2}\n" for n in range(4))
    one, other = put("a.tsv", key), put("b.tsv", key.replace("a1", "a0"))
    files = [put(f"{name}.tsv", "question\tsample\tanswer\n" + rows) for name in "xyz"]
    asked = ["-m", "RR", "-m", "B-Hit@1", "-m", "c@1", "-q", "-f", "tsv"]
    outcome = both(qaeval, *asked, f"A={one}", "--key", f"B={other}", *files)
    assert outcome.code == 0 and "B-Hit@1" in outcome.out


def test_judged_responses(qaeval, put):
    files = [
        put(
            f"{name}.tsv", "question\toutcome\n" + "".join(f"q{n}\t{o}\n" for n, o in enumerate(to))
        )
        for name, to in {"a": "RWU", "b": "RRW", "c": "RXW", "d": "WRU"}.items()
    ]
    again = put("again.tsv", "question\toutcome\trun\nq0\tR\te\nq0\tW\ta\n")
    outcome = both(qaeval, "--judged", "--keep-going", "-v", *files, again)
    assert outcome.code == 3
    assert both(qaeval, "--judged", *files).code == 2
    assert both(qaeval, "--judged", "-m", "CWS", *files[:2]).code == 2


def test_large_files_share_all_cores_and_pipes_are_read_here(put, monkeypatch):
    monkeypatch.setattr(side_by_side, "cores", lambda: 4)
    small = [str(put(f"{i}.run", "q Q0 d 1 1 r\n")) for i in range(3)]
    large = str(put("large.run", b""))
    os.truncate(large, 20_000_000)
    assert processes(small, None) == 1
    assert processes(small, 2) == 2
    assert processes([*small, large], None) == 4
    assert processes([f"r={large}", small[0]], None) == 2
    assert processes([*small, "-"], 8) == 1
    assert processes([*small, "/dev/null"], 8) == 1
    assert processes([*small, "missing.run"], 8) == 4


def test_a_killed_worker_ends_the_work_with_one_line(qaeval, runs, monkeypatch):
    monkeypatch.setattr(RunReader, "read", lambda *_: os._exit(9))
    outcome = qaeval("score", "--jobs", 2, "--keep-going", "-m", "RR", *runs)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("qaeval: a worker process was killed")
    assert outcome.err.count("\n") == 1


def test_a_worker_has_one_core():
    with workers.worker_pool(1) as pool:
        assert pool.submit(cores).result() == 1
