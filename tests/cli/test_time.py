"""`qaeval time` from the command line."""

import json
import math

import pytest

TIMES = "run\tscore\tseconds\nslow\t0.8\t40\nfast\t0.5\t10\n"


@pytest.fixture
def times(put):
    return put("times.tsv", TIMES)


@pytest.fixture
def scores(qaeval, put):
    """Two runs of four questions: RR .75 in 100 s, RR .5 in 10 s."""
    key = put("key.tsv", "question\tanswer\n" + "".join(f"q{i}\tyes\n" for i in range(4)))
    header = "question\tanswer\tseconds\n"
    slow = put("slow.tsv", header + "q0\tyes\t10\nq1\tyes\t20\nq2\tyes\t30\nq3\tno\t40\n")
    fast = put("fast.tsv", header + "q0\tyes\t1\nq1\tyes\t2\nq2\tno\t3\nq3\tno\t4\n")
    table = put("scores.tsv", "")
    asked = ("-m", "RR", "-m", "c@1", "-m", "seconds", "-m", "UF", "-m", "MRRT")
    qaeval("score", "-q", "-f", "tsv", "-o", table, *asked, key, slow, fast)
    return table


def test_a_table_of_scores_and_seconds(qaeval, times):
    outcome = qaeval("time", "-r", "0", "-r", "2", "-f", "tsv", times)
    value = [str(2 * 0.8 / (1 + math.exp(2))), str(2 * 0.5 / (1 + math.exp(0.5)))]
    assert outcome.rows == [
        ["run", "score", "seconds", "effective_time", "r", "value", "rank"],
        ["slow", "0.8", "40", "1", "0", "0.8", "1"],
        ["slow", "0.8", "40", "1", "2", value[0], "2"],
        ["fast", "0.5", "10", "0.25", "0", "0.5", "2"],
        ["fast", "0.5", "10", "0.25", "2", value[1], "1"],
    ]
    assert (outcome.code, outcome.err) == (0, "")


def test_a_score_table_gives_the_spread_of_the_times(qaeval, scores):
    outcome = qaeval("time", "-r", "1", "-f", "tsv", scores)
    assert outcome.rows[0][-2:] == ["median", "p95"]
    # The 95th percentile of 10 20 30 40, interpolated: 30 + .85·10.
    assert outcome.rows[1][:4] + outcome.rows[1][6:] == [
        *("slow", "0.75", "100", "1", "2", "25"),
        "38.5",
    ]
    value = 2 * 0.75 / (1 + math.e)
    assert float(outcome.rows[1][5]) == pytest.approx(value, abs=1e-15)


def test_any_score_will_do(qaeval, scores, times):
    rows = qaeval("time", "-m", "c@1", "-r", "0", "-f", "tsv", scores).rows
    assert [row[1] for row in rows[1:]] == ["0.75", "0.5"]
    assert "accuracy, discounted by time" in qaeval("time", "-m", "accuracy", times).out


def test_some_questions(qaeval, put, scores):
    some = put("some.tsv", "question\tkind\nq0\tx\nq3\ty\nq2\tx\n")
    rows = qaeval("time", "-r", "0", "-f", "tsv", "--questions", some, scores).rows
    assert [row[:3] for row in rows[1:]] == [["slow", str(2 / 3), "80"], ["fast", str(1 / 3), "8"]]
    rows = qaeval(
        "time", "-r", "0", "-f", "tsv", "--questions", some, "--only", "kind=y", scores
    ).rows
    assert [row[:3] for row in rows[1:]] == [["fast", "0", "4"], ["slow", "0", "40"]]


def test_crossings(qaeval, times):
    rows = qaeval("time", "--crossings", "-f", "tsv", times).rows
    assert rows[0] == ["run_x", "run_y", "r", "value"] and rows[1][:2] == ["slow", "fast"]
    r = float(rows[1][2])
    one, other = 2 * 0.8 / (1 + math.exp(r)), 2 * 0.5 / (1 + math.exp(r / 4))
    assert one == pytest.approx(other, abs=1e-12) and float(rows[1][3]) == pytest.approx(one)
    text = qaeval("time", times).out
    assert "where two runs change places" in text and f"{r:.4f}" in text


def test_no_crossings(qaeval, put):
    table = put("t.tsv", "run\tscore\tseconds\nx\t0.8\t10\ny\t0.5\t40\n")
    assert "No two runs change places up to r = 1.95." in qaeval("time", table).out
    assert len(qaeval("time", "--crossings", "-f", "tsv", table).rows) == 1


