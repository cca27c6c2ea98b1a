"""One system's judged responses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from qaeval.arrays import Floats

OUTCOMES = ("R", "W", "U", "UR", "UW")


ANSWERED = ("R", "W")


@dataclass
class Responses:
    """One system's judged responses, a question each."""

    name: str
    questions: list[str]
    outcomes: list[str]
    confidence: Floats  # NaN where not given
    seconds: Floats  # NaN where not given
    file: str

    def on(self, questions: Sequence[str]) -> Responses:
        """The responses to these questions, in their order; to a missing one there is none."""
        place = {name: i for i, name in enumerate(self.questions)}
        at = [place.get(name) for name in questions]
        return Responses(
            name=self.name,
            questions=list(questions),
            outcomes=["U" if i is None else self.outcomes[i] for i in at],
            confidence=np.array([np.nan if i is None else self.confidence[i] for i in at]),
            seconds=np.array([np.nan if i is None else self.seconds[i] for i in at]),
            file=self.file,
        )
