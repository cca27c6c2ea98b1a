"""Measures: one module per family; a measure is one small function, registered where it stands."""

from qaeval.measures import counts, ranked, response, sets, timed
from qaeval.measures.asked import Measure
from qaeval.measures.naming import PRESETS, measure, measures, with_gains
from qaeval.measures.registry import COMPONENTS, DEFINITIONS, FAMILIES, Definition

__all__ = [
    "COMPONENTS",
    "DEFINITIONS",
    "FAMILIES",
    "PRESETS",
    "Definition",
    "Measure",
    "counts",
    "measure",
    "measures",
    "ranked",
    "response",
    "sets",
    "timed",
    "with_gains",
]
