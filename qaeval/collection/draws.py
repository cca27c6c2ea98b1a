"""Sets of questions drawn for an experiment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from qaeval.arrays import Ints

Bits = NDArray[np.uint8]

_ONES = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).sum(axis=1, dtype=np.uint8)


@dataclass(frozen=True)
class Sets:
    """One set a trial out of `count` units, a bit each: those of wide benchmarks stay small."""

    packed: Bits  # trials × bytes
    count: int

    @classmethod
    def of(cls, members: Ints, count: int) -> Sets:
        """From the positions of what each set holds, trials × size."""
        bits = np.zeros((len(members), count), dtype=np.uint8)
        np.put_along_axis(bits, members, 1, axis=1)
        return cls(np.packbits(bits, axis=1), count)

    def __len__(self) -> int:
        return len(self.packed)

    @property
    def sizes(self) -> Ints:
        """How many units each set holds."""
        return _ONES[self.packed].sum(axis=1, dtype=np.int64)

    def bits(self, trials: slice) -> Bits:
        """Some of the sets as rows of 0 and 1, a column per unit."""
        return np.unpackbits(self.packed[trials], axis=1, count=self.count)


@dataclass(frozen=True)
class Draws:
    """Trials of two disjoint sets A and B of the same size.

    What is drawn is questions or, where `members` says which questions those have, clusters. B is
    None where there are not enough for it.
    """

    questions: Sequence[str]
    size: int  # c, the number of questions or clusters of a set
    first: Sets
    second: Sets | None
    members: list[list[int]] = field(default_factory=list)  # by cluster; empty: questions are drawn

    @property
    def trials(self) -> int:
        """The number of trials."""
        return len(self.first)

    @property
    def both(self) -> tuple[Sets, Sets]:
        """A and B, where both are to be had."""
        assert self.second is not None
        return self.first, self.second
