"""Sets of questions drawn for an experiment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from qaeval.arrays import Ints


@dataclass(frozen=True)
class Draws:
    """Trials of two disjoint question sets A and B of the same size, as positions of questions.

    B is None where there are not questions enough for it.
    """

    questions: Sequence[str]
    first: Ints  # trials × c: the sets A
    second: Ints | None  # trials × c: the sets B

    @property
    def size(self) -> int:
        """c, the number of questions of a set."""
        return int(self.first.shape[1])

    @property
    def trials(self) -> int:
        """The number of trials."""
        return len(self.first)
