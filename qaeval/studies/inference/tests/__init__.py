"""Tests between two runs, one module each, declared where they stand."""

from qaeval.studies.inference.tests import (
    bootstrap,
    max_t,
    randomization,
    sign,
    student,
    tukey,
    wilcoxon,
)
from qaeval.studies.inference.tests.registry import DEFAULT, TESTS, PairTest, check_applies

__all__ = [
    "DEFAULT",
    "TESTS",
    "PairTest",
    "bootstrap",
    "check_applies",
    "max_t",
    "randomization",
    "sign",
    "student",
    "tukey",
    "wilcoxon",
]
