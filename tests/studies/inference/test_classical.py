"""The classical tests against scipy and statsmodels, and worked by hand."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from matrices import contributed
from scipy import stats
from statsmodels.regression.linear_model import OLS
from statsmodels.stats.multitest import multipletests

from qaeval.errors import InputError
from qaeval.studies.inference.corrections import corrected, levels
from qaeval.studies.inference.tests import TESTS, check_applies
from qaeval.studies.inference.tests.sign import sign_test
from qaeval.studies.inference.verdicts import Asked, verdicts


def p_of(given, test, **asked):
    names = [f"r{i}" for i in range(len(given.values))]
    return verdicts(given, names, "high", Asked(test, **asked)).pairs.p


@pytest.fixture
def rows():
    return np.random.default_rng(3).random((4, 25))


def test_t(rows):
    expected = [stats.ttest_rel(rows[x], rows[y]).pvalue for x in range(4) for y in range(x + 1, 4)]
    assert p_of(contributed(rows), "t").tolist() == pytest.approx(expected, rel=1e-9)


def test_t_by_clusters(rows):
    # statsmodels' cluster-robust error has G/(G−1)·(n−1)/(n−k); of an intercept alone, G/(G−1).
    clusters = np.arange(25) // 3
    fit = OLS(rows[0] - rows[1], np.ones(25)).fit(
        cov_type="cluster", cov_kwds={"groups": clusters, "use_correction": True}, use_t=True
    )
    given = contributed(rows[:2], clusters=[str(c) for c in clusters])
    p = p_of(given, "t")
    assert p[0] == pytest.approx(fit.pvalues[0], rel=1e-9)
    error = OLS(rows[0], np.ones(25)).fit(
        cov_type="cluster", cov_kwds={"groups": clusters, "use_correction": True}
    )
    assert given.standard_errors[0] == pytest.approx(error.bse[0], rel=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_wilcoxon_without_ties(seed):
    rows = np.random.default_rng(seed).random((2, 20))
    expected = stats.wilcoxon(rows[0], rows[1], mode="exact").pvalue
    assert p_of(contributed(rows), "wilcoxon")[0] == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("seed", range(8))
def test_wilcoxon_with_ties_by_enumeration(seed):
    rng = np.random.default_rng(seed)
    rows = rng.choice([0, 1 / 3, 1 / 2, 1], (2, 11))
    differences = [Fraction(a).limit_denominator(60) - Fraction(b).limit_denominator(60)
                   for a, b in zip(*rows, strict=True)]  # fmt: skip
    differences = [d for d in differences if d]
    sizes = sorted(abs(d) for d in differences)
    ranks = [Fraction(sizes.index(abs(d)) + 1 + sizes.index(abs(d)) + sizes.count(abs(d)), 2)
             for d in differences]  # fmt: skip
    seen = sum(r if d > 0 else -r for r, d in zip(ranks, differences, strict=True))
    every = [sum(s * r for s, r in zip(signs, ranks, strict=True))
             for signs in product((1, -1), repeat=len(ranks))]  # fmt: skip
    expected = sum(abs(one) >= abs(seen) for one in every) / len(every)
    assert p_of(contributed(rows), "wilcoxon")[0] == pytest.approx(expected, abs=1e-12)


def test_wilcoxon_of_many_is_normal():
    rows = np.random.default_rng(1).random((2, 400))
    expected = stats.wilcoxon(rows[0], rows[1], correction=True, mode="approx").pvalue
    assert p_of(contributed(rows), "wilcoxon")[0] == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize(("wins", "losses"), [(7, 1), (10, 10), (0, 0), (5, 0), (90, 60), (3, 4)])
def test_sign(wins, losses):
    total = wins + losses
    expected = stats.binomtest(wins, total).pvalue if total else 1.0
    assert sign_test(np.array([wins]), np.array([losses]))[0] == pytest.approx(expected, rel=1e-12)


def test_randomization_is_the_share_of_flips():
    # Differences 1, 1, 1, 1, 1, 1: |Σ| = 6 in 2 of 64 flips.
    given = contributed([[1] * 6, [0] * 6])
    p = p_of(given, "randomization", trials=20_000)
    assert p[0] == pytest.approx(2 / 64, abs=0.004)


def test_random_tests_depend_on_the_seed_and_on_nothing_else(rows):
    for test, kind in TESTS.items():
        if kind.is_random:
            drawn = [p_of(contributed(rows), test, trials=99, seed=s).tolist() for s in (0, 0, 1)]
            assert drawn[0] == drawn[1] and drawn[0] != drawn[2], test


def test_bootstrap_of_a_constant_difference():
    # d* = d in every sample, so no sample is as far off as d is from 0: 1/(N+1).
    p = p_of(contributed([[1] * 6, [0] * 6]), "bootstrap", trials=99)
    assert p[0] == 1 / 100


def test_a_t_test_without_spread_says_nothing():
    told = verdicts(contributed([[1] * 6, [0] * 6, [0] * 6]), list("abc"), "high", Asked("t"))
    assert np.isnan(told.pairs.p[:2]).all() and told.pairs.p[2] == 1
    assert not told.pairs.claimed.any()


@pytest.mark.parametrize(("method", "name"), [("holm", "holm"), ("bh", "fdr_bh")])
def test_corrections(method, name):
    p = np.random.default_rng(0).random(40) ** 3
    assert corrected(p, method).tolist() == pytest.approx(multipletests(p, method=name)[1])
    # The level at which each test is in effect made rejects the same ones.
    assert (p <= levels(p, method)).tolist() == (corrected(p, method) <= 0.05).tolist()


def test_undefined_p_values_do_not_count():
    p = np.array([0.01, np.nan, 0.03])
    assert corrected(p, "holm").tolist() == pytest.approx([0.02, np.nan, 0.03], nan_ok=True)


def test_trials_that_could_find_nothing():
    given = contributed(np.random.default_rng(0).random((5, 20)))
    # Ten pairs: Holm's first step is at .005, which wants 199 trials.
    with pytest.raises(InputError, match="over 10 pairs needs 199 or more"):
        verdicts(given, list("abcde"), "high", Asked("randomization", "holm", trials=198))
    verdicts(given, list("abcde"), "high", Asked("randomization", "holm", trials=199))
    with pytest.raises(InputError, match="max-t needs 19 or more"):
        verdicts(given, list("abcde"), "high", Asked("max-t", trials=18))


def test_which_test_for_which_measure():
    with pytest.raises(InputError, match="c@1 is not a mean over questions, so --test t does not"):
        check_applies("t", "c@1", is_mean=False, has_tasks=False)
    with pytest.raises(InputError, match="tasks are fixed under --macro, so --test sign does not"):
        check_applies("sign", "RR", is_mean=True, has_tasks=True)
    check_applies("max-t", "c@1", is_mean=False, has_tasks=True)


def test_the_sign_test_may_favour_the_lower_mean():
    # b wins five questions by .1, a wins one by 1.
    rows = [[1, 0, 0, 0, 0, 0, 0], [0, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1]]
    told = verdicts(contributed(rows), ["a", "b"], "high", Asked("sign"))
    assert told.order == [0, 1] and told.pairs.favours[0] == -1
