"""What is drawn: single questions or clusters of them, out of one population or fixed tasks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.errors import InputError
from qaeval.wording import shown

# Below this, sign flips and t quantiles of clusters say little.
FEW_CLUSTERS = 10

# Units of common variance that each of several tasks borrows for its own.
BORROWED = 2


@dataclass(frozen=True)
class Units:
    """The unit of each question and, where tasks count the same each, the task of each question."""

    of_question: Ints
    task_of_question: Ints | None = None
    clustered: bool = False

    @classmethod
    def single(cls, questions: int) -> Units:
        """Every question a unit of its own."""
        return cls(np.arange(questions))

    @classmethod
    def of(cls, clusters: Sequence[str] | None, tasks: Sequence[str] | None, count: int) -> Units:
        """From the cluster and the task of each question, either of which may be missing."""
        unit = np.arange(count) if clusters is None else _numbered(clusters)
        if tasks is None:
            return cls(unit, None, clusters is not None)
        task = _numbered(tasks)
        if clusters is not None:
            _check_nested(unit, task, clusters)
        return cls(unit, task, clusters is not None)

    def of_some(self, questions: Ints) -> Units:
        """The units of some of the questions."""
        tasks = self.task_of_question
        _, unit = np.unique(self.of_question[questions], return_inverse=True)
        if tasks is not None:
            _, tasks = np.unique(tasks[questions], return_inverse=True)
        return Units(unit, tasks, self.clustered)

    @cached_property
    def sizes(self) -> Ints:
        """How many questions each unit has."""
        return np.bincount(self.of_question)

    @property
    def noun(self) -> str:
        """What one of them is called."""
        return "cluster" if self.clustered else "question"

    @cached_property
    def members(self) -> list[list[int]]:
        """The questions of each unit."""
        order = np.argsort(self.of_question, kind="stable")
        return [part.tolist() for part in np.split(order, np.cumsum(self.sizes)[:-1])]

    @property
    def count(self) -> int:
        """The number of units."""
        return len(self.sizes)

    @property
    def questions(self) -> int:
        """The number of questions."""
        return len(self.of_question)

    @cached_property
    def half(self) -> int:
        """How many can be drawn twice with none in common, task by task."""
        return sum(len(task) // 2 for task in self.by_task)

    @cached_property
    def task_of_unit(self) -> Ints:
        """The task of each unit; there is one task where none are told apart."""
        tasks = np.zeros(self.count, dtype=np.int64)
        if self.task_of_question is not None:
            tasks[self.of_question] = self.task_of_question
        return tasks

    @cached_property
    def tasks(self) -> int:
        """The number of tasks that count the same each."""
        return 1 if self.task_of_question is None else int(self.task_of_question.max()) + 1

    @cached_property
    def degrees(self) -> float:
        """Degrees of freedom of a standard error.

        A unit less for one task; with several, Satterthwaite's for tasks of equal variance; none
        where every task has a single unit.
        """
        if self.tasks == 1 or self.tasks == self.count:
            return float(self.count - self.tasks)
        counts, shares = self._task_counts, self._task_shares
        return float(shares.sum() ** 2 / (shares**2 / (counts - 1 + BORROWED)).sum())

    @cached_property
    def stretches(self) -> Floats:
        """What each task's residuals are multiplied by, so that their squares give a variance.

        For one task √(G/(G−1)). A task of few units borrows from the others, as if it had two
        more units whose variance is that of all tasks together: alone it would often seem to
        have none.
        """
        counts = self._task_counts
        if self.tasks == 1:
            return np.sqrt(counts / np.maximum(counts - 1, 1))
        shares, questions = self._task_shares, self._task_questions
        free = max(self.count - self.tasks, 1)
        borrowed = (shares * BORROWED / (counts - 1 + BORROWED)).sum() / free
        weights = shares / questions
        return np.sqrt(counts / (counts - 1 + BORROWED) + counts / questions * borrowed / weights)

    @cached_property
    def _task_counts(self) -> Floats:
        return np.bincount(self.task_of_unit).astype(np.float64)

    @cached_property
    def _task_questions(self) -> Floats:
        questions = np.bincount(self.task_of_unit, weights=self.sizes.astype(np.float64))
        return questions.astype(np.float64)

    @property
    def _task_shares(self) -> Floats:
        """Each task's part of the variance, if all questions vary alike."""
        return (self.questions / self.tasks) ** 2 / self._task_questions

    def sums(self, columns: Floats) -> Floats:
        """What the questions of each unit add up to, row by row (whole numbers stay exact)."""
        if self.count == self.questions:
            order = np.argsort(self.of_question)
            return columns if np.array_equal(order, self.of_question) else columns[:, order]
        order = np.argsort(self.of_question, kind="stable")
        starts = np.concatenate(([0], np.cumsum(self.sizes)[:-1]))
        return np.add.reduceat(columns[:, order], starts, axis=1)

    @property
    def columns_by_task(self) -> list[Ints | slice]:
        """The same as what picks columns; all of them are not copied."""
        return [slice(None)] if self.tasks == 1 else [*self.by_task]

    @cached_property
    def by_task(self) -> list[Ints]:
        """The units of each task."""
        return [np.flatnonzero(self.task_of_unit == task) for task in range(self.tasks)]


def _numbered(names: Sequence[str]) -> Ints:
    """Names as numbers, in byte order, so that no order of questions shows."""
    place = {name: at for at, name in enumerate(sorted(set(names)))}
    return np.array([place[name] for name in names], dtype=np.int64)


def _check_nested(unit: Ints, task: Ints, clusters: Sequence[str]) -> None:
    """Refuse a cluster whose questions belong to several tasks: it could not be drawn in one."""
    first = np.zeros(int(unit.max()) + 1, dtype=np.int64)
    first[unit[::-1]] = task[::-1]
    split = np.flatnonzero(first[unit] != task)
    if len(split):
        raise InputError(
            f"cluster {shown(clusters[int(split[0])])} has questions of several tasks: clusters "
            "must lie within the values of --macro"
        )
