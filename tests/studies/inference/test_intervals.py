"""Intervals of a run's own value, by hand and against statsmodels."""

import numpy as np
import pytest
from matrices import contributed
from scipy import stats
from statsmodels.stats.proportion import proportion_confint
from worked import responses_of

from qaeval.scores.scoring import score
from qaeval.studies.inference.contributions import contributions
from qaeval.studies.inference.intervals import run_intervals, wilson
from qaeval.studies.inference.value_intervals import value_intervals
from qaeval.studies.units import Units


def test_wilson_of_shares_is_statsmodels():
    shares, counts = np.array([0.0, 0.3, 0.5, 1.0]), np.array([10.0, 10.0, 40.0, 7.0])
    low, high = wilson(shares, counts, stats.norm.ppf(0.975))
    expected = proportion_confint(shares * counts, counts, method="wilson")
    assert low == pytest.approx(expected[0]) and high == pytest.approx(expected[1])


def test_right_and_wrong():
    # 2 of 4: v = .5, se² = .25/3, so n_eff = 3; t(3, .975) = 3.182446, t² = 10.127964.
    # Middle .5; half = 3.182446·√(.25/3 + 10.127964/36)/(1 + 10.127964/3) = .439170.
    span = run_intervals(contributed([[0, 0, 1, 1], [1, 1, 1, 1]]))
    assert (span.low[0], span.high[0]) == pytest.approx((0.060830, 0.939170), abs=1e-6)
    # All right: n_eff = n; the interval ends at 1, from 1/(1 + t²/4).
    assert (span.low[1], span.high[1]) == pytest.approx((1 / (1 + 10.127964 / 4), 1), abs=1e-6)


def test_graded_values_use_the_effective_number():
    # 0 .5 .5 1: v = .5, s² = .1667, se² = .041667, n_eff = .25/.041667 = 6.
    span = run_intervals(contributed([[0, 0.5, 0.5, 1]]))
    low, high = wilson(np.array([0.5]), np.array([6.0]), stats.t.ppf(0.975, 3))
    assert (span.low[0], span.high[0]) == pytest.approx((low[0], high[0]))


def test_a_scale_without_ends_has_students():
    # 0 0 2 2: mean 1, s = √(4/3), t(3, .975) = 3.182446, s/√4 = .577350.
    span = run_intervals(contributed([[0, 0, 2, 2]], bounds=None))
    assert span.low[0] == pytest.approx(1 - 3.182446 * 0.577350, abs=1e-5)
    assert span.high[0] == pytest.approx(1 + 3.182446 * 0.577350, abs=1e-5)


def test_another_scale_is_stretched():
    # Pay-offs of −1 and 1 are right and wrong on a scale of length 2.
    plain = run_intervals(contributed([[0, 0, 1, 1, 1]]))
    paid = run_intervals(contributed([[-1, -1, 1, 1, 1]], bounds=(-1.0, 1.0)))
    assert paid.low[0] == pytest.approx(2 * plain.low[0] - 1)
    assert paid.high[0] == pytest.approx(2 * plain.high[0] - 1)


def test_pseudo_values_count_no_more_than_their_questions():
    rows = [[0.9] * 9 + [0.95]]
    free = run_intervals(contributed(rows))
    capped = run_intervals(contributed(rows, pseudo=True))
    assert capped.high[0] - capped.low[0] > 5 * (free.high[0] - free.low[0])


def test_clusters_widen():
    rows = [[1] * 10 + [0] * 10]
    alone = run_intervals(contributed(rows))
    together = run_intervals(contributed(rows, clusters=[str(i // 5) for i in range(20)]))
    assert together.high[0] - together.low[0] > 1.3 * (alone.high[0] - alone.low[0])


def test_every_question_its_own_cluster_changes_nothing():
    rows = [[0, 0.5, 1, 1, 0.25, 0]]
    alone, own = contributed(rows), contributed(rows, clusters=list("fbdaec"))
    assert own.standard_errors == pytest.approx(alone.standard_errors)
    assert run_intervals(own).low == pytest.approx(run_intervals(alone).low)


def test_tasks_are_combined_from_their_own_variances():
    # Two tasks of four; macro mean of .5 and .75. With two borrowed units of common variance:
    # Σ res² are 1 and .75; pooled variance (1 + .75)·(4/4)/6; each task (Σ res²·4 + 2·4·pooled)/5.
    given = contributed([[0, 0, 1, 1, 1, 1, 1, 0]], tasks=list("aaaabbbb"))
    pooled = (1 + 0.75) / 6
    squares = [(s * 4 + 2 * 4 * pooled) / 5 for s in (1, 0.75)]
    assert given.values[0] == pytest.approx(0.625)
    assert given.standard_errors[0] == pytest.approx(np.sqrt(sum(squares)) / 8)


def test_one_question_has_no_interval():
    span = run_intervals(contributed([[1], [0]]))
    assert np.isnan(span.low).all() and np.isnan(span.high).all()


def test_c_at_1_without_silence_is_accuracy():
    marks = [responses_of("R " * 60 + "W " * 40, "x")]
    scores = score(marks, ["c@1", "accuracy"])
    units = Units.single(100)
    both = [run_intervals(contributions(scores, measure, units)) for measure in scores.measures]
    assert both[0].low[0] == pytest.approx(both[1].low[0], abs=1e-9)
    assert both[0].high[0] == pytest.approx(both[1].high[0], abs=1e-9)


def test_runs_of_different_questions_have_their_own():
    scores = score([responses_of("R W R W R", "x"), responses_of("R W R W R", "y")], ["accuracy"])
    column = scores.columns["accuracy"]
    column[1, 4] = np.nan
    spans = value_intervals(scores, scores.measures[0])
    alone = value_intervals(scores.of_runs(["y"]).on(scores.questions[:4]), scores.measures[0])
    assert spans.low[1] == alone.low[0] and spans.high[1] == alone.high[0]
    assert spans.low[0] != spans.low[1]
