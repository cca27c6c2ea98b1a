"""The list of tests: what each assumes, what it can be applied to, and how it is reported."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Executor
from typing import ClassVar, TypeVar

import numpy as np

from qaeval.arrays import Floats
from qaeval.errors import InputError
from qaeval.progress import Watch, unwatched
from qaeval.studies.inference.contributions import Contributions
from qaeval.studies.inference.differences import Differences
from qaeval.wording import either

DEFAULT = "max-t"


class PairTest(ABC):
    """A test of every pair of a family, on contributions added up within units."""

    name: ClassVar[str]
    help: ClassVar[str]  # one line, for lists
    hypothesis: ClassVar[str]  # under which p is a chance
    extreme: ClassVar[str] = "a result at least as extreme"  # what p is the chance of
    is_random: ClassVar[bool] = False
    takes_non_means: ClassVar[bool] = False
    takes_tasks: ClassVar[bool] = False
    is_for_family: ClassVar[bool] = False  # p is corrected for the family already

    def __init__(
        self,
        given: Contributions,
        pairs: Differences,
        trials: int,
        seed: int,
        watch: Watch = unwatched,
        executor: Executor | None = None,
    ) -> None:
        self.given = given
        self.pairs = pairs
        self.trials = trials
        self.seed = seed
        self.watch = watch
        self.executor = executor  # for the trials of a test that can be cut into errands

    @abstractmethod
    def p_values(self) -> Floats:
        """The chance of each pair's result, or one more extreme, under the hypothesis."""

    def favours(self) -> Floats:
        """Which run each test favours: above 0 x, below 0 y; by what the test weighs."""
        return np.sign(self.pairs.differences)

    def half_widths(self, alphas: Floats) -> Floats | None:
        """Half of the interval that excludes 0 exactly where p ≤ alpha; None: the test has none."""
        return None


TESTS: dict[str, type[PairTest]] = {}

Declared = TypeVar("Declared", bound=type[PairTest])


def declared(test: Declared) -> Declared:
    """Enter a test into the list."""
    TESTS[test.name] = test
    return test


def check_applies(test: str, label: str, is_mean: bool, has_tasks: bool) -> None:
    """Refuse a test that says nothing about such a measure, with those that do."""
    kind = TESTS[test]
    if not is_mean and not kind.takes_non_means:
        raise _not_for(test, f"{label} is not a mean over questions", lambda k: k.takes_non_means)
    if has_tasks and not kind.takes_tasks:
        raise _not_for(test, "tasks are fixed under --macro", lambda k: k.takes_tasks)


def _not_for(test: str, why: str, fits: Callable[[type[PairTest]], bool]) -> InputError:
    others = either([name for name, kind in TESTS.items() if fits(kind)])
    return InputError(f"{why}, so --test {test} does not apply: take {others}")
