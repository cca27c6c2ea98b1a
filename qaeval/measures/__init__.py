"""Measures: a module per family or part of one; each is one small function, declared there."""

from importlib import import_module

from qaeval.measures.asked import Measure
from qaeval.measures.naming import PRESETS, leading, measure, measures, with_gains
from qaeval.measures.registry import COMPONENTS, DEFINITIONS, FAMILIES, Definition

# In the order in which measures and their components are listed.
for _module in (
    "counts",
    "ranked",
    "response",
    "confidence",
    "silence",
    "selective",
    "calibration",
    "verification",
    "repeated",
    "sets",
    "decisions",
    "timed",
    "nuggets",
):
    import_module(f"qaeval.measures.{_module}")

__all__ = [
    "COMPONENTS",
    "DEFINITIONS",
    "FAMILIES",
    "PRESETS",
    "Definition",
    "Measure",
    "leading",
    "measure",
    "measures",
    "with_gains",
]
