"""`qaeval correlate` from the command line."""

import numpy as np
import pytest
from scipy import stats

HEADER = "run\tmeasure\tquestion\tvalue\n"


def scores(put, name="scores.tsv", **measures):
    """A table from measure → run → values."""
    rows = [
        f"{run}\t{measure}\tq{i}\t{value}\n"
        for measure, runs in measures.items()
        for run, values in runs.items()
        for i, value in enumerate(values, 1)
    ]
    return put(name, HEADER + "".join(rows))


RR = {"a": [1, 1, 1, 1], "b": [1, 1, 1, 0], "c": [1, 1, 0, 0], "d": [1, 0, 0, 0]}
Q = {"a": [0.5, 0.5, 0.5, 0.2], "b": [0.6, 0.5, 0.5, 0.5], "c": [0.4] * 4, "d": [0.1] * 4}


@pytest.fixture
def table(put):
    # By RR a b c d, by Q b a c d: one of six pairs swapped, at the top.
    return scores(put, RR=RR, Q=Q)


def test_runs(qaeval, table):
    outcome = qaeval("correlate", "-f", "tsv", table)
    assert (outcome.code, outcome.err) == (0, "")
    header, row = outcome.rows
    assert " ".join(header) == "measure_x measure_y n tau rho ap low high"
    assert row[:3] == ["RR", "Q", "4"]
    assert list(map(float, row[3:6])) == pytest.approx([4 / 6, 0.8, 1 / 3])
    # No interval over runs was found that holds, so there is none.
    assert row[6:] == ["", ""]
    assert "no interval of tau over runs" in " ".join(qaeval("correlate", table).out.split())
    assert qaeval("correlate", "-f", "json", table).out.count('"low": null') == 1


def test_no_interval_where_a_ranking_drawn_is_all_ties(qaeval, put):
    # Now and then q1 alone is drawn, or q2 alone: one question is no ranking.
    table = scores(put, RR={"a": [1, 0]}, Q={"a": [0, 1]})
    found = qaeval("correlate", "--over", "questions", "-f", "tsv", table)
    assert found.rows[1][3:] == ["-1", "-1", "-1", "-", "-"]
    assert "No interval: " in qaeval("correlate", "--over", "questions", table).out


def test_macro_ranks_runs_by_the_mean_over_tasks(qaeval, put):
    # Over all questions a is best by RR (3/4 to 1/2); over tasks b is (1/2 to 1/2 + …).
    rr = {"a": [1, 1, 1, 0], "b": [0, 1, 0.5, 1], "c": [0, 0, 0, 0]}
    table = scores(put, RR=rr, Q={"a": [1] * 4, "b": [0.5] * 4, "c": [0] * 4})
    kinds = put("q.tsv", "question\tkind\nq1\tx\nq2\tx\nq3\tx\nq4\ty\n")
    asked = ("correlate", "-f", "tsv", "--questions", kinds, table)
    assert qaeval(*asked).rows[1][3] == "1"
    # a: (1 + 0)/2 = .5, b: (.5 + 1)/2 = .75, so b is first: one of three pairs swapped.
    assert float(qaeval(*asked, "--macro", "kind").rows[1][3]) == pytest.approx(1 / 3)
    refused = qaeval(*asked, "--macro", "kind", "--over", "questions")
    assert (refused.code, refused.out) == (2, "")
    assert "--macro beside questions" in refused.err


def test_clusters_are_drawn_whole(qaeval, put):
    draw = np.random.default_rng(4)
    # Four questions of each of ten clusters are the same, so that only clusters tell.
    runs = [{r: np.repeat(draw.integers(0, 6, 10) / 5, 4) for r in "abcd"} for _ in range(2)]
    table = scores(put, RR=runs[0], Q=runs[1])
    rows = "".join(f"q{i + 1}\tc{i // 4}\n" for i in range(40))
    questions = put("q.tsv", f"question\tpassage\n{rows}")
    asked = ("correlate", "--over", "questions", "-f", "tsv", "--questions", questions, table)
    single, whole = (qaeval(*asked, *more).rows[1] for more in ((), ("--cluster", "passage")))
    assert single[:6] == whole[:6]
    wide = [float(row[7]) - float(row[6]) for row in (single, whole)]
    assert wide[1] > 1.5 * wide[0]


