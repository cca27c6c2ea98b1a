"""Marking: which answers of a run count, at which level, and why not."""
