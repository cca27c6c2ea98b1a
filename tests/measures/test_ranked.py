"""Ranked measures against NTCIREVAL's documented output and hand arithmetic."""

from math import log2

import pytest

# The example of NTCIREVAL's README (version 141207, Section 3.1, gains 1:2:3): the list L0 L3
# unjudged L2, where three documents are L3, three L2 and four L1.
RETURNED = "0 3 0 2"
KEY = "3 3 3 2 2 2 1 1 1 1"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("RR", "0.5000"),
        ("O-measure", "0.5000"),
        ("P-measure", "0.5000"),
        ("P-plus", "0.5000"),
        ("AP", "0.1000"),
        ("Q", "0.0967"),
        ("RBP", "0.0761"),
        ("ERR", "0.4062"),
        ("AP@1000,norm=min", "0.1000"),
        ("Q@1000", "0.0967"),
        ("nDCG@1000", "0.2760"),
        ("P@1000", "0.0020"),
        ("nERR@1000", "0.4710"),
        ("Hit@1000", "1.0000"),
    ],
)
def test_ntcireval_readme(name, value, value_of):
    assert f"{value_of(name, f'{RETURNED} / {KEY}'):.4f}" == value


@pytest.mark.parametrize(
    ("name", "marks", "value"),
    [
        ("RR@3", "0 0 0 1 / 1", 0.0),
        ("RR@4", "0 0 0 1 / 1", 1 / 4),
        ("Hit@3", "0 0 0 1 / 1", 0.0),
        ("Q@2", "1 0 1 / 1 1 1", (2 / 2) / 2),  # BR(1) = (1+1)/(1+1), over min(R, 2)
        ("Q,beta=0", "0 1 0 1 / 1 1", (1 / 2 + 2 / 4) / 2),  # no gains: average precision
        ("Q,beta=10", "0 1 / 1", 11 / 12),
        ("AP@2", "1 0 1 / 1 1 1", 1 / 3),
        ("AP@2,norm=min", "1 0 1 / 1 1 1", 1 / 2),
        ("nDCG@1", "1 3 / 3 1", 1 / 3),
        ("nG@1", "0 3 / 3", 0.0),
        ("ERR@1", "3 3 / 3 3", 3 / 4),
        ("RBP,p=0.5", "3 0 3 / 3 3", 0.5 * (1 + 0.25)),
        ("P-plus", "1 0 3 0 3 / 3 3 1", ((1 + 1) / (1 + 3) + (2 + 4) / (3 + 7)) / 2),
        ("O-measure", "0 0 / 3", 0.0),
        ("P-measure", "0 0 / 3", 0.0),
    ],
)
def test_by_hand(name, marks, value, value_of):
    assert value_of(name, marks) == pytest.approx(value, abs=1e-15)


def test_gains_list_goes_from_the_highest_level_down(value_of):
    # gains S=10, A=4, B=1: g = 4 at rank 1, ideal 10.
    assert value_of("nG10:4:1@1", "2 / 3") == 4 / 10


def test_a_level_without_gain_is_not_correct(value_of):
    assert value_of("RR3:2:0", "1 3 / 3 1") == 1 / 2
    assert value_of("Recall3:2:0@5", "1 3 / 3 1") == 1.0  # R counts the one class with a gain


def test_flat_gains_of_a_fraction_are_exact(value_of):
    # With gain .1 each, cg(3) = .3 exactly: ((1+.1)/(1+.1) + (2+.2)/(2+.2) + (3+.3)/(3+.3))/3 = 1.
    assert value_of("Q0.1:0.1:0.1", "3 3 3 / 3 3 3") == 1.0


@pytest.mark.parametrize(
    ("name", "marks", "value"),
    [
        # Half, one and one and a half: log2(3) = 1.58… divides the second rank.
        ("nDCG1.5:1:0.5@2", "1 3 / 3 1", (0.5 + 1.5 / log2(3)) / (1.5 + 0.5 / log2(3))),
        ("ERR1.5:1:0.5", "3 / 3", 1.5 / (1.5 + 1)),
        ("nERR1.5:1:0.5", "2 / 3", 1 / 1.5),
        ("Q1.5:1:0.5", "0 2 / 3", (1 + 1) / (2 + 1.5)),
        # The best of a list has less than 1: BR(3) = (2 + .25 + .75)/(3 + 1).
        ("P-measure0.75:0.5:0.25", "1 0 3 / 3 1", 3 / 4),
    ],
)
def test_gains_need_not_be_whole(name, marks, value, value_of):
    assert value_of(name, marks) == pytest.approx(value, abs=1e-15)


def test_err_of_a_long_list_of_correct_answers(value_of):
    # p = 1/2 each: Σ (1/r)·2^-r = ln 2.
    long = " ".join(["1"] * 3000)
    assert value_of("ERR", f"{long} / {long}") == pytest.approx(0.6931471805599453, abs=1e-15)
