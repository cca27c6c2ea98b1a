"""`qaeval hardness` from the command line."""

import json

import pytest

HEADER = "run\tmeasure\tquestion\tvalue\n"


def scores(put, name="scores.tsv", measure="RR", **runs):
    rows = [
        f"{run}\t{measure}\tq{i}\t{value}\n"
        for run, values in runs.items()
        for i, value in enumerate(values, 1)
    ]
    return put(name, HEADER + "".join(rows))


@pytest.fixture
def table(put):
    # Means: q1 .5, q2 0, q3 1, q4 .5, q5 .75, q6 .25
    return scores(put, one=[1, 0, 1, 0.5, 1, 0], two=[0, 0, 1, 0.5, 0.5, 0.5])


@pytest.fixture
def questions(put):
    kinds = ["who", "who", "when", "when", "when", "who"]
    rows = [f"q{i}\t{kind}\n" for i, kind in enumerate(kinds, 1)]
    return put("questions.tsv", "question\tkind\n" + "".join(rows))


def test_the_easiest_first(qaeval, table):
    outcome = qaeval("hardness", "-f", "tsv", table)
    assert outcome.rows == [
        ["measure", "question", "mean", "third"],
        ["RR", "q3", "1", "easy"],
        ["RR", "q5", "0.75", "easy"],
        ["RR", "q1", "0.5", "medium"],
        ["RR", "q4", "0.5", "medium"],
        ["RR", "q6", "0.25", "hard"],
        ["RR", "q2", "0", "hard"],
    ]
    assert (outcome.code, outcome.err) == (0, "")


def test_exclude(qaeval, table):
    outcome = qaeval("hardness", "--exclude", "one", "-f", "tsv", table)
    assert [row[1:3] for row in outcome.rows[1:]] == [
        ["q3", "1"], ["q4", "0.5"], ["q5", "0.5"], ["q6", "0.5"], ["q1", "0"], ["q2", "0"],
    ]  # fmt: skip
    assert outcome.err == (
        "qaeval: note: RR: 3 questions of mean 0.5 at the cut between easy and medium: "
        "by id, 1 before it and 2 behind\n"
    )
    assert "|excluded:one|" in qaeval("hardness", "--exclude", "one", table).out


def test_text_tells_the_spans(qaeval, table):
    out = qaeval("hardness", table).out
    assert "RR: easy 0.7500 to 1.0000, medium 0.5000 to 0.5000, hard 0.0000 to 0.2500." in out
    assert out.splitlines()[-1].startswith("runs:2|questions:6|")


def test_by(qaeval, table, questions):
    outcome = qaeval("hardness", "--questions", questions, "--by", "kind", "-f", "tsv", table)
    assert outcome.rows == [
        ["measure", "kind", "questions", "easy", "medium", "hard", "mean"],
        ["RR", "who", "3", "0", "1", "2", "0.25"],
        ["RR", "when", "3", "2", "1", "0", "0.75"],
    ]
    out = qaeval("hardness", "--questions", questions, "--by", "kind", table).out
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines[4] == "who 3 0 1 2 0% 33% 67% 0.2500"
    assert lines[6] == "all 6 2 2 2 33% 33% 33% 0.5000"


def test_a_category_called_all_is_not_the_last_row(qaeval, put, table):
    rows = "".join(f"q{i}\t{'all' if i < 3 else 'x'}\n" for i in range(1, 7))
    asked = ("--questions", put("q.tsv", "question\tkind\n" + rows), "--by", "kind")
    lines = [line.split()[:2] for line in qaeval("hardness", *asked, table).out.splitlines()]
    assert ["all", "2"] in lines and ["all", "6"] in lines


def test_the_thirds_are_those_of_the_chosen_questions(qaeval, table, questions):
    asked = ("--questions", questions, "--only", "kind=who", "-f", "tsv")
    rows = qaeval("hardness", *asked, table).rows
    assert [row[1::2] for row in rows[1:]] == [["q1", "easy"], ["q6", "medium"], ["q2", "hard"]]


def test_one_run_is_enough(qaeval, put):
    assert qaeval("hardness", scores(put, only=[1, 0.5, 0])).code == 0


