"""Response and timed measures by hand, and where they are undefined."""

import math

import numpy as np
import pytest
from worked import responses_of

from qaeval.errors import InputError
from qaeval.measures import measure
from qaeval.scores.scoring import score


@pytest.mark.parametrize(
    ("name", "responses", "value"),
    [
        ("c@1", "U U U", 0.0),
        ("c@1", "R W", 0.5),
        ("UF,right=2,wrong=-3,none=0.5", "R W U U", (2 - 3 + 0.5 + 0.5) / 4),
        ("PC,est=zero", "R W U U", 1 / 4),
        ("PC,est=one", "R W U U", 3 / 4),
        ("PC,est=half", "R W U U", 2 / 4),
        ("PC,est=precision", "R W U U", 1 / 2),
        ("PC,est=error", "R W W U", 1 / 4 + (2 / 3) / 4),
        ("PC,est=accuracy", "R W U U", 1 / 4 + (1 / 4) * (2 / 4)),
        ("precision", "U U", 0.0),
        ("simpleqa-F", "U U", 0.0),
        # A tie of two, one right: C(1) = 1/2, C(2) = 1.
        ("CWS", "R:.5 W:.5", (0.5 / 1 + 1 / 2) / 2),
        # Silence with a confidence stands where its confidence puts it.
        ("CWS", "U:.9 R:.5", (0 / 1 + 1 / 2) / 2),
        ("CWS", "U R:.5", (1 / 1 + 1 / 2) / 2),
        ("K1", "R:.9 W:.4 U:.9", (0.9 - 0.4) / 3),
        ("AURC", "R:.9 W:.9 U", (1 - 0.5 + 1 - 1 / 2) / 2),
        ("Brier", "R:1 W:0.5", 0.125),
        # .7·10 is 7.000000000000001 in floating point; .7 still belongs to (.6, .7].
        ("ECE", "R:.7 W:.65", abs((1 - 0.7) + (0 - 0.65)) / 2),
        # .1 is the last of the first bin, .15 is in the second: no error makes up for another.
        ("ECE", "R:.1 W:.15", ((1 - 0.1) + 0.15) / 2),
        ("ECE", "R:0 W:.05", abs(1 - 0.05) / 2),  # 0 belongs to the first bin too
        ("ECE,bins=1", "R:.9 W:.1", 0.0),
        ("rejection", "UR UW UW UW U", 3 / 4),
        ("candidate-accuracy", "R UR U W", 2 / 4),
    ],
)
def test_by_hand(name, responses, value, value_of):
    assert value_of(name, responses) == pytest.approx(value, abs=1e-15)


@pytest.mark.parametrize(
    "name", ["conf-r", "Brier", "log-loss", "ECE", "AUROC", "AURC", "E-AURC", "AUGRC", "rejection"]
)
def test_undefined_where_nothing_is_answered(name, value_of):
    assert math.isnan(value_of(name, "U U"))


def test_conf_r_is_undefined_without_variation(value_of):
    assert math.isnan(value_of("conf-r", "R:.5 R:.7"))
    assert math.isnan(value_of("conf-r", "R:.5 W:.5"))


@pytest.mark.parametrize(
    "name",
    [
        *("CWS", "K1", "K", "AUROC", "AURC", "E-AURC", "AUGRC", "coverage-at"),
        *("Brier", "log-loss", "ECE", "conf-r"),
    ],
)
def test_an_answer_without_confidence_is_named(name):
    with pytest.raises(InputError, match=r"needs a confidence .* run 'r' has none for .* 'q001'"):
        score([responses_of("R:.5 W")], [name])


def test_how_many_more_lack_an_input():
    with pytest.raises(InputError, match=r"has none for question 'q000'$"):
        score([responses_of("R W:.5 R:.5")], ["CWS"])
    with pytest.raises(InputError, match=r"has none for question 'q000' and 2 more$"):
        score([responses_of("R W R U")], ["CWS"])


def test_k_divides_by_the_larger_of_classes_and_answers():
    marks = responses_of("R:.8 W:.5")
    assert score([marks], ["K"]).overall("K")["r"] == pytest.approx((0.8 - 0.5) / 2)


def test_mrrt_takes_time_relative_to_the_longest_run():
    slow, fast = responses_of("R::30 W::10", "slow"), responses_of("R::4 W::6", "fast")
    found = score([slow, fast], ["MRRT,r=0.5"]).overall("MRRT,r=0.5")
    assert found["slow"] == pytest.approx(2 * 0.5 / (1 + math.exp(0.5)))
    assert found["fast"] == pytest.approx(2 * 0.5 / (1 + math.exp(0.5 * 10 / 40)))


def test_mrrt_needs_every_time_and_some_time():
    with pytest.raises(InputError, match="MRRT needs seconds for every question"):
        score([responses_of("R::30 W")], ["MRRT"])
    with pytest.raises(InputError, match="add up to 0"):
        score([responses_of("R::0 W::0")], ["MRRT"]).overall("MRRT")


def test_totals_can_be_taken_over_any_questions():
    scores = score([responses_of("R R W U")], ["c@1"])
    assert scores.overall("c@1")["r"] == pytest.approx(0.625)
    part = scores.on(["q000", "q003"])
    assert part.overall("c@1")["r"] == pytest.approx((1 + 1 * 1 / 2) / 2)


def test_overall_of_a_mean_does_not_depend_on_the_order_of_questions():
    values = np.array([[0.1, 0.2, 0.3, 1 / 3, 1e-9, 0.7]])
    label = measure("RR")
    forward = label.overall({"RR": values})
    assert np.array_equal(forward, label.overall({"RR": values[:, ::-1]}))
