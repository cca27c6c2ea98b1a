"""`qaeval coverage` from the command line."""

import json

import pytest

HEADER = "question\toutcome\tconfidence\n"
RUN = HEADER + "q1\tR\t0.9\nq2\tR\t0.5\nq3\tW\t0.6\nq4\tW\t0.2\nq5\tU\t\n"


@pytest.fixture
def run(put):
    return put("run.tsv", RUN)


def test_a_row_per_threshold(qaeval, run):
    outcome = qaeval("coverage", "--judged", "-f", "tsv", run)
    assert outcome.rows == [
        ["run", "threshold", "coverage", "precision", "accuracy", "c@1", "UF"],
        ["run", "0.2", "0.8", "0.5", "0.4", "0.48", "0"],
        ["run", "0.5", "0.6", str(2 / 3), "0.4", "0.56", "0.2"],
        ["run", "0.6", "0.4", "0.5", "0.2", "0.32", "0"],
        ["run", "0.9", "0.2", "1", "0.2", "0.36", "0.2"],
        ["run", "none", "0", "0", "0", "0", "0"],
    ]
    assert (outcome.code, outcome.err) == (0, "")


def test_the_first_row_is_the_run_as_it_is(qaeval, sample_data):
    run = sample_data / "response/runs/icia091ro.tsv"
    first = qaeval("coverage", "--judged", "-f", "tsv", run).rows[1]
    asked = ("-m", "coverage", "-m", "precision", "-m", "accuracy", "-m", "c@1", "-m", "UF")
    scored = qaeval("score", "--judged", "-f", "tsv", *asked, run).rows[1:]
    assert first[2:] == [row[3] for row in scored]


def test_from_a_score_table_and_from_ranked_runs(qaeval, put, run):
    table = put("scores.tsv", "")
    qaeval("score", "--judged", "-q", "-f", "tsv", "-m", "CWS", "-o", table, run)
    judged = qaeval("coverage", "--judged", "-f", "tsv", run).out
    assert qaeval("coverage", "-f", "tsv", table).out == judged
    key = put("key.tsv", "question\tanswer\n" + "".join(f"q{i}\tyes\n" for i in range(1, 6)))
    answers = "q1\tyes\t0.9\nq2\tyes\t0.5\nq3\tno\t0.6\nq4\tno\t0.2\n"
    ranked = put("ranked/run.tsv", "question\tanswer\tconfidence\n" + answers)
    named = ("-m", "c@1", "-m", "AURC")
    for keys in (key, f"GA={key}"):
        qaeval("score", "-q", "-f", "tsv", *named, "-o", table, keys, ranked)
        assert qaeval("coverage", "-f", "tsv", table).out == judged


def test_other_measures_and_what_is_undefined(qaeval, run):
    asked = ("-m", "n_u", "-m", "AURC", "-m", "rejection", "-m", "UF,wrong=-2")
    rows = qaeval("coverage", "--judged", "-f", "tsv", *asked, run).rows
    assert rows[0][-4:] == ["n_u", "AURC", "rejection", "UF,wrong=-2"]
    # Above .5: 1 right and 1 wrong are left, by confidence right first; 1 of 2 held back was wrong.
    assert rows[3][-4:] == ["3", "0.25", "0.5", "-0.2"]
    assert rows[1][-2] == "-" and rows[5][-3] == "-"


def test_points(qaeval, sample_data):
    run = sample_data / "response/runs/icia091ro.tsv"
    every = qaeval("coverage", "--judged", "-f", "tsv", run).rows
    some = qaeval("coverage", "--judged", "-f", "tsv", "--points", "5", run).rows
    assert len(some) == 6 and all(row in every for row in some)
    assert (some[1], some[-1]) == (every[1], every[-1])
    text = qaeval("coverage", "--judged", run).out
    assert f"20 of up to {len(every) - 1} thresholds a run: --points N for more." in text


def test_best_for(qaeval, run, put):
    other = put("other.tsv", HEADER + "".join(f"q{i}\tW\t0.5\n" for i in range(1, 6)))
    asked = ("--best-for", "c@1", "--best-for", "UF", "--folds", "5", "-f", "tsv")
    outcome = qaeval("coverage", "--judged", *asked, run, other)
    header = "run measure threshold coverage value without gain cv_value cv_gain threshold_low"
    ends = ["threshold_high", "cv_gain_low", "cv_gain_high"]
    assert outcome.rows[0] == [*header.split(), *ends]
    found = {tuple(row[:2]): row[2:] for row in outcome.rows[1:]}
    assert found["run", "c@1"][:4] == ["0.5", "0.6", "0.56", "0.48"]
    assert float(found["run", "c@1"][4]) == pytest.approx(0.08)
    assert found["other", "UF"][:5] == ["none", "0", "0", "-1", "1"]
    again = qaeval("coverage", "--judged", *asked, other, run).out
    assert sorted(again.splitlines()) == sorted(outcome.out.splitlines())
    text = qaeval("coverage", "--judged", "--best-for", "c@1", "--folds", "5", run).out
    assert "best threshold for c@1" in text and "|folds:5|seed:0|" in text


