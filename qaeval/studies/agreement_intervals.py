"""How far assessors agree, with 95% intervals from answers drawn anew.

BCa (Efron 1987): the bootstrap's quantiles, corrected for bias and for skewness. Where few answers
or none show disagreement they lie too close together, so the lower end is also that of draws among
the answers and one more, on which one assessor disagrees with the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.gold.agreement import (
    COEFFICIENTS,
    Agreement,
    answer_parts,
    label_counts,
    mean_agreement,
    pair_cells,
    sums_of,
)
from qaeval.studies.sampling import resampled_blocks

FEWEST_ANSWERS = 50  # that are compared, below which there is no interval
MOST_PAIRS = 2000  # of assessors, above which pairs have none
_TAIL = 0.025
_LEAST_SHARE = 1e-6  # that becomes a normal deviate
_EVERYONE = 0  # the first group; the pairs are the others


@dataclass(frozen=True)
class Measured:
    """A coefficient, its interval (NaN where there is none), and the answers that it compares."""

    observed: float
    expected: float
    value: float
    low: float
    high: float
    answers: int


@dataclass(frozen=True)
class AgreementStudy:
    """The coefficients by name: of all assessors, and of each pair by their places."""

    everyone: Mapping[str, Measured]
    pairs: Mapping[tuple[int, int], Mapping[str, Measured]]


def measured_agreement(labels: Ints, size: int, trials: int, seed: int) -> AgreementStudy:
    """Every coefficient of labels (answers × assessors, SKIPPED where there is none)."""
    answers = _Answers.of(labels, size)
    found = answers.agreement
    low, high = _interval_ends(answers, trials, seed)
    everyone, *pairs = [
        {
            coefficient.name: Measured(
                float(found.observed[at, group]),
                float(found.expected[at, group]),
                float(found.value[at, group]),
                float(low[at, group]),
                float(high[at, group]),
                int(answers.compared[group]),
            )
            for at, coefficient in enumerate(COEFFICIENTS)
        }
        for group in range(len(answers.compared))
    ]
    places = combinations(range(labels.shape[1]), 2)
    return AgreementStudy(everyone, dict(zip(places, pairs, strict=True)))


@dataclass(frozen=True)
class _Answers:
    """What each answer adds to the sums of all assessors, and to the tables of pairs."""

    parts: Floats  # answers × parts
    cells: Any  # answers × cells of all pairs' tables, sparse
    size: int

    @classmethod
    def of(cls, labels: Ints, size: int) -> _Answers:
        pairs = list(combinations(range(labels.shape[1]), 2))
        places = [pair_cells(labels, x, y, size) for x, y in pairs]
        rows = np.concatenate([both for both, _ in places])
        columns = np.concatenate([at * size**2 + cells for at, (_, cells) in enumerate(places)])
        shape = (len(labels), len(pairs) * size**2)
        cells = _sparse(np.ones(len(rows)), rows, columns, shape)
        return cls(answer_parts(label_counts(labels, size)), cells, size)

    @property
    def count(self) -> int:
        return len(self.parts)

    @cached_property
    def totals(self) -> Floats:
        return self.parts.sum(axis=0)

    @cached_property
    def tables(self) -> Floats:
        """Of each pair, how often the labels of the one met those of the other."""
        return np.asarray(self.cells.sum(axis=0)).reshape(-1, self.size, self.size)

    @cached_property
    def compared(self) -> Ints:
        """The answers that each group compares: of all assessors, then of each pair."""
        together = sums_of(self.totals, self.size).paired
        return np.append(together, self.tables.sum(axis=(1, 2))).astype(np.int64)

    @cached_property
    def agreement(self) -> Agreement:
        """Coefficients × groups."""
        found = self.agreement_of(self.totals[None], self.tables[None])
        return Agreement(*(part[0] for part in found))

    def agreement_of(self, totals: Floats, tables: Floats) -> Agreement:
        """Draws × coefficients × groups."""
        sums = sums_of(totals, self.size)
        each = []
        for coefficient in COEFFICIENTS:
            pairs = coefficient.of_pair(tables)
            of_sums = coefficient.of_sums
            everyone = mean_agreement(pairs) if of_sums is None else of_sums(sums)
            each.append([np.column_stack(both) for both in zip(everyone, pairs, strict=True)])
        return Agreement(*(np.stack(part, axis=1) for part in zip(*each, strict=True)))

    def drawn(self, trials: int, seed: int) -> Floats:
        """The values on answers drawn anew, trials × coefficients × groups."""
        parts = []
        for weights in resampled_blocks(self.count, trials, seed):
            tables = (self.cells.T @ weights.T).T.reshape(len(weights), *self.tables.shape)
            parts.append(self.agreement_of(weights @ self.parts, tables).value)
        return np.concatenate(parts)

    def with_a_disagreement(self) -> _Answers:
        """One answer more, with as many labels as others have: one label is another's."""
        sums = sums_of(self.totals, self.size)
        given = self.parts[:, : self.size**2].sum() / max(self.compared[_EVERYONE], 1)
        labels = np.zeros((1, self.size))
        first, second = _commonest(sums.shares)
        labels[0, first], labels[0, second] = max(2, round(given)) - 1, 1
        met = np.zeros_like(self.tables)
        for table, seen in zip(met, self.tables, strict=True):
            first, second = _commonest(seen.sum(axis=0) + seen.sum(axis=1))
            table[first, second] = table[second, first] = 0.5  # whoever of the two it was
        from scipy.sparse import csr_array, vstack  # only for agreement

        cells = vstack([self.cells, csr_array(met.reshape(1, -1))], format="csr")
        return _Answers(np.vstack([self.parts, answer_parts(labels)]), cells, self.size)

    def bears_interval(self, coefficient: int, group: int) -> bool:
        """Whether enough is compared; a mean over pairs needs that of each pair it is made of."""
        compared = self.compared[group]
        if group == _EVERYONE and COEFFICIENTS[coefficient].of_sums is None:
            known = ~np.isnan(self.agreement.value[coefficient, 1:])
            compared = self.compared[1:][known].min(initial=compared)
        return bool(compared >= FEWEST_ANSWERS)

    def accelerations(self) -> Floats:
        """By how much each group's coefficients are skewed, from leaving out each answer."""
        found = self.agreement.value
        no_tables = np.zeros((self.count, 0, self.size, self.size))
        everyone = self.agreement_of(self.totals - self.parts, no_tables).value[:, :, _EVERYONE]
        without, times = self._without_each_cell()
        skewed = np.zeros_like(found)
        for at, coefficient in enumerate(COEFFICIENTS):
            changes = without[:, at] - found[at, 1:]  # cells × pairs
            changes = np.where(np.isnan(changes), 0.0, changes)
            own = everyone[:, at] - found[at, _EVERYONE]
            if coefficient.of_sums is None:
                known = max(int((~np.isnan(found[at, 1:])).sum()), 1)
                own = self.cells @ changes.T.ravel() / known
            skewed[at, _EVERYONE] = _acceleration(own, np.ones(self.count), self.count)
            for pair in range(len(self.tables)):
                skewed[at, 1 + pair] = _acceleration(changes[:, pair], times[:, pair], self.count)
        return skewed

    def _without_each_cell(self) -> tuple[Floats, Floats]:
        """The values of pairs without an answer of each cell, and how many answers it has."""
        pairs, cells = len(self.tables), self.size**2
        one = np.eye(cells).reshape(cells, 1, self.size, self.size)
        times = self.tables.reshape(pairs, cells).T
        fewer = np.where(times[:, :, None, None] > 0, self.tables - one, self.tables)
        totals = np.repeat(self.totals[None], cells, axis=0)
        return self.agreement_of(totals, fewer).value[:, :, 1:], times


