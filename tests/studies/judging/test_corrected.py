"""Corrected values with their intervals, and the tests between runs."""

import numpy as np
import pytest
from gradings import MODEL, NQ301, PEOPLE, Case, by_counts, labelled_first
from scipy import stats


def ends(estimates, run=0):
    return [estimates.intervals.low[run], estimates.intervals.high[run]]


def wilson(value, count, quantile):
    wide = 1 + quantile**2 / count
    middle = (value + quantile**2 / (2 * count)) / wide
    half = quantile * np.sqrt(value * (1 - value) / count + quantile**2 / (4 * count**2)) / wide
    return [middle - half, middle + half]


def test_intervals_by_hand():
    result = Case(MODEL, labelled_first(PEOPLE, 30)).corrected()
    people, model = np.array(PEOPLE, float), np.array(MODEL, float)
    t = stats.t.ppf(0.975, 9)
    count = 0.7 * 0.3 / (people.var(ddof=1) / 10)
    assert ends(result.people) == pytest.approx(wilson(0.7, count, t), abs=1e-9)
    power = 0.3625
    left = people - power * model[:10]
    variance = (((left - left.mean()) ** 2).sum() + power**2) / 90
    variance += power**2 * model[10:].var(ddof=1) / 20
    value = 0.718125
    count = value * (1 - value) / variance
    assert ends(result.corrected) == pytest.approx(wilson(value, count, t), abs=1e-9)
    assert result.corrected.variances[0] == pytest.approx(variance)
    assert result.as_good_as[0] == pytest.approx(people.var(ddof=1) / variance)
    assert result.model[0] == pytest.approx(22 / 30)


def test_nq301():
    # Worked out beside ppi_py: Wilson's with t and one unseen error.
    result = by_counts(*NQ301).corrected()
    assert ends(result.corrected) == pytest.approx([0.47924475515180376, 0.578904724537108])
    assert result.people.values[0] == pytest.approx(79 / 149)
    assert ends(result.people) == pytest.approx([0.4494, 0.6094], abs=1e-4)
    assert round(result.as_good_as[0]) == 390


@pytest.mark.parametrize("wrong", [0, 1])
def test_labels_that_all_agree_leave_a_width(wrong):
    result = by_counts(50, 0, wrong, 50 - wrong, 500, 500).corrected()
    low, high = ends(result.corrected)
    # Even a perfect judge leaves what 1,100 questions leave: 1.96·√(.25/1100) each way.
    assert high - low > 2 * 0.0295
    assert high - low < ends(result.people)[1] - ends(result.people)[0]


@pytest.mark.parametrize("seed", range(40))
def test_never_wider_than_people_alone(seed):
    rng = np.random.default_rng([seed, 3])
    size, labels = 300, int(rng.integers(10, 290))
    right = rng.random(size) < rng.random()
    flip = rng.random(size) < rng.choice([0.0, 0.1, 0.5, 0.9])
    model = np.where(flip, ~right, right)
    result = Case(model, labelled_first(right[:labels], size)).corrected()
    low, high = ends(result.corrected)
    assert high - low <= (ends(result.people)[1] - ends(result.people)[0]) * (1 + 1e-12)
    assert 0 <= low <= high <= 1


@pytest.mark.parametrize(
    ("name", "of_shares"),
    [
        ("c@1", lambda c, a: c * (2 - a)),
        ("precision", lambda c, a: c / a),
        ("simpleqa-F", lambda c, a: 2 * c / (1 + a)),
    ],
)
def test_measures_of_shares_take_the_corrected_share(name, of_shares):
    answered = [1] * 30 + [0] * 10
    people = labelled_first(PEOPLE, 40)
    result = Case(MODEL + [0] * 10, people, answered=answered, name=name).corrected()
    power = 0.3625 if result.slopes[0] else 0.0
    right = (0.7 + power * (np.mean(MODEL[10:]) - np.mean(MODEL[:10]))) * 0.75
    assert result.corrected.values[0] == pytest.approx(of_shares(right, 0.75))
    assert result.model[0] == pytest.approx(of_shares(22 / 40, 0.75))


def test_delta_method_for_c_at_1():
    rng = np.random.default_rng(8)
    right, silent = rng.random(2000) < 0.6, rng.random(2000) < 0.2
    model = np.where(silent, 0, np.where(rng.random(2000) < 0.1, ~right, right))
    people = np.where(silent | (np.arange(2000) >= 400), np.nan, right)
    result = Case(model, people, answered=~silent, name="c@1").corrected()
    (found,) = Case(model, people, answered=~silent, name="c@1").found
    c, a = found.grades.mean(), 1 - silent.mean()
    parts = (2 - a) * (found.grades - c) - c * (~silent - a)
    unseen = ((2 - a) * a * found.power / found.labels) ** 2
    variance = (parts**2).sum() / 2000**2 + unseen
    assert result.corrected.variances[0] == pytest.approx(variance, rel=0.004)


def test_pairs_exclude_0_exactly_where_claimed():
    rng = np.random.default_rng(4)
    shares = np.array([0.3, 0.5, 0.55, 0.8])
    right = rng.random((4, 600)) < shares[:, None]
    model = np.where(rng.random((4, 600)) < 0.1, ~right, right)
    people = np.where(np.arange(600) < 150, right, np.nan)
    pairs = Case(model, people).corrected(trials=2000).verdicts.pairs
    outside = (pairs.intervals.low > 0) | (pairs.intervals.high < 0)
    assert outside.tolist() == pairs.claimed.tolist()
    assert 0 < pairs.claimed.sum() < 6


def test_pairs_by_hand():
    """Flips of residuals, a column for what each run did not show, t on the labels' degrees."""
    rng = np.random.default_rng(5)
    right = rng.random((2, 200)) < np.array([[0.5], [0.7]])
    model = np.where(rng.random((2, 200)) < 0.1, ~right, right)
    people = np.where(np.arange(200) < 60, right, np.nan)
    made = Case(model, people)
    result = made.corrected(trials=999)
    rows = []
    for run, found in enumerate(made.found):
        row = (found.grades - found.grades.mean()) * np.where(
            np.arange(200) < 60, np.sqrt(60 / 59), np.sqrt(140 / 139)
        )
        rows.append(np.append(row, [200 / 60 * (run == 0), 200 / 60 * (run == 1)]))
    squares = ((rows[0] - rows[1]) ** 2).sum()
    difference = made.found[0].grades.mean() - made.found[1].grades.mean()
    assert result.verdicts.pairs.differences[0] == pytest.approx(difference)
    t = abs(difference) * 200 / np.sqrt(squares)
    # One pair under flips of so many columns is close to Student's t.
    assert result.verdicts.pairs.p[0] == pytest.approx(2 * stats.t.sf(t, 59), abs=0.02)
    half = stats.t.ppf(0.975, 59) * np.sqrt(squares) / 200
    reach = result.verdicts.pairs.intervals.high[0] - difference
    assert reach == pytest.approx(half, rel=0.1)
