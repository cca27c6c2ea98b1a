"""Measures of what silence was worth: candidates held back, and the balance of both shares."""

from __future__ import annotations

import numpy as np

from qaeval.arrays import Floats
from qaeval.measures.registry import Example, of_totals


@of_totals(
    "candidate-accuracy",
    family="response",
    components=("correct", "held_right"),
    formula="(R+UR)/n",
    source="Peñas et al. 2010, CLEF 2009 ResPubliQA",
    example=Example("R UR W UW", "0.5000", "R and UR of 4"),
)
def candidate_accuracy(n: Floats, correct: Floats, held_right: Floats) -> Floats:
    """Accuracy had the candidates not been held back."""
    return (correct + held_right) / n


@of_totals(
    "rejection",
    family="response",
    components=("correct", "held_right", "held_wrong"),
    formula="UW/(UR+UW)",
    source="Peñas et al. 2010, CLEF 2009 ResPubliQA",
    example=Example("R UR W UW UW", "0.6667", "2 of 3 candidates held back were wrong"),
)
def rejection(n: Floats, correct: Floats, held_right: Floats, held_wrong: Floats) -> Floats:
    """How often holding back was the right thing to do; undefined where nothing was held back."""
    held = held_right + held_wrong
    return np.divide(held_wrong, held, out=np.full(np.shape(held), np.nan), where=held > 0)


@of_totals(
    "simpleqa-F",
    family="response",
    components=("correct", "answered"),
    formula="harmonic mean of accuracy and precision: 2·n_ac/(n+answered)",
    source="Wei et al. 2024, SimpleQA",
    example=Example("R R W U", "0.5714", "2·2/(4+3)"),
)
def simpleqa_f(n: Floats, correct: Floats, answered: Floats) -> Floats:
    """SimpleQA's F-score."""
    return 2 * correct / (n + answered)
