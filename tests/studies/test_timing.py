"""Iso-ranking curves and the weights at which runs change places."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qaeval.measures.timed import discounted, effective_times
from qaeval.studies.timing import crossings, iso_scores

UNIT = st.floats(0.01, 1.0)


def test_a_crossing_by_hand():
    # t = 1 and 0: 2·.8/(1+e^r) = .5·2/2 where e^r = 2.2.
    (found,) = crossings(["slow", "fast"], np.array([0.8, 0.5]), np.array([1.0, 0.0]))
    assert (found.slower, found.faster) == ("slow", "fast")
    assert found.r == pytest.approx(math.log(2.2), rel=1e-14)
    assert found.value == pytest.approx(0.5, rel=1e-14)


@pytest.mark.parametrize(
    ("score", "effective"),
    [
        ([0.5, 0.5], [1.0, 0.2]),  # tied at r = 0, and the faster one ahead from then on
        ([0.5 + 1e-12, 0.5], [1.0, 0.2]),  # tied but for rounding
        ([0.8, 0.5], [0.4, 0.4]),  # equally fast
        ([0.8, 0.5], [0.2, 1.0]),  # better and faster
        ([0.8, 0.0], [1.0, 0.2]),  # nothing to come ahead with
        ([1.0, 0.5], [0.010000000000000002, 0.01]),  # times that differ by rounding only
    ],
)
def test_pairs_that_never_change_places(score, effective):
    assert crossings(["x", "y"], np.array(score), np.array(effective)) == []


def test_a_crossing_beyond_the_range_of_e_warns_of_nothing():
    # e^(r·(1 − .99999)) = 2 where the values meet: r = ln 2 · 10^5, and e^r is beyond a double.
    (found,) = crossings(["x", "y"], np.array([1.0, 0.5]), np.array([1.0, 0.99999]))
    assert found.r == pytest.approx(np.log(2) * 1e5, rel=1e-6) and found.value == 0


@given(st.lists(st.tuples(UNIT, UNIT), min_size=2, max_size=6))
def test_both_runs_have_the_value_at_the_crossing_and_change_there(pairs):
    score, seconds = np.array(pairs).T
    effective = effective_times(seconds)
    runs = [str(i) for i in range(len(pairs))]
    for found in crossings(runs, score, effective):
        x, y = int(found.slower), int(found.faster)

        def gap(r, x=x, y=y):
            logs = np.log(score) - np.logaddexp(0, r * effective)
            return logs[x] - logs[y]

        assert score[x] > score[y] and effective[x] > effective[y]
        near = 1e-9 + 1e-15 * found.r  # what a product of r and a time can tell
        assert abs(gap(found.r)) < near
        assert gap(found.r * 0.99) > -near and gap(found.r * 1.01) < near


@given(UNIT, UNIT, st.floats(0, 20))
def test_a_run_lies_on_the_curve_of_its_value(score, effective, r):
    value = discounted(np.array(score), np.array(effective), r)
    assert iso_scores(float(value), np.array(effective), r) == pytest.approx(score, rel=1e-12)


@given(UNIT, UNIT, st.floats(0, 700), st.floats(0, 700))
def test_more_weight_never_raises_a_value(score, effective, r, other):
    low, high = sorted((r, other))
    values = [discounted(np.array(score), np.array(effective), weight) for weight in (low, high)]
    assert 0 <= values[1] <= values[0] <= score + 1e-15
