"""Pairs on the questions that both runs have: against every flip, and by simulation."""

from itertools import combinations, product
from math import sqrt

import numpy as np
import pytest

from qaeval.files.cells import RunFigures
from qaeval.scores.reading import merge_figures
from qaeval.studies.inference.contributions import contributions
from qaeval.studies.inference.shared import shared_pairs
from qaeval.studies.inference.verdicts import Asked, verdicts
from qaeval.studies.units import Units


def table(rows):
    """Scores of runs by the measure 'right'; None where a run lacks the question."""
    figures = [
        RunFigures(
            f"r{run}",
            f"{run}.tsv",
            [(1, "right", f"q{at:03}", float(v)) for at, v in enumerate(row) if v is not None],
            all_measures=True,
        )
        for run, row in enumerate(rows)
    ]
    return merge_figures(figures)


def pairs_of(rows, trials=10_000, clusters=None):
    scores = table(rows)
    units = Units.of(clusters, None, len(scores.questions))
    return shared_pairs(scores, scores.measures[0], units, Asked("max-t", trials=trials))


ROWS = [
    [1, 1, 1, 1, 1, 1, None, 1, 1],
    [0, 0, 1, 0, 0, None, 0, 1, 0],
    [1, None, 0, 1, 0, 0, 1, None, 1],
]


def slow_p(rows):
    """p of each pair by all flips: a question won and one lost are added to each pair's squares."""
    both = {
        (x, y): {
            at: a - b
            for at, (a, b) in enumerate(zip(rows[x], rows[y], strict=True))
            if a is not None and b is not None
        }
        for x, y in combinations(range(len(rows)), 2)
    }

    def ratio(seen, signs):
        total = sum(signs[at] * value for at, value in seen.items())
        return abs(total) / sqrt(sum(value**2 for value in seen.values()) + 2)

    plain = {pair: ratio(seen, [1] * len(rows[0])) for pair, seen in both.items()}
    largest = [
        max(ratio(seen, signs) for seen in both.values())
        for signs in product([1, -1], repeat=len(rows[0]))
    ]
    return {
        pair: sum(most >= own - 1e-9 for most in largest) / len(largest)
        for pair, own in plain.items()
    }


def test_p_is_that_of_all_flips():
    expected = slow_p(ROWS)
    found = pairs_of(ROWS)
    assert {(pair.x, pair.y): pair.p for pair in found} == pytest.approx(expected)
    assert len(set(expected.values())) == 3


def test_values_are_those_of_the_shared_questions():
    first, second, third = pairs_of(ROWS)
    assert (first.questions, first.value_x, first.value_y) == (7, 1, pytest.approx(2 / 7))
    assert (second.questions, second.value_x, second.value_y) == (6, 1, pytest.approx(3 / 6))
    assert (third.questions, third.value_x, third.value_y) == (
        6,
        pytest.approx(1 / 6),
        pytest.approx(4 / 6),
    )
    assert (first.wins, first.losses) == (5, 0)
    assert (third.wins, third.losses) == (1, 4)


def test_runs_with_the_same_questions_are_compared_as_ever():
    rows = np.random.default_rng(4).integers(0, 2, (4, 40)).tolist()
    scores = table(rows)
    measure, units = scores.measures[0], Units.single(40)
    asked = Asked("max-t", trials=500, seed=3)
    plain = verdicts(contributions(scores, measure, units), scores.runs, "high", asked).pairs
    found = shared_pairs(scores, measure, units, asked)
    assert [pair.p for pair in found] == pytest.approx(plain.p.tolist())
    assert [pair.low for pair in found] == pytest.approx(plain.intervals.low.tolist())
    assert [pair.high for pair in found] == pytest.approx(plain.intervals.high.tolist())


def test_too_few_questions_have_values_and_no_p():
    rows = [[1, 1, 1, 1, None, None], [0, 1, 0, 0, None, None], [None, None, None, None, 1, 1]]
    few, none, _ = pairs_of(rows)
    assert (few.questions, few.value_x, few.value_y) == (4, 1, 0.25)
    assert (none.questions, np.isnan(none.value_x)) == (0, True)
    assert np.isnan([few.p, none.p]).all()


@pytest.mark.parametrize(("runs", "clustered"), [(3, False), (6, False), (4, True)])
def test_equal_runs_are_seldom_called_different(runs, clustered):
    random = np.random.default_rng(runs)
    samples, wrong = 300, 0
    for _ in range(samples):
        hard = np.repeat(random.random(30), 2) if clustered else random.random(30)
        right = random.random((runs, len(hard))) < hard
        lacking = random.random(right.shape) < np.linspace(0.2, 0.5, runs)[:, None]
        rows = np.where(lacking, None, right.astype(int)).tolist()
        clusters = None
        if clustered:
            known = [at for at in range(len(hard)) if not lacking[:, at].all()]
            clusters = [f"c{at // 2}" for at in known]
        wrong += any(pair.p <= 0.05 for pair in pairs_of(rows, 199, clusters))
    assert wrong / samples <= 0.05 + 2 * sqrt(0.05 * 0.95 / samples)
