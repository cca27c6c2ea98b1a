"""Long answers from the command line: scored, marked and compared by their nuggets."""

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

KEY = "question\tnugget\timportance\nq1\t1\tvital\nq1\t2\tvital\nq1\t3\tokay\nq2\t1\tokay\n"
HEADER = "question\tnugget\tassignment\tlength\n"
OURS = HEADER + "q1\t1\tsupport\t400\nq1\t2\tpartial_support\t\nq1\t3\tyes\t\nq2\t1\tno\t50\n"


def test_score_against_a_key(qaeval, put):
    """q1: vital 1 of 2 (lenient 1.5), length 400 over 200 allowed; q2 has nothing vital: 0."""
    key, ours = put("key.tsv", KEY), put("ours.tsv", OURS)
    names = ("nugget-vital", "nugget-recall", "nugget-precision", "nugget-F", "nugget-all")
    outcome = qaeval("score", "-q", "--wide", "-f", "tsv", *(f"-m{n}" for n in names), key, ours)
    assert outcome.code == 0
    assert outcome.err == (
        f"qaeval: note: {key}: no vital nugget in 1 question, 0 by nugget-vital, nugget-recall, "
        "nugget-F: q2\n"
    )
    values = {(row[0], row[1]): float(row[2]) for row in outcome.rows[1:]}
    assert values["nugget-vital", "q1"] == 0.75 and values["nugget-vital", "q2"] == 0
    assert values["nugget-precision", "q1"] == 0.5 and values["nugget-precision", "q2"] == 0
    assert values["nugget-F", "q1"] == 10 * 0.5 * 0.5 / (9 * 0.5 + 0.5)
    assert values["nugget-all", "q1"] == 2.5 / 3


def test_runs_that_carry_their_key(qaeval, put):
    def record(run, assignment):
        nuggets = [{"text": "x", "importance": "vital", "assignment": assignment}]
        return json.dumps(
            {"qid": "q1", "run_id": run, "answer_text": "It is so.", "nuggets": nuggets}
        )

    both = put("both.jsonl", f"{record('a', 'support')}\n{record('b', 'not_support')}\n")
    outcome = qaeval("score", "--nuggets", "-f", "tsv", "-m", "nugget-vital", both)
    assert outcome.rows[1:] == [
        ["a", "nugget-vital", "all", "1"],
        ["b", "nugget-vital", "all", "0"],
    ]
    other = put("c.jsonl", record("c", "support").replace("vital", "okay") + "\n")
    refused = qaeval("score", "--nuggets", "-m", "nugget-vital", both, other)
    assert refused.code == 2 and refused.out == ""
    another = f"{other}:1: nugget '1' of question 'q1' is another in {both}"
    assert refused.err == f"qaeval: {another}: importance, weight or text\n"


def test_a_nugget_that_the_key_lacks(qaeval, put):
    key, run = put("key.tsv", KEY), put("run.tsv", HEADER + "q1\t9\tsupport\t5\n")
    refused = qaeval("score", key, run)
    assert refused.code == 2
    assert refused.err == (
        f"qaeval: {run}:2: nugget '9' of question 'q1' is not in {key} (it has 1, 2, 3)\n"
    )


def test_a_nugget_that_reads_otherwise_than_in_the_key(qaeval, put):
    key = put("key.tsv", "question\tnugget\timportance\ttext\nq1\t1\tvital\tIt runs on gas\n")
    run = put("run.tsv", "question\tnugget\tassignment\ttext\nq1\t1\tyes\tIt runs on coal\n")
    assert "reads 'It runs on coal', in" in qaeval("score", key, run).err


def test_several_keys_give_each_its_vitals(qaeval, put):
    a, b = put("a.tsv", KEY), put("b.tsv", KEY.replace("q1\t1\tvital", "q1\t1\tokay"))
    ours = put("ours.tsv", OURS)
    call = (
        "score",
        "--quiet",
        "-f",
        "tsv",
        "-m",
        "nugget-vital-strict",
        f"A={a}",
        "--key",
        f"B={b}",
    )
    assert qaeval(*call, ours).rows[1:] == [
        ["ours", "A-nugget-vital-strict", "all", "0.25"],
        ["ours", "B-nugget-vital-strict", "all", "0"],
    ]