def test_the_order_asked_for_is_the_direction(qaeval, put):
    # By RR a b c, by Q b c a: 0 if RR is the actual ranking, else -1/2.
    one = {"a": [3, 3], "b": [2, 2], "c": [1, 1]}
    other = {"a": [1, 1], "b": [3, 3], "c": [2, 2]}
    table = scores(put, RR=one, Q=other)
    aps = [
        float(qaeval("correlate", "-m", x, "-m", y, "-f", "tsv", table).rows[1][5])
        for x, y in (("RR", "Q"), ("Q", "RR"))
    ]
    assert aps == pytest.approx([0, -1 / 2])


def test_one_measure_against_the_others(qaeval, put, table):
    more = scores(put, "more.tsv", AP=Q)
    asked = ("-m", "Q", "-m", "RR", "-m", "AP", "-f", "tsv", table, more)
    rows = qaeval("correlate", "--against", "Q", *asked).rows
    assert [row[:2] for row in rows[1:]] == [["Q", "RR"], ["Q", "AP"]]
    assert rows == qaeval("correlate", *asked).rows[:3]
    differing = qaeval("correlate", "--against", "Q", "--disagree", "1", *asked)
    assert [row[:2] for row in differing.rows[1:]] == [["Q", "RR"]]  # AP is the same as Q here


def test_against_a_measure_that_is_not_there(qaeval, table):
    outcome = qaeval("correlate", "--against", "P", table)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == "qaeval: --against 'P': expected a measure compared here: RR Q\n"


def test_every_pair_of_measures(qaeval, put, table):
    more = scores(put, "more.tsv", AP=Q)
    rows = qaeval("correlate", "-f", "tsv", table, more).rows
    assert len(rows) == 4
    (same,) = [row for row in rows if set(row[:2]) == {"Q", "AP"}]
    assert same[3:] == ["1", "1", "1", "", ""]


def test_questions(qaeval, table):
    row = qaeval("correlate", "--over", "questions", "-f", "tsv", table).rows[1]
    rr, q = np.mean(list(RR.values()), axis=0), np.mean(list(Q.values()), axis=0)
    q = q.round(9)
    assert row[2] == "4"
    assert float(row[3]) == pytest.approx(stats.kendalltau(rr, q).statistic)
    assert float(row[4]) == pytest.approx(stats.spearmanr(rr, q).statistic)


def test_rounding_breaks_no_tie(qaeval, put):
    # Both runs have the sum .6 by Q.
    table = scores(
        put,
        RR={"a": [1, 0, 0], "b": [0, 1, 0], "c": [0, 0, 0]},
        Q={"a": [0.1, 0.2, 0.3], "b": [0.3, 0.2, 0.1], "c": [0, 0, 0]},
    )
    assert qaeval("correlate", "-f", "tsv", table).rows[1][3:5] == ["1", "1"]


def test_nothing_but_ties_is_undefined(qaeval, put):
    table = scores(put, RR=RR, Q={run: [1, 1, 1, 1] for run in "abcd"})
    assert qaeval("correlate", "-f", "tsv", table).rows[1][3:] == ["-", "-", "-", "", ""]
    assert qaeval("correlate", table).out.splitlines()[2].split()[3:] == ["-"] * 3


def test_lower_is_better_where_the_measure_says_so(qaeval, put):
    header = "question\toutcome\tconfidence\n"
    runs = [
        put(f"r{right}.tsv", header + "".join(
            f"q{i:02}\t{'R' if i < right else 'W'}\t1\n" for i in range(20)
        ))
        for right in (5, 10, 15)
    ]  # fmt: skip
    table = put("t.tsv", "")
    asked = ("-m", "Brier", "-m", "accuracy")
    qaeval("score", "--judged", "-q", "-f", "tsv", *asked, "-o", table, *runs)
    assert qaeval("correlate", "--trials", "50", "-f", "tsv", table).rows[1][3] == "1"
    refused = qaeval("correlate", "--over", "questions", "-m", "Brier", "-m", "accuracy", table)
    assert (refused.code, refused.out) == (2, "")
    assert "Brier is not a mean over questions" in refused.err


