"""Answers of equal confidence, which no threshold and no order can part."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from qaeval.arrays import Floats


@dataclass(frozen=True)
class Ties:
    """How many answers of each confidence are right and wrong, the highest confidence first."""

    right: Floats  # confidences, or confidences × samples
    wrong: Floats

    @classmethod
    def of(cls, confidence: Floats, correct: Floats, weights: Floats | None = None) -> Ties:
        """Each answer once, or as often as each column of `weights` (answers × samples) says."""
        order = np.argsort(-confidence, kind="stable")
        starts = np.flatnonzero(np.diff(confidence[order], prepend=np.inf))
        right = correct[order]
        if weights is None:
            shares = right, 1 - right
        else:
            drawn = weights[order]
            shares = drawn * right[:, None], drawn * (1 - right)[:, None]
        if not len(starts):
            return cls(*shares)
        return cls(*(np.add.reduceat(share, starts, axis=0) for share in shares))
