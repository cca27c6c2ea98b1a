"""Components that a score table lacks but others tell: an error follows from a confidence."""

from __future__ import annotations

import numpy as np

from qaeval.arrays import Floats
from qaeval.measures import COMPONENTS, Measure
from qaeval.scores.samples import SampleScores, fold


def add_told(columns: dict[str, Floats], repeats: SampleScores | None, scored: Measure) -> None:
    """Add those components of a measure that the table has not, where it has what tells them."""
    for name, label in scored.columns.items():
        component = None if scored.is_mean else COMPONENTS.get(name)
        if label in columns or component is None or component.told is None:
            continue
        parts = {part: label.removesuffix(name) + part for part in component.of}
        if not set(parts.values()) <= set(columns):
            continue
        with np.errstate(over="ignore"):  # of numbers that are no confidences
            columns[label] = component.told(**{part: columns[at] for part, at in parts.items()})
            if repeats is None or not set(parts.values()) <= set(repeats.columns):
                continue
            # Of samples one by one: what follows from their means is something else.
            single = {part: repeats.columns[at] for part, at in parts.items()}
            repeats.columns[label] = component.told(**single)
        folded = fold(name, repeats.columns, label)
        columns[label] = np.where(np.isnan(folded), columns[label], folded)
