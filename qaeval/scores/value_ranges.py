"""Which values a score table may hold: those of a component are known, others are of some size."""

from __future__ import annotations

import numpy as np

from qaeval.arrays import Ints
from qaeval.files.cells import Cells
from qaeval.files.fields import LARGEST
from qaeval.measures import COMPONENTS


def check_values(cells: Cells, components: dict[str, Ints]) -> None:
    """Refuse values that nothing has, among them the cells of components, by their names."""
    values = cells.columns()[3]
    large = np.flatnonzero(np.abs(values) > LARGEST)
    if len(large):
        raise cells.unlike(int(large[0]), f"from -{LARGEST:g} to {LARGEST:g}")
    for name, at in components.items():
        span = COMPONENTS[name].span
        bad = at[~span.holds(values[at])]
        if len(bad):
            raise cells.unlike(int(bad.min()), str(span))


def check_answered(cells: Cells, correct: Ints, answered: Ints) -> None:
    """Refuse a response that is right and was not given; both as cells, of one key."""
    runs, _, questions, values = cells.columns()
    samples = cells.sample_codes()
    parts = [runs, questions] if samples is None else [runs, questions, samples]
    which = np.zeros(len(values), dtype=np.int64)
    for part in parts:
        which = which * (int(part.max(initial=0)) + 1) + part
    silent = answered[values[answered] == 0]
    right = correct[values[correct] > 0]
    bad = right[np.isin(which[right], which[silent])]
    if len(bad):
        raise cells.unlike(int(bad.min()), "0 where 'answered' is 0")