def test_leave_one_out_by_hand(qaeval, put):
    # The best threshold is .7 without q1, q2 or q4, and .8 without q3, which is then silent, as is
    # q4: 2 right of 4.
    run = put("run.tsv", HEADER + "q1\tR\t0.9\nq2\tR\t0.8\nq3\tR\t0.7\nq4\tW\t0.1\n")
    rows = qaeval("coverage", "--judged", "--best-for", "UF", "--folds", "4", "-f", "tsv", run).rows
    record = dict(zip(rows[0], rows[1], strict=True))
    assert (record["threshold"], record["value"], record["without"]) == ("0.7", "0.75", "0.5")
    assert (record["cv_value"], record["threshold_high"]) == ("0.5", "0.8")


def test_gain_is_what_gets_better(qaeval, run):
    rows = qaeval("coverage", "--judged", "--best-for", "AURC", "--folds", "2", "-f", "tsv", run)
    assert float(rows.rows[1][6]) > 0


def test_json(qaeval, run):
    records = json.loads(qaeval("coverage", "--judged", "-f", "json", run).out)
    assert records[-1]["threshold"] is None and records[0]["c@1"] == 0.48


def test_questions(qaeval, run, put):
    some = put("some.tsv", "question\tkind\nq1\tx\nq3\tx\nq9\ty\n")
    outcome = qaeval("coverage", "--judged", "-f", "tsv", "--questions", some, run)
    assert [row[1:3] for row in outcome.rows[1:]] == [
        ["0.6", str(2 / 3)], ["0.9", str(1 / 3)], ["none", "0"],
    ]  # fmt: skip
    assert "1 of 3 questions (33.3%) not in the run, unanswered: q9" in outcome.err
    only = ("--only", "kind=x")
    rows = qaeval("coverage", "--judged", "-f", "tsv", "--questions", some, *only, run).rows
    assert rows[1][2] == "1"


def test_runs_with_other_questions(qaeval, run, put):
    other = put("other.tsv", HEADER + "q1\tR\t0.5\n")
    refused = qaeval("coverage", "--judged", run, other)
    assert refused.code == 2 and "run 'other' lacks 4 questions" in refused.err
    rows = qaeval("coverage", "--judged", "--intersect", "-f", "tsv", run, other).rows
    assert [row[:2] for row in rows[1:]] == [
        ["run", "0.9"], ["run", "none"], ["other", "0.5"], ["other", "none"],
    ]  # fmt: skip


def test_the_picture(qaeval, run, tmp_path):
    pytest.importorskip("matplotlib")
    picture = tmp_path / "risk.svg"
    assert qaeval("coverage", "--judged", "--plot", picture, run).code == 0
    first = picture.read_bytes()
    assert b"<svg" in first
    qaeval("coverage", "--judged", "--best-for", "c@1", "--folds", "2", "--plot", picture, run)
    assert picture.read_bytes() == first


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEADER + "q1\tR\t0.9\nq2\tW\t\nq3\tR\t\n", "run.tsv: coverage needs a confidence for "
         "every answered question: run 'run' has none for question 'q2' and 1 more"),
        (HEADER + "q1\tR\t1.5\n", "run.tsv:2: confidence 1.5 is outside 0..1"),
        (HEADER + "q1\tX\t0.5\n", "run.tsv:2: outcome 'X', expected R (right), W (wrong), U"),
        (HEADER + "q1\tR\thigh\n", "run.tsv:2: confidence 'high' is not a number"),
        (HEADER, "run.tsv: no question is left"),
    ],
)  # fmt: skip
def test_bad_runs(qaeval, put, text, message):
    outcome = qaeval("coverage", "--judged", put("run.tsv", text))
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert message in outcome.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--best-for", "RR"), "RR is no response measure"),
        (("-m", "Q"), "Q is no response measure"),
        (("--best-for", "coverage"), "--best-for coverage: neither more nor less"),
        (("--best-for", "c@1", "--folds", "6"), "--folds 6: there are only 5 questions"),
        (("--folds", "1"), "1 is not in the range x>=2"),
        (("--points", "1"), "1 is not in the range x>=2"),
        (("--only", "a=b"), "--only needs --questions FILE"),
    ],
)
def test_bad_words(qaeval, run, arguments, message):
    outcome = qaeval("coverage", "--judged", *arguments, run)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert message in outcome.err


