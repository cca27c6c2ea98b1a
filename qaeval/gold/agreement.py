"""How far assessors agree: all of them, and each pair, whatever labels are missing.

Labels are places on a scale of `size` labels, SKIPPED where there is none, a row per answer and a
column per assessor. Every coefficient is a function of sums over answers, so that weighted sums
give it for answers drawn anew; axes before those of labels may be draws or pairs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.collection.assessments import SKIPPED


class Agreement(NamedTuple):
    """Observed agreement, that by chance, and (observed - expected) / (1 - expected)."""

    observed: Floats
    expected: Floats
    value: Floats  # NaN where chance alone would agree throughout, or nothing can be compared


@dataclass(frozen=True)
class Sums:
    """What coefficients of any number of assessors go by, added up over answers."""

    coincidences: Floats  # … × size × size: ordered pairs of labels, over the labels less one
    shares: Floats  # … × size: of each label among an answer's labels
    equal: Floats  # the shares of an answer's pairs of labels that are equal
    paired: Floats  # answers with two labels or more
    labelled: Floats  # answers with a label


def label_counts(labels: Ints, size: int) -> Ints:
    """How often each answer got each label."""
    return np.stack([(labels == label).sum(axis=1) for label in range(size)], axis=1)


def answer_parts(counts: Ints | Floats) -> Floats:
    """What each answer adds to the sums, a row per answer."""
    given = counts.sum(axis=1)
    paired, labelled = given >= 2, given >= 1
    size = counts.shape[1]
    pairs = counts[:, :, None] * counts[:, None, :] - counts[:, :, None] * np.eye(size)
    others = np.where(paired, given - 1, 1)
    coincidences = np.where(paired[:, None, None], pairs, 0) / others[:, None, None]
    equal = np.trace(coincidences, axis1=1, axis2=2) / np.where(labelled, given, 1)
    shares = counts / np.where(labelled, given, 1)[:, None]
    flat = coincidences.reshape(len(counts), size * size)
    return np.column_stack([flat, shares, equal, paired, labelled])


def sums_of(totals: Floats, size: int) -> Sums:
    """Sums of answers' parts by their names."""
    cells = size * size
    coincidences = totals[..., :cells].reshape(*totals.shape[:-1], size, size)
    shares = totals[..., cells : cells + size]
    equal, paired, labelled = (totals[..., cells + size + at] for at in range(3))
    return Sums(coincidences, shares, equal, paired, labelled)


def pair_sums(tables: Floats) -> Sums:
    """The sums of two assessors, from how often one's label met the other's."""
    turned = np.swapaxes(tables, -1, -2)
    both = tables.sum(axis=(-1, -2))
    shares = (tables.sum(axis=-1) + tables.sum(axis=-2)) / 2
    equal = np.trace(tables, axis1=-2, axis2=-1)
    return Sums(tables + turned, shares, equal, both, both)


def pair_cells(labels: Ints, x: int, y: int, size: int) -> tuple[Ints, Ints]:
    """The answers that both assessors labelled, and the cell of their table where each stands."""
    both = np.flatnonzero((labels[:, x] != SKIPPED) & (labels[:, y] != SKIPPED))
    return both, labels[both, x] * size + labels[both, y]


def pair_table(labels: Ints, x: int, y: int, size: int) -> Floats:
    """How often each label of one assessor met each of another, on answers that both labelled."""
    _, cells = pair_cells(labels, x, y, size)
    return np.bincount(cells, minlength=size * size).reshape(size, size).astype(np.float64)


def _beyond_chance(
    apart: Floats, apart_by_chance: Floats, furthest: Floats | float = 1
) -> Agreement:
    """From mean disagreements, observed and by chance, and the largest that there can be."""
    with np.errstate(invalid="ignore", divide="ignore"):
        value = np.where(apart_by_chance > 0, 1 - apart / apart_by_chance, np.nan)
        return Agreement(1 - apart / furthest, 1 - apart_by_chance / furthest, value)


Distance = Callable[[Floats], Floats]  # between labels, squared, by how often each was given


def _nominal(margins: Floats) -> Floats:
    return 1 - np.eye(margins.shape[-1])


def _interval(margins: Floats) -> Floats:
    places = np.arange(margins.shape[-1], dtype=np.float64)
    return np.subtract.outer(places, places) ** 2


def _ordinal(margins: Floats) -> Floats:
    """By how many labels lie between two, half of their own included."""
    middle = np.cumsum(margins, axis=-1) - margins / 2
    return (middle[..., :, None] - middle[..., None, :]) ** 2


def _alpha(sums: Sums, distance: Distance) -> Agreement:
    """Krippendorff (2011): labels of answers that have two or more."""
    margins = sums.coincidences.sum(axis=-1)
    number = margins.sum(axis=-1)
    apart = distance(margins)
    with np.errstate(invalid="ignore", divide="ignore"):
        observed = (sums.coincidences * apart).sum(axis=(-1, -2)) / number
        products = margins[..., :, None] * margins[..., None, :]
        expected = (products * apart).sum(axis=(-1, -2)) / (number * (number - 1))
    return _beyond_chance(observed, expected, apart.max(axis=(-1, -2)))


