"""Names of measures: `NAME[GAINS][@K][,key=value…]`."""

from fractions import Fraction

import pytest

from qaeval.errors import InputError
from qaeval.measures import DEFINITIONS, PRESETS, measure, measures, with_gains


@pytest.mark.parametrize(
    ("text", "name", "gains", "cutoff", "parameters"),
    [
        ("RR", "RR", None, None, {}),
        ("RR@5", "RR", None, 5, {}),
        ("MRR", "RR", None, None, {}),
        ("recip_rank", "RR", None, None, {}),
        ("MRR@10", "RR", None, 10, {}),
        ("mrr", "RR", None, None, {}),
        ("MAP", "AP", None, None, {"norm": "R"}),
        ("Map@10,norm=min", "AP", None, 10, {"norm": "min"}),
        ("MSnDCG@0020", "nDCG", None, 20, {}),
        ("NDCG@10", "nDCG", None, 10, {}),
        ("nDCG3:2:1@10", "nDCG", (3, 2, 1), 10, {}),
        ("NDCG3:2:1@10", "nDCG", (3, 2, 1), 10, {}),
        ("Accuracy", "accuracy", None, None, {}),
        ("Precision", "precision", None, None, {}),
        ("f1", "F", None, None, {"beta": 1.0}),
        ("C@1", "c@1", None, None, {}),
        ("err@20", "ERR", None, 20, {}),
        ("Hit@5", "Hit", None, 5, {}),
        ("NQcorrect5", "Hit", None, 5, {}),
        ("Success@10", "Hit", None, 10, {}),
        ("success_10", "Hit", None, 10, {}),
        ("Q", "Q", None, None, {"beta": 1.0}),
        ("Q-measure", "Q", None, None, {"beta": 1.0}),
        ("Q2:1.5:1", "Q", (2, Fraction(3, 2), 1), None, {"beta": 1.0}),
        ("Q3:2:1@10,beta=10", "Q", (3, 2, 1), 10, {"beta": 10.0}),
        ("Q,gains=2", "Q", (2,), None, {"beta": 1.0}),
        ("nG@1", "nG", None, 1, {}),
        ("nG3:2:1@1", "nG", (3, 2, 1), 1, {}),
        ("ndcg_cut_20", "nDCG", None, 20, {}),
        ("map_cut_20", "AP", None, 20, {"norm": "R"}),
        ("AP@5,norm=min", "AP", None, 5, {"norm": "min"}),
        ("P_5", "P", None, 5, {}),
        ("P-plus", "P-plus", None, None, {"beta": 1.0}),
        ("K1", "K1", None, None, {}),
        ("K", "K", None, None, {}),
        ("c@1", "c@1", None, None, {}),
        ("F1", "F", None, None, {"beta": 1.0}),
        ("F,beta=3", "F", None, None, {"beta": 3.0}),
        ("MRRT,r=0.51", "MRRT", None, None, {"r": 0.51}),
        ("UF,wrong=-2", "UF", None, None, {"right": 1.0, "wrong": -2.0, "none": 0.0}),
    ],
)
def test_names(text, name, gains, cutoff, parameters):
    found = measure(text)
    assert (found.definition.name, found.gains, found.cutoff) == (name, gains, cutoff)
    assert found.parameters == parameters
    assert found.name == text  # printed under the name it was asked by


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("RR,Q", "repeat -m: -m RR -m Q"),
        ("Hit@0", "cutoff '0', expected a whole number from 1"),
        ("RR@x", "cutoff 'x', expected a whole number from 1"),
        ("RR@", "cutoff '', expected a whole number from 1"),
        ("Hit", "needs a cutoff: Hit@5"),
        ("nG@2", "defined at rank 1 only"),
        ("F@3", "takes no cutoff"),
        ("c@2", "did you mean 'c@1'"),
        ("nDGC@10", "did you mean 'nDCG'"),
        ("mrrr", "did you mean 'MRR'"),
        ("MAP@x", "cutoff 'x', expected a whole number"),
        ("hit", "needs a cutoff: Hit@5"),
        ("MSnDGC@10", "did you mean 'MSnDCG'"),
        ("Acuracy", "did you mean 'accuracy'"),
        ("NQcorect5", "did you mean 'NQcorrect5'"),
        ("c@1,gains=3:2:1", "takes no gains"),
        ("Q,bta=1", r"no parameter 'bta' \(it has: beta\)"),
        ("Q,beta=-1", "beta '-1', expected 0 or more"),
        ("Q,beta=x", "value 'x' is not a number"),
        ("RBP,p=1", "expected above 0 and below 1"),
        ("PC,est=most", "expected one of zero one half precision error accuracy"),
        ("ECE,bins=0", "expected 1 to 1000"),
        ("Q1:2", "may not rise"),
        ("Q0:0", "needs a gain above 0"),
        ("Q1:x", "gains '1:x', expected such as 3:2:1"),
        ("", "unknown measure ''"),
        ("\x1b[31m", r"unknown measure '\\x1b\[31m'"),
    ],
)
def test_what_is_no_name(text, message):
    with pytest.raises(InputError, match=message):
        measure(text)


def test_a_name_in_another_case_is_never_one_of_two_measures():
    meant = {}
    for definition in DEFINITIONS.values():
        for name in (definition.name, *definition.aliases):
            meant.setdefault(name.lower(), set()).add(definition.name)
    assert [names for names in meant.values() if len(names) > 1] == []


def test_presets_are_the_contract():
    assert PRESETS["qac1"] == ("RR", "NQcorrect5", "NQcorrect1", "Q")
    assert PRESETS["qac2"] == ("IP", "IR", "F")
    assert PRESETS["cqa"] == ("Hit@1", "nG@1", "nDCG@20", "Q")
    assert PRESETS["clef"] == ("n_ac", "n_aw", "n_u", "accuracy", "c@1", "UF")
    assert PRESETS["trec"] == ("AP", "RR", "nDCG", "P@5", "P@10")
    assert [found.name for found in measures(["qac2", "F", "RR"])] == ["IP", "IR", "F", "RR"]


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Q", "Q3:2:1"),
        ("Q@10,beta=2", "Q3:2:1@10,beta=2"),
        ("nG@1", "nG3:2:1@1"),
        ("ndcg_cut_10", "ndcg_cut_10,gains=3:2:1"),
        ("RR", "RR"),  # gains above 0 cannot change it
        ("Q1:1:1", "Q1:1:1"),  # its own gains win
        ("c@1", "c@1"),
    ],
)
def test_gains_for_all_enter_the_names_of_measures_they_change(text, printed):
    found = with_gains(measure(text), ["3", "2", "1"])
    assert found.name == printed
    again = measure(printed)
    assert (again.definition, again.cutoff) == (found.definition, found.cutoff)


def test_a_gain_of_zero_changes_every_ranked_measure():
    assert with_gains(measure("RR"), ["3", "2", "0"]).name == "RR3:2:0"
    assert with_gains(measure("Hit@5"), ["3", "2", "0"]).name == "Hit3:2:0@5"


def test_the_number_of_gains_must_be_that_of_the_levels():
    with pytest.raises(InputError, match="Q2:1: 2 gains, but the key has 3 levels"):
        measure("Q2:1").gains_on(3)
