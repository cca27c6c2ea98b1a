"""Schemes for any number of labels per answer: votes, means, and who is right more often."""

from __future__ import annotations

import numpy as np

from qaeval.arrays import Bools, Floats, Ints
from qaeval.collection.assessments import SKIPPED
from qaeval.gold.registry import LACKING, Labelled, scheme

LATENT_ASSESSORS = 3  # of two, nobody can say who is right


def _every_level(given: Labelled) -> set[int]:
    return set(range(given.size))


def _levels_given(given: Labelled) -> Floats:
    """The levels of each answer's labels, NaN where one was skipped."""
    return np.where(given.labels == SKIPPED, np.nan, given.size - 1.0 - given.labels)


def _of_labelled(given: Labelled, levels: Ints | Floats) -> Ints:
    """The levels of answers that have labels."""
    there = given.counts.any(axis=1)
    return np.where(there, levels, LACKING).astype(np.int64)


def _lower(given: Labelled, between: Floats) -> Ints:
    """The nearest level, and halfway between two the lower."""
    return _of_labelled(given, np.ceil(np.where(np.isnan(between), 0, between) - 0.5))


def _is_halfway(between: Floats) -> Bools:
    return np.asarray(between % 1 == 0.5)


def _is_tied(given: Labelled) -> Bools:
    most = given.counts.max(axis=1, keepdims=True)
    return np.asarray(((given.counts == most) & (most > 0)).sum(axis=1) > 1)


@scheme(
    "majority",
    help="the label that most gave it; of several the worst",
    possible=_every_level,
    takes_skipped=True,
    tied=_is_tied,
)
def _majority(given: Labelled) -> Ints:
    return _of_labelled(given, np.argmax(given.counts[:, ::-1], axis=1))


def _medians(given: Labelled) -> Floats:
    """The middle level, or the mean of the middle two."""
    levels = np.sort(_levels_given(given), axis=1)  # what was skipped comes last
    number = given.counts.sum(axis=1)
    rows = np.arange(len(levels))
    low, high = np.maximum(number - 1, 0) // 2, number // 2
    middle = np.minimum(high, levels.shape[1] - 1)
    return np.asarray((levels[rows, low] + levels[rows, middle]) / 2)


def _is_between(given: Labelled) -> Bools:
    return _is_halfway(_medians(given))


@scheme(
    "median",
    help="the middle label, or halfway between the middle two; between two labels the worse",
    possible=_every_level,
    takes_skipped=True,
    tied=_is_between,
)
def _median(given: Labelled) -> Ints:
    return _lower(given, _medians(given))


def _means(given: Labelled) -> Floats:
    """Sums of levels over their number, which is exact at halves."""
    totals = np.nansum(_levels_given(given), axis=1)
    return np.asarray(totals / np.maximum(given.counts.sum(axis=1), 1))


def _is_rounded_down(given: Labelled) -> Bools:
    return _is_halfway(_means(given))


@scheme(
    "mean",
    help="the mean of the labels' levels, rounded; halfway between two labels the worse",
    possible=_every_level,
    takes_skipped=True,
    tied=_is_rounded_down,
)
def _mean(given: Labelled) -> Ints:
    return _lower(given, _means(given))


@scheme(
    "any",
    help="the best label that anybody gave it",
    possible=_every_level,
    takes_skipped=True,
)
def _any(given: Labelled) -> Ints:
    return _of_labelled(given, given.size - 1 - np.argmax(given.counts > 0, axis=1))


@scheme(
    "all",
    help="the worst label that anybody gave it, which all vouch for",
    possible=_every_level,
    takes_skipped=True,
)
def _all(given: Labelled) -> Ints:
    return _of_labelled(given, np.argmax(given.counts[:, ::-1] > 0, axis=1))


def _is_undecided(given: Labelled) -> Bools:
    return given.latent.tied


@scheme(
    "latent",
    help="the label that is most likely the true one, by how reliable each assessor seems "
    "(Dawid & Skene 1979)",
    possible=_every_level,
    takes_skipped=True,
    is_latent=True,
    least_assessors=LATENT_ASSESSORS,
    tied=_is_undecided,
)
def _latent(given: Labelled) -> Ints:
    return _of_labelled(given, given.size - 1 - given.latent.labels)
