"""Values that differ by rounding only are equal, and share a rank."""

import math

import numpy as np

from qaeval.scores.ranking import best_first, levels, rank_moves, shared_ranks

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


def test_equal_values_share_the_first_of_their_places():
    assert shared_ranks([0.9, 0.5, 0.5, 0.1]) == [1, 2, 2, 4]
    assert shared_ranks([0.3, 0.1 + 0.2, 0.3 - 1e-8]) == [1, 1, 3]


def test_undefined_values_share_the_last_place_among_themselves():
    assert shared_ranks([0.5, NAN, NAN]) == [1, 2, 2]
    assert best_first(np.array([NAN, 0.2, 0.7, NAN]), ["d", "c", "b", "a"], "high") == [2, 1, 3, 0]
    assert best_first(np.array([NAN, 0.2, 0.7]), ["a", "b", "c"], "low") == [1, 2, 0]


def test_equals_stand_in_the_order_of_their_names_whatever_rounding_says():
    assert best_first(np.array([0.3, 0.1 + 0.2, 0.4]), ["a", "b", "c"], "high") == [2, 0, 1]
    assert best_first(np.array([0.1 + 0.2, 0.3]), ["b", "a"], "low") == [1, 0]


def test_moves_are_counted_among_the_runs_that_both_rank():
    here, there = {"a": 3.0, "b": 2.0, "c": 1.0, "x": 9.0}, {"a": 1.0, "b": 2.0, "c": 3.0, "y": 9.0}
    assert rank_moves(here, there, "high", ()) == {"a": 2, "b": 0, "c": -2}
    assert rank_moves(here, there, "high", ("b",)) == {"a": 1, "c": -1}
    assert rank_moves(here, there, "low", ()) == {"a": -2, "b": 0, "c": 2}
