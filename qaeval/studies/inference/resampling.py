"""Units drawn anew with replacement, within tasks: what other questions would have given."""

from __future__ import annotations

import numpy as np

from qaeval.arrays import Floats
from qaeval.progress import Watch, unwatched
from qaeval.studies.inference.contributions import Contributions
from qaeval.studies.sampling import resampled_blocks


def resampled_values(
    given: Contributions, trials: int, seed: int, watch: Watch = unwatched
) -> Floats:
    """Each run's value on every sample of units, runs × trials."""
    units = given.units
    values = np.zeros((len(given.values), trials))
    with watch(trials * units.tasks, "samples") as step:
        for task, members in enumerate(units.columns_by_task):
            sums = given.sums[:, members]
            sizes = units.sizes[members].astype(np.float64)
            questions, at = sizes.sum(), 0
            for weights in resampled_blocks(len(sizes), trials, seed + task):
                drawn = slice(at, at + len(weights))
                # A task's share of all questions turns its mean into its part of the value.
                share = questions / units.questions / given.per
                values[:, drawn] += (sums @ weights.T) / (weights @ sizes) * share
                at = drawn.stop
                step(len(weights))
    return values
