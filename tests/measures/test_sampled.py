"""Measures for many samples at once are those of each sample alone."""

import numpy as np
import pytest

from qaeval.measures import DEFINITIONS, measure
from qaeval.measures.confidence import RANKED
from qaeval.measures.drawn import Samples

NAMES = [name for name, definition in DEFINITIONS.items() if definition.kind == "columns"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(5))
def test_each_sample_alone(name, seed):
    rng = np.random.default_rng(seed)
    count = 40
    answered = (rng.random(count) < 0.8).astype(np.float64)
    columns = {
        "correct": answered * (rng.random(count) < 0.5),
        "answered": answered,
        # Two decimals tie often; an unanswered question may lack a confidence.
        "confidence": np.where(
            rng.random(count) < answered + 0.5, rng.random(count).round(2), np.nan
        ),
    }
    columns["confidence"][answered > 0] = rng.random(int(answered.sum())).round(2)
    held = (1 - answered) * (rng.random(count) < 0.5)
    columns |= {"held_right": held, "held_wrong": 1 - answered - held}
    # From samples of hardly a question to those of hardly one left out.
    drawn = rng.random((60, count)) < np.linspace(0.02, 0.98, 60)[:, None]
    asked = measure(name)
    columns = {label: columns[label] for label in asked.columns}
    drawn = drawn[drawn.any(axis=1)]
    alone = [
        asked.of_columns({label: column[sample] for label, column in columns.items()})
        for sample in drawn
    ]
    assert asked.of_samples(columns, Samples(drawn)) == pytest.approx(alone, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("name", NAMES)
def test_samples_of_nothing_answered_are_undefined(name):
    columns = {
        "correct": np.array([1.0, 0.0, 0.0]),
        "answered": np.array([1.0, 0.0, 0.0]),
        "confidence": np.array([0.5, np.nan, np.nan]),
        "held_right": np.zeros(3),
        "held_wrong": np.zeros(3),
    }
    columns = {label: columns[label] for label in measure(name).columns}
    drawn = np.array([[False, True, True], [True, True, True]])
    values = measure(name).of_samples(columns, Samples(drawn))
    assert values[0] == 0 if name in ("CWS", "coverage-at", "F0.5u") else np.isnan(values[0])


def test_many_samples_a_few_at_a_time(monkeypatch):
    rng = np.random.default_rng(3)
    drawn, answered = rng.random((50, 30)) < 0.5, np.ones(30)
    columns = dict(
        zip(RANKED, (answered * (rng.random(30) < 0.5), answered, answered), strict=True)
    )
    asked = measure("coverage-at,precision=0.4")
    at_once = asked.of_samples(columns, Samples(drawn))
    monkeypatch.setattr("qaeval.measures.drawn._CELLS_AT_ONCE", 70)
    assert asked.of_samples(columns, Samples(drawn)).tolist() == at_once.tolist()


def test_correlation_keeps_its_digits_where_confidences_are_near_one():
    # Differences 0, 1 and 2 of 2^-53: r = 1/√(2/3 · 2) by exact fractions.
    sure = 1.0 - np.array([0.0, 1.0, 2.0]) * 2.0**-53
    columns = {"correct": np.array([1.0, 0.0, 0.0]), "answered": np.ones(3), "confidence": sure}
    expected = np.sqrt(3) / 2
    assert measure("conf-r").of_columns(columns) == pytest.approx(expected, abs=1e-15)
    (sampled,) = measure("conf-r").of_samples(columns, Samples(np.ones((1, 3), dtype=np.bool_)))
    assert sampled == pytest.approx(expected, abs=1e-15)
