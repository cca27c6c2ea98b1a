"""All schemes: those of community QA, then those for any number of labels."""

from __future__ import annotations

from importlib import import_module

from qaeval.gold.registry import SCHEMES

# In the order in which schemes are listed.
for _module in ("community", "voting"):
    import_module(f"qaeval.gold.{_module}")

__all__ = ["SCHEMES"]
