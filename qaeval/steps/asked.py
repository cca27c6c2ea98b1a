"""What the studies of a score table are asked for: which scores, which draws, which test."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass, field

from qaeval.errands import Workers
from qaeval.errors import InputError
from qaeval.steps.run_choice import RunChoice
from qaeval.studies.inference.tests import DEFAULT, TESTS

# How often the commands draw unless told.
TEST_TRIALS = 10_000
DRAW_TRIALS = 1_000
PLAN_TRIALS = 200


@dataclass(frozen=True)
class TableOptions:
    """Which scores are studied: the tables, and what of them counts."""

    tables: tuple[str, ...] = ()
    measure: tuple[str, ...] = ()
    no_question_column: bool = False  # every column of a matrix is a run
    intersect: bool = False
    pairwise: bool = False  # runs keep questions that others lack
    questions: str | None = None
    only: tuple[str, ...] = ()
    choice: RunChoice = field(default_factory=RunChoice)
    by: str | None = None
    cluster: str | None = None
    macro: str | None = None

    @property
    def file(self) -> str | None:
        """The file to be named where something is wrong with the scores; None: there is none."""
        return min(self.tables, default=None)


@dataclass(frozen=True)
class DrawOptions:
    """How sets of questions are drawn, or from which file they are taken."""

    sizes: tuple[int, ...] = ()
    trials: int = DRAW_TRIALS
    seed: int = 0
    samples: str | None = None
    jobs: int | None = None
    executor: Executor | None = None

    @property
    def workers(self) -> Workers:
        """Who runs what is drawn."""
        return Workers(self.jobs, self.executor)


@dataclass(frozen=True)
class TestOptions:
    """Which test decides between two runs."""

    __test__ = False  # for pytest, which would collect it by its name

    test: str = DEFAULT
    correct: str = "none"
    trials: int = TEST_TRIALS
    seed: int = 0
    executor: Executor | None = None


def check_correction(test: str, correct: str) -> None:
    """Refuse a correction of what needs none."""
    if TESTS[test].is_for_family and correct != "none":
        raise InputError(f"--correct beside {test}, which allows for the number of runs itself")
