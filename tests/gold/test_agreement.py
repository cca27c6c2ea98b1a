"""Agreement against worked examples, other programs, and what must hold for any labels."""

import math

import krippendorff
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from qaeval.gold.agreement import (
    COEFFICIENTS,
    Agreement,
    answer_parts,
    label_counts,
    mean_agreement,
    more_labels_where_they_differ,
    pair_table,
    sums_of,
)

BY_NAME = {coefficient.name: coefficient for coefficient in COEFFICIENTS}
KINDS = {"alpha": "nominal", "alpha-ordinal": "ordinal", "alpha-interval": "interval"}
WEIGHTS = {"Cohen": None, "Cohen-linear": "linear", "Cohen-quadratic": "quadratic"}


def together(name, labels, size):
    totals = answer_parts(label_counts(labels, size)).sum(axis=0)
    return Agreement(*map(float, BY_NAME[name].of_sums(sums_of(totals, size))))


def of_pair(name, labels, size, x=0, y=1):
    return Agreement(*map(float, BY_NAME[name].of_pair(pair_table(labels, x, y, size))))


def labels_of(words):
    """A word per answer, a letter per assessor: labels from 1, `-` where there is none."""
    return np.array([[int(c) - 1 if c != "-" else -1 for c in word] for word in words.split()])


# The example in the documentation of the package krippendorff.
FIFTEEN = labels_of("-1- --- -22 -11 -33 334 444 13- 2-2 1-1 1-1 3-3 3-3 --- 3-4")
# Krippendorff (2011), Computing Krippendorff's alpha-reliability; irrCAC's raw_4raters.
TWELVE = labels_of("11-1 2232 3333 3333 2222 1234 4444 1121 2222 -555 --11 -3--")


@pytest.mark.parametrize(
    "name, fifteen, twelve",
    [  # krippendorff 0.9.0; irrCAC 0.4.4 for Fleiss and AC1, which it prints as .76117 and .77544
        ("alpha", 0.691358024691358, 0.7434210526315791),
        ("alpha-ordinal", 0.8067214199413153, 0.8153875037548813),
        ("alpha-interval", 0.8108448928121059, 0.8491071428571428),
        ("Fleiss", 0.686019507663725, 0.7611692754224112),
        ("AC1", 0.7091639179693101, 0.775444068126995),
    ],
)
def test_published_examples_with_missing_labels(name, fifteen, twelve):
    assert together(name, FIFTEEN, 4).value == pytest.approx(fifteen, abs=1e-14)
    assert together(name, TWELVE, 5).value == pytest.approx(twelve, abs=1e-14)


@pytest.mark.parametrize(
    "name, fifteen, twelve",
    [  # scikit-learn 1.9.1 on the answers that the second and the third assessor both labelled
        ("Cohen", 0.736842105263158, 0.5423728813559322),
        ("Cohen-linear", 0.8387096774193549, 0.7157894736842105),
        ("Cohen-quadratic", 0.9180327868852459, 0.8571428571428572),
    ],
)
def test_kappas_of_a_pair_with_missing_labels(name, fifteen, twelve):
    assert of_pair(name, FIFTEEN, 4, 1, 2).value == pytest.approx(fifteen, abs=1e-14)
    assert of_pair(name, TWELVE, 5, 1, 2).value == pytest.approx(twelve, abs=1e-14)


def test_fleiss_kappa_of_the_usual_worked_example():
    # Fourteen raters, ten subjects, five categories: P = 0.378, Pe = 0.213, kappa = 0.210
    # (Wikipedia, "Fleiss' kappa", worked example).
    counts = [
        [0, 0, 0, 0, 14],
        [0, 2, 6, 4, 2],
        [0, 0, 3, 5, 6],
        [0, 3, 9, 2, 0],
        [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0],
        [3, 2, 6, 3, 0],
        [2, 5, 3, 2, 2],
        [6, 5, 2, 1, 0],
        [0, 2, 2, 3, 7],
    ]
    labels = np.array([np.repeat(np.arange(5), row) for row in counts])
    assert together("Fleiss", labels, 5) == pytest.approx((0.378, 0.213, 0.210), abs=5e-4)


def test_cohens_kappa_of_the_usual_worked_example():
    # Both yes 20, first only 5, second only 10, both no 15: 0.7 and 0.5 give 0.4
    # (Wikipedia, "Cohen's kappa", simple example).
    pairs = np.repeat([[0, 0], [0, 1], [1, 0], [1, 1]], [20, 5, 10, 15], axis=0)
    assert of_pair("Cohen", pairs, 2) == pytest.approx((0.7, 0.5, 0.4))
    # Shares 55/100 and 45/100: chance is 2 · .55 · .45 = .495.
    assert of_pair("AC1", pairs, 2) == pytest.approx((0.7, 0.495, 0.205 / 0.505))


