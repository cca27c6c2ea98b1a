"""Measures of repeated samples, against a look at every subset of the samples."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from statistics import mean, variance

import pytest
from hypothesis import given
from hypothesis import strategies as st
from worked import responses_of

from qaeval import InputError, mark, read_key, read_run, score

# The samples of a question: R, W and U as judged responses have them.
QUESTIONS = st.lists(
    st.lists(st.sampled_from("RWU"), min_size=3, max_size=6), min_size=1, max_size=4
)


def vote(drawn):
    """The right ones' share of the answers with the most votes; silence (None) has no vote."""
    votes = Counter(answer for answer in drawn if answer is not None)
    if not votes:
        return Fraction(0)
    winners = [answer for answer, count in votes.items() if count == max(votes.values())]
    return Fraction(sum(is_right for _, is_right in winners), len(winners))


def over_subsets(function, samples, k):
    return mean(Fraction(function(drawn)) for drawn in combinations(samples, k))


def as_answers(samples):
    return [None if word == "U" else (word, word == "R") for word in samples]


TWINS = {
    "pass": lambda samples, k: over_subsets(lambda drawn: "R" in drawn, samples, k),
    "all": lambda samples, k: over_subsets(lambda drawn: set(drawn) == {"R"}, samples, k),
    "majority": lambda samples, k: over_subsets(vote, as_answers(samples), k),
}


@given(QUESTIONS, st.sampled_from([*TWINS]), st.integers(1, 3))
def test_against_every_subset(questions, name, k):
    marks = responses_of(" ".join(map("+".join, questions)))
    expected = float(mean(TWINS[name](samples, k) for samples in questions))
    found = score([marks], f"{name}@{k}").overall(f"{name}@{k}")["r"]
    assert found == pytest.approx(expected, abs=1e-12)


@given(QUESTIONS)
def test_consistency_and_spread_against_every_pair(questions):
    marks = responses_of(" ".join(map("+".join, questions)))
    scores = score([marks], ["consistency", "sample-sd"])
    agree = [over_subsets(lambda pair: pair[0] == pair[1], word, 2) for word in questions]
    assert scores.overall("consistency")["r"] == pytest.approx(float(mean(agree)), abs=1e-12)
    spread = sum(variance([float(word == "R") for word in samples]) for samples in questions)
    expected = spread**0.5 / len(questions)
    assert scores.overall("sample-sd")["r"] == pytest.approx(expected, abs=1e-12)


ANSWERS = st.lists(
    st.sampled_from(["Paul", "McCartney", "John", "ringo", "RINGO ", "mick", ""]),
    min_size=4,
    max_size=7,
)
# Aliases are one answer, and so are spellings that normalise to the same.
SAME = {
    "Paul": ("p", True),
    "McCartney": ("p", True),
    "John": ("j", True),
    "ringo": ("ringo", False),
    "RINGO ": ("ringo", False),
    "mick": ("mick", False),
    "": None,
}


@given(ANSWERS, st.integers(1, 4))
def test_answers_are_told_apart(tmp_path_factory, answers, k):
    folder = tmp_path_factory.getbasetemp()
    (folder / "key.tsv").write_text(
        "question\tclass\tanswer\nq\tp\tPaul\nq\tp\tMcCartney\nq\tj\tJohn\n"
    )
    rows = "".join(f"q\t{answer}\t{at}\n" for at, answer in enumerate(answers))
    (folder / "run.tsv").write_text("question\tanswer\tsample\n" + rows)
    key = read_key(str(folder / "key.tsv"), normalize="fold")
    marks = mark(key, read_run(str(folder / "run.tsv")))
    scores = score([marks], [f"majority@{k}", "consistency"])
    given_answers = [SAME[answer] for answer in answers]
    won = float(over_subsets(vote, given_answers, k))
    assert scores.overall(f"majority@{k}")["run"] == pytest.approx(won, abs=1e-12)
    agree = float(over_subsets(lambda pair: pair[0] == pair[1], given_answers, 2))
    assert scores.overall("consistency")["run"] == pytest.approx(agree, abs=1e-12)


def test_the_published_estimator():
    # Chen et al. 2021, Figure 3: 1 - prod(1 - k/arange(n-c+1, n+1)) over the wrong ones.
    samples = ["R"] * 17 + ["W"] * 183
    product = 1.0
    for i in range(200 - 17 + 1, 201):
        product *= 1 - 100 / i
    value = score([responses_of("+".join(samples))], "pass@100").overall("pass@100")["r"]
    assert value == pytest.approx(1 - product, rel=1e-12)


def test_many_samples_with_many_answers(tmp_path):
    (tmp_path / "key.tsv").write_text("question\tanswer\nq\tright\n")
    answers = ["right"] * 40 + [f"wrong{i // 3}" for i in range(60)]
    rows = "".join(f"q\t{answer}\t{at}\n" for at, answer in enumerate(answers))
    (tmp_path / "run.tsv").write_text("question\tanswer\tsample\n" + rows)
    marks = mark(read_key(str(tmp_path / "key.tsv")), read_run(str(tmp_path / "run.tsv")))
    assert score([marks], "majority@100").overall("majority@100") == {"run": 1.0}


def test_one_sample_is_one_try():
    marks = responses_of("R W U R")
    scores = score([marks], ["pass@1", "all@1", "majority@1", "accuracy"])
    assert {scores.overall(measure.label)["r"] for measure in scores.measures} == {0.5}


def test_pass_hat_is_all():
    marks = responses_of("R+R+W+W R+W+W+W")
    assert score([marks], "pass^2").overall("pass^2")["r"] == pytest.approx(1 / 12)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("pass@3", "pass@3 needs 3 samples of every question: run 'r' has 2 of question 'q001'"),
        ("all@4", "all@4 needs 4 samples of every question: run 'r' has 3 of question 'q000', and "
         "too few of 2 more"),
        ("consistency", "consistency needs 2 samples of every question: run 'r' has 1 of question "
         "'q002'"),
        ("sample-sd", "sample-sd needs 2 samples of every question: run 'r' has 1 of question "
         "'q002'"),
    ],
)  # fmt: skip
def test_too_few_samples_are_refused(name, message):
    words = "R+R+W W+W R+R+R" if name == "pass@3" else "R+R+W W+W R"
    with pytest.raises(InputError) as caught:
        score([responses_of(words)], name)
    assert str(caught.value) == message


def test_a_question_that_the_run_lacks_counts_0(tmp_path):
    (tmp_path / "key.tsv").write_text("question\tanswer\nq1\ta\nq2\tb\n")
    (tmp_path / "run.tsv").write_text("question\tanswer\tsample\nq1\ta\t1\nq1\ta\t2\n")
    marks = mark(read_key(str(tmp_path / "key.tsv")), read_run(str(tmp_path / "run.tsv")))
    names = ["pass@2", "all@2", "majority@2", "consistency"]
    scores = score([marks], [*names, "sample-sd"])
    assert [scores.overall(name)["run"] for name in names] == [0.5] * 4
    assert scores.overall("sample-sd") == {"run": 0.0}
    scores = score([marks], names, intersect=True)
    assert [scores.overall(name)["run"] for name in names] == [1.0] * 4