def test_equal_values_share_a_rank(qaeval, put):
    table = put("t.tsv", "run\tscore\tseconds\nb\t0.5\t10\na\t0.5\t10\nc\t0.1\t10\n")
    rows = qaeval("time", "-r", "1", "-f", "tsv", table).rows
    assert [(row[0], row[6]) for row in rows[1:]] == [("a", "1"), ("b", "1"), ("c", "3")]


def test_json(qaeval, times):
    records = json.loads(qaeval("time", "-r", "0", "-f", "json", times).out)
    assert records[0] == {
        "run": "slow", "score": 0.8, "seconds": 40, "effective_time": 1, "r": 0, "value": 0.8,
        "rank": 1,
    }  # fmt: skip


def test_standard_input_and_exclude(qaeval, put, monkeypatch):
    table = put("t.tsv", TIMES + "third\t0.3\t400\n")
    rows = qaeval("time", "--exclude", "third", "-r", "0", "-f", "tsv", table).rows
    assert [row[3] for row in rows[1:]] == ["1", "0.25"]
    with table.open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert len(qaeval("time", "-r", "0", "-f", "tsv", "-").rows) == 4


def test_the_picture(qaeval, times, tmp_path):
    pytest.importorskip("matplotlib")
    picture = tmp_path / "iso.svg"
    assert qaeval("time", "-r", "1", "--plot", picture, times).code == 0
    first = picture.read_bytes()
    assert b"<svg" in first
    qaeval("time", "-r", "1", "--plot", picture, times)
    assert picture.read_bytes() == first


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("run\tscore\tseconds\na\t0.5\t-3\n", "t.tsv:2: seconds -3 is negative"),
        ("run\tscore\tseconds\na\t0.5\t\n", "t.tsv:2: seconds '' is not a number"),
        ("run\tscore\tseconds\na\t0.5\n", "t.tsv:2: 2 fields, expected 3 (run score seconds)"),
        ("run\tscore\tseconds\na\thigh\t3\n", "t.tsv:2: score 'high' is not a number"),
        ("run\tscore\tseconds\na\tnan\t3\n", "t.tsv:2: score 'nan' is not a number"),
        ("run\tscore\tseconds\na\t0.5\t3\na\t0.5\t3\n", "t.tsv:3: run 'a' again"),
        ("run\tscore\tseconds\na\t0.5\t0\nb\t0.4\t0\n", "the seconds of every run add up to 0"),
        ("run\tscore\tseconds\n", "t.tsv: no runs below the header"),
        ("run\tscore\tseconds\na\t-0.5\t3\n", "score of run 'a' is -0.5, expected 0 or more"),
        ("run\tmeasure\tquestion\tvalue\na\tRR\tq\t1\n", "t.tsv: no seconds in the table"),
    ],
)
def test_bad_tables(qaeval, put, text, message):
    outcome = qaeval("time", put("t.tsv", text))
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert message in outcome.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-r", "-1"), "-r '-1', expected a number from 0 to 700"),
        (("-r", "x"), "-r 'x', expected a number from 0 to 700"),
        (("-r", "1,p=2"), "-r '1,p=2', expected a number from 0 to 700"),
        (("-r", "1e9"), "expected a number from 0 to 700"),
        (("-m", "RR", "-m", "Q"), "time takes one -m"),
        (("-m", "MRRT"), "MRRT is about time already"),
        (("--intersect",), "--intersect needs the seconds of each question"),
        (("--exclude", "slow", "--exclude", "fast"), "--exclude leaves 0 runs, too few"),
        (("--plot", "x.gif"), "expected a name that ends in .png"),
    ],
)
def test_bad_words(qaeval, times, arguments, message):
    outcome = qaeval("time", *arguments, times)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert message in outcome.err


def test_what_cannot_be_discounted(qaeval, scores, put):
    assert "is not better if higher" in qaeval("time", "-m", "n_aw", put("t", TIMES)).err
    assert "UF of run" not in qaeval("time", "-m", "UF", scores).err  # it is 0 or more here


def test_a_question_without_seconds_is_named(qaeval, put):
    rows = "a\tRR\tq1\t1\na\tRR\tq2\t1\na\tseconds\tq1\t3\n"
    outcome = qaeval("time", put("t.tsv", "run\tmeasure\tquestion\tvalue\n" + rows))
    assert outcome.code == 2 and "run 'a' has none for question 'q2'" in outcome.err


def test_a_table_of_times_is_no_matrix(qaeval, times):
    outcome = qaeval("compare", times)
    assert outcome.code == 2 and "no rows per question of score" in outcome.err
