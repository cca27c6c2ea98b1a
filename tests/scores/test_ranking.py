"""Values that differ by rounding only are equal, and share a rank."""

import math

import numpy as np

from qaeval.scores.ranking import best_first, levels, shared_ranks

NAN = math.nan


def test_undefined_values_share_the_last_place():
    values = np.array([NAN, 0.5, NAN, 0.7])
    assert levels(values).tolist() == [2, 0, 2, 1]
    assert best_first(values, ["d", "c", "b", "a"], "high") == [3, 1, 2, 0]
    assert best_first(values, ["d", "c", "b", "a"], "low") == [1, 3, 2, 0]
    assert shared_ranks([0.7, 0.5, NAN, NAN]) == [1, 2, 3, 3]


def test_values_in_a_chain_of_roundings_share_one_rank_whatever_their_names():
    """Each is equal to its neighbour, so that no order of names may tell them apart."""
    values = np.array([0.5, 0.5 + 1.6e-9, 0.5 + 0.8e-9, 0.4])
    order = best_first(values, ["a", "b", "c", "d"], "high")
    assert order == [0, 1, 2, 3]
    assert shared_ranks(values[order]) == [1, 1, 1, 4]
