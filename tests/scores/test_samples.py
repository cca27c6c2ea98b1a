"""Repeated samples: a question's value is the mean over its samples, in memory and in files."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qaeval import InputError, read_judged, read_scores, score, write_scores
from qaeval.collection.repeats import in_order
from qaeval.collection.responses import Responses
from qaeval.files.judged import judged_text
from qaeval.scores.samples import sample_means, sample_variances

# Two runs: a answered q1 and q2 twice, b only q3.
JUDGED = (
    "run\tquestion\tsample\toutcome\tconfidence\n"
    "a\tq1\t1\tR\t.9\na\tq1\t2\tW\t.5\na\tq2\t1\tU\t\na\tq2\t2\tR\t.7\na\tq3\t1\tR\t.8\n"
    "b\tq1\tx\tW\t.3\nb\tq2\tx\tR\t.6\nb\tq3\ty\tR\t.9\nb\tq3\tx\tW\t.6\n"
)


@pytest.fixture
def judged(tmp_path):
    path = tmp_path / "judged.tsv"
    path.write_text(JUDGED)
    return read_judged(str(path))


def responses(words: str, name: str = "r") -> Responses:
    """`RW U RR`: a question a word, a sample a letter."""
    rows = [(f"q{i}", str(s), o) for i, w in enumerate(words.split()) for s, o in enumerate(w)]
    nothing = np.full(len(rows), np.nan)
    questions, samples, outcomes = (list(column) for column in zip(*rows, strict=True))
    return Responses(name, questions, outcomes, nothing, nothing, "r.tsv", samples)


def test_a_value_is_the_mean_over_samples(judged):
    scores = score(judged, ["accuracy", "coverage", "c@1", "precision"])
    assert scores.per_question("accuracy") == {
        "a": {"q1": 0.5, "q2": 0.5, "q3": 1.0},
        "b": {"q1": 0.0, "q2": 1.0, "q3": 0.5},
    }
    assert scores.per_question("answered")["a"] == {"q1": 1.0, "q2": 0.5, "q3": 1.0}
    # n_ac = 2, n_u = 1/2 of n = 3: (2 + 1/2·2/3)/3; 2 right of 5/2 answered.
    assert scores.overall("c@1")["a"] == pytest.approx(7 / 9)
    assert scores.overall("precision")["a"] == pytest.approx(2 / 2.5)


def test_confidence_is_that_of_the_answers(judged):
    scores = score(judged, "CWS")
    assert scores.per_question("confidence")["a"] == {"q1": 0.7, "q2": 0.7, "q3": 0.8}


def test_less_than_one_answer_in_all():
    scores = score([responses("RUUU")], ["precision", "PC,est=precision", "simpleqa-F"])
    assert scores.overall("precision") == {"r": 1.0}
    # 1/4 of an answer, and it is right: 1/4 + 1·3/4; 2·(1/4)/(1 + 1/4).
    assert scores.overall("PC,est=precision") == {"r": 1.0}
    assert scores.overall("simpleqa-F") == {"r": 0.4}


def test_noise_is_the_variance_of_a_mean(judged):
    scores = score(judged, "accuracy")
    assert scores.samples.tolist() == [[2, 2, 1], [1, 1, 2]]
    # Values 1 and 0 have s² = 1/2, and a mean of two of them has half of that.
    expected = [[0.25, 0.25, math.nan], [math.nan, math.nan, 0.25]]
    np.testing.assert_array_equal(scores.noise("accuracy"), expected)


def test_a_question_that_the_run_lacks_has_no_noise():
    scores = score([responses("RW RR")], "accuracy", questions=["q0", "q1", "q9"])
    assert scores.per_question("accuracy")["r"] == {"q0": 0.5, "q1": 1.0, "q9": 0.0}
    assert scores.samples.tolist() == [[2, 2, 0]]
    assert scores.noise("accuracy").tolist() == [[0.25, 0.0, 0.0]]


def test_the_table_reads_back_the_same(judged, tmp_path):
    scores = score(judged, ["accuracy", "CWS"], questions=["q1", "q2", "q3", "q4"])
    path = str(tmp_path / "scores.tsv")
    write_scores(scores, path)
    again = read_scores(path)
    assert (again.runs, again.questions) == (scores.runs, scores.questions)
    assert set(again.columns) == set(scores.columns)
    for label, column in scores.columns.items():
        np.testing.assert_array_equal(again.columns[label], column)
    np.testing.assert_array_equal(again.samples, scores.samples)
    np.testing.assert_array_equal(again.noise("accuracy"), scores.noise("accuracy"))
    assert again.overall("CWS") == scores.overall("CWS")


def test_of_some_runs_and_questions(judged):
    scores = score(judged, "accuracy").of_runs(["b"]).on(["q1", "q3"])
    assert scores.samples.tolist() == [[1, 2]]
    np.testing.assert_array_equal(scores.noise("accuracy"), [[math.nan, 0.25]])


def test_without_samples_nothing_is_kept():
    plain = Responses("r", ["q1"], ["R"], np.array([np.nan]), np.array([np.nan]), "r.tsv")
    scores = score([plain], "accuracy")
    assert (scores.repeats, scores.samples, scores.noise("accuracy")) == (None, None, None)


def test_one_sample_each_is_no_repetition():
    scores = score([responses("R W")], "accuracy")
    assert scores.repeats is not None
    assert scores.samples is None


def test_judged_text_reads_back_the_same(judged, tmp_path):
    path = tmp_path / "again.tsv"
    path.write_text(judged_text(judged))
    for run, again in zip(judged, read_judged(str(path)), strict=True):
        assert (again.name, again.questions, again.outcomes) == (
            run.name, run.questions, run.outcomes,
        )  # fmt: skip
        assert again.samples == run.samples


def test_runs_with_and_without_samples_share_a_file(tmp_path):
    plain = Responses("p", ["q0"], ["R"], np.array([np.nan]), np.array([np.nan]), "p.tsv")
    path = tmp_path / "both.tsv"
    path.write_text(judged_text([plain, responses("RW")]))
    assert path.read_text().splitlines()[1] == "q0\tR\t\tp"
    one, other = read_judged(str(path))
    assert (one.samples, other.samples) == (None, ["0", "1"])
    scores = score([one, other], "accuracy")
    assert scores.samples.tolist() == [[0], [2]]
    np.testing.assert_array_equal(scores.noise("accuracy"), [[math.nan], [0.25]])


REFUSED = {
    "a\tq1\t1\tR\na\tq1\t1\tW\n": "3: sample '1' of question 'q1' again",
    "a\tq1\t1\tR\na\tq2\t\tW\n": "3: no sample for question 'q2', unlike the run's rows before",
    "a\tq1\t\tR\na\tq2\t1\tW\n": "3: a sample for question 'q2', unlike the run's rows before",
    "a\tq1\t\x07\tR\n": r"2: sample '\x07' holds a control character",
}


@pytest.mark.parametrize(("rows", "message"), REFUSED.items())
def test_samples_that_are_refused(tmp_path, rows, message):
    path = tmp_path / "x.tsv"
    path.write_text("run\tquestion\tsample\toutcome\n" + rows)
    with pytest.raises(InputError) as caught:
        read_judged(str(path))
    assert str(caught.value) == f"{path}:{message}"


OF_RR = "'RR' of run 'a' for 'q1'"
TABLES_REFUSED = {
    "a\tRR\tq1\t1\t1\na\tRR\tq1\t1\t0\n": f"3: {OF_RR} again with value 0, earlier 1",
    "a\tRR\tq1\t1\t1\na\tRR\tq1\t\t1\n": f"3: {OF_RR} without a sample, elsewhere it has some",
    "a\tRR\tall\t1\t1\n": "2: a sample of 'all', which no sample is of",
}


@pytest.mark.parametrize(("rows", "message"), TABLES_REFUSED.items())
def test_tables_that_are_refused(tmp_path, rows, message):
    path = tmp_path / "x.tsv"
    path.write_text("run\tmeasure\tquestion\tsample\tvalue\n" + rows)
    with pytest.raises(InputError) as caught:
        read_scores(str(path))
    assert str(caught.value) == f"{path}:{message}"


def test_tables_of_single_samples_are_merged(tmp_path):
    for at, value in ((1, 1), (2, 0)):
        text = f"run\tmeasure\tquestion\tsample\tvalue\na\tRR\tq1\t{at}\t{value}\n"
        (tmp_path / f"{at}.tsv").write_text(text)
    scores = read_scores(str(tmp_path / "1.tsv"), str(tmp_path / "2.tsv"))
    assert scores.per_question("RR") == {"a": {"q1": 0.5}}
    assert scores.noise("RR").tolist() == [[0.25]]


def test_json_lines_have_samples_too(tmp_path):
    path = tmp_path / "r.jsonl"
    head = '{"question": "q1", "outcome": "R", "sample": '
    lines = [head + "1}", head + '"b"}']
    path.write_text("\n".join(lines))
    (run,) = read_judged(str(path))
    assert (run.questions, run.samples) == (["q1", "q1"], ["1", "b"])


def test_labels_go_by_number_and_then_by_text():
    assert in_order(["b", "10", "2", "a", "2"]) == ["2", "10", "a", "b"]


@given(st.permutations(range(9)), st.lists(st.floats(0, 1), min_size=9, max_size=9))
def test_no_order_of_rows_shows(order, values):
    rows = [(f"q{i // 3}", str(i % 3), "R") for i in range(9)]
    sure = np.array(values)

    def made(places):
        questions, samples, outcomes = ([rows[i][at] for i in places] for at in range(3))
        nothing = np.full(9, np.nan)
        return Responses("r", questions, outcomes, sure[list(places)], nothing, "f", samples)

    one, other = (score([made(places)], ["K1", "CWS"]) for places in (range(9), order))
    for label, column in one.columns.items():
        np.testing.assert_array_equal(column, other.columns[label])
    np.testing.assert_array_equal(one.noise("K1"), other.noise("K1"))


@given(st.lists(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=5), min_size=1, max_size=5))
def test_means_and_variances_of_ragged_rows(rows):
    laid = np.full((len(rows), 5), np.nan)
    for at, row in enumerate(rows):
        laid[at, : len(row)] = row
    assert sample_means(laid).tolist() == [math.fsum(row) / len(row) for row in rows]
    for row, variance in zip(rows, sample_variances(laid).tolist(), strict=True):
        if len(row) == 1:
            assert math.isnan(variance)
        else:
            assert variance == pytest.approx(np.var(row, ddof=1), rel=1e-9, abs=1e-9)
