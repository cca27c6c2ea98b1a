"""Score tables through the engine: ties on true values, copies, and measures that are no means."""

import math
from itertools import product

import numpy as np
import pytest
from scipy import stats
from worked import responses_of

from qaeval.presentation import words as in_words
from qaeval.presentation.comparison_tables import pairs_table
from qaeval.presentation.standings import compared_leaderboard
from qaeval.scores.scoring import score
from qaeval.scores.table import Scores
from qaeval.studies.inference.contributions import contributions
from qaeval.studies.inference.tests import TESTS
from qaeval.studies.inference.verdicts import Asked
from qaeval.studies.units import Units

random = np.random.default_rng(7)
X = random.integers(0, 6, 40) / 5
Y = np.clip(X + random.integers(-1, 3, 40) / 5, 0, 1)
Z = random.integers(0, 6, 40) / 5


def table(**runs):
    """Scores of runs given as lists of values, under RR."""
    made = score([responses_of("R " * len(next(iter(runs.values()))), run) for run in runs], ["RR"])
    columns = {"RR": np.array(list(runs.values()), dtype=np.float64)}
    return Scores(made.runs, made.questions, made.measures, columns, made.present, {})


def compared(test, trials=1000, seed=0, correct="none", **runs):
    scores = table(**runs)
    units = Units.single(len(scores.questions))
    board = compared_leaderboard(
        scores, scores.measures[0], units, Asked(test, correct, trials, seed)
    )
    return board, pairs_table(board, scores, "", {})


def row(table, at=0):
    return dict(zip([column.name for column in table.columns], table.rows[at], strict=True))


def test_wins_losses_and_ties():
    _, pairs = compared("sign", a=[1, 0.2, 0.3, 0.5, 0], b=[0, 0.2, 0.7, 0.1, 0])
    assert [row(pairs)[name] for name in ("wins", "losses", "ties")] == [2, 1, 2]


def test_ties_are_decided_on_true_values():
    # .1 + .2 and .3 differ in floating point, not in truth.
    board, pairs = compared("sign", a=[0.1 + 0.2, 1 / 3] * 3, b=[0.3, 1 / 3 + 1e-13] * 3)
    assert row(pairs)["ties"] == 6 and board.told.pairs.p.tolist() == [1]


def test_difference_interval_and_effect():
    # The better run comes first: y.
    _, pairs = compared("t", x=X, y=Y)
    difference = Y - X
    spread = difference.std(ddof=1)
    half = stats.t.ppf(0.975, 39) * spread / np.sqrt(40)
    cells = row(pairs)
    assert cells["run_x"] == "y" and cells["interval"] == "t"
    assert cells["diff"] == pytest.approx(difference.mean())
    assert cells["low"] == pytest.approx(difference.mean() - half)
    assert cells["high"] == pytest.approx(difference.mean() + half)
    assert cells["effect"] == pytest.approx(difference.mean() / spread)


@pytest.mark.parametrize("test", ["randomization", "tukey-hsd", "max-t"])
def test_random_tests_of_two_runs_come_near_to_full_enumeration(test):
    a, b = X[:15], Y[:15]
    units = np.rint((a - b) * 5)
    signs = np.array(list(product((1, -1), repeat=15)))
    exact = np.mean(np.abs(signs @ units) >= abs(units.sum()))
    board, _ = compared(test, 20000, a=a, b=b)
    assert board.told.pairs.p[0] == pytest.approx(
        exact, abs=4 * np.sqrt(exact * (1 - exact) / 20000) + 1e-4
    )


def test_family_tests_are_stricter_than_a_test_of_one_pair():
    runs = {f"r{i}": random.integers(0, 6, 40) / 5 for i in range(6)}
    alone = compared("randomization", 2000, **runs)[0].told.pairs.p
    for test in ("max-t", "tukey-hsd"):
        assert (compared(test, 2000, **runs)[0].told.pairs.p >= alone - 0.03).all()


@pytest.mark.parametrize("test", TESTS)
def test_a_run_never_differs_from_its_own_copy(test):
    board, pairs = compared(test, 200, a=X / 3, copy=X / 3, z=Z)
    copies = [at for at in range(3) if {row(pairs, at)["run_x"], row(pairs, at)["run_y"]} ==
              {"a", "copy"}]  # fmt: skip
    cells = row(pairs, copies[0])
    assert (cells["p"], cells["diff"], cells["effect"]) == (1, 0, 0)
    letters = {line.run: line.letters for line in board.lines}
    assert set(letters["a"]) & set(letters["copy"])


@pytest.mark.parametrize("test", TESTS)
def test_p_is_a_probability(test):
    p = compared(test, 200, x=X, y=Y, z=Z)[0].told.pairs.p
    assert ((p > 0) & (p <= 1)).all()


def test_letters_and_marks_follow_the_correction():
    # Ten pairs; 9 wins to 1 have p = .0215 in the sign test, .0215·k after Holm.
    rows = {f"r{i}": [1] * 9 + [0] for i in range(4)} | {"low": [0] * 9 + [1]}
    plain, _ = compared("sign", **rows)
    holm, _ = compared("sign", correct="holm", **rows)
    assert plain.lines[0].letters != plain.lines[-1].letters
    assert {line.letters for line in holm.lines} == {"a"}
    assert any(line.mark for line in plain.lines) and not any(line.mark for line in holm.lines)


