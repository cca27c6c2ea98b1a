"""Sets of questions drawn for an experiment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from qaeval.arrays import Ints


@dataclass(frozen=True)
class Draws:
    """Trials of two disjoint sets A and B of the same size, as positions of what was drawn.

    What is drawn is questions or, where `members` says which questions those have, clusters. B is
    None where there are not enough for it.
    """

    questions: Sequence[str]
    first: Ints  # trials × c: the sets A
    second: Ints | None  # trials × c: the sets B
    members: list[list[int]] = field(default_factory=list)  # by cluster; empty: questions are drawn

    @property
    def size(self) -> int:
        """c, the number of questions or clusters of a set."""
        return int(self.first.shape[1])

    @property
    def trials(self) -> int:
        """The number of trials."""
        return len(self.first)

    def questions_of(self, drawn: Ints) -> list[str]:
        """The questions of one set, in the order drawn."""
        if not self.members:
            return [self.questions[at] for at in drawn.tolist()]
        return [self.questions[at] for cluster in drawn.tolist() for at in self.members[cluster]]
