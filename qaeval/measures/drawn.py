"""Sets of questions drawn many times over, and a run's answers in each by falling confidence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from qaeval.arrays import Bools, Floats, Ints

Answers = TypeVar("Answers", Floats, Bools)

# Questions × samples: what is made of so many on the way stays in the processor's cache.
_CELLS_AT_ONCE = 50_000


@dataclass(frozen=True)
class Samples:
    """The questions that each sample has."""

    drawn: Bools  # samples × questions

    def __len__(self) -> int:
        return len(self.drawn)

    @cached_property
    def weights(self) -> Floats:
        """The same as columns of 0 and 1, questions × samples."""
        return self.drawn.T.astype(np.float64)


@dataclass(frozen=True)
class Ranking:
    """The answers of some samples, the surest first: samples × places.

    Answers of equal confidence are each as right as all of them are on the mean: whatever is
    linear in being right has its expectation over their orders then.
    """

    right: Floats  # 0 beyond a sample's last answer
    lasts: Bools  # whether it is the last one of its confidence
    counts: Ints  # answers of each sample

    @property
    def places(self) -> Floats:
        """The places of the answers, from 0."""
        return np.arange(self.right.shape[1], dtype=np.float64)


def rankings(samples: Samples, correct: Floats, confidence: Floats) -> Iterator[Ranking]:
    """The answers of each sample, some samples at a time; NaN is no answer."""
    order = np.argsort(-confidence, kind="stable")[: np.count_nonzero(~np.isnan(confidence))]
    right, confidence = correct[order], confidence[order]
    tie = np.cumsum(np.diff(confidence, prepend=np.inf) != 0, dtype=np.int32)
    at_once = max(1, _CELLS_AT_ONCE // max(len(order), 1))
    for start in range(0, len(samples), at_once):
        yield _ranking(np.take(samples.drawn[start : start + at_once], order, axis=1), right, tie)


def _ranking(drawn: Bools, right: Floats, tie: NDArray[np.int32]) -> Ranking:
    """The samples of answers that stand in order, of which those of one tie are numbered alike."""
    rows, width = drawn.shape
    answers = np.flatnonzero(drawn)
    edges = np.searchsorted(answers, np.arange(rows + 1) * width)
    counts = np.diff(edges)
    answers -= np.repeat(np.arange(rows) * width, counts)
    found, tied = right[answers], tie[answers]
    goes_on = np.zeros(len(answers) + 1, dtype=np.bool_)  # the tie of the answer before
    np.equal(tied[1:], tied[:-1], out=goes_on[1:-1])
    goes_on[edges] = False
    members = np.flatnonzero(goes_on[:-1] | goes_on[1:])
    if len(members):
        firsts = np.flatnonzero(~goes_on[members])
        sizes = np.diff(firsts, append=len(members))
        found[members] = np.repeat(np.add.reduceat(found[members], firsts) / sizes, sizes)
    return Ranking(_rows(found, counts), _rows(~goes_on[1:], counts), counts)


def _rows(values: Answers, counts: Ints) -> Answers:
    """Values of one sample after the other as rows, filled up with 0."""
    most = int(counts.max(initial=0))
    if len(values) == len(counts) * most:
        return values.reshape(len(counts), most)
    rows = np.zeros((len(counts), most), dtype=values.dtype)
    rows[np.arange(most) < counts[:, None]] = values
    return rows
