"""The parts of a variance: by hand, and on the mean over many samples of known truth."""

import numpy as np
import pytest

from qaeval import score
from qaeval.collection.responses import Responses
from qaeval.measures import measure
from qaeval.studies.inference.contributions import contributions
from qaeval.studies.inference.sources import difference_sources, sample_costs, value_sources
from qaeval.studies.units import Units


def responses(words, name="r"):
    """`RW RR`: a question a word, a sample a letter."""
    rows = [(f"q{i:03}", str(s), o) for i, w in enumerate(words.split()) for s, o in enumerate(w)]
    questions, samples, outcomes = (list(column) for column in zip(*rows, strict=True))
    nothing = np.full(len(rows), np.nan)
    return Responses(name, questions, outcomes, nothing, nothing, "r.tsv", samples)


def given(words, clusters=None, tasks=None, name="accuracy"):
    runs = [responses(text, f"r{at}") for at, text in enumerate(words.split(" | "))]
    scores = score(runs, name)
    units = Units.of(clusters, tasks, len(scores.questions))
    return scores, measure(name), contributions(scores, measure(name), units)


# Means 1/2, 1 and 0: their variance is 1/4. Among the samples of the first it is 1/2, so its mean
# of two has 1/4, and the mean over three questions a ninth of that.
WORDS = "RW RR WW"
SAMPLING = 1 / 36


def test_a_value_by_hand():
    parts = value_sources(*given(WORDS))
    assert parts.sampling[0] == pytest.approx(SAMPLING)
    assert parts.questions[0] == pytest.approx(1 / 12 - SAMPLING)
    assert parts.shares[0] == pytest.approx(1 / 3)


def test_clusters_by_hand():
    # Two clusters with sums 1/2 and -1/2 off the mean: 2/(2-1)·(1/4 + 1/4)/9.
    parts = value_sources(*given(WORDS, clusters=["a", "a", "b"]))
    assert parts.sampling[0] == pytest.approx(SAMPLING)
    assert parts.questions[0] == pytest.approx(1 / 9 - SAMPLING)


def test_macro_by_hand():
    # The first task has two questions and half of the value: (1/2)²·(1/4)/2².
    scores, asked, contributed = given("RW RR WW WW", tasks=["a", "a", "b", "b"])
    parts = value_sources(scores, asked, contributed)
    assert parts.sampling[0] == pytest.approx(1 / 64)
    whole = contributed.standard_errors[0] ** 2
    assert parts.questions[0] == pytest.approx(whole - 1 / 64)


def test_a_difference_by_hand():
    # Differences 0, 1 and -1/2 have variance 7/12; sampling adds up over both runs.
    x, y = np.array([0]), np.array([1])
    scores, asked, contributed = given("RW RR WW | RW WW WR")
    parts = difference_sources(scores, asked, contributed, x, y)
    assert parts.sampling[0] == pytest.approx(3 * SAMPLING)
    assert parts.questions[0] == pytest.approx(7 / 12 / 3 - 3 * SAMPLING)


def test_sampling_alone_leaves_nothing_to_questions():
    parts = value_sources(*given("RW RW RW"))
    assert (parts.questions[0], parts.shares[0]) == (0.0, 1.0)


def test_nothing_varies():
    parts = value_sources(*given("RR RR RR"))
    assert (parts.questions[0], parts.sampling[0]) == (0.0, 0.0)
    assert np.isnan(parts.shares[0])


def test_one_sample_somewhere_leaves_it_unknown():
    parts = value_sources(*given("RW RR W | RW RR WW"))
    assert np.isnan(parts.sampling).tolist() == [True, False]
    assert np.isnan(parts.questions).tolist() == [True, False]


@pytest.mark.parametrize("name", ["c@1", "pass@2", "consistency"])
def test_nothing_is_said_of_what_is_no_mean_over_samples(name):
    assert value_sources(*given(WORDS, name=name)) is None


def test_nothing_is_said_without_repeats():
    assert value_sources(*given("R W R")) is None


