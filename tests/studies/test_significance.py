"""Tests between runs, against scipy, full enumeration and hand arithmetic."""

from itertools import product
from math import comb

import numpy as np
import pytest
from scipy import stats
from worked import responses_of

from qaeval.errors import InputError
from qaeval.scores.reading import read_scores
from qaeval.scores.scoring import score
from qaeval.studies.inference.comparison import Comparison
from qaeval.studies.inference.significance import TESTS, alike_groups, corrected, sign_test
from qaeval.studies.sampling import random_bits


def table(**runs):
    """Scores of runs given as lists of values, a measure called `value`."""
    import io
    import tempfile
    from pathlib import Path

    count = len(next(iter(runs.values())))
    text = io.StringIO()
    text.write("question," + ",".join(runs) + "\n")
    for i in range(count):
        text.write(f"q{i:04}," + ",".join(repr(float(runs[run][i])) for run in runs) + "\n")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "table.csv")
        path.write_text(text.getvalue())
        return read_scores(str(path))


def comparison(trials=1000, **runs):
    scores = table(**runs)
    return Comparison(scores, scores.measures[0], trials, seed=0)


random = np.random.default_rng(7)
X = random.integers(0, 6, 40) / 5
Y = np.clip(X + random.integers(-1, 3, 40) / 5, 0, 1)
Z = random.integers(0, 6, 40) / 5


def test_sign_test_is_the_exact_two_sided_binomial():
    wins, losses = np.array([9, 5, 0, 3, 0]), np.array([1, 5, 7, 0, 0])
    exact = [stats.binomtest(int(w), int(w + t), 0.5).pvalue for w, t in [(9, 1), (5, 5), (0, 7)]]
    assert sign_test(wins, losses)[:3] == pytest.approx(exact)
    assert sign_test(wins, losses)[3] == pytest.approx(2 * comb(3, 0) / 2**3)
    assert sign_test(wins, losses)[4] == 1  # nothing but ties


def test_wins_losses_and_ties():
    found = comparison(a=[1, 0.2, 0.3, 0.5], b=[0, 0.2, 0.7, 0.1]).pairs("sign")
    assert (found.wins.tolist(), found.losses.tolist(), found.ties.tolist()) == ([2], [1], [1])


def test_ties_are_decided_on_true_values():
    # .1 + .2 and .3 differ in floating point, not in truth.
    found = comparison(a=[0.1 + 0.2, 1 / 3], b=[0.3, 1 / 3 + 1e-13]).pairs("sign")
    assert found.ties.tolist() == [2]


def test_t_and_wilcoxon_are_scipys():
    compared = comparison(x=X, y=Y)
    assert compared.pairs("t").p == pytest.approx([stats.ttest_rel(X, Y).pvalue])
    difference = np.rint((X - Y) * 5)
    nonzero = difference[difference != 0]
    assert compared.pairs("wilcoxon").p == pytest.approx([stats.wilcoxon(nonzero).pvalue])


def test_difference_interval_and_effect():
    found = comparison(x=X, y=Y).pairs("t")
    difference = X - Y
    spread = difference.std(ddof=1)
    half = stats.t.ppf(0.975, 39) * spread / np.sqrt(40)
    assert found.difference == pytest.approx([difference.mean()])
    assert found.low == pytest.approx([difference.mean() - half])
    assert found.high == pytest.approx([difference.mean() + half])
    assert found.effect == pytest.approx([difference.mean() / spread])


def test_randomization_comes_near_to_full_enumeration():
    a, b = X[:12], Y[:12]
    units = np.rint((a - b) * 5)
    reached = sum(abs(units @ np.array(s)) >= abs(units.sum()) for s in product((1, -1), repeat=12))
    exact = reached / 2**12
    found = comparison(20000, a=a, b=b).pairs("randomization").p[0]
    assert found == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / 20000) + 1e-4)


def test_bootstrap_is_the_shifted_one():
    # Differences of 1 on every question: every resample has the same difference, so k = 0.
    found = comparison(99, a=np.ones(10), b=np.zeros(10)).pairs("bootstrap")
    assert found.p.tolist() == [1 / 100]


def test_tukey_of_two_runs_is_a_randomization_test():
    a, b = X[:10], Y[:10]
    units = np.rint((a - b) * 5)
    reached = sum(abs(units @ np.array(s)) >= abs(units.sum()) for s in product((1, -1), repeat=10))
    exact = reached / 2**10
    found = comparison(20000, a=a, b=b).pairs("tukey-hsd").p[0]
    assert found == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / 20000) + 1e-4)


def test_tukey_is_stricter_than_a_test_of_one_pair():
    runs = {f"r{i}": random.integers(0, 6, 40) / 5 for i in range(6)}
    compared = comparison(2000, **runs)
    assert (compared.pairs("tukey-hsd").p >= compared.pairs("randomization").p - 0.03).all()


@pytest.mark.parametrize("test", TESTS)
def test_a_run_never_differs_from_its_own_copy(test):
    found = comparison(200, a=X / 3, copy=X / 3, z=Z).pairs(test)
    assert found.p[0] == 1
    assert found.difference[0] == 0 and found.effect[0] == 0


@pytest.mark.parametrize("test", TESTS)
def test_p_is_a_probability_and_the_same_each_time(test):
    one, two = (comparison(200, x=X, y=Y, z=Z).pairs(test).p for _ in range(2))
    assert np.array_equal(one, two)
    assert ((one > 0) & (one <= 1)).all()


