"""Schemes for any number of labels, each level worked out by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qaeval.gold.registry import LACKING, Labelled
from qaeval.gold.schemes import SCHEMES

# Labels of up to four assessors; C is L0, B L1, A L2.
WORDS = ["AAAB", "AABB", "ABC-", "AACC", "CC--", "A---", "BBA-", "AC--", "AB--", "AAC-", "----"]
EXPECTED = {
    # the commonest; AABB, AACC, AC and ABC tie
    "majority": [2, 1, 0, 0, 0, 2, 1, 0, 1, 2, LACKING],
    # 2 2 1 1 is 1.5, 2 2 0 0 and 2 0 are 1, which is a level
    "median": [2, 1, 1, 1, 0, 2, 1, 1, 1, 2, LACKING],
    # 7/4, 6/4, 1, 1, 0, 2, 4/3, 1, 3/2, 4/3
    "mean": [2, 1, 1, 1, 0, 2, 1, 1, 1, 1, LACKING],
    "any": [2, 2, 2, 2, 0, 2, 2, 2, 2, 2, LACKING],
    "all": [1, 1, 0, 0, 0, 2, 1, 0, 1, 0, LACKING],
}
TIED = {
    "majority": ["AABB", "ABC-", "AACC", "AC--", "AB--"],
    "median": ["AABB", "AB--"],
    "mean": ["AABB", "AB--"],
}


def labelled(words, scale="ABC"):
    labels = np.array([[scale.find(label) for label in word] for word in words])
    return Labelled(labels, np.array([0]), len(scale))


@pytest.mark.parametrize("name", EXPECTED)
def test_levels(name):
    assert SCHEMES[name].rule(labelled(WORDS)).tolist() == EXPECTED[name]


@pytest.mark.parametrize("name", EXPECTED)
def test_ties(name):
    scheme = SCHEMES[name]
    if name not in TIED:
        assert scheme.tied is None
        return
    tied = scheme.tied(labelled(WORDS))
    assert [word for word, is_tied in zip(WORDS, tied, strict=True) if is_tied] == TIED[name]


@given(
    st.lists(st.text("ABCD-", min_size=5, max_size=5), min_size=1, max_size=8),
    st.permutations(range(5)),
)
def test_what_holds_for_any_labels(words, order):
    """The order of assessors does not matter, and all ≤ median, majority, mean ≤ any."""
    words = [word for word in words if word.strip("-")] or ["A----"]
    levels = {name: SCHEMES[name].rule(labelled(words, "ABCD")) for name in EXPECTED}
    for name in ("majority", "median", "mean"):
        assert (levels["all"] <= levels[name]).all() and (levels[name] <= levels["any"]).all()
    turned = labelled(["".join(word[at] for at in order) for word in words], "ABCD")
    for name, found in levels.items():
        assert SCHEMES[name].rule(turned).tolist() == found.tolist()
