"""Clusters are drawn whole and tasks by their shares: against the methods done slowly."""

import random
import sys
from fractions import Fraction
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))

from slow_reliability import mean, on_sets, read_draws, stability

# Clusters of one to four questions; passages of one letter make a task.
SIZES = {"a1": 1, "a2": 3, "a3": 2, "a4": 4, "b1": 2, "b2": 1, "b3": 3, "b4": 1, "b5": 2, "a5": 1}
CLUSTER = {f"q{p}{i}": p for p, size in SIZES.items() for i in range(size)}
RUNS = ("u", "v", "w", "x")


@pytest.fixture
def values():
    draw = random.Random(2)
    return {run: {q: Fraction(draw.randrange(5), 4) for q in CLUSTER} for run in RUNS}


@pytest.fixture
def files(put, values):
    """The score table, and the question table as options."""
    rows = [f"{run}\tRR\t{q}\t{float(value)}\n" for run in RUNS for q, value in values[run].items()]
    table = put("scores.tsv", "run\tmeasure\tquestion\tvalue\n" + "".join(rows))
    named = "".join(f"{q}\t{p}\t{p[0]}\n" for q, p in CLUSTER.items())
    return table, ("--questions", put("q.tsv", f"question\tpassage\ttask\n{named}"))


def by_tasks(run, questions):
    parts = [[q for q in questions if CLUSTER[q][0] == task] for task in "ab"]
    return sum((mean(run, part) for part in parts), Fraction(0)) / 2


CASES = {
    "clusters": (("--cluster", "passage"), mean),
    "tasks": (("--macro", "task"), by_tasks),
    "clusters in tasks": (("--cluster", "passage", "--macro", "task"), by_tasks),
}


@pytest.mark.parametrize("case", CASES)
def test_counts_are_those_of_the_slow_way(qaeval, files, values, case):
    table, questions = files
    options, aggregate = CASES[case]
    asked = (*questions, *options, "-c", 4, "--trials", 60, "-f", "tsv", table)
    draws = read_draws(qaeval("sample", *asked).rows)
    assert len(draws) == 60
    if "--cluster" in options:
        for one, two in draws:
            for drawn in (one, two):
                assert len({CLUSTER[q] for q in drawn}) == 4
                assert len(drawn) == sum(SIZES[p] for p in {CLUSTER[q] for q in drawn})
            assert not set(one) & set(two)
    runs = [values[run] for run in RUNS]
    first, second = on_sets(runs, draws, aggregate)
    counts = stability(first, [Fraction(1, 10)])[Fraction(1, 10)]
    row = qaeval("stability", "--fuzziness", "0.1", *asked).rows[1]
    assert [float(row[3]), float(row[4])] == pytest.approx([c / 360 for c in counts])
    binned = {}
    for x in range(4):
        for y in range(x + 1, 4):
            for t in range(60):
                here, there = (sets[x][t] - sets[y][t] for sets in (first, second))
                swapped = (here > 0) != (there > 0) or (here < 0) != (there < 0)
                at = min(int(abs(here) / Fraction(1, 100)), 20)
                seen, swaps = binned.get(at, (0, 0))
                binned[at] = (seen + 1, swaps + swapped)
    rows = qaeval("swap", "--bins", *asked).rows[1:]
    assert {at: (int(r[4]), int(r[5])) for at, r in enumerate(rows) if r[4] != "0"} == binned


def test_samples_of_clusters_are_read_back(qaeval, files, tmp_path):
    table, questions = files
    asked = (*questions, "--cluster", "passage", "-f", "tsv")
    sets = tmp_path / "sets.tsv"
    qaeval("sample", *asked, "-c", 4, "--trials", 20, "-o", sets, table)
    for command in ("swap", "stability"):
        drawn = qaeval(command, *asked, "-c", 4, "--trials", 20, table)
        assert qaeval(command, *asked, "--samples", sets, table).out == drawn.out
    lines = sets.read_text().splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if "qa4" in line)  # one of four of its cluster
    (tmp_path / "part.tsv").write_text("".join(lines[:at] + lines[at + 1 :]))
    found = qaeval("swap", *asked, "--samples", tmp_path / "part.tsv", table)
    assert found.code == 2 and "has only part of a cluster" in found.err


def test_half_of_each_task_is_the_most_of_two_sets(qaeval, files):
    table, questions = files
    # 11 questions in task a and 9 in task b: 5 and 4.
    asked = (*questions, "--macro", "task", "--trials", 5, "-f", "tsv", table)
    rows = qaeval("swap", *asked).rows
    assert rows[1][1] == "9"
    found = qaeval("swap", "-c", 10, *asked)
    assert found.code == 2 and "c can be 1 to 9" in found.err


@pytest.mark.parametrize("command", ["swap", "stability"])
def test_given_sets_that_lack_a_task_are_refused(qaeval, put, command):
    table = put("m.tsv", "question\ta\tb\n" + "".join(f"q{n}\t{n % 2}\t0\n" for n in range(4)))
    tasks = put("q.tsv", "question\ttask\nq0\tx\nq1\tx\nq2\ty\nq3\ty\n")
    sets = put("s.tsv", "trial\tset\tquestion\n1\tA\tq0\n1\tA\tq1\n1\tB\tq2\n1\tB\tq3\n")
    words = ("--macro", "task", "--questions", tasks, "--samples", sets, table)
    outcome = qaeval(command, *words)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("qaeval: value is undefined for run 'a' on some of the question")