def test_the_parts_are_right_on_the_mean():
    """Chances of right answers are Beta(2, 2): variance 1/20, and 1/5 within questions."""
    rng, questions, samples, trials = np.random.default_rng(1), 40, 3, 300
    found = []
    for _ in range(trials):
        common = rng.beta(2, 2, questions)
        words = []
        for _ in range(2):
            right = rng.random((questions, samples)) < common[:, None]
            words.append(" ".join("".join("WR"[int(ok)] for ok in row) for row in right))
        scores, asked, contributed = given(" | ".join(words))
        value = value_sources(scores, asked, contributed)
        pair = difference_sources(scores, asked, contributed, np.array([0]), np.array([1]))
        found.append([value.questions[0], value.sampling[0], pair.sampling[0]])
    means, errors = np.mean(found, axis=0), np.std(found, axis=0, ddof=1) / np.sqrt(trials)
    sampling = 1 / 5 / samples / questions
    expected = [1 / 20 / questions, sampling, 2 * sampling]
    assert (np.abs(means - expected) < 3 * errors).all()
    # So narrow that neither part could pass for the other, nor n for n - 1 samples.
    assert (errors < np.array(expected) / 10).all()


def test_sentences_and_columns(qaeval, put):
    rows = [
        f"{run}\tq{q}\t{s}\t{'RW'[(q * s + at) % (2 + at) > 0]}\n"
        for at, run in enumerate("ab")
        for q in range(6)
        for s in range(1, 4)
    ]
    path = put("judged.tsv", "run\tquestion\tsample\toutcome\n" + "".join(rows))
    told = qaeval("score", "--judged", "-m", "accuracy", "--intervals", path)
    text = " ".join(told.out.split())
    assert "accuracy: of the variance of a value, " in text
    assert "(median of 2 runs; sampling " in text
    table = qaeval("score", "--judged", "-m", "accuracy", "--intervals", "-f", "tsv", path)
    head = ["run", "measure", "question", "value", "low", "high", "var_questions", "var_sampling"]
    assert table.rows[0] == head
    told = qaeval("compare", "--judged", "-m", "accuracy", path)
    assert "accuracy: of the variance of a difference, " in " ".join(told.out.split())
    table = qaeval("compare", "--judged", "-m", "accuracy", "--pairs", "-f", "tsv", path)
    assert table.rows[0][-2:] == ["var_questions", "var_sampling"]
    single = put(
        "single.tsv", "run\tquestion\toutcome\n" + "a\tq1\tR\na\tq2\tW\nb\tq1\tR\nb\tq2\tR\n"
    )
    table = qaeval("score", "--judged", "-m", "accuracy", "--intervals", "-f", "tsv", single)
    assert table.rows[0] == head[:-2]


def test_a_table_with_variances_is_read(qaeval, put):
    rows = [
        f"{run}\tq{q}\t{s}\t{'RW'[(q + s) % 2]}\n" for run in "ab" for q in range(6) for s in (1, 2)
    ]
    path = put("judged.tsv", "run\tquestion\tsample\toutcome\n" + "".join(rows))
    table = qaeval("score", "--judged", "-m", "accuracy", "--intervals", "-q", "-f", "tsv", path)
    outcome = qaeval("compare", "-f", "tsv", put("scores.tsv", table.out))
    assert outcome.code == 0
    assert outcome.err == ""
    direct = qaeval("compare", "--judged", "-m", "accuracy", "-f", "tsv", path)
    assert outcome.out == direct.out


# What samples cost


def test_costs_by_hand():
    """Differences of WORDS and of none right: 1/2 1 0, variance 1/4; one sample's is 1/2 of q0.

    Of the mean over three questions sampling makes 1/36 with two samples and 1/18 with one, which
    is 1/12 and 1/6 a question; so questions have 1/4 − 1/12.
    """
    scores, asked, contributed = given(f"{WORDS} | WW WW WW")
    costs = sample_costs(scores, asked, contributed.units, 0.5)
    assert costs is not None
    assert costs.questions == pytest.approx(1 / 4 - 1 / 12)
    assert costs.single == pytest.approx(1 / 6)
    assert costs.sd(2) == pytest.approx(0.5)  # as it was measured, with two
    assert costs.sd(1) ** 2 == pytest.approx(1 / 6 + 1 / 6)
    assert costs.gain(1) == pytest.approx(1 - (1 / 4) ** 0.5 / (1 / 3) ** 0.5)


def test_no_costs_without_samples_of_every_question():
    scores, asked, contributed = given("RW RR W | WW WW WW")
    assert sample_costs(scores, asked, contributed.units, 0.5) is None
