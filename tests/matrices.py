"""Small matrices of runs × questions as contributions, for tests of the engine."""

from collections.abc import Sequence

import numpy as np

from qaeval.studies.exact import WholeColumn
from qaeval.studies.inference.contributions import Contributions
from qaeval.studies.units import Units


def contributed(
    rows: Sequence[Sequence[float]],
    clusters: Sequence[str] | None = None,
    tasks: Sequence[str] | None = None,
    bounds: tuple[float, float] | None = (0.0, 1.0),
    pseudo: bool = False,
) -> Contributions:
    """Contributions of plain numbers, a row per run."""
    numbers = np.array(rows, dtype=np.float64)
    units = Units.of(clusters, tasks, numbers.shape[1])
    if tasks is not None:
        _, task, sizes = np.unique(tasks, return_inverse=True, return_counts=True)
        numbers = numbers * (numbers.shape[1] / (len(sizes) * sizes[task]))
    values = numbers.mean(axis=1)
    known = np.ones(len(numbers), dtype=np.bool_)
    return Contributions(values, WholeColumn.of(numbers), units, bounds, pseudo, known)