def test_holm_and_benjamini_hochberg_by_hand():
    p = np.array([0.04, 0.01, 0.03, 0.5])
    # Holm: .01·4, .03·3, .04·2 -> not below .09, .5·1.
    assert corrected(p, "holm") == pytest.approx([0.09, 0.04, 0.09, 0.5])
    # BH: .01·4/1, .03·4/2, .04·4/3, .5; from the largest down, never rising.
    assert corrected(p, "bh") == pytest.approx([0.16 / 3, 0.04, 0.16 / 3, 0.5])
    assert np.array_equal(corrected(p, "none"), p)
    assert corrected(np.array([0.9, 0.8]), "holm").max() <= 1


def test_groups_that_cannot_be_told_apart():
    differs = np.zeros((4, 4), dtype=bool)
    differs[0, 2] = differs[2, 0] = differs[0, 3] = differs[3, 0] = True
    assert alike_groups([0, 1, 2, 3], differs) == [[0, 1], [1, 2, 3]]
    assert alike_groups([0, 1], np.ones((2, 2), dtype=bool)) == []
    assert alike_groups([2, 0, 1], np.zeros((3, 3), dtype=bool)) == [[2, 0, 1]]


def slow_rejection(words):
    """UW among what was held back, or None."""
    held = [word for word in words if word in ("UR", "UW")]
    return held.count("UW") / len(held) if held else None


def slow_correlation(words):
    """Pearson's r of confidence and correctness over the answers, or None."""
    answers = [word.split(":") for word in words if word != "U"]
    right, sure = [word == "R" for word, _ in answers], [float(level) for _, level in answers]
    if len(set(right)) < 2 or len(set(sure)) < 2:
        return None
    return stats.pearsonr(right, sure).statistic


SLOW = {"rejection": slow_rejection, "conf-r": slow_correlation}


class TestMeasuresThatAreNotMeans:
    ONE = "R R R W U U R W R R " * 3
    TWO = "R W R W W W R W W R " * 3

    def compared(self, name, trials=500):
        marks = [responses_of(self.ONE, "one"), responses_of(self.TWO, "two")]
        scores = score(marks, [name])
        return Comparison(scores, scores.measures[0], trials, seed=1)

    def test_randomization_swaps_components(self):
        # c@1 by its aggregate on swapped responses, worked out here one by one.
        one, two = self.ONE.split(), self.TWO.split()

        def c_at_1(words):
            right, silent = words.count("R"), words.count("U")
            return (right + silent * right / len(words)) / len(words)

        bits = random_bits(30, 500, 1)
        observed = abs(c_at_1(one) - c_at_1(two))
        reached = 0
        for trial in range(500):
            mixed = [
                (y, x) if flip else (x, y)
                for x, y, flip in zip(one, two, bits[:, trial], strict=True)
            ]
            a, b = ([pair[side] for pair in mixed] for side in (0, 1))
            reached += abs(c_at_1(a) - c_at_1(b)) >= observed - 1e-9
        assert self.compared("c@1").pairs("randomization").p.tolist() == [(reached + 1) / 501]

    def test_bootstrap_gives_p_and_intervals(self):
        compared = self.compared("c@1")
        found = compared.pairs("bootstrap")
        assert found.low[0] < found.difference[0] < found.high[0]
        assert found.wins is None and found.effect is None
        assert 0 < found.p[0] <= 1
        spans = compared.intervals()
        assert (spans.low < compared.values).all() and (compared.values < spans.high).all()

    def test_measures_of_whole_columns_work_too(self):
        marks = [
            responses_of("R:.9 W:.8 R:.7 W:.2 " * 5, "one"),
            responses_of("W:.9 W:.8 R:.7 R:.2 " * 5, "two"),
        ]
        scores = score(marks, ["CWS"])
        found = Comparison(scores, scores.measures[0], 100, seed=0)
        assert 0 < found.pairs("randomization").p[0] <= 1
        assert 0 < found.pairs("bootstrap").p[0] <= 1

    @pytest.mark.parametrize(
        ("name", "one", "two"),
        [
            ("rejection", "UW R UW UR R R", "R UR R R R R"),  # 2/3 and 0
            ("conf-r", "R:.9 R:.8 W:.1 U", "W:.9 W:.3 R:.2 U"),
        ],
    )
    def test_what_is_undefined_after_a_swap_speaks_for_chance(self, name, one, two):
        """Every such swap counts as reached, as one by one here."""
        scores = score([responses_of(one, "one"), responses_of(two, "two")], [name])
        compared = Comparison(scores, scores.measures[0], 400, seed=2)
        undefined = reached = 0
        for flips in random_bits(len(one.split()), 400, 2).T:
            words = zip(one.split(), two.split(), flips, strict=True)
            mixed = [(y, x) if flip else (x, y) for x, y, flip in words]
            a, b = (SLOW[name]([pair[side] for pair in mixed]) for side in (0, 1))
            if a is None or b is None:
                undefined += 1
            else:
                observed = abs(SLOW[name](one.split()) - SLOW[name](two.split()))
                reached += abs(a - b) >= observed - 1e-9
        assert undefined > 20 and undefined + reached < 400
        p = compared.pairs("randomization").p.tolist()
        assert p == [(undefined + reached + 1) / 401]

    @pytest.mark.parametrize("test", ["sign", "t", "wilcoxon", "tukey-hsd"])
    def test_other_tests_are_refused(self, test):
        with pytest.raises(InputError, match=r"not a mean .* take randomization or bootstrap"):
            self.compared("c@1").pairs(test)
