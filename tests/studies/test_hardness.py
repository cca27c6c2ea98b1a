"""Question hardness: means over runs and their thirds, by hand."""

import numpy as np
import pytest

from qaeval.studies.hardness import hardness, question_means


def test_means_over_runs_are_exact():
    column = np.array([[0.1, 1, 0], [0.2, 0, 0], [0.3, 1 / 3, 0]])
    assert question_means(column).tolist() == [0.2, 4 / 9, 0]  # floats give .1+.2+.3 = .6000…01


def test_the_highest_third_is_easy():
    found = hardness(np.array([0.1, 0.9, 0.5]), ["a", "b", "c"])
    assert list(zip(found.questions, found.thirds, strict=True)) == [
        ("b", "easy"), ("c", "medium"), ("a", "hard"),
    ]  # fmt: skip
    assert found.means == [0.9, 0.5, 0.1] and found.tied_cuts == []


def test_the_lowest_is_easy_where_lower_is_better():
    assert hardness(np.array([3.0, 1, 2]), ["a", "b", "c"], "low").questions == ["b", "c", "a"]


@pytest.mark.parametrize(
    ("count", "sizes"), [(3, [1, 1, 1]), (4, [2, 1, 1]), (5, [2, 2, 1]), (1500, [500, 500, 500])]
)
def test_sizes_of_the_thirds(count, sizes):
    names = [f"{i:04}" for i in range(count)]
    assert hardness(np.arange(count) / count, names).counts(names) == sizes


def test_equals_go_by_id_and_rounding_breaks_no_tie():
    found = hardness(np.array([0.5, 0.5 + 1e-12, 0.5 - 1e-12]), ["c", "b", "a"])
    assert found.questions == ["a", "b", "c"]


def test_ties_at_a_cut():
    # In order: 1 | .5 .5 | .5 … cut after 2 and 4 of 6.
    means = np.array([1, 0.5, 0.5, 0.5, 0.2, 0.1])
    found = hardness(means, list("abcdef"))
    (cut,) = found.tied_cuts
    assert (cut.after, cut.mean, cut.before_cut, cut.behind_cut) == ("easy", 0.5, 1, 2)
    assert [one.after for one in hardness(np.zeros(6), list("abcdef")).tied_cuts] == [
        "easy",
        "medium",
    ]


def test_counts_and_spans():
    found = hardness(np.array([0.9, 0.8, 0.5, 0.4, 0.2, 0.1]), list("abcdef"))
    assert found.counts(["a", "d", "f"]) == [1, 1, 1] and found.counts(["e", "f"]) == [0, 0, 2]
    assert found.spans() == [("easy", 0.8, 0.9), ("medium", 0.4, 0.5), ("hard", 0.1, 0.2)]
