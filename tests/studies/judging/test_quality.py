"""The judge's errors beside people's labels."""

import numpy as np
import pytest
from gradings import Case, by_counts
from scipy import stats

from qaeval.studies.inference.verdicts import Asked
from qaeval.studies.judging.labels import Labels
from qaeval.studies.judging.quality import accord, bias_test, qualities


def overall(made):
    return qualities(made.graded, made.labels, made.units)[1]


def test_nq301():
    # GPT-4 beside people on 1,489 answers; kappa by scikit-learn 1.9.1.
    quality = overall(by_counts(679, 89, 137, 584, 0, 0))
    assert quality.confusion == (679, 89, 137, 584)
    assert quality.confusion.kappa == pytest.approx(0.6955175533840029, abs=1e-9)
    assert quality.bias.value == pytest.approx((768 - 816) / 1489)
    assert quality.accepts_wrong.value == pytest.approx(89 / 673)
    assert quality.rejects_right.value == pytest.approx(137 / 816)


def test_intervals_of_errors_by_hand():
    quality = overall(by_counts(55, 10, 2, 33, 100, 100))
    # Wilson's of 10 in 43, with t for z and 42 for 43.
    share, count, t = 10 / 43, 42, stats.t.ppf(0.975, 42)
    wide = 1 + t**2 / count
    middle = (share + t**2 / (2 * count)) / wide
    half = t * np.sqrt(share * (1 - share) / count + t**2 / (4 * count**2)) / wide
    assert quality.accepts_wrong == pytest.approx((share, middle - half, middle + half))
    # The mean of 10 ones, 2 times −1 and 88 zeros, with one more disagreement.
    squares = 12 - 100 * 0.08**2 + 1
    reach = stats.t.ppf(0.975, 99) * np.sqrt(squares / 100 / 99)
    assert quality.bias == pytest.approx((0.08, 0.08 - reach, 0.08 + reach))


def test_labels_of_one_question_belong_together():
    # Three copies of a run say no more than one: the interval is that of one.
    one = by_counts(55, 10, 2, 33, 100, 100)
    three = Case(np.repeat(one.graded.model, 3, axis=0), np.repeat(one.labels.grades, 3, axis=0))
    assert overall(three).accepts_wrong == pytest.approx(overall(one).accepts_wrong)
    assert overall(three).labels == 300


def test_the_bias_test_finds_a_favourite_and_no_other():
    rng = np.random.default_rng(6)
    right = rng.random((3, 500)) < 0.5
    accepted = np.array([0.05, 0.05, 0.4])[:, None]
    model = np.where(right, 1, rng.random((3, 500)) < accepted)
    made = Case(model, np.where(np.arange(500) < 200, right, np.nan))
    told = bias_test(made.graded, made.labels, made.units, Asked("max-t", trials=1000))
    pairs = list(zip(told.pairs.x.tolist(), told.pairs.y.tolist(), strict=True))
    assert [pair for pair, it in zip(pairs, told.pairs.claimed, strict=True) if it] == [
        (0, 2),
        (1, 2),
    ]
    errors = (model - right)[:, :200].mean(axis=1)
    assert told.pairs.differences == pytest.approx([errors[x] - errors[y] for x, y in pairs])


def test_people_among_themselves():
    made = Case([1, 1, 0, 0], [1, 1, 1, 0])
    said = [{"x": 1.0, "y": 1.0}, {"x": 1.0, "y": 0.0}, {"x": 1.0, "y": 1.0}, {"x": 0.0}]
    several = {(0, at): given for at, given in enumerate(said)}
    labels = Labels(made.labels.grades, made.labels.weights, several)
    found = accord(made.graded, labels)
    assert (found.answers, found.people) == (3, pytest.approx(2 / 3))
    assert found.model == pytest.approx((1 + 0.5 + 0) / 3)
    # Five 1 and one 0 in pairs: observed 2/6, by chance 10/30.
    assert found.alpha == pytest.approx(1 - (2 / 6) / (10 / 30))
