"""Labels to levels, against Sakai et al. (2010)."""

from itertools import product

import numpy as np
import pytest

from qaeval.files.label_patterns import pattern_text
from qaeval.gold.community import favourites, good_answers, mapped, reachable, weighted
from qaeval.gold.distribution import as_ranking, leave_one_out, pattern_counts, per_question
from qaeval.gold.registry import votes

SCALE = ("A", "B", "C")

# Table 2: pattern, number of answers, level.
TABLE_2 = """
AAAA 1301 3
AAAB 1505 3
AABB 1525 2
ABBB 1385 2
BBBB 1241 1
AAA 2 1
AAB 14 1
ABB 76 1
BBB 231 1
AA 1 1
AB 7 1
BB 105 1
A 1 0
B 32 0
- 17 0
"""
# Table 21: pattern, number of answers, level.
TABLE_21 = """
AAAA 1301 8
AAAB 1505 7
AABB 1525 6
AAA 2 6
ABBB 1385 5
AAB 14 5
BBBB 1241 4
ABB 76 4
AA 1 4
BBB 231 3
AB 7 3
BB 105 2
A 1 2
B 32 1
- 17 0
"""
# Section 4: as Table 21 with three assessors, L0 to L6 (weights 2:1:0 added by hand).
THREE = {
    "AAA": 6,
    "AAB": 5,
    "ABB": 4,
    "BBB": 3,
    "AA": 4,
    "AB": 3,
    "BB": 2,
    "A": 2,
    "B": 1,
    "-": 0,
}


def entries(table):
    for line in table.split("\n")[1:-1]:
        pattern, answers, level = line.split()
        yield pattern, int(answers), int(level)


def labels_of(*words):
    return np.array([["ABC".index(label) for label in word] for word in words])


def every_word(assessors):
    """Every way in which assessors can label an answer, and the pattern it makes."""
    for letters in product("ABC", repeat=assessors):
        yield "".join(letters), "".join(sorted(letters)).replace("C", "") or "-"


def patterned(table):
    """The 7,443 answers of the formal run, from the counts of the table."""
    words = [
        pattern.replace("-", "").ljust(4, "C")
        for pattern, answers, _ in entries(table)
        for _ in range(answers)
    ]
    return labels_of(*words)


@pytest.mark.parametrize(
    "table, rule", [(TABLE_2, good_answers), (TABLE_21, lambda labels: weighted(labels, [2, 1, 0]))]
)
def test_every_pattern_of_four_assessors_has_the_level_of_the_paper(table, rule):
    expected = {pattern: level for pattern, _, level in entries(table)}
    words = list(every_word(4))
    assert len(words) == 81 and {pattern for _, pattern in words} == set(expected)
    found = rule(labels_of(*(word for word, _ in words))).tolist()
    assert found == [expected[pattern] for _, pattern in words]


@pytest.mark.parametrize(
    "table, rule", [(TABLE_2, good_answers), (TABLE_21, lambda labels: weighted(labels, [2, 1, 0]))]
)
def test_patterns_are_counted_in_the_order_of_the_paper(table, rule):
    labels = patterned(table)
    assert len(labels) == 7443
    found = [
        (pattern_text(pattern, SCALE), answers, level)
        for level, pattern, answers in pattern_counts(labels, 3, rule(labels))
    ]
    assert found == list(entries(table))


def test_level_totals_of_tables_2_and_21():
    ga = np.bincount(good_answers(patterned(TABLE_2)))
    assert ga.tolist() == [50, 1677, 2910, 2806]
    gaw = np.bincount(weighted(patterned(TABLE_21), [2, 1, 0]))
    assert gaw.tolist() == [17, 32, 106, 238, 1318, 1399, 1527, 1505, 1301]


def test_every_pattern_of_three_assessors_has_a_level_from_0_to_6():
    words = list(every_word(3))
    assert len(words) == 27 and {pattern for _, pattern in words} == set(THREE)
    found = weighted(labels_of(*(word for word, _ in words)), [2, 1, 0])
    assert found.tolist() == [THREE[pattern] for _, pattern in words]
    assert reachable([2, 1, 0], 3) == set(range(7))  # the rows of Table 24


def test_leave_one_out_gives_the_levels_of_the_other_three():
    words = [word for word, _ in every_word(4)]
    found = leave_one_out(labels_of(*words), lambda labels: weighted(labels, [2, 1, 0]))
    for left_out, levels in enumerate(found):
        rest = [sorted(word[:left_out] + word[left_out + 1 :]) for word in words]
        patterns = ["".join(letters).replace("C", "") or "-" for letters in rest]
        assert levels.tolist() == [THREE[pattern] for pattern in patterns]


def test_a_favourite_is_an_a_or_a_b_of_somebody_who_gave_no_a():
    # Question 1: J1 has an A, J2 nothing above B, J3 only C's. Question 2: BBBB-like, but not best.
    labels = labels_of("ACC", "BBC", "CCC", "AAA", "BBB")
    assert favourites(labels, np.array([0, 3]), 3).tolist() == [1, 1, 0, 1, 0]


def test_who_gives_nothing_but_c_has_no_favourite():
    assert favourites(labels_of("C", "C"), np.array([0]), 3).tolist() == [0, 0]


def test_a_pattern_that_the_map_lacks():
    levels = {(2, 0): 5, (0, 0): 1}
    assert mapped(labels_of("AA", "AB", "CC"), 3, levels).tolist() == [5, -1, 1]


def test_votes_leave_out_the_worst_label():
    assert votes(labels_of("ABBC", "CCCC"), 3).tolist() == [[1, 2], [0, 0]]


def test_answers_per_question():
    chosen = np.array([True, False, True, False, False])
    assert per_question(chosen, np.array([0, 3])).tolist() == [2, 0]


def test_a_judge_ranks_within_each_question_and_keeps_ties_in_order():
    labels = np.array([2, 0, 1, 0, 1, 0])
    assert as_ranking(labels, np.array([0, 4])).tolist() == [1, 3, 2, 0, 5, 4]
