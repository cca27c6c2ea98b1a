"""Tests between two runs: every module of this package declares those that stand in it."""

from importlib import import_module
from pkgutil import iter_modules

from qaeval.studies.inference.tests.registry import DEFAULT, TESTS, PairTest, check_applies

__all__ = ["DEFAULT", "TESTS", "PairTest", "check_applies"]

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