def test_seeded(qaeval, put):
    draw = np.random.default_rng(1)
    runs = [{r: draw.integers(0, 6, 30) / 5 for r in "abcdefgh"} for _ in range(2)]
    table = scores(put, RR=runs[0], Q=runs[1])
    asked = ("correlate", "--over", "questions", "-f", "tsv", table)
    first = qaeval(*asked)
    assert first.out == qaeval(*asked).out
    other = qaeval(*asked, "--seed", "1").rows[1]
    assert other[:6] == first.rows[1][:6] and other[6:] != first.rows[1][6:]
    low, high = map(float, first.rows[1][6:])
    assert -1 <= low < high <= 1


def test_exclude(qaeval, table):
    row = qaeval("correlate", "--exclude", "a", "-f", "tsv", table).rows[1]
    assert row[2:6] == ["3", "1", "1", "1"]


def test_disagree(qaeval, put):
    table = scores(put, RR={"a": [1, 0.8, 0.6, 0.4, 0.2]}, Q={"a": [0.1, 0.7, 0.5, 0.5, 0.9]})
    # Ranks by Q: q1 5, q2 2, q3 and q4 3.5, q5 1.
    header, *rows = qaeval("correlate", "--disagree", "3", "-f", "tsv", table).rows
    assert " ".join(header) == "measure_x measure_y question mean_x mean_y rank_x rank_y diff"
    assert rows == [
        ["RR", "Q", "q1", "1", "0.1", "1", "5", "4"],
        ["RR", "Q", "q5", "0.2", "0.9", "5", "1", "-4"],
        ["RR", "Q", "q3", "0.6", "0.5", "3", "3.5", "0.5"],
    ]
    assert "x: RR, y: Q, ranks among 5 questions" in qaeval("correlate", "--disagree", 1, table).out


def test_text_states_the_direction_and_the_interval(qaeval, table):
    lines = qaeval("correlate", table).out.splitlines()
    assert "ap: measure_x is the actual ranking" in " ".join(lines)
    assert lines[-1].startswith("runs:4|questions:4|over:runs|version:")
    lines = qaeval("correlate", "--over", "questions", table).out.splitlines()
    assert lines[-1].startswith("runs:4|questions:4|over:questions|trials:1000|seed:0|")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-m", "RR"), "1 measure (RR), expected 2 or more to correlate"),
        (("--disagree", "3", "--over", "runs"), "--disagree beside --over runs"),
        (("--exclude", "e"), "--exclude 'e': there is no such run"),
        (("--exclude", "a", "--exclude", "b", "--exclude", "c"), "--exclude leaves 1 run, too few"),
        (("-m", "AP"), "no measure 'AP' here (there are: RR, Q)"),
        (("--plot", "x"), "expected a name that ends in .png"),
        (("--disagree", "0"), "--disagree"),
    ],
)
def test_bad_words(qaeval, table, arguments, message):
    outcome = qaeval("correlate", *arguments, table)
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err and outcome.err.count("\n") == 1


def test_runs_over_different_questions(qaeval, put):
    table = scores(put, RR={"a": [1, 0, 1], "b": [1, 0]}, Q={"a": [1, 0, 1], "b": [1, 0]})
    refused = qaeval("correlate", table)
    assert (refused.code, refused.out) == (2, "")
    assert "run 'b' lacks 1 question" in refused.err
    assert qaeval("correlate", "--intersect", table).code == 0


def test_picture(qaeval, put, table, tmp_path):
    pytest.importorskip("matplotlib")
    picture = tmp_path / "scatter.svg"
    for over in ("runs", "questions"):
        assert qaeval("correlate", "--over", over, "--plot", picture, table).code == 0
        first = picture.read_bytes()
        assert b"<svg" in first
        qaeval("correlate", "--over", over, "--plot", picture, table)
        assert picture.read_bytes() == first
    many = scores(put, "many.tsv", **{f"m{i}": RR for i in range(8)})
    refused = qaeval("correlate", "--trials", 10, "--plot", tmp_path / "x.svg", many)
    assert (refused.code, refused.out) == (2, "")
    assert "28 panels, at most 24" in refused.err
