"""A small part of ``make calibration``: rates that would be far off if a part of the engine broke.

Seeds are fixed; the bounds are generous, what was measured stands beside them.
"""

import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "bench"))
from judges import Errand, run
from populations import QUESTIONS, clustered, independent, several_tasks
from settings import FALSE_CLAIM, LEADER, RANKS, RUN_INTERVAL, SIMULTANEOUS, sample_lineup

LINEUPS = 4  # of each kind: as they are, near-duplicates, equals, all equal
SAMPLES = 25

MADE = {"independent": independent, "clustered": clustered, "several tasks": several_tasks}


@cache
def rates(population, runs, size):
    """The mean of each statement over line-ups of every kind."""
    everything = MADE[population](1)
    values = {}
    for number in range(LINEUPS):
        truths = sample_lineup(everything, runs, {size: SAMPLES}, (5, runs, size, number))
        for statement, settings in truths.by_statement.items():
            for samples in settings.values():
                values.setdefault(statement, []).extend(samples)
    return {statement: float(np.mean(samples)) for statement, samples in values.items()}


@pytest.mark.parametrize(
    ("population", "runs", "size"),
    [
        ("independent", 10, 50),
        ("independent", 2, 25),
        ("clustered", 10, 30),
        ("several tasks", 10, 50),
    ],
)
def test_what_compare_says_is_true_as_often_as_it_claims(population, runs, size):
    measured = rates(population, runs, size)
    assert 0.92 <= measured[RUN_INTERVAL] <= 0.985
    assert measured[SIMULTANEOUS] >= 0.90
    assert measured[FALSE_CLAIM] <= 0.08
    assert measured[RANKS] >= 0.95
    assert measured[LEADER] <= 0.04


def test_verdicts_are_not_empty():
    """Intervals and tests that never claim anything would hold too: most of the range is found."""
    everything = independent(1)
    measure = everything.measures[0]
    truth = everything.truth(measure)
    assert np.ptp(truth) > 0.2
    claims = sample_claims(everything, measure, 1000)
    assert 0.25 <= claims <= 0.9


def sample_claims(everything, measure, size):
    """The share of pairs that max-t tells apart, on the mean over a few samples."""
    from qaeval.studies.inference.contributions import contributions
    from qaeval.studies.inference.verdicts import Asked, verdicts

    rng = np.random.default_rng(1)
    shares = []
    for _ in range(5):
        scores, units = everything.sample(size, rng)
        given = contributions(scores, measure, units)
        said = verdicts(given, scores.runs, "high", Asked("max-t", trials=499))
        shares.append(said.pairs.claimed.mean())
    return float(np.mean(shares))


@pytest.mark.parametrize("name", MADE)
def test_equals_are_exactly_as_good_and_near_duplicates_nearly(name):
    everything = MADE[name](1)
    lineup = everything.lineup(10, 1, np.random.default_rng(3))
    copies = ["near0", "equal1", "near2", "equal3"]
    assert lineup.runs[6:] == copies
    truth = lineup.truth(lineup.measures[0])
    (column,) = lineup.columns.values()
    for source, copy in enumerate(copies):
        at = lineup.runs.index(copy)
        near = copy.startswith("near")
        assert abs(truth[at] - truth[source]) <= (0.03 if near else 1e-12)
        assert 0 < np.mean(column[at] != column[source]) < (0.03 if near else 0.5)
    assert column.shape == (10, QUESTIONS)


@pytest.mark.parametrize("judge", ["lenient", "useless", "perfect", "bias differs by run"])
@pytest.mark.parametrize("labels", [50, 200])
def test_what_judge_says_is_true_as_often_as_it_claims(judge, labels):
    seen = run(Errand(judge, labels, right=0.8, equal=True, samples=40))
    assert 0.90 <= np.mean(seen.covered) <= 1.0  # 93 to 99%
    assert np.mean(seen.false_claims) <= 0.15  # 2 to 5%
    assert np.mean(seen.simultaneous) >= 0.85
    assert max(seen.widths) <= 1.0 + 1e-9
    if judge == "bias differs by run":
        assert np.mean(seen.by_model) < 0.5  # what the correction is for
    if judge != "useless":
        assert np.mean(seen.widths) < 0.95
