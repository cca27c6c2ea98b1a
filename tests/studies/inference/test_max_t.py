"""max-t against a slow enumeration of all flips, and what must always hold of it."""

import math
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matrices import contributed

from qaeval.errors import InputError
from qaeval.studies.exact import WholeColumn
from qaeval.studies.inference.contributions import Contributions
from qaeval.studies.inference.verdicts import Asked, verdicts
from qaeval.studies.units import Units

ADDED = 2  # a question won and a question lost


def slow_p(rows, baseline=None):
    """p of every pair, or of those with a baseline, from all 2^n flips, with plain loops."""
    pairs = [pair for pair in combinations(range(len(rows)), 2) if baseline in (None, *pair)]
    count = len(rows[0])

    def ratio(pair, signs):
        differences = [a - b for a, b in zip(rows[pair[0]], rows[pair[1]], strict=True)]
        total = abs(math.fsum(s * d for s, d in zip(signs, differences, strict=True)))
        return total / math.sqrt(math.fsum(d * d for d in differences) + ADDED)

    seen = [ratio(pair, [1] * count) for pair in pairs]
    largest = [
        max(ratio(pair, signs) for pair in pairs) for signs in product((1, -1), repeat=count)
    ]
    return [sum(one >= value - 1e-9 for one in largest) / len(largest) for value in seen]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", ["right or wrong", "reciprocal ranks", "any"])
def test_all_flips(seed, kind):
    rng = np.random.default_rng(seed)
    runs, questions = 2 + seed % 4, 8 + seed % 4
    values = {
        "right or wrong": [0, 1],
        "reciprocal ranks": [0, 1 / 5, 1 / 4, 1 / 3, 1 / 2, 1],
        "any": rng.random(50),
    }[kind]
    rows = rng.choice(values, (runs, questions))
    told = verdicts(contributed(rows), [f"r{i}" for i in range(runs)], "high", Asked("max-t"))
    assert told.pairs.p.tolist() == pytest.approx(slow_p(rows.tolist()), abs=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_all_flips_against_a_baseline(seed):
    rng = np.random.default_rng(seed)
    rows = rng.choice([0, 1 / 3, 1 / 2, 1], (5, 9))
    told = verdicts(contributed(rows), list("abcde"), "high", Asked("max-t", baseline=seed))
    assert told.pairs.p.tolist() == pytest.approx(slow_p(rows.tolist(), seed), abs=1e-12)
    assert set(told.p) == set(range(5)) - {seed}


def test_so_many_runs_are_compared_with_one_only(monkeypatch):
    monkeypatch.setattr("qaeval.studies.inference.differences.MOST_RUNS", 3)
    rows = np.eye(4, 9)
    message = "4 runs make 6 pairs, more than those of 3 runs, the most that are tested together"
    with pytest.raises(InputError, match=message):
        verdicts(contributed(rows), list("abcd"), "high", Asked("max-t"))
    assert len(verdicts(contributed(rows), list("abcd"), "high", Asked("max-t", baseline=2)).p) == 3


def test_two_runs_by_hand():
    # One run wins 7 questions of 7 by 1: only the two flips of all or none reach 7: 2/2^7.
    told = verdicts(contributed([[1] * 7, [0] * 7]), ["a", "b"], "high", Asked("max-t"))
    assert told.pairs.p.tolist() == [2 / 2**7]
    assert (told.marks[0], told.letters) == ("*", {0: "a", 1: "b"})
    # Won 6 and lost 1: flips reach 5 or more in 1 + 7 of 2^6 ways.
    told = verdicts(contributed([[1] * 6 + [0], [0] * 6 + [1]]), ["a", "b"], "high", Asked("max-t"))
    assert told.pairs.p.tolist() == [8 / 2**6]
    assert (told.marks[0], told.letters) == ("", {0: "a", 1: "a"})


def test_more_units_than_can_be_enumerated_are_drawn():
    rng = np.random.default_rng(0)
    rows = rng.random((3, 40))
    given = contributed(rows)
    one, two = (verdicts(given, ["a", "b", "c"], "high", Asked("max-t", seed=s)) for s in (1, 2))
    again = verdicts(given, ["a", "b", "c"], "high", Asked("max-t", seed=1))
    assert one.pairs.p.tolist() == again.pairs.p.tolist()
    assert one.critical != two.critical
    assert all(abs(a - b) < 0.03 for a, b in zip(one.pairs.p, two.pairs.p, strict=True))


def test_p_is_never_bounded_by_the_number_of_pairs():
    # 40 runs, 780 pairs; one run is right throughout, the others never: p = (1+0)/(1+999).
    rows = np.zeros((40, 60))
    rows[0] = 1
    told = verdicts(contributed(rows), [f"r{i}" for i in range(40)], "high",
                    Asked("max-t", trials=999))  # fmt: skip
    assert told.pairs.p.min() == 1 / 1000
    assert told.pairs.count_at(0.05) == 39
    assert (told.rank_low[0], told.rank_high[0], told.rank_low[1], told.rank_high[1]) == (
        1,
        1,
        2,
        40,
    )


matrices = st.integers(2, 5).flatmap(
    lambda runs: st.integers(6, 30).flatmap(
        lambda questions: st.lists(
            st.lists(st.sampled_from([0, 0.25, 0.5, 1]), min_size=questions, max_size=questions),
            min_size=runs,
            max_size=runs,
        )
    )
)


@settings(max_examples=60)
@given(matrices, st.sampled_from(["max-t", "t", "randomization", "bootstrap", "tukey-hsd"]))
def test_one_table_never_contradicts_itself(rows, test):
    numbers = np.array(rows, dtype=np.float64)
    units = Units.single(numbers.shape[1])
    known = np.ones(len(rows), dtype=np.bool_)
    contributions = Contributions(
        numbers.mean(axis=1), WholeColumn.of(numbers), units, (0.0, 1.0), False, known
    )
    names = [f"r{i}" for i in range(len(rows))]
    told = verdicts(contributions, names, "high", Asked(test, trials=199))
    pairs = told.pairs
    excludes = (pairs.intervals.low > 0) | (pairs.intervals.high < 0)
    assert excludes[~np.isnan(pairs.p)].tolist() == pairs.claimed[~np.isnan(pairs.p)].tolist()
    letter = told.letters
    for x, y, claimed in zip(pairs.x.tolist(), pairs.y.tolist(), pairs.claimed, strict=True):
        assert bool(set(letter[x]) & set(letter[y])) != claimed
    for run in range(len(rows)):
        ahead = sum(
            claimed and (d if x == run else -d) < 0
            for x, y, d, claimed in zip(
                pairs.x, pairs.y, pairs.differences, pairs.claimed, strict=True
            )
            if run in (x, y)
        )
        assert told.rank_low[run] == 1 + ahead
    for run, below in zip(told.order, told.order[1:], strict=False):
        at = [
            i
            for i, pair in enumerate(zip(pairs.x, pairs.y, strict=True))
            if {run, below} == {*pair}
        ]
        assert bool(told.marks.get(run)) == bool(pairs.claimed[at[0]])
