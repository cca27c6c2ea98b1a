"""Holding answers back below a confidence, against a slow count for every threshold."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from qaeval.collection.responses import Responses
from qaeval.measures import measure
from qaeval.scores.scoring import score
from qaeval.studies.abstention import (
    Abstention,
    confident_responses,
    responses_of,
    silenced,
    spread,
    tuned,
)
from qaeval.studies.sampling import random_folds


def responses(pairs, name="r"):
    """Responses from pairs of outcome and confidence in twentieths (None: not given)."""
    return Responses(
        name,
        [f"q{i:03}" for i in range(len(pairs))],
        [word for word, _ in pairs],
        np.array([np.nan if level is None else level / 20 for _, level in pairs]),
        np.full(len(pairs), np.nan),
        "test",
    )


WORDS = st.sampled_from(["R", "W", "U", "UR", "UW"])
PAIRS = st.lists(st.tuples(WORDS, st.integers(0, 20)), min_size=1, max_size=15)
MEASURES = ["coverage", "precision", "accuracy", "c@1", "UF", "UF,wrong=-0.3", "K1", "n_u",
            "simpleqa-F", "candidate-accuracy", "rejection", "PC,est=error"]  # fmt: skip


def slow(pairs, threshold):
    """The measures by their definitions, in fractions, with answers below it held back."""
    n = len(pairs)
    answers = [pair for pair in pairs if pair[0] in "RW" and pair[1] >= threshold]
    right = sum(word == "R" for word, _ in answers)
    wrong, silent = len(answers) - right, n - len(answers)
    held_right = sum(word in ("R", "UR") for word, _ in pairs) - right
    held_wrong = sum(word in ("W", "UW") for word, _ in pairs) - wrong
    staked = sum((1 if word == "R" else -1) * Fraction(level, 20) for word, level in answers)
    precision = Fraction(right, len(answers)) if answers else Fraction(0)
    error = 1 - precision if answers else Fraction(0)
    held = held_right + held_wrong
    return {
        "coverage": Fraction(len(answers), n),
        "precision": precision,
        "accuracy": Fraction(right, n),
        "c@1": (right + silent * Fraction(right, n)) / n,
        "UF": Fraction(right - wrong, n),
        "UF,wrong=-0.3": (right - Fraction(3, 10) * wrong) / n,
        "K1": staked / n,
        "n_u": silent,
        "simpleqa-F": Fraction(2 * right, n + len(answers)),
        "candidate-accuracy": Fraction(right + held_right, n),
        "rejection": Fraction(held_wrong, held) if held else None,
        "PC,est=error": (right + error * silent) / n,
    }


@given(PAIRS)
def test_every_threshold_is_counted_right(pairs):
    tried = Abstention(responses(pairs))
    levels = sorted({level for word, level in pairs if word in "RW"})
    assert tried.thresholds == [*(level / 20 for level in levels), None]
    expected = [slow(pairs, level) for level in [*levels, 21]]
    for name in MEASURES:
        for value, exact in zip(tried.values(measure(name)), expected, strict=True):
            if exact[name] is None:
                assert np.isnan(value)
            else:
                assert abs(Fraction(float(value)) - exact[name]) < Fraction(1, 10**12), name


@given(
    PAIRS,
    st.sampled_from(
        ["CWS", "AUROC", "AURC", "E-AURC", "coverage-at", "Brier", "log-loss", "ECE", "conf-r"]
    ),
)
def test_measures_of_whole_columns_are_those_of_the_responses_held_back(pairs, name):
    run = responses(pairs)
    tried = Abstention(run)
    for threshold, value in zip(tried.thresholds, tried.values(measure(name)), strict=True):
        kept = run.confidence >= (2 if threshold is None else threshold)
        direct = score(silenced(run, kept), name).overall(name)["r"]
        assert (np.isnan(value) and np.isnan(direct)) or value == pytest.approx(direct, abs=1e-12)


@given(PAIRS, st.randoms())
def test_the_order_of_questions_changes_nothing(pairs, random):
    run = responses(pairs)
    order = list(range(len(pairs)))
    random.shuffle(order)
    mixed = run.on([run.questions[i] for i in order])
    for name in ("c@1", "UF", "CWS"):
        found = [Abstention(one).values(measure(name)) for one in (run, mixed)]
        assert np.array_equal(*found, equal_nan=True)


def test_the_best_threshold_by_hand():
    # Silent below .5 the run has 2 right, 1 wrong, 2 silent: c@1 (2 + 2·2/5)/5 = .56.
    run = responses([("R", 18), ("R", 10), ("W", 12), ("W", 4), ("W", 2)])
    found = Abstention(run)
    at = found.best(measure("c@1"))
    assert found.thresholds[at] == 0.5
    assert found.values(measure("c@1"))[at] == pytest.approx(0.56)
    assert found.values(measure("c@1"))[0] == pytest.approx(0.4)


def test_of_equal_thresholds_the_lowest_answers_most():
    # 1 − 1 + 1 = 1 of 3 with all answered, and again with only the surest.
    run = responses([("R", 18), ("W", 10), ("R", 5)])
    found = Abstention(run)
    assert found.values(measure("UF")).tolist() == pytest.approx([1 / 3, 0, 1 / 3, 0])
    assert found.best(measure("UF")) == 0


def test_thresholds_that_only_rounding_parts_are_equal():
    # Brier is (.1² + .1²)/2 = .01 with both answers and .1² = .01 with one; floats have
    # (.9 − 1)² below .1².
    found = Abstention(responses([("R", 18), ("W", 2)]))
    assert found.values(measure("Brier"))[:2] == pytest.approx([0.01, 0.01], abs=1e-12)
    assert found.best(measure("Brier")) == 0


def test_of_equal_thresholds_the_lowest_also_where_less_is_better():
    # All answers are wrong, so the risk is 1 at both thresholds.
    found = Abstention(responses([("W", 18), ("W", 10)]))
    assert found.values(measure("AURC"))[:2].tolist() == [1, 1]
    assert found.best(measure("AURC")) == 0


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_a_short_threshold_holds_the_same_answers_back(confidences):
    run = responses([("R", 0)] * len(confidences))
    run.confidence[:] = confidences
    tried = Abstention(run)
    for at, threshold in enumerate(tried.thresholds[:-1]):
        short = tried.short_threshold(at)
        assert np.array_equal(run.confidence >= short, run.confidence >= threshold)
        assert len(repr(short)) <= len(repr(threshold))
    assert tried.short_threshold(0) in (0, tried.thresholds[0])
    assert tried.short_threshold(len(tried.thresholds) - 1) is None


def test_short_thresholds_by_hand():
    run = responses([("R", 0)] * 3)
    run.confidence[:] = [0.246, 0.3412, 0.349]
    tried = Abstention(run)
    assert [tried.short_threshold(at) for at in range(3)] == [0, 0.3, 0.349]


def test_silence_can_be_the_best():
    found = Abstention(responses([("W", 18), ("W", 10), ("U", None)]))
    assert found.thresholds[found.best(measure("UF"))] is None


def test_less_is_better_for_risk():
    found = Abstention(responses([("R", 18), ("W", 10)]))
    assert found.thresholds[found.best(measure("AURC"))] == 0.9


def slow_honest(pairs, folds):
    """c@1 with each fold answered by the threshold that is best for the others, in fractions."""
    outcomes = []
    for fold in sorted(set(folds)):
        rest = [pair for pair, at in zip(pairs, folds, strict=True) if at != fold]
        levels = sorted({level for word, level in rest if word in "RW"})
        best = max([*levels, 21], key=lambda level: (slow(rest, level)["c@1"], -level))
        mine = [pair for pair, at in zip(pairs, folds, strict=True) if at == fold]
        outcomes += [pair if pair[1] >= best else ("U", pair[1]) for pair in mine]
    return slow(outcomes, 0)["c@1"]


@given(st.lists(st.tuples(WORDS, st.integers(0, 20)), min_size=4, max_size=15), st.integers(2, 4))
def test_cross_validation_is_that_of_the_definition(pairs, count):
    folds = random_folds(len(pairs), count, seed=1)
    found = tuned(responses(pairs), measure("c@1"), folds)
    assert found.honest == pytest.approx(float(slow_honest(pairs, folds.tolist())), abs=1e-12)
    assert found.value >= found.without - 1e-12


def test_every_fold_has_its_threshold():
    found = tuned(responses([("R", 18), ("W", 2)] * 6), measure("UF"), random_folds(12, 4, seed=0))
    assert found.by_fold == [0.9] * 4


def test_responses_come_back_from_a_score_table():
    told = [("R", 18), ("W", 4), ("UR", 10), ("UW", 2), ("U", None)]
    found = responses_of(score(responses(told), ["CWS", "rejection"]), 0, "", "test")
    assert [*found.outcomes] == ["R", "W", "UR", "UW", "U"]
    assert found.confidence[:4].tolist() == [0.9, 0.2, 0.5, 0.1] and np.isnan(found.confidence[4])


def test_what_luck_gained_is_not_kept():
    """Confidences that mean nothing: chosen on itself a threshold gains, held out it does not."""
    drawn = np.random.PCG64(5).random_raw(4000).tolist()
    gains = []
    for start in range(0, 4000, 200):
        raw = drawn[start : start + 200]
        pairs = [("R" if one % 2 else "W", int(two % 21)) for one, two in zip(raw[::2], raw[1::2])]  # noqa: B905
        found = tuned(responses(pairs), measure("UF"), random_folds(100, 10, seed=0))
        gains.append((found.value - found.without, found.honest - found.without))
    seen, honest = np.mean(gains, axis=0)
    assert seen > 0.04 and honest < 0.02


def test_folds_are_even_and_their_own():
    folds = random_folds(23, 5, seed=0)
    assert sorted(np.bincount(folds).tolist()) == [4, 4, 5, 5, 5]
    assert not np.array_equal(folds, random_folds(23, 5, seed=1))
    assert np.array_equal(folds, random_folds(23, 5, seed=0))


@given(st.integers(1, 60), st.integers(2, 70))
def test_points_are_spread(count, points):
    kept = spread(count, points)
    assert kept[0] == 0 and kept[-1] == count - 1
    assert len(kept) == min(points, count) and kept == sorted(set(kept))


def test_the_interval_of_the_gain_is_that_of_two_runs():
    """UF, whose scale is 2 long: Student's t with a question won and one lost added."""
    pairs = [("R", 18), ("W", 2), ("R", 16), ("W", 4), ("W", 3), ("R", 15)] * 5
    found = tuned(responses(pairs), measure("UF"), random_folds(30, 5, seed=0))
    # Every fold holds the wrong answers back, which gains 1 on each of 15 questions of 30.
    gains = np.array([0 if word == "R" else 1 for word, _ in pairs])
    assert found.honest - found.without == pytest.approx(0.5)
    squares, count = (gains**2).sum() + 2 * 2**2, 30 + 2
    variance = (squares - gains.sum() ** 2 / count) * count / (count - 1)
    reach = stats.t.ppf(0.975, 29 + 2) * np.sqrt(variance) / 30
    assert found.change_low == pytest.approx(0.5 - reach, abs=1e-9)
    assert found.change_high == pytest.approx(0.5 + reach, abs=1e-9)


