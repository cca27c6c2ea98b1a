"""What commands say of repeated samples: that questions have different numbers of them."""

from __future__ import annotations

import numpy as np

from qaeval.scores.table import Scores
from qaeval.steps.notes import Notes


def tell_samples(scores: Scores, notes: Notes) -> None:
    """Tell once of questions with different numbers of samples."""
    counts = scores.samples
    if counts is None:
        return
    # A run without samples answered each question once; what a run lacks has none.
    counts = np.where((counts == 0).all(axis=1, keepdims=True), 1, counts)
    least, most = int(counts[counts > 0].min()), int(counts.max())
    if least < most:
        notes.add(
            f"questions have {least} to {most} samples: each question counts the same, whatever "
            "their number"
        )
    else:
        notes.detail(f"{most} samples of each question")