def test_which_nuggets_an_answer_has(qaeval, put):
    outcome = qaeval("mark", "-f", "tsv", put("key.tsv", KEY), put("ours.tsv", OURS))
    assert outcome.rows[0] == [
        "run",
        "question",
        "nugget",
        "importance",
        "weight",
        "assignment",
        "length",
        "text",
    ]
    assert outcome.rows[2] == ["ours", "q1", "2", "vital", "1", "partial_support", "400", ""]


def test_citations_need_no_key(qaeval, put):
    run = put("run.tsv", "question\tsentence\tcitation\tsupport\nq1\t1\td1\tPS\nq1\t2\t\t\n")
    outcome = qaeval("score", "--nuggets", "-f", "tsv", run)
    assert outcome.rows[1:] == [
        ["run", "citation-precision", "all", "0.5"],
        ["run", "citation-recall", "all", "0.25"],
    ]
    assert "key:citations|" in qaeval("score", "--nuggets", run).out


def test_compare_takes_long_answers(qaeval, put):
    rows = [f"q{n}\t1\tvital" for n in range(20)]
    key = put("key.tsv", "question\tnugget\timportance\n" + "\n".join(rows) + "\n")

    def run(name, held):
        marks = [f"q{n}\t1\t{int(n < held)}" for n in range(20)]
        return put(name, "question\tnugget\tassignment\n" + "\n".join(marks) + "\n")

    outcome = qaeval(
        "compare",
        "-f",
        "tsv",
        "-m",
        "nugget-vital",
        "--key",
        key,
        run("a.tsv", 18),
        run("b.tsv", 2),
    )
    assert [row[2:4] for row in outcome.rows[1:]] == [["a", "0.9"], ["b", "0.1"]]
    assert outcome.rows[1][-1] != outcome.rows[2][-1]


def test_what_does_not_go_together(qaeval, put):
    key, ours = put("key.tsv", KEY), put("ours.tsv", OURS)
    assert "--judged beside --nuggets" in qaeval("score", "--judged", "--nuggets", ours).err
    assert "so no --gains" in qaeval("score", "--nuggets", "--gains", "L1=1", ours).err
    assert "has no levels" in qaeval("score", "--normalize", "fold", key, ours).err
    assert "no importance of the nuggets" in qaeval("score", "--nuggets", ours).err
    plain = put("plain.tsv", "question\tanswer\nq1\tx\n")
    assert "nugget-F is for assignments" in qaeval("score", "-m", "nugget-F", plain, plain).err
    assert "(assignments to nuggets?" in qaeval("score", plain, ours).err


def test_the_scores_that_nuggetizer_gives(qaeval):
    """Files that nuggetizer's own functions wrote; the first four are its metrics (0.0.5)."""
    folder = ROOT / "tests/files/nuggets"
    expected = {
        "fjord": (5.5 / 12, 5 / 12, 0.5, 0.475, 0.53125),
        "tarn": (4.25 / 12, 0.25, 0.45625, 0.25, 0.484375),
    }
    names = [
        "nugget-vital",
        "nugget-vital-strict",
        "nugget-all",
        "nugget-all-strict",
        "nugget-weighted",
    ]
    asked = [word for name in names for word in ("-m", name)]
    for files in (["--nuggets"], [folder / "nuggets.jsonl"]):
        call = ("score", "-f", "tsv", "--wide", *asked, *files, folder / "both_runs.jsonl")
        rows = qaeval(*call).rows[1:]
        assert {row[1] for row in rows} == set(expected)
        for row in rows:
            assert [float(cell) for cell in row[2:7]] == pytest.approx(expected[row[1]], abs=1e-12)


def test_a_key_may_not_make_a_measure_mean_two_things(qaeval, put):
    key, ours = put("key.tsv", KEY), put("ours.tsv", OURS)
    outcome = qaeval("score", "-m", "nugget-F", f"nugget={key}", ours)
    assert outcome.code == 2
    assert outcome.err == (
        "qaeval: 'nugget-F' is a measure, and F that of the key nugget: give the key another name\n"
    )
    assert qaeval("score", "-m", "N-nugget-F", f"N={key}", ours).code == 0


def test_nuggets_without_a_row_are_told(qaeval, put):
    key, run = put("key.tsv", KEY), put("run.tsv", HEADER + "q1\t1\tyes\t9\nq2\t1\tno\t9\n")
    outcome = qaeval("score", "-f", "tsv", "-m", "nugget-all", key, run)
    assert outcome.err == (
        f"qaeval: note: {run}: in 1 question some nuggets have no assignment, taken as "
        "not_support: q1\n"
    )
