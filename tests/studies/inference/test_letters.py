"""Letters: two runs share one if and only if they cannot be told apart."""

import numpy as np
import pytest

from qaeval.studies.inference.letters import alike_groups, letters


def graph(count, *pairs):
    differs = np.zeros((count, count), dtype=bool)
    for a, b in pairs:
        differs[a, b] = differs[b, a] = True
    return differs


def test_smallest_case():
    # x and y differ, z differs from neither: x a, y b, z ab.
    assert letters([0, 1, 2], graph(3, (0, 1))) == {0: "a", 1: "b", 2: "ab"}


def test_all_alike_share_one_letter_and_all_different_have_one_each():
    assert letters([2, 0, 1], graph(3)) == {2: "a", 0: "a", 1: "a"}
    everything = graph(3, (0, 1), (0, 2), (1, 2))
    assert letters([2, 0, 1], everything) == {2: "a", 0: "b", 1: "c"}


def test_a_run_between_two_groups():
    # 0 = 1, 1 = 2, 0 differs from 2.
    assert letters([0, 1, 2], graph(3, (0, 2))) == {0: "a", 1: "ab", 2: "b"}


def test_runs_far_apart_may_share_a_letter_that_those_between_lack():
    # 1 has small errors and differs from its neighbours on both sides; 0 and 2 do not differ.
    assert letters([0, 1, 2], graph(3, (0, 1), (1, 2))) == {0: "a", 2: "a", 1: "b"}


@pytest.mark.parametrize("share", [0.05, 0.2, 0.5, 0.8])
@pytest.mark.parametrize("count", [1, 2, 5, 8, 13])
def test_random_graphs_in_both_directions(count, share):
    rng = np.random.default_rng(count)
    for _ in range(200):
        upper = np.triu(rng.random((count, count)) < share, 1)
        differs = upper | upper.T
        order = rng.permutation(count).tolist()
        groups = alike_groups(order, differs)
        if groups is None:
            continue
        for a in range(count):
            assert any(a in group for group in groups)
            for b in range(a):
                shared = any(a in group and b in group for group in groups)
                assert shared == (not differs[a, b])
        assert groups == sorted(groups, key=lambda group: [order.index(run) for run in group])


def test_no_group_could_be_left_out():
    rng = np.random.default_rng(7)
    for _ in range(100):
        upper = np.triu(rng.random((9, 9)) < 0.4, 1)
        groups = alike_groups(list(range(9)), upper | upper.T)
        for left_out in groups:
            others = [group for group in groups if group is not left_out]
            runs = [run for run in left_out if not any(run in group for group in others)]
            pairs = [
                (a, b)
                for a in left_out
                for b in left_out
                if a < b and not any(a in group and b in group for group in others)
            ]
            assert runs or pairs


def test_too_many_for_the_alphabet():
    # 27 runs that all differ from each other would need 27 letters.
    everything = ~np.eye(27, dtype=bool)
    assert letters(list(range(27)), everything) is None
    assert letters(list(range(26)), everything[:26, :26])[25] == "z"
