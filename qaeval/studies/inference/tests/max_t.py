"""The largest t of the family under sign flips, whose p is corrected for all pairs."""

from __future__ import annotations

from functools import cached_property

from qaeval.arrays import Floats
from qaeval.errors import InputError
from qaeval.studies.inference.corrections import ALPHA
from qaeval.studies.inference.max_t import Flips, family_flips
from qaeval.studies.inference.tests.registry import PairTest, declared

_FEWEST_TRIALS = round(1 / ALPHA) - 1


def check_trials(trials: int) -> None:
    """Refuse trials so few that nothing could be found."""
    if trials < _FEWEST_TRIALS:
        raise InputError(
            f"--trials {trials}: max-t needs {_FEWEST_TRIALS} or more to reach {ALPHA}"
        )


@declared
class MaxT(PairTest):
    """Every pair against the largest of all under the same flips."""

    name = "max-t"
    help = "largest t of the family under sign flips of questions; corrected for all pairs"
    extreme = "some pair of runs looking as different as this one"
    hypothesis = "no two of the runs differed but by chance"
    is_random = True
    takes_non_means = True
    takes_tasks = True
    is_for_family = True

    @cached_property
    def flips(self) -> Flips:
        """The largest ratio in every trial."""
        check_trials(self.trials)
        asked = self.trials, self.seed, self.watch, self.executor
        return family_flips(self.given, self.pairs, *asked)

    def p_values(self) -> Floats:
        """Corrected for the whole family."""
        return self.flips.chances(self.pairs.ratios)
