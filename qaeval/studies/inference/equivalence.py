"""Whether a run is as good as another but for a margin: two one-sided tests by one interval."""

from __future__ import annotations

import numpy as np

from qaeval.arrays import Floats

EQUIVALENT, BETTER, NO_WORSE = "equivalent", "better", "no worse"
WORSE, NO_BETTER, UNDECIDED = "worse", "no better", "undecided"


def standing(low: Floats, high: Floats, margin: float) -> list[str]:
    """What the intervals of gains over other runs say of a margin; NaN: undecided.

    Where the 95% interval lies within the margin, both one-sided tests reject at 2.5%, and where
    the intervals of a family hold together, so do all that is said of it (Schuirmann 1987).
    """
    lower, upper = low > -margin, high < margin
    verdict = np.select(
        [lower & upper, low > 0, high < 0, lower, upper],
        [EQUIVALENT, BETTER, WORSE, NO_WORSE, NO_BETTER],
        UNDECIDED,
    )
    return [str(word) for word in verdict]
