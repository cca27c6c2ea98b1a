"""The paired t test."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from qaeval.arrays import Floats
from qaeval.studies.inference.differences import plain_errors
from qaeval.studies.inference.tests.registry import PairTest, declared


@declared
class Student(PairTest):
    """Paired, two-sided, with cluster-robust standard errors where there are clusters."""

    name = "t"
    help = "Student's, paired, two-sided"
    hypothesis = "the mean of the differences per question is 0"
    takes_tasks = True

    @cached_property
    def _errors(self) -> Floats:
        return plain_errors(self.given, self.pairs.x, self.pairs.y)

    def p_values(self) -> Floats:
        """1 where there is no difference; undefined where all questions have the same one."""
        from scipy.special import stdtr  # not needed by those who only score

        difference = np.abs(self.pairs.differences)
        with np.errstate(divide="ignore", invalid="ignore"):
            p = 2 * stdtr(self.given.degrees, -difference / self._errors)
        return np.where(difference == 0, 1.0, np.where(self._errors > 0, p, np.nan))

    def half_widths(self, alphas: Floats) -> Floats:
        """Student's interval at each pair's own level."""
        from scipy.special import stdtrit

        return stdtrit(self.given.degrees, 1 - alphas / 2) * self._errors
