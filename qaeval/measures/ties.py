"""Answers of equal confidence, which no threshold and no order can part."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from qaeval.arrays import Floats


@dataclass(frozen=True)
class Ties:
    """How many answers of each confidence are right and wrong, the highest confidence first."""

    right: Floats
    wrong: Floats

    @classmethod
    def of(cls, confidence: Floats, correct: Floats) -> Ties:
        """Each answer once."""
        order = np.argsort(-confidence, kind="stable")
        starts = np.flatnonzero(np.diff(confidence[order], prepend=np.inf))
        shares = correct[order], 1 - correct[order]
        if not len(starts):
            return cls(*shares)
        return cls(*(np.add.reduceat(share, starts) for share in shares))
