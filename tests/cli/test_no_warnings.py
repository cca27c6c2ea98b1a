"""What numpy would warn of is told in the program's words, or not at all."""

import subprocess
import sys

HEADER = "run\tmeasure\tquestion\tvalue\n"


def run(*arguments):
    command = [sys.executable, "-m", "qaeval", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_exclude_of_the_only_run_that_has_a_measure(put):
    table = put(
        "x.tsv",
        f"{HEADER}a\tRR\tq1\t1\na\tRR\tq2\t0\nb\tRR\tq1\t1\nb\tRR\tq2\t1\na\tP@1\tq1\t1\n",
    )
    done = run("hardness", table, "--exclude", "a")
    assert done.returncode == 2
    assert done.stderr == "qaeval: no question is left that all runs have\n"


def test_a_picture_of_times_that_weigh_beyond_all_numbers(put, tmp_path):
    rows = "".join(
        f"{run}\t{measure}\t{at}\t{value}\n"
        for run, score, seconds in (("a", 1, 100), ("b", 0.5, 1))
        for measure, value in (("RR", score), ("seconds", seconds))
        for at in ("q1", "q2", "all")
    )
    done = run("time", "-r", "700", put("t.tsv", HEADER + rows), "--plot", tmp_path / "t.png")
    assert (done.returncode, done.stderr) == (0, "")


def test_confidences_near_0_give_no_warning(put):
    judged = (
        "question\toutcome\tconfidence\nq1\tR\t1e-200\nq2\tW\t1e-200\nq3\tR\t0.5\nq4\tW\t3e-200\n"
    )
    done = run("score", "--judged", "-m", "conf-r", put("c.tsv", judged))
    assert (done.returncode, done.stderr) == (0, "")


def test_a_name_that_is_not_there_is_answered_by_ten(qaeval, put):
    rows = "".join(f"a\tP@{k}\t{q}\t1\n" for k in range(1, 31) for q in ("q1", "q2", "q3"))
    outcome = qaeval("hardness", "-m", "RR", put("s.tsv", HEADER + rows))
    assert outcome.code == 2 and "and 20 more" in outcome.err
