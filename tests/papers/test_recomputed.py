"""The papers' printed numbers, recomputed from one another."""

from collections import Counter
from fractions import Fraction

import pytest
from scipy.stats import binomtest

import recomputed_2007
import recomputed_2009
import recomputed_2010
import recomputed_2010_scores
import recomputed_2011
from printed_numbers import read, rounds_to, some_multiple_rounds_to


def faults(module):
    """How many cells of each rule do not follow."""
    return {(c.where, c.rule): len(c.faults) for c in module.checks() if c.faults}


def test_rounding():
    assert rounds_to(Fraction(12, 96) * 100, "13")  # 12.5: a half may go either way
    assert rounds_to(Fraction(12, 96) * 100, "12")
    assert not rounds_to(0.1068, "0.10")
    assert some_multiple_rounds_to(97, "0.8454")  # 82/97
    assert not some_multiple_rounds_to(97, "0.8450")
    assert not some_multiple_rounds_to(3000, "0.8006")  # 2401.8


def test_2007():
    assert faults(recomputed_2007) == {
        ("Tables 1–2", "RR maximum = a whole number of 1/60 of c"): 1,
        ("Tables 1–3 (2004)", "values = 1000 trials × runs × 2 sets"): 3,
    }


def test_2009():
    assert faults(recomputed_2009) == {
        ("Table 1", "effective time = seconds / longest"): 3,
        ("Table 2", "value = 2·MRR/(1+e^(r·t))"): 3,
        ("Table 2", "rank by value"): 2,
    }


def test_2011():
    assert faults(recomputed_2011) == {("Table 2", "(iii) = (i)/(ii)"): 1}
    (check,) = [check for check in recomputed_2011.checks() if check.faults]
    assert "0.17/0.484 = 35.12%" in check.faults[0].arithmetic


def test_2010():
    assert faults(recomputed_2010) == {
        ("Tables 7–20", "BA-Hit@1 × questions is a whole number"): 153,
        ("Tables 7–20", "GA-nG@1 × questions is a whole number of 1/6"): 9,
        ("Table 23", "marks that the sign test allows"): 2,
        ("Tables 22, 23, 25–28", "no mark on the last row of a column"): 2,
    }


def test_2010_marks_with_nothing_below():
    (check,) = [c for c in recomputed_2010_scores.checks() if "last row" in c.rule]
    printed = [(fault.where, fault.printed) for fault in check.faults]
    assert printed == [("Table 26, BA, Q", "0.2525**"), ("Table 28, BA, nDCG", "0.4354**")]
    assert check.cells == len(_columns())


def test_the_slips_of_lettering_are_told():
    told = {fault.where for fault in recomputed_2007.in_words() + recomputed_2010.in_words()}
    assert {"2004, Table 2", "Table 23, caption"} <= told


def test_2010_the_best_answers_are_counted_over_the_good_questions():
    scores = recomputed_2010_scores.Scores()
    sizes = [scores.denominator(table) for table in range(7, 21)]
    assert sizes == [40, 35, 53, 116, 150, 133, 86, 111, 35, 136, 108, 155, 58, 213]
    assert sum(sizes) == 1429


def test_the_sign_test():
    for wins, losses in ((327, 274), (324, 277), (573, 492), (17, 2), (5, 5)):
        expected = binomtest(wins, wins + losses).pvalue
        assert recomputed_2010_scores.sign_test(wins, losses) == pytest.approx(expected, rel=1e-9)


def test_the_copies_of_the_large_tables_are_whole():
    scores = Counter(row["table"] for row in read("2010-tables-05-20.tsv"))
    assert scores == {str(table): 13 for table in range(5, 21)}
    placed = Counter(row["table"] for row in read("2010-tables-22-28.tsv"))
    assert placed == {"22": 54, "23": 18, "25": 54, "26": 54, "27": 54, "28": 54}
    for (table, measure), rows in _columns().items():
        values = [float(row["value"]) for row in rows]
        assert values == sorted(values, reverse=True), (table, measure)
        assert len({row["run"] for row in rows}) == 18


def _columns():
    columns = {}
    for row in read("2010-tables-22-28.tsv"):
        columns.setdefault((row["table"], row["measure"]), []).append(row)
    return columns
