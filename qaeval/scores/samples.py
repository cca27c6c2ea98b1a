"""What single samples score, and how a question's value comes of them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from qaeval.arrays import Bools, Floats, Ints
from qaeval.measures import COMPONENTS
from qaeval.measures.registry import EVERYWHERE


@dataclass(frozen=True)
class SampleScores:
    """The values of single samples: a run's samples of a question have places, in their order.

    A question without samples in a run, which the run lacks or answered once, has its value in the
    score table alone.
    """

    names: list[str]  # the labels of samples
    which: Ints  # runs × questions × places: a number of `names`, -1 where there is no sample
    columns: dict[str, Floats]  # label → runs × questions × places; NaN where there is no value

    def of_runs(self, rows: Sequence[int]) -> SampleScores:
        """The samples of these runs, in this order."""
        picked = {label: values[rows] for label, values in self.columns.items()}
        return replace(self, which=self.which[rows], columns=picked)

    def on(self, keep: Bools) -> SampleScores:
        """The samples of some of the questions."""
        picked = {label: values[:, keep] for label, values in self.columns.items()}
        return replace(self, which=self.which[:, keep], columns=picked)

    def renamed(self, labels: Mapping[str, str]) -> SampleScores:
        """The same values under other labels."""
        named = {labels.get(label, label): values for label, values in self.columns.items()}
        return replace(self, columns=named)

    @property
    def counts(self) -> Ints:
        """runs × questions: the number of samples."""
        return (self.which >= 0).sum(axis=-1)

    @property
    def is_repeated(self) -> bool:
        """Whether any question has several samples."""
        return bool((self.counts > 1).any())

    def noise(self, label: str) -> Floats | None:
        """runs × questions: s²/k, the unbiased variance of a question's mean over its samples.

        NaN where there is one sample, of which nothing can be told, and for runs without samples.
        A question that a run lacks counts 0 by rule, and sampling changes nothing about that.
        None for values that are no means over samples.
        """
        spread = self.spread(label)
        if spread is None:
            return None
        known = (~np.isnan(self.columns[label])).sum(axis=-1)
        return spread / np.maximum(known, 1)

    def spread(self, label: str) -> Floats | None:
        """runs × questions: s², the unbiased variance of a single sample, likewise."""
        if label not in self.columns:
            return None
        values = self.columns[label]
        known = (~np.isnan(values)).sum(axis=-1)
        variance = sample_variances(values)
        variance[(known == 0) & (known > 0).any(axis=1, keepdims=True)] = 0.0
        return variance


def sample_means(values: Floats) -> Floats:
    """The mean over the last axis of what is not NaN, from exactly rounded sums."""
    known = ~np.isnan(values)
    filled = np.where(known, values, 0.0)
    sums = filled.sum(axis=-1)
    # Whole numbers add up without rounding; only where there are others does the order show.
    for at in zip(*np.nonzero((filled != np.rint(filled)).any(axis=-1)), strict=True):
        sums[at] = math.fsum(filled[at].tolist())
    return _ratio(sums, known.sum(axis=-1))


def sample_variances(values: Floats) -> Floats:
    """The unbiased variance over the last axis; NaN where there are fewer than two values."""
    known = ~np.isnan(values)
    off = np.where(known, values - sample_means(values)[..., None], 0.0)
    return _ratio((off * off).sum(axis=-1), known.sum(axis=-1) - 1)


def _ratio(sums: Floats, counts: Ints) -> Floats:
    return np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0)


def fold(name: str, columns: Mapping[str, Floats], label: str) -> Floats:
    """A question's value out of its samples' (… × places): the mean.

    What is needed only where some component says so, as a confidence where there is an answer, is
    the mean over the samples where it is needed, and NaN where one of these lacks it.
    """
    values = columns[label]
    where = COMPONENTS[name].required_where if name in COMPONENTS else EVERYWHERE
    needed = None if where is None else columns.get(label.removesuffix(name) + where)
    if needed is None:
        return sample_means(values)
    chosen = np.where(needed > 0, values, np.nan)
    lacking = ((needed > 0) & np.isnan(values)).any(axis=-1)
    everywhere = sample_means(values)
    folded = np.where((needed > 0).any(axis=-1), sample_means(chosen), everywhere)
    return np.where(lacking, np.nan, folded)