class TestMeasuresThatAreNotMeans:
    ONE = "R R R W U U R W R R " * 3
    TWO = "R W R W W W R W W R " * 3

    def contributed(self, name, *words):
        scores = score([responses_of(text, f"r{i}") for i, text in enumerate(words)], [name])
        units = Units.single(len(scores.questions))
        return contributions(scores, scores.measures[0], units)

    def test_contributions_are_pseudo_values_about_the_measure(self):
        # c@1 of R R W U is (2 + 1·2/4)/4 = .625; without a question: R W U (1 + 1/3)/3 = 4/9
        # twice, R R U (2 + 2/3)/3 = 8/9, R R W 2/3; mean 11/18. z = .625 − 3·(M₋ᵢ − 11/18).
        given = self.contributed("c@1", "R R W U")
        numbers = given.whole.units[0] / given.per
        without = np.array([4 / 9, 4 / 9, 8 / 9, 2 / 3])
        assert numbers == pytest.approx(0.625 - 3 * (without - 11 / 18), abs=1e-9)
        assert given.values.tolist() == [0.625] and numbers.mean() == pytest.approx(0.625)

    def test_a_mean_gives_its_values(self):
        given = self.contributed("accuracy", "R W R U")
        assert (given.whole.units[0] / given.per).tolist() == [1, 0, 1, 0]

    @pytest.mark.parametrize("name", ["c@1", "precision", "simpleqa-F", "CWS", "AURC", "ECE"])
    @pytest.mark.parametrize("test", ["max-t", "randomization", "bootstrap"])
    def test_every_kind_goes_the_same_way(self, name, test):
        words = ["R:.9 W:.8 R:.7 W:.2 U " * 6, "W:.9 W:.8 R:.7 R:.2 R:.4 " * 6]
        scores = score([responses_of(text, f"r{i}") for i, text in enumerate(words)], [name])
        units = Units.single(len(scores.questions))
        board = compared_leaderboard(scores, scores.measures[0], units, Asked(test, trials=199))
        assert 0 < board.told.pairs.p[0] <= 1
        if name == "ECE":  # too large on the mean over few answers: calibration shows no cover
            assert all(math.isnan(line.low) and math.isnan(line.high) for line in board.lines)
        else:
            assert all(0 <= line.low < line.value < line.high <= 1 for line in board.lines)

    def test_a_run_that_is_undefined_without_a_question_has_no_test(self):
        # `rejection` of one held candidate is undefined without it.
        words = ["R W R W R UW R", "UR W UW W UR R UW", "UW W UW W UR R UW"]
        scores = score([responses_of(text, f"r{i}") for i, text in enumerate(words)], ["rejection"])
        units = Units.single(len(scores.questions))
        board = compared_leaderboard(scores, scores.measures[0], units, Asked("max-t"))
        by_run = {line.run: line for line in board.lines}
        assert np.isnan(by_run["r0"].low) and by_run["r0"].letters == ""
        assert by_run["r1"].letters == by_run["r2"].letters == "a"
        assert len(board.told.pairs.x) == 1


class TestWhatCalibrationAskedFor:
    def board(self, measure, words, units=None, test="max-t"):
        scores = score([responses_of(text, f"r{i}") for i, text in enumerate(words)], [measure])
        units = Units.single(len(scores.questions)) if units is None else units
        return compared_leaderboard(scores, scores.measures[0], units, Asked(test, trials=199))

    def test_a_measure_without_intervals_says_so_and_is_tested(self):
        board = self.board("ECE", ["R:.9 W:.8 R:.7 W:.2 U " * 6, "W:.9 W:.8 R:.7 R:.2 R:.4 " * 6])
        said = " ".join(in_words.tests_in_words("ECE", board))
        assert "no interval of a value" in said and "undefined" not in said

    def test_tasks_of_hardly_more_questions_than_one_each_are_not_tested(self):
        words = ["R W R W " * 5, "W W R R " * 5]
        # 20 questions: 10 more than 10 tasks are tested, 9 more than 11 tasks are not.
        for tasks, tested in ((10, True), (11, False)):
            units = Units.of(None, [str(at % tasks) for at in range(20)], 20)
            assert bool(self.board("accuracy", words, units).told.untested) is not tested

    def test_a_question_may_be_worth_more_than_the_scale_is_long(self):
        scores = score([responses_of("R:.9 " + "W:.5 " * 9, "x")], ["CWS", "accuracy"])
        spans = [contributions(scores, m, Units.single(10)).span for m in scores.measures]
        # CWS is 0 without the sure one and (1 + 1/2 + … + 1/9)/9 without another: 9 times that.
        assert spans[0] == pytest.approx(sum(1 / rank for rank in range(1, 10)))
        assert spans[1] == 1.0
        units = Units.of(None, ["few"] * 2 + ["many"] * 8, 10)
        assert contributions(scores, scores.measures[1], units).span == pytest.approx(10 / 4)
