"""Answers by confidence, as a reliability diagram shows them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qaeval.collection.responses import Responses
from qaeval.scores.scoring import score
from qaeval.studies.confidence_bins import confidence_bins


def responses(pairs):
    words, sure = zip(*pairs, strict=True)
    names = [f"q{i:03}" for i in range(len(pairs))]
    nothing = np.full(len(pairs), np.nan)
    return Responses("r", names, list(words), np.array(sure, dtype=float), nothing, "test")


def test_bins_by_hand():
    """.7 is the last of (.6, .7]; silence is in no bin; Wilson's interval of 1 of 2 and 0 of 1."""
    bins = confidence_bins(responses([("R", 0.7), ("W", 0.62), ("W", 0.0), ("U", 0.5)]))
    assert [(b.low, b.high, b.answers) for b in bins] == [(0, 0.1, 1), (0.6, 0.7, 2)]
    assert bins[1].confidence == pytest.approx(0.66) and bins[1].right == 0.5
    # Of one wrong answer z²/(1 + z²) and of one in two .5 ± z·√(1/8 + z²/16)/(1 + z²/2).
    z = 1.959963984540054
    assert (bins[0].right_low, bins[0].right_high) == pytest.approx((0, z * z / (1 + z * z)))
    half = z * np.sqrt(1 / 8 + z * z / 16) / (1 + z * z / 2)
    assert (bins[1].right_low, bins[1].right_high) == pytest.approx((0.5 - half, 0.5 + half))


def test_nothing_answered_fills_no_bin():
    assert confidence_bins(responses([("U", 0.5), ("U", np.nan)])) == []


@given(
    st.lists(st.tuples(st.sampled_from("RWU"), st.integers(0, 100)), min_size=1, max_size=30),
    st.integers(1, 20),
)
def test_the_gaps_of_the_bins_are_ece(pairs, count):
    run = responses([(word, level / 100) for word, level in pairs])
    bins = confidence_bins(run, count)
    answers = sum(word != "U" for word, _ in pairs)
    assert sum(b.answers for b in bins) == answers
    if answers:
        name = f"ECE,bins={count}"
        gaps = sum(b.answers * abs(b.right - b.confidence) for b in bins) / answers
        assert gaps == pytest.approx(score(run, name).overall(name)["r"], abs=1e-12)
    for b in bins:
        assert 0 <= b.right_low <= b.right + 1e-12 and b.right <= b.right_high + 1e-12 <= 1 + 1e-12