def test_weighted_kappa_by_hand():
    # 0-0 twice, 0-2 once, 1-1 once: steps 2 of 4 · 2; by chance rows 3:1:0, columns 2:1:1, so
    # 3·1·1 + 3·1·2 + 1·2·1 + 1·1·1 = 12 steps of 16 · 2, and squared 3 + 12 + 2 + 1 = 18.
    labels = np.array([[0, 0], [0, 0], [0, 2], [1, 1]])
    assert of_pair("Cohen-linear", labels, 3).value == pytest.approx(1 - (2 / 4) / (12 / 16))
    assert of_pair("Cohen-quadratic", labels, 3).value == pytest.approx(1 - (4 / 4) / (18 / 16))


@st.composite
def tables(draw, least=2):
    """Labels of some assessors, some missing, and the size of the scale."""
    size = draw(st.integers(2, 5))
    shape = draw(st.integers(3, 20)), draw(st.integers(least, 5))
    seed = draw(st.integers(0, 2**32 - 1))
    random = np.random.default_rng(seed)
    truth = random.integers(0, size, (shape[0], 1))
    labels = np.where(random.random(shape) < 0.6, truth, random.integers(0, size, shape))
    missing = draw(st.sampled_from([0, 0.2, 0.5]))
    return np.where(random.random(shape) < missing, -1, labels), size


@given(tables())
def test_alpha_is_that_of_krippendorff(table):
    labels, size = table
    paired = labels[(labels >= 0).sum(axis=1) >= 2]
    assume(len(np.unique(paired[paired >= 0])) > 1)
    data = np.where(labels < 0, np.nan, labels.astype(float)).T
    for name, kind in KINDS.items():
        expected = krippendorff.alpha(data, level_of_measurement=kind, value_domain=np.arange(size))
        assert together(name, labels, size).value == pytest.approx(expected, abs=1e-12)


@given(tables())
def test_kappa_is_that_of_scikit_learn(table):
    labels, size = table
    both = labels[(labels[:, :2] >= 0).all(axis=1)][:, :2]
    assume(len(both) and len(np.unique(both)) > 1)
    for name, weights in WEIGHTS.items():
        expected = cohen_kappa_score(*both.T, labels=np.arange(size), weights=weights)
        assert of_pair(name, labels, size).value == pytest.approx(expected, abs=1e-12)


@given(tables(least=3), st.randoms(use_true_random=False))
def test_the_order_of_answers_and_assessors_does_not_matter(table, random):
    labels, size = table
    rows, columns = (random.sample(range(n), n) for n in labels.shape)
    turned = labels[rows][:, columns]
    for coefficient in COEFFICIENTS:
        if coefficient.of_sums is not None:
            found = together(coefficient.name, labels, size)
            assert together(coefficient.name, turned, size) == pytest.approx(found, nan_ok=True)
        pair, other = (of_pair(coefficient.name, part, size) for part in (labels, labels[:, 1::-1]))
        assert other == pytest.approx(pair, nan_ok=True)


@pytest.mark.parametrize("name", BY_NAME)
def test_perfect_agreement_is_1_and_independence_about_0(name):
    truth = np.arange(60) % 3
    assert of_pair(name, np.stack([truth, truth], axis=1), 3).value == 1
    random = np.random.default_rng(1)
    shares = [1 / 3, 1 / 3, 1 / 3]  # where also Gwet's chance is that of guessing
    independent = random.choice(3, size=(40_000, 2), p=shares)
    assert of_pair(name, independent, 3).value == pytest.approx(0, abs=0.02)


@pytest.mark.parametrize("name", BY_NAME)
def test_one_label_throughout_is_undefined_except_for_ac1(name):
    value = of_pair(name, np.zeros((5, 2), dtype=int), 3).value
    assert value == 1 if name == "AC1" else math.isnan(value)
    assert math.isnan(of_pair(name, np.array([[0, -1], [-1, 1]]), 3).value)  # none in common


def test_with_two_labels_distances_make_no_difference():
    labels = labels_of("11 12 22 11 21 1-")
    for names in (KINDS, WEIGHTS):
        values = [of_pair(name, labels, 2).value for name in names]
        assert values == pytest.approx([values[0]] * 3)


def test_the_mean_over_pairs_leaves_out_the_undefined():
    pairs = np.stack([pair_table(FIFTEEN, x, y, 4) for x, y in ((0, 1), (1, 2))])
    pairs = np.concatenate([pairs, np.zeros((1, 4, 4))])
    each = BY_NAME["Cohen"].of_pair(pairs)
    assert mean_agreement(each).value == pytest.approx(each.value[:2].mean())


def test_a_third_label_where_two_differ_is_noticed():
    """It makes a third of the pairs equal where none were."""
    settled = [[0, 0, -1]] * 30 + [[0, 1, 1]] * 12
    found = more_labels_where_they_differ(np.array(settled), 2)
    assert found == (2, 1.0, pytest.approx(1 / 3))
    at_random = [[0, 0, -1], [0, 1, -1], [0, 0, 0], [0, 1, 1]] * 15
    assert more_labels_where_they_differ(np.array(at_random), 2) is None
    assert more_labels_where_they_differ(np.array([[0, 0]] * 30), 2) is None
    assert more_labels_where_they_differ(np.array([[0, -1]] * 30), 2) is None
