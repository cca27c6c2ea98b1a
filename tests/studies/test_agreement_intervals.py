"""Intervals of agreement: against a slow bootstrap, seeded, and true as often as they say."""

import math
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import bootstrap

from qaeval.gold.agreement import COEFFICIENTS, answer_parts, label_counts, sums_of
from qaeval.studies.agreement_intervals import FEWEST_ANSWERS, measured_agreement

ALPHA = COEFFICIENTS[0]
NAMES = [coefficient.name for coefficient in COEFFICIENTS]


def labels_drawn(random, answers, assessors, right, missing=0.0, size=3):
    truth = random.integers(0, size, (answers, 1))
    shape = (answers, assessors)
    labels = np.where(random.random(shape) < right, truth, random.integers(0, size, shape))
    return np.where(random.random(shape) < missing, -1, labels)


def alpha_of(labels, size=3):
    totals = answer_parts(label_counts(labels, size)).sum(axis=0)
    return float(ALPHA.of_sums(sums_of(totals, size)).value)


@pytest.fixture(scope="module")
def labels():
    return labels_drawn(np.random.default_rng(2), 150, 4, 0.7, 0.2)


@pytest.fixture(scope="module")
def study(labels):
    return measured_agreement(labels, 3, 1000, 0)


def test_values_and_numbers_of_answers(labels, study):
    assert study.everyone["alpha"].value == pytest.approx(alpha_of(labels))
    assert study.everyone["alpha"].answers == ((labels >= 0).sum(axis=1) >= 2).sum()
    assert list(study.pairs) == list(combinations(range(4), 2))
    for (x, y), pair in study.pairs.items():
        both = (labels[:, [x, y]] >= 0).all(axis=1)
        assert {measured.answers for measured in pair.values()} == {both.sum()}
        assert pair["alpha"].value == pytest.approx(alpha_of(labels[both][:, [x, y]]))
    kappas = [pair["Cohen"].value for pair in study.pairs.values()]
    assert study.everyone["Cohen"].value == pytest.approx(np.mean(kappas))


def test_intervals_are_those_of_scipys_bca(labels, study):
    """Up to the draws: with that much disagreement one more answer hardly matters."""
    np.random.seed(1)  # which scipy of any version draws from
    slow = bootstrap(
        (np.arange(len(labels)),),
        lambda at: alpha_of(labels[at]),
        method="BCa",
        vectorized=False,
        n_resamples=2000,
    ).confidence_interval
    found = study.everyone["alpha"]
    assert (found.low, found.high) == pytest.approx((slow.low, slow.high), abs=0.015)


def test_every_value_lies_in_its_interval(study):
    for group in (study.everyone, *study.pairs.values()):
        assert list(group) == NAMES
        for measured in group.values():
            assert measured.low < measured.value < measured.high <= 1


def test_the_same_seed_the_same_draws(labels, study):
    assert measured_agreement(labels, 3, 1000, 0) == study
    other = measured_agreement(labels, 3, 1000, 1)
    assert other.everyone["alpha"].low != study.everyone["alpha"].low
    assert other.everyone["alpha"].value == study.everyone["alpha"].value


def test_agreement_throughout_keeps_its_width():
    labels = np.repeat(np.arange(60) % 2, 3).reshape(60, 3)
    found = measured_agreement(labels, 2, 500, 0)
    for measured in (*found.everyone.values(), *found.pairs[0, 1].values()):
        assert measured.value == measured.high == 1
        assert 0.8 < measured.low < 1


def test_one_label_throughout():
    found = measured_agreement(np.zeros((60, 2), dtype=np.int64), 3, 200, 0).everyone
    assert math.isnan(found["alpha"].value) and math.isnan(found["alpha"].low)
    assert found["AC1"].value == 1 and 0.9 < found["AC1"].low < 1


def test_no_interval_where_few_answers_are_compared():
    random = np.random.default_rng(4)
    few = measured_agreement(labels_drawn(random, FEWEST_ANSWERS - 1, 3, 0.8), 3, 100, 0)
    assert all(math.isnan(measured.low) for measured in few.everyone.values())
    labels = labels_drawn(random, 60, 3, 0.8)
    labels[:20, 2] = -1  # the third has 40 in common with each of the others
    found = measured_agreement(labels, 3, 100, 0)
    assert not math.isnan(found.everyone["alpha"].low)
    assert not math.isnan(found.pairs[0, 1]["Cohen"].low)
    assert math.isnan(found.pairs[0, 2]["Cohen"].low)
    assert math.isnan(found.everyone["Cohen"].low)  # a mean over all three


def test_intervals_hold_the_truth():
    """Of 120 samples 95% less 3 standard errors; a seeded part of what was measured."""
    random = np.random.default_rng(7)
    truth = measured_agreement(labels_drawn(random, 100_000, 3, 0.8, 0.1), 3, 1, 0)
    held = dict.fromkeys(NAMES, 0)
    for seed in range(120):
        found = measured_agreement(labels_drawn(random, 80, 3, 0.8, 0.1), 3, 300, seed)
        for name, measured in found.everyone.items():
            held[name] += measured.low <= truth.everyone[name].value <= measured.high
    assert min(held.values()) >= 0.89 * 120, held
