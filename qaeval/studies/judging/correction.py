"""Prediction-powered inference: people's grades of some answers put right a model's of all.

θ = mean of people's grades + λ·(mean of the model's grades over all − over the labelled ones), with
the λ of the smallest variance (Angelopoulos, Duchi & Zrnic 2023, PPI++). Silence is known without
people, so only answered questions have a part in this.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from qaeval.arrays import Bools, Floats, Ints
from qaeval.errors import InputError
from qaeval.studies.judging.graded import Graded
from qaeval.studies.judging.labels import Labels
from qaeval.studies.units import Units
from qaeval.wording import shown

FEWEST_UNITS = 2  # with labels, for a variance


@dataclass(frozen=True)
class Correction:
    """One run's grades put right: a question's part is `people` + `power`·`moved`.

    The mean of the parts over all questions is the corrected mean; with power 0 it is people's
    alone. λ is in terms of the mean over all answers, `power` of that over the unlabelled ones:
    λ·(N−n)/N, which lies between 0 and 1.
    """

    people: Floats  # of every question
    moved: Floats
    power: float
    slope: float  # λ
    stretch: Floats  # of every question's residual, so that squares give an unbiased variance
    answered: float  # the share of questions that are
    labels: int
    effective: float  # labels of equal weight that leave as much open
    labelled_units: int

    @property
    def grades(self) -> Floats:
        """The corrected parts of every question."""
        return self.people + self.power * self.moved


def corrections(graded: Graded, labels: Labels, units: Units) -> list[Correction]:
    """Of every run."""
    return [_of_run(graded, labels, units, run) for run in range(len(graded.scores.runs))]


def _of_run(graded: Graded, labels: Labels, units: Units, run: int) -> Correction:
    answered = graded.answered[run]
    known = labels.known[run][answered]
    model, people = graded.model[run][answered], labels.grades[run][answered]
    weights = labels.weights[run][answered]
    unit_of = units.of_question[answered]
    even = not units.clustered and float(np.ptp(weights[known])) == 0
    parts = _even(model, people, known) if even else _weighted(model, people, known, weights)
    power = _even_power(model, people, known) if even else _least_power(parts, unit_of, known)
    count, size = int(known.sum()), len(known)
    labelled_units = len(np.unique(unit_of[known])) if units.clustered else count
    if labelled_units < FEWEST_UNITS:
        name = shown(graded.scores.runs[run])
        raise InputError(f"run {name} has labels in a single {units.noun}, expected several")
    stretch = np.full(units.questions, np.sqrt(labelled_units / (labelled_units - 1)))
    if even:
        rest = size - count
        stretch = np.ones(units.questions)
        stretch[answered] = np.where(
            known, np.sqrt(count / (count - 1)), np.sqrt(rest / max(rest - 1, 1))
        )
    # Where there is no answer the model's grade is the truth.
    everywhere = graded.model[run].copy(), np.zeros(units.questions)
    for whole, part in zip(everywhere, parts, strict=True):
        whole[answered] = part
    effective = _effective(weights[known])
    if effective < FEWEST_UNITS:
        name, worth = shown(graded.scores.runs[run]), f"{effective:.2f}"
        raise InputError(
            f"the labels of run {name} weigh so unequally that they say as much as {worth} labels "
            f"of equal weight, expected {FEWEST_UNITS} or more"
        )
    return Correction(
        *everywhere,
        power,
        power * size / (size - count) if size > count else 0.0,
        stretch,
        float(answered.mean()),
        count,
        effective,
        labelled_units,
    )


def _effective(weights: Floats) -> float:
    """Labels of equal weight that leave as much open (Kish)."""
    if np.ptp(weights) == 0:
        return float(len(weights))
    return float(weights.sum() ** 2 / (weights**2).sum())


def _even(model: Floats, people: Floats, known: Bools) -> tuple[Floats, Floats]:
    """Labels drawn at random: the unlabelled answers are a sample of their own.

    Parts lie about their mean so that their squares, over N², add up to the variance of ppi_py:
    that of people's grades less λ times the model's, and that of the model's where unlabelled.
    """
    count, size = int(known.sum()), len(known)
    rest = size - count
    mean = people[known].mean()
    alone = np.full(size, mean)
    alone[known] += size / count * (people[known] - mean)
    if not rest:
        return alone, np.zeros(size)
    on, off = model[known].mean(), model[~known].mean()
    moved = np.full(size, off - on)
    moved[known] -= size / count * (model[known] - on)
    moved[~known] += size / rest * (model[~known] - off)
    return alone, moved


def _even_power(model: Floats, people: Floats, known: Bools) -> float:
    """As PPI++ tunes it: covariance where labelled over the variance everywhere, in 0 to 1."""
    count, rest = int(known.sum()), int((~known).sum())
    variance = float(model.var(ddof=1)) if len(model) > 1 else 0.0
    if not rest or variance == 0:
        return 0.0
    graded, by_people = model[known], people[known]
    together = float(((by_people - by_people.mean()) * (graded - graded.mean())).mean())
    return float(np.clip(together / (variance * (1 + count / rest)), 0, 1))


def _weighted(
    model: Floats, people: Floats, known: Bools, weights: Floats
) -> tuple[Floats, Floats]:
    """Labels drawn with unequal chances, or in clusters: Hájek's estimator over all answers."""
    count, size = int(known.sum()), len(known)
    rest = size - count
    share = np.where(known, weights, 0.0)
    share *= size / share.sum()
    by_people = np.where(known, people, 0.0)
    mean, graded = (share * by_people).sum() / size, (share * model).sum() / size
    alone = mean + share * (by_people - mean)
    if not rest:
        return alone, np.zeros(size)
    moved = (model.mean() - graded) + (model - model.mean()) - share * (model - graded)
    return alone, moved * size / rest


def _least_power(parts: tuple[Floats, Floats], unit_of: Ints, known: Bools) -> float:
    """The power with the smallest variance of the units' sums, in 0 to 1."""
    alone, moved = (np.bincount(unit_of, part - part.mean()) for part in parts)
    squares = float((moved * moved).sum())
    if known.all() or squares == 0:
        return 0.0
    return float(np.clip(-float((alone * moved).sum()) / squares, 0, 1))