def _sparse(values: Floats, rows: Ints, columns: Ints, shape: tuple[int, int]) -> Any:
    from scipy.sparse import csr_array  # only for agreement

    return csr_array((values, (rows, columns)), shape=shape)


def _commonest(counts: Floats) -> tuple[int, int]:
    """The label given most, and of the others that given most, the nearest of equal ones."""
    first = int(np.argmax(counts))
    others = [label for label in range(len(counts)) if label != first]
    return first, min(others, key=lambda label: (-counts[label], abs(label - first)))


def _interval_ends(answers: _Answers, trials: int, seed: int) -> tuple[Floats, Floats]:
    """Low and high ends, coefficients × groups."""
    found = answers.agreement.value
    low, high = np.full_like(found, np.nan), np.full_like(found, np.nan)
    if answers.compared.max() < FEWEST_ANSWERS:
        return low, high
    if len(answers.tables) > MOST_PAIRS:
        answers = _Answers(answers.parts, answers.cells[:, :0], answers.size)
    draws = answers.drawn(trials, seed)
    with_one_more = answers.with_a_disagreement().drawn(trials, seed)
    skewed = answers.accelerations()
    for at, group in np.ndindex(skewed.shape):
        if answers.bears_interval(at, group):
            values = draws[:, at, group], with_one_more[:, at, group]
            ends = _interval(float(found[at, group]), *values, float(skewed[at, group]))
            low[at, group], high[at, group] = ends
    return low, high


def _interval(
    value: float, draws: Floats, with_one_more: Floats, skewed: float
) -> tuple[float, float]:
    """The ends; none where half of the draws or more have no value."""
    from scipy.special import ndtr, ndtri  # only for agreement

    draws, more = (values[~np.isnan(values)] for values in (draws, with_one_more))
    half = len(with_one_more) / 2
    if np.isnan(value) or len(draws) <= half or len(more) <= half:
        return np.nan, np.nan
    below = ((draws < value).mean() + (draws <= value).mean()) / 2
    bias = ndtri(np.clip(below, _LEAST_SHARE, 1 - _LEAST_SHARE))
    deviates = bias + ndtri([_TAIL, 1 - _TAIL])
    low, high = np.quantile(draws, ndtr(bias + deviates / (1 - skewed * deviates)))
    return min(float(low), float(np.quantile(more, _TAIL))), float(high)


def _acceleration(changes: Floats, times: Floats, count: int) -> float:
    """Σ d³ / (6 (Σ d²)^1.5), d being what leaving out an answer changes, less its mean."""
    known = ~np.isnan(changes)
    changes, times = changes[known], times[known]
    mean = (changes * times).sum() / count
    apart = mean - changes
    unchanged = max(count - times.sum(), 0)
    squares = (times * apart**2).sum() + unchanged * mean**2
    cubes = (times * apart**3).sum() + unchanged * mean**3
    return float(cubes / (6 * squares**1.5)) if squares > 0 else 0.0
