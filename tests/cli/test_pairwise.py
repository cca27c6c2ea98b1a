"""compare --pairwise: each pair on the questions that both runs have."""

import json

import pytest

HEADER = "question\toutcome\n"


@pytest.fixture
def runs(put):
    ours = [f"q{at}\tR\n" for at in range(8)]
    theirs = [f"q{at}\t{'RW'[at % 2]}\n" for at in range(2, 12)]
    third = [f"q{at}\t{'WR'[at > 8]}\n" for at in range(1, 12)]
    files = {"ours": ours, "theirs": theirs, "third": third}
    return [put(f"{name}.tsv", HEADER + "".join(rows)) for name, rows in files.items()]


EXPECTED = [
    # theirs is right on q2 q4 q6 of q2 to q7; third is right on q9 to q11, theirs on even ones
    ["ours", "theirs", "6", "1", "0.5", "0.5"],
    ["ours", "third", "7", "1", "0", "1"],
    ["theirs", "third", "10", "0.5", "0.3", "0.2"],
]


def test_judged_runs(qaeval, runs):
    outcome = qaeval("compare", "--pairwise", "--judged", "-m", "accuracy", "-f", "tsv", *runs)
    head = ["measure", "run_x", "run_y", "questions", "value_x", "value_y", "diff", "low", "high"]
    assert outcome.rows[0][:9] == head
    assert [row[1:7] for row in outcome.rows[1:]] == EXPECTED
    assert [row[9:12] for row in outcome.rows[1:]] == [
        ["3", "0", "3"],
        ["7", "0", "0"],
        ["4", "2", "4"],
    ]


def test_score_tables_and_json(qaeval, put, runs):
    tables = [
        put(f"{run.stem}.scores", qaeval("score", "--judged", "-q", "-f", "tsv", run).out)
        for run in runs
    ]
    words = ("compare", "--pairwise", "-m", "accuracy", "-f", "json")
    found = json.loads(qaeval(*words, *tables).out)
    assert [pair["questions"] for pair in found["pairs"]] == [6, 7, 10]
    assert found["runs"] == []
    judged = json.loads(qaeval(*words, "--judged", *runs).out)
    assert found["pairs"] == judged["pairs"]
    assert "each pair on the questions that both runs have, 6 to 10 questions." in found["notes"][0]


def test_a_baseline_is_compared_with_each(qaeval, runs):
    words = ("compare", "--pairwise", "--judged", "-m", "accuracy", "--baseline", "ours")
    outcome = qaeval(*words, "-f", "tsv", *runs)
    assert [row[1:7] for row in outcome.rows[1:]] == EXPECTED[:2]


@pytest.mark.parametrize(
    ("option", "why"),
    [
        (["--intersect"], "--intersect beside --pairwise: the one or the other"),
        (["--ranks"], "--ranks beside --pairwise: a run's value differs from pair to pair"),
        (["--plot", "x.png"], "--plot beside --pairwise: a run's value differs"),
        (["--test", "t"], "--test t beside --pairwise: take max-t"),
        (["--macro", "task"], "--macro beside --pairwise: no test on unequal questions"),
        (["--trials", "3"], "--trials 3: max-t needs 19 or more"),
    ],
)
def test_what_does_not_go_with_it(qaeval, runs, option, why):
    outcome = qaeval("compare", "--pairwise", "--judged", *option, *runs)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"qaeval: {why}")
