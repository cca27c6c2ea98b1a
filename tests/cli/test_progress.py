"""Progress on a terminal, with the time left; quiet elsewhere."""

import os
import pty
import re
import subprocess
import sys

import pytest

# Every look at the clock finds it so many seconds further.
PROGRAM = """
import itertools, sys, time
from qaeval.cli import main
time.time = itertools.count(0, {}).__next__
main(sys.argv[1:])
"""
WORK = {
    "compare": ("compare",),
    "compare flips": ("compare", "--test", "randomization", "--trials", "50"),
    "compare pairs": ("compare", "--test", "wilcoxon"),
    "compare shuffles": ("compare", "--test", "tukey-hsd", "--trials", "50"),
    "correlate questions": ("correlate", "--trials", "20", "--over", "questions"),
    "stability": ("stability", "--trials", "5", "--jobs", "1"),
    "swap": ("swap", "--trials", "5", "--jobs", "1"),
}


@pytest.fixture
def table(put):
    rows = ["run\tmeasure\tquestion\tvalue\n"]
    for i in range(6):
        for q in range(12):
            rows.append(f"r{i}\tRR\tq{q:02}\t{((i * 7 + q * 5) % 11) / 10}\n")
            rows.append(f"r{i}\tQ\tq{q:02}\t{((i * 3 + q * 2) % 7) / 7}\n")
            rows.append(f"r{i}\tAP\tq{q:02}\t{((i * 5 + q * 3) % 5) / 5}\n")
    return put("scores.tsv", "".join(rows))


def on_a_terminal(arguments, seconds):
    """What a program prints on standard output, and what its terminal gets as standard error."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", PROGRAM.format(seconds), *map(str, arguments)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs) as running:
        os.close(theirs)
        seen = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # how Linux says that the other side is closed
                break
            if not part:
                break
            seen += part
        assert running.stdout is not None
        out = running.stdout.read()
    os.close(ours)
    assert running.returncode == 0, seen
    return out.decode(), seen.decode()


@pytest.mark.parametrize("words", WORK.values(), ids=WORK)
def test_a_bar_where_one_waits_and_the_same_output(qaeval, table, words):
    quiet = qaeval(*words, table)
    assert quiet.err == ""
    out, seen = on_a_terminal([*words, table], seconds=2)
    assert out == quiet.out
    assert re.search(r"\[#*-*\] +\d+%  \d\d:\d\d:\d\d", seen)  # and the time left


def test_no_bar_for_a_moments_work(qaeval, table):
    assert on_a_terminal(["compare", table], seconds=0)[1] == ""


def test_score_shows_how_many_runs_are_done(put):
    key = put("key.tsv", "question\tanswer\nq\tx\n")
    runs = [put(f"r{i}.tsv", "question\tanswer\nq\tx\n") for i in range(5)]
    _, seen = on_a_terminal(["score", key, *runs], seconds=2)
    assert re.search(r"score +\[#+-+\] +40%  \d\d:\d\d:\d\d", seen)
    assert re.search(r"score +\[#+\] +100%", seen)


@pytest.mark.parametrize("command", ["swap", "stability"])
def test_a_measure_that_is_computed_sample_by_sample_is_waited_for(qaeval, put, tmp_path, command):
    rows = [
        f"q{q}\t{'RW'[(i * q) % 2]}\t{(i + q) % 9 / 9}\tr{i}\n" for i in range(5) for q in range(9)
    ]
    judged = put("judged.tsv", "question\toutcome\tconfidence\trun\n" + "".join(rows))
    table = tmp_path / "cws.tsv"
    assert (
        qaeval("score", "--judged", "-q", "-f", "tsv", "-m", "CWS", "-o", table, judged).code == 0
    )
    _, seen = on_a_terminal([command, "--trials", "5", table], seconds=2)
    steps = [int(share) for share in re.findall(r"(\d+)%", seen)]
    assert len(set(steps)) > 4 and steps[-1] == 100