def test_a_gain_without_an_interval():
    """Four questions are too few, and coverage-at has none at all."""
    few = tuned(responses([("R", 18), ("W", 2)] * 2), measure("UF"), random_folds(4, 2, seed=0))
    assert np.isnan(few.change_low) and np.isnan(few.change_high)
    jumping = measure("coverage-at")
    many = tuned(responses([("R", 18), ("W", 2)] * 9), jumping, random_folds(18, 3, seed=0))
    assert np.isnan(many.change_low)


def test_the_interval_holds_what_the_threshold_gains_elsewhere():
    """A small part of bench/gains.py: 200 samples of 60 questions, the truth over 20,000."""
    rng = np.random.default_rng(4)
    right = rng.random(20_000) < 0.55
    sure = np.clip(rng.normal(np.where(right, 0.62, 0.42), 0.18), 0, 1).round(2)
    everything, held = Abstention(_of(right, sure)), []
    levels = np.array(everything.thresholds[:-1], dtype=float)
    truths = everything.values(measure("c@1")) - everything.values(measure("c@1"), [0])
    for number in range(200):
        drawn = rng.choice(20_000, 60, replace=False)
        found = tuned(_of(right[drawn], sure[drawn]), measure("c@1"), random_folds(60, 10, number))
        at = len(levels) if found.threshold is None else np.searchsorted(levels, found.threshold)
        held.append(found.change_low <= truths[at] <= found.change_high)
    assert 0.92 <= np.mean(held) < 1, np.mean(held)


def _of(right, sure):
    names = [f"q{i:05}" for i in range(len(right))]
    words = np.where(right, "R", "W").tolist()
    return Responses("r", names, words, sure, np.full(len(right), np.nan), "test")


def test_responses_of_a_report_need_every_confidence():
    whole = score(responses([("R", 18), ("W", 4), ("U", None)]), ["CWS"])
    assert [run.outcomes for run in confident_responses(whole)] == [["R", "W", "U"]]
    assert confident_responses(score(responses([("R", 18)]), ["c@1"])) == []  # no confidences
    assert confident_responses(score(responses([("U", None)]), ["CWS"])) == []  # no answers
    # What PAN calls a value is no confidence in an answer.
    assert confident_responses(score(responses([("R", 18), ("W", 4)]), ["F0.5u"])) == []
    partly = score(responses([("R", 18), ("W", 4)]), ["CWS"])
    partly.columns["confidence"][0, 1] = np.nan
    assert confident_responses(partly) == []