def test_several_measures_and_json(qaeval, put, table):
    other = scores(put, "q.tsv", "Q", one=[1] * 6, two=[0] * 6)
    records = json.loads(qaeval("hardness", "-f", "json", table, other).out)
    means = {(one["measure"], one["question"]): one["mean"] for one in records}
    assert len(records) == 12 and means["RR", "q5"] == 0.75 and means["Q", "q5"] == 0.5


def test_what_is_not_a_mean(qaeval, put, sample_data):
    runs = [sample_data / "response/runs" / f"{name}.tsv" for name in ("icia091ro", "uaic092ro")]
    table = put("s.tsv", "")
    asked = ("-m", "c@1", "-m", "accuracy")
    qaeval("score", "--judged", "-q", "-f", "tsv", *asked, "-o", table, *runs)
    default = qaeval("hardness", "-f", "tsv", table)
    assert {row[0] for row in default.rows[1:]} == {"accuracy"}
    assert "note: c@1 left out: not a mean over questions" in default.err
    refused = qaeval("hardness", "-m", "c@1", table)
    assert (refused.code, refused.out) == (2, "")
    assert "c@1 is not a mean over questions" in refused.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--exclude", "on"), "--exclude 'on': there is no such run; did you mean 'one'?"),
        (("--exclude", "one", "--exclude", "two"), "--exclude leaves 0 runs"),
        (("--by", "kind"), "--by needs --questions FILE"),
        (("--plot", "x.gif"), "expected a name that ends in .png"),
        (("-m", "Q"), "no measure 'Q' here (there are: RR)"),
    ],
)
def test_bad_words(qaeval, table, arguments, message):
    outcome = qaeval("hardness", *arguments, table)
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err and outcome.err.count("\n") == 1


@pytest.mark.parametrize("name", ["third", "measure", "knd"])
def test_bad_columns(qaeval, put, table, name):
    header = "question\tthird\tmeasure\tkind\n"
    rows = "".join(f"q{i}\tx\tx\tx\n" for i in range(1, 7))
    questions = put("q.tsv", header + rows)
    outcome = qaeval("hardness", "--questions", questions, "--by", name, table)
    assert (outcome.code, outcome.out) == (2, "") and name in outcome.err


def test_too_few_questions(qaeval, put):
    outcome = qaeval("hardness", scores(put, a=[1, 0], b=[0, 1]))
    assert (outcome.code, outcome.out) == (2, "")
    assert "2 questions: too few to cut into thirds" in outcome.err


def test_pictures(qaeval, table, questions, tmp_path):
    pytest.importorskip("matplotlib")
    plain, by = tmp_path / "plain.svg", tmp_path / "by.svg"
    assert qaeval("hardness", "--plot", plain, table).code == 0
    qaeval("hardness", "--questions", questions, "--by", "kind", "--plot", by, table)
    assert b"<svg" in plain.read_bytes() and b"when (3)" in by.read_bytes()
    first = by.read_bytes()
    qaeval("hardness", "--questions", questions, "--by", "kind", "--plot", by, table)
    assert by.read_bytes() == first


def test_a_question_table_from_standard_input(qaeval, table, questions, monkeypatch):
    """It can be read only once, for --questions and --by alike."""
    asked = ("--by", "kind", "-f", "tsv", table)
    from_file = qaeval("hardness", "--questions", questions, *asked)
    with questions.open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        from_input = qaeval("hardness", "--questions", "-", *asked)
    assert (from_input.code, from_input.out) == (0, from_file.out)


def test_questions_that_the_table_lacks_are_left_out(qaeval, table, put):
    some = put("some.tsv", "question\tkind\nq1\twho\nq3\twhen\nq4\twhen\nq5\twho\n")
    rows = qaeval("hardness", "--questions", some, "--by", "kind", "-f", "tsv", table).rows
    # Means .5, 1, .5, .75: the first two of four are easy.
    assert rows[1:] == [
        ["RR", "who", "2", "1", "1", "0", "0.625"],
        ["RR", "when", "2", "1", "0", "1", "0.75"],
    ]