def _fleiss(sums: Sums) -> Agreement:
    """Fleiss (1971), for any number of labels per answer (Gwet 2014)."""
    with np.errstate(invalid="ignore", divide="ignore"):
        shares = sums.shares / sums.labelled[..., None]
        return _beyond_chance(1 - sums.equal / sums.paired, 1 - (shares**2).sum(axis=-1))


def _gwet(sums: Sums) -> Agreement:
    """Gwet (2008)."""
    others = sums.shares.shape[-1] - 1
    with np.errstate(invalid="ignore", divide="ignore"):
        shares = sums.shares / sums.labelled[..., None]
        expected = (shares * (1 - shares)).sum(axis=-1) / others
        return _beyond_chance(1 - sums.equal / sums.paired, 1 - expected)


def _kappa(tables: Floats, power: int) -> Agreement:
    """Cohen (1960; 1968 with weights): disagreement is the distance of labels to that power."""
    size = tables.shape[-1]
    places = np.arange(size)
    apart = np.abs(np.subtract.outer(places, places)).astype(np.float64) ** power
    if power == 0:
        apart = 1 - np.eye(size)
    number = tables.sum(axis=(-1, -2))
    products = tables.sum(axis=-1)[..., :, None] * tables.sum(axis=-2)[..., None, :]
    with np.errstate(invalid="ignore", divide="ignore"):
        observed = (tables * apart).sum(axis=(-1, -2)) / number
        expected = (products * apart).sum(axis=(-1, -2)) / number**2
    return _beyond_chance(observed, expected, apart.max())


@dataclass(frozen=True)
class Coefficient:
    """A coefficient of agreement: of pairs, and of any number unless it is one of pairs alone."""

    name: str
    help: str
    of_pair: Callable[[Floats], Agreement]
    of_sums: Callable[[Sums], Agreement] | None = None  # None: the mean over pairs
    ordered: bool = False  # whether it minds how far apart two labels are


def _of_sums(name: str, help: str, of: Callable[[Sums], Agreement], ordered: bool) -> Coefficient:
    return Coefficient(name, help, lambda tables: of(pair_sums(tables)), of, ordered)


COEFFICIENTS = (
    _of_sums(
        "alpha",
        "Krippendorff's alpha, 1 less the disagreement found over that of labels dealt out at "
        "random; every label counts the same",
        lambda sums: _alpha(sums, _nominal),
        False,
    ),
    _of_sums(
        "alpha-ordinal",
        "the same where labels are ordered, and far apart if many labels lie between them",
        lambda sums: _alpha(sums, _ordinal),
        True,
    ),
    _of_sums(
        "alpha-interval",
        "the same where the steps of the scale are equal, and two steps count four times",
        lambda sums: _alpha(sums, _interval),
        True,
    ),
    _of_sums(
        "Fleiss",
        "the share of equal pairs of labels beyond that by chance, as all assessors together use "
        "the labels; every answer counts the same",
        _fleiss,
        False,
    ),
    _of_sums(
        "AC1",
        "Gwet's coefficient, the share of equal pairs of labels beyond that by guessing, which is "
        "small where nearly all labels are the same",
        _gwet,
        False,
    ),
    Coefficient(
        "Cohen",
        "kappa of two assessors, the share of equal labels beyond that by chance, as each of the "
        "two uses the labels; of more, the mean over pairs",
        lambda tables: _kappa(tables, 0),
    ),
    Coefficient(
        "Cohen-linear",
        "the same, with disagreement by the steps between two labels",
        lambda tables: _kappa(tables, 1),
        ordered=True,
    ),
    Coefficient(
        "Cohen-quadratic",
        "the same, by the square of the steps",
        lambda tables: _kappa(tables, 2),
        ordered=True,
    ),
)


def mean_agreement(pairs: Agreement) -> Agreement:
    """The mean over pairs, the last axis, of those for which there is a value (Light 1971)."""
    known = ~np.isnan(pairs.value)
    number = known.sum(axis=-1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return Agreement(*(np.where(known, part, 0.0).sum(axis=-1) / number for part in pairs))


class UnlikeAnswers(NamedTuple):
    """How many pairs of labels are equal on answers with few labels, and on those with more."""

    fewest: int  # labels
    few: float
    more: float


_FEW_ANSWERS = 10
_ERRORS = 3.0  # standard errors that chance hardly reaches


def more_labels_where_they_differ(labels: Ints, size: int) -> UnlikeAnswers | None:
    """Whether further labels seem to have been asked for where the first ones differed.

    Two labels of an answer are equal as often whatever their number, unless it depends on them.
    """
    counts = label_counts(labels, size)
    given = counts.sum(axis=1)
    equal = answer_parts(counts)[:, size * size + size]
    fewest = int(given[given >= 2].min(initial=np.iinfo(np.int64).max))
    few, more = equal[given == fewest], equal[given > fewest]
    if min(len(few), len(more)) < _FEW_ANSWERS:
        return None
    error = np.sqrt(few.var(ddof=1) / len(few) + more.var(ddof=1) / len(more))
    if few.mean() - more.mean() <= _ERRORS * error:
        return None
    return UnlikeAnswers(fewest, float(few.mean()), float(more.mean()))