def test_tables_without_confidences(qaeval, put, run):
    table = put("scores.tsv", "")
    qaeval("score", "--judged", "-q", "-f", "tsv", "-m", "c@1", "-o", table, run)
    outcome = qaeval("coverage", table)
    assert outcome.code == 2 and "no rows per question of correct, answered, confi" in outcome.err
    assert qaeval("coverage").err.startswith("qaeval: expected SCORES...")


def test_judged_responses_without_the_word(qaeval, run):
    outcome = qaeval("coverage", run)
    assert outcome.code == 2 and outcome.err.count("\n") == 1


def test_undefined_everywhere(qaeval, put):
    run = put("run.tsv", HEADER + "q1\tU\t\nq2\tU\t\n")
    outcome = qaeval("coverage", "--judged", "--best-for", "Brier", "--folds", "2", run)
    assert outcome.code == 2 and "Brier of run 'run' is undefined at every threshold" in outcome.err
    rows = qaeval("coverage", "--judged", "-f", "tsv", run).rows
    assert [row[1] for row in rows[1:]] == ["none"]


def test_a_table_of_several_keys_is_refused(qaeval, put):
    run = put("r.tsv", "question\tanswer\tconfidence\nq1\tx\t.5\n")
    keys = [f"{name}={put(f'{name}.tsv', text)}" for name, text in (
        ("A", "question\tanswer\nq1\tx\n"), ("B", "question\tanswer\nq1\ty\n")
    )]  # fmt: skip
    table = put("t.tsv", "")
    asked = ("-q", "-f", "tsv", "-m", "CWS", "-o", table)
    scored = qaeval("score", *asked, keys[0], "--key", keys[1], run)
    assert scored.code == 0, scored.err
    outcome = qaeval("coverage", table)
    assert (outcome.code, outcome.out) == (2, "")
    assert "several keys (A, B), expected a table of one" in outcome.err


def test_chosen_questions_of_a_score_table(qaeval, put):
    """On x alone, one right of two; on y, where the table has nothing, an error."""
    run = put("r.tsv", "question\toutcome\tconfidence\nq1\tR\t.9\nq2\tW\t.5\nq3\tW\t.8\n")
    table = put("t.tsv", "")
    qaeval("score", "--judged", "-q", "-f", "tsv", "-m", "CWS", "-o", table, run)
    kinds = put("q.tsv", "question\tkind\nq1\tx\nq2\tx\nq3\tz\nq4\ty\n")
    whole = qaeval("coverage", "-f", "tsv", table).rows
    part = qaeval("coverage", "-f", "tsv", "--questions", kinds, "--only", "kind=x", table).rows
    at = whole[0].index("precision")
    assert float(whole[1][at]) == pytest.approx(1 / 3) and float(part[1][at]) == pytest.approx(
        1 / 2
    )
    empty = qaeval("coverage", "--questions", kinds, "--only", "kind=y", table)
    assert (empty.code, empty.out) == (2, "")
    assert "none of its questions is in the scores" in empty.err


def test_judged_responses_without_a_header(qaeval, put):
    path = put("x.csv", "q1,R,0.9\nq2,W,0.4\n")
    columns = ("--columns", "question,outcome,confidence")
    told = qaeval("coverage", "--judged", *columns, "-f", "tsv", path)
    assert (told.code, told.rows[1][:3]) == (0, ["x", "0.4", "1"])
    refused = qaeval("coverage", *columns, path)
    assert (refused.code, refused.out) == (2, "") and "goes with --judged" in refused.err


def test_the_interval_of_a_gain(qaeval, put):
    """It holds the gain itself, is turned round where less is better, and stands in the text."""
    words = "".join(f"q{i:02}\t{'RWRRW'[i % 5]}\t0.{9 - i % 5}\n" for i in range(40))
    judged = put("judged.tsv", HEADER + words)
    asked = ("--judged", "--best-for", "UF", "--best-for", "Brier", "-f", "tsv", judged)
    header, *rows = qaeval("coverage", *asked).rows
    for row in rows:
        found = dict(zip(header, row, strict=True))
        low, gain, high = (float(found[f"cv_gain{end}"]) for end in ("_low", "", "_high"))
        assert low <= gain <= high and high - gain == pytest.approx(gain - low)
    text = qaeval("coverage", "--judged", "--best-for", "UF", judged).out
    assert "[" in text and "with its 95% interval" in text.replace("\n", " ")


def test_repeated_samples_are_refused(qaeval, put):
    rows = "q1\t1\tR\t.9\nq1\t2\tW\t.5\nq2\t1\tR\t.8\n"
    judged = put("judged.tsv", "question\tsample\toutcome\tconfidence\n" + rows)
    table = put("scores.tsv", "")
    qaeval("score", "--judged", "-q", "-f", "tsv", "-m", "CWS", "-o", table, judged)
    for words in (("--judged", judged), (table,)):
        outcome = qaeval("coverage", *words)
        assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
        assert "repeated samples: coverage takes one response to each question" in outcome.err
