"""Votes on nuggets become weights."""

import pytest

from qaeval import InputError
from qaeval.collection.nuggets import NuggetVotes
from qaeval.files.nugget_votes import read_votes
from qaeval.gold.pyramid import pyramid


def votes(*rows):
    """A row of 1s and 0s per nugget: who of A, B, C … calls it vital; - who skipped it."""
    ballots = {
        str(at): {
            name: mark == "1" for name, mark in zip("ABCDEFGHIJ", row, strict=False) if mark != "-"
        }
        for at, row in enumerate(rows, 1)
    }
    return NuggetVotes("votes", {"q": ballots})


def weights(found):
    return [nugget.weight for nugget in found.nuggets["q"]]


def test_series_147():
    """Dang & Lin 2007, Figure 3: nine judgements of six nuggets, votes 3 3 4 2 0 6."""
    rows = ("100000110", "010100001", "010011100", "000001001", "000000000", "111010110")
    found = pyramid(votes(*rows))
    assert weights(found) == pytest.approx([1 / 2, 1 / 2, 2 / 3, 1 / 3, 0, 1], abs=1e-15)
    assert [nugget.vital for nugget in found.nuggets["q"]] == [False] * 5 + [True]


def test_aarp():
    """Lin & Demner-Fushman 2006, Table 5: weights 1.0 .9 .8 .7 .2 .1 .1 .1 0 of ten assessors."""
    counts = (10, 9, 8, 7, 2, 1, 1, 1, 0)
    found = pyramid(votes(*("1" * count + "0" * (10 - count) for count in counts)))
    assert weights(found) == pytest.approx([count / 10 for count in counts], abs=1e-15)
    assert [nugget.vital for nugget in found.nuggets["q"]] == [True] * 4 + [False] * 5


def test_the_largest_weight_is_one_though_nobody_is_unanimous():
    assert weights(pyramid(votes("1100", "1000", "0000"))) == [1, 0.5, 0]


def test_half_is_no_majority_and_is_told():
    found = pyramid(votes("1100", "1110"))
    assert [nugget.vital for nugget in found.nuggets["q"]] == [False, True]
    assert found.tied == ["q"] and found.flat == []


def test_nothing_vital_is_told():
    found = pyramid(votes("00", "00"))
    assert weights(found) == [0, 0] and found.flat == ["q"]


def test_who_skipped_a_nugget_does_not_count_against_it():
    """Two of the two who judged it: vital; B alone counts where B alone is asked for."""
    given = votes("11--", "0011")
    assert pyramid(given).nuggets["q"][0].vital
    assert [nugget.vital for nugget in pyramid(given, {"B"}).nuggets["q"]] == [True, False]


def test_votes_are_read(put):
    text = "question\tnugget\tassessor\timportance\nq\t1\tA\tvital\nq\t1\tB\tokay\nq\t2\tA\tokay\n"
    found = read_votes(str(put("votes.tsv", text)))
    assert found.votes == {"q": {"1": {"A": True, "B": False}, "2": {"A": False}}}
    assert found.assessors == ["A", "B"]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("q\t1\tA\tvital\nq\t1\tA\tokay\n", ":3: assessor 'A' again on nugget '1' of question 'q'"),
        ("q\t1\tA\tvery\n", ":2: importance 'very', expected vital or okay"),
        ("q\t1\t\tvital\n", ":2: the assessor is empty"),
        ("", ": no votes below the header"),
    ],
)
def test_votes_that_are_refused(put, rows, message):
    path = str(put("votes.tsv", f"question\tnugget\tassessor\timportance\n{rows}"))
    with pytest.raises(InputError) as raised:
        read_votes(path)
    assert str(raised.value).startswith(f"{path}{message}")


VOTES = "".join(
    f"q\t{nugget}\t{who}\t{importance}\n"
    for nugget, said in enumerate(("vvv", "vvo", "vov", "ooo"), 1)
    for who, importance in zip("ABC", ({"v": "vital", "o": "okay"}[s] for s in said), strict=True)
)


def test_gold_writes_a_key_that_score_reads(qaeval, put):
    """Three, two, two and none of three call them vital."""
    votes = put("votes.tsv", f"question\tnugget\tassessor\timportance\n{VOTES}")
    key = put("key.tsv", "")
    assert qaeval("gold", votes, "-o", key).err == ""
    assert key.read_text().splitlines()[1:3] == [
        "q\t1\tvital\t1",
        "q\t2\tvital\t0.6666666666666666",
    ]
    run = put("run.tsv", "question\tnugget\tassignment\tlength\nq\t1\tyes\t90\nq\t3\tyes\t\n")
    scored = qaeval("score", "-f", "tsv", "-m", "nugget-pyramid-recall", key, run)
    assert float(scored.rows[1][3]) == pytest.approx((1 + 2 / 3) / (1 + 2 / 3 + 2 / 3), abs=1e-15)


def test_one_assessor_alone(qaeval, put):
    votes = put("votes.tsv", f"question\tnugget\tassessor\timportance\n{VOTES}")
    rows = qaeval("gold", votes, "--assessor", "B", "-f", "tsv").rows[1:]
    assert [row[2] for row in rows] == ["vital", "vital", "okay", "okay"]
    assert (
        qaeval("gold", votes, "--leave-out", "A", "--leave-out", "C", "-f", "tsv").rows[1:] == rows
    )
    refused = qaeval("gold", votes, "--assessor", "E")
    assert refused.code == 2 and "--assessor: no assessor 'E'" in refused.err


def test_agreement_on_what_is_vital(qaeval, put):
    """A and B: three of four alike; expected ½·¾ … so kappa is (3/4 − 1/2)/(1 − 1/2) = 1/2."""
    votes = put("votes.tsv", f"question\tnugget\tassessor\timportance\n{VOTES}")
    rows = qaeval("gold", votes, "--agreement", "-f", "tsv").rows
    cohen = {tuple(row[:3]): row[3] for row in rows}["Cohen", "A", "B"]
    assert float(cohen) == pytest.approx(0.5, abs=1e-15)


def test_options_that_votes_have_no_use_for(qaeval, put):
    votes = put("votes.tsv", f"question\tnugget\tassessor\timportance\n{VOTES}")
    assert "votes on nuggets have the scheme pyramid" in qaeval("gold", votes, "--scheme", "ga").err
    assert "--as-run is not for votes" in qaeval("gold", votes, "--as-run", "A").err
