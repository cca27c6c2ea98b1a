"""Rank correlations against scipy, full enumeration and hand arithmetic."""

from itertools import groupby, permutations, product

import numpy as np
import pytest
from scipy import stats

from qaeval.scores.ranking import levels
from qaeval.studies.correlation import (
    ap_correlation,
    correlate,
    disagreements,
    resampled_item_taus,
    spearman,
    tau_b,
)

random = np.random.default_rng(3)


def ranking(text):
    """Levels of the items a, b, c, … from a ranking such as `b a=c d`, the best first."""
    places = text.split()
    found = {item: -i for i, place in enumerate(places) for item in place.split("=")}
    return np.array([found[item] for item in sorted(found)])


def test_levels_share_what_only_rounding_tells_apart():
    assert levels(np.array([0.3, 0.1 + 0.2, 0.5, 0.1])).tolist() == [1, 1, 2, 0]
    columns = np.array([[1.0, 5], [2, 5], [1, 4]])
    assert levels(columns).tolist() == [[0, 1], [1, 1], [0, 0]]


def test_tau_b_and_rho_by_hand():
    x, y = ranking("a b c d"), ranking("b a c d")  # one of six pairs swapped
    assert tau_b(x, y) == pytest.approx(4 / 6)
    assert spearman(x, y) == pytest.approx(1 - 6 * 2 / (4 * 15))
    # Ties: 5 pairs untied in y, all concordant, 6 in x.
    assert tau_b(x, ranking("a=b c d")) == pytest.approx(5 / (5 * 6) ** 0.5)


def test_tau_b_and_rho_against_scipy():
    for _ in range(20):
        x, y = random.integers(0, 5, 12), random.integers(0, 5, 12)
        assert tau_b(x, y) == pytest.approx(stats.kendalltau(x, y).statistic)
        assert spearman(x, y) == pytest.approx(stats.spearmanr(x, y).statistic)


def test_two_items():
    x, y = np.array([0, 1]), np.array([1, 0])
    assert [f(x, y) for f in (tau_b, spearman, ap_correlation)] == [-1, -1, -1]
    assert [f(x, x) for f in (tau_b, spearman, ap_correlation)] == [1, 1, 1]


def test_ap_correlation_weighs_the_top():
    actual = ranking("a b c d")
    # A swap at the top: C/(i-1) is 0, 1, 1, so 2/3 · 2 − 1; at the bottom 1, 1, 2/3.
    assert ap_correlation(actual, ranking("b a c d")) == pytest.approx(1 / 3)
    assert ap_correlation(actual, ranking("a b d c")) == pytest.approx(7 / 9)
    assert ap_correlation(actual, ranking("d c b a")) == -1
    assert ap_correlation(actual, actual) == 1


def test_ap_correlation_is_not_symmetric():
    # Evaluated b c a against a b c: C/(i-1) is 1, 0; evaluated a b c against b c a: 0, 1/2.
    one, other = ranking("a b c"), ranking("b c a")
    assert ap_correlation(one, other) == 0
    assert ap_correlation(other, one) == pytest.approx(-1 / 2)


def broken(values):
    """Every strict ranking that breaks the ties, as levels."""
    items = sorted(range(len(values)), key=lambda i: values[i])
    groups = [list(group) for _, group in groupby(items, key=lambda i: values[i])]
    for choice in product(*(permutations(group) for group in groups)):
        found = np.empty(len(values), dtype=int)
        found[[i for group in choice for i in group]] = range(len(values))
        yield found


@pytest.mark.parametrize("seed", range(6))
def test_ap_correlation_with_ties_is_the_mean_over_breaking_them(seed):
    draw = np.random.default_rng(seed)
    x, y = draw.integers(0, 3, 6), draw.integers(0, 3, 6)
    every = [ap_correlation(a, b) for a in broken(x) for b in broken(y)]
    assert len(every) > 1
    assert ap_correlation(x, y) == pytest.approx(np.mean(every))


@pytest.mark.parametrize("coefficient", [tau_b, spearman, ap_correlation])
def test_nothing_but_ties_has_no_correlation(coefficient):
    x = np.array([0, 1, 2])
    assert np.isnan(coefficient(x, np.zeros(3, dtype=int)))
    assert np.isnan(coefficient(np.zeros(3, dtype=int), x))


def test_taus_of_resampled_items_are_those_of_the_items_written_out():
    x, y = random.integers(0, 6, 15), random.integers(0, 6, 15)
    weights = random.integers(0, 4, (15, 25)).astype(float)
    expected = []
    for column in weights.T.astype(int):
        drawn = np.repeat(np.arange(15), column)
        expected.append(stats.kendalltau(x[drawn], y[drawn]).statistic)
    assert resampled_item_taus(x, y, weights) == pytest.approx(expected)


def test_the_interval_is_the_middle_of_the_taus():
    x = np.array([0, 1, 2])
    found = correlate(x, x, np.arange(1001) / 1000)
    assert (found.count, found.tau, found.rho, found.ap) == (3, 1, 1, 1)
    assert (found.low, found.high) == pytest.approx((0.025, 0.975))
    assert np.isnan(correlate(x, x, np.array([1, np.nan, 1])).low)
    assert correlate(x, x).low is None


def test_disagreements():
    x, y = ranking("a b c d e"), ranking("e b c=d a")
    # Ranks by y: a 5, b 2, c and d 3.5, e 1.
    found = disagreements(x, y, list("abcde"), 3)
    assert [("abcde"[one.item], one.difference) for one in found] == [
        ("a", 4), ("e", -4), ("c", 0.5),
    ]  # fmt: skip
    assert (found[0].rank_x, found[0].rank_y) == (1, 5)
    assert disagreements(x, x, list("abcde"), 3) == []
