"""Which runs count: chosen by name, by a table of runs, or as the best of their group."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from typing import TypeVar

import numpy as np

from qaeval.arrays import Floats
from qaeval.collection.listings import RunTable
from qaeval.collection.nuggets import LongAnswers
from qaeval.collection.responses import Responses
from qaeval.collection.runs import Run
from qaeval.errors import InputError
from qaeval.files.listings import read_run_table
from qaeval.measures import Measure
from qaeval.scores.ranking import best_first, levels
from qaeval.steps.inputs import check_leading, grouped_names
from qaeval.steps.notes import Notes
from qaeval.steps.run_choice import RunChoice
from qaeval.wording import counted, listed, nearest, shown

Named = TypeVar("Named", Run, Responses, LongAnswers)


@dataclass(frozen=True)
class Choosing:
    """A choice of runs with the table that it needs; what it does is told in the notes."""

    asked: RunChoice
    table: RunTable | None
    notes: Notes
    left_out: set[str] = field(default_factory=set)  # runs that were there, and are not chosen
    outdone: set[str] = field(default_factory=set)  # of these, the ones that are not the best

    @classmethod
    def of(cls, asked: RunChoice, notes: Notes, by: str | None = None) -> Choosing:
        """The choice, with its table read; `by` is the column of --by, if there is one."""
        asked.check(by)
        table = None if asked.run_table is None else read_run_table(asked.run_table)
        return cls.with_table(asked, table, notes, by)

    @classmethod
    def with_table(
        cls, asked: RunChoice, table: RunTable | None, notes: Notes, by: str | None = None
    ) -> Choosing:
        """The choice, where the table is read already."""
        asked.check(by)
        if table is not None:
            notes.detail(f"{table.file}: {counted(len(table.names), 'run')}")
            if asked.by_runs is not None:
                check_leading(table, asked.by_runs, "--by-runs")
            for option, column in asked.by_column.items():
                table.column(column, option)  # refuses one that is not there
        return cls(asked, table, notes)

    @property
    def looks_at_names(self) -> bool:
        """Whether the names of runs matter."""
        return bool(self.asked.by_name) or self.table is not None

    def names_only(self) -> Choosing:
        """The same choice, less what takes scores to tell."""
        return replace(self, asked=replace(self.asked, best_of=None, by_runs=None))

    def names(self, every: Sequence[str]) -> list[str]:
        """The runs that are chosen by their names and the table, in the order given."""
        chosen = set(every)
        if self.asked.run:
            chosen &= self._matching(self.asked.run, every, "--run")
        chosen -= self._matching(self.asked.exclude, every, "--exclude")
        if self.table is not None:
            self._check_listed(every, chosen, self.table)
        if self.table is not None and self.asked.only_runs:
            chosen &= set(self.table.meeting(self.asked.only_runs, "--only-runs"))
        left_out = [name for name in every if name not in chosen]
        self.left_out.update(left_out)
        if left_out:
            have = counted(len(left_out), "run")
            self.notes.detail(f"{have} left out by {self._options()}: {listed(left_out)}")
        return [name for name in every if name in chosen]

    def _matching(self, patterns: Sequence[str], names: Sequence[str], option: str) -> set[str]:
        """The names that patterns match; one that is a name means that run alone."""
        matching: set[str] = set()
        for pattern in dict.fromkeys(patterns):
            matches = [name for name in names if fnmatchcase(name, pattern)]
            if pattern in names:
                others = [name for name in matches if name != pattern]
                if others:
                    self.notes.add(
                        f"{option} {shown(pattern)}: taken for the run of that name, not for a "
                        f"pattern, which would match {listed(others)}"
                    )
                matches = [pattern]
            if not matches:
                what = "no run matches" if set(pattern) & set("*?[") else "there is no such run"
                hint = nearest(pattern, names) or f" (there are: {listed(names)})"
                raise InputError(f"{option} {shown(pattern)}: {what}{hint}")
            matching.update(matches)
        return matching

    def _check_listed(self, every: Sequence[str], chosen: set[str], table: RunTable) -> None:
        """Refuse runs that the table says nothing of; tell of those that are only there."""
        listing = set(table.names)
        lacking = [name for name in every if name in chosen and name not in listing]
        if lacking:
            have = counted(len(lacking), "run")
            raise InputError(
                f"{have} not in the table: {listed(lacking)} (add them to it, or --exclude them)",
                table.file,
            )
        absent = sorted(listing - set(every))
        if absent:
            have = counted(len(absent), "run")
            self.notes.add(
                f"{table.file}: {have} of the table not among the runs: {listed(absent)}"
            )

    def check_left(self, runs: int, least: int) -> None:
        """Refuse a choice that leaves too few runs."""
        if runs < least and self.asked.by_name:
            leaves = "leaves" if len(self.asked.by_name) == 1 else "leave"
            raise InputError(f"{self._options()} {leaves} {counted(runs, 'run')}, too few")

    def _options(self) -> str:
        return " and ".join(self.asked.by_name)

    def best(self, runs: Sequence[str], values: Floats, measure: Measure) -> list[str]:
        """The best run of each value of the column of --best-of, or all, in the order given.

        With --by-runs each of its values has a best one of its own: nothing goes across them.
        """
        column = self.asked.best_of
        if column is None or self.table is None:
            return list(runs)
        better = measure.definition.better
        if not better:
            raise InputError(
                f"--best-of {column}: neither more nor less of {measure.label} is better; put the "
                "measure that decides first"
            )
        standing = dict(zip(runs, levels(values if better == "low" else -values), strict=True))
        place = {runs[at]: i for i, at in enumerate(best_first(values, runs, better))}
        undefined = {run for run, value in zip(runs, values, strict=True) if np.isnan(value)}
        chosen = set()
        for group, members in self._teams(column, runs, self.table):
            first, *others = sorted(members, key=place.__getitem__)
            if first in undefined:
                raise InputError(
                    f"--best-of: {measure.label} is undefined for every run of {group}"
                )
            equal = [run for run in others if standing[run] == standing[first]]
            self._tell_best(group, measure.label, [first, *equal], others)
            chosen.add(first)
            self.left_out.update(others)
            self.outdone.update(others)
        return [run for run in runs if run in chosen]

    def _teams(
        self, column: str, runs: Sequence[str], table: RunTable
    ) -> Iterator[tuple[str, list[str]]]:
        """What each group of --best-of is called, and its runs."""
        by_runs = self.asked.by_runs
        for group, members in grouped_names(table, runs, column, "--best-of").items():
            called = f"{column} {shown(group)}"
            if by_runs is None:
                yield called, members
                continue
            for value, names in grouped_names(table, members, by_runs, "--by-runs").items():
                yield f"{called} of {by_runs} {shown(value)}", names

    def _tell_best(
        self, group: str, label: str, equal: Sequence[str], others: Sequence[str]
    ) -> None:
        """Which run stands for its group; always where another is as good."""
        if len(equal) > 1:
            self.notes.add(
                f"{group}: {listed(equal)} have the same {label}, and {equal[0]}, the first by "
                "name, is taken as the best"
            )
        elif others:
            self.notes.detail(
                f"{group}: {equal[0]} is the best by {label}, without {listed(others)}"
            )

    def caution(self, best_by: str) -> list[str]:
        """What is to be said beside intervals and tests, where the best were chosen of several."""
        if not self.outdone:
            return []
        by_runs = self.asked.by_runs
        group = (
            f"{self.asked.best_of}" if by_runs is None else f"{self.asked.best_of} and {by_runs}"
        )
        return [
            f"Each run is the best of its {group} by {best_by} on these very "
            "questions: intervals and tests take the runs as chosen and do not allow for the "
            "choice, which favours whoever has many runs."
        ]

    def groups(self, runs: Sequence[str], least: int = 1) -> Mapping[str, list[str]]:
        """The runs of each value of the column of --by-runs that has enough; none without it."""
        column = self.asked.by_runs
        if column is None or self.table is None:
            return {}
        every = grouped_names(self.table, runs, column, "--by-runs")
        for value, names in every.items():
            if len(names) < least:
                have = counted(len(names), "run")
                self.notes.add(
                    f"{column} {shown(value)} left out: {have}, expected {least} or more"
                )
        kept = {value: sorted(names) for value, names in every.items() if len(names) >= least}
        if not kept:
            raise InputError(f"--by-runs {column}: no value of it has {least} runs or more")
        return kept


def chosen_by_name(runs: Iterable[Named], choosing: Choosing) -> Iterable[Named]:
    """The runs that are chosen by name; what a pattern means is known when all names are."""
    if not choosing.looks_at_names:
        return runs
    every = list(runs)
    names = set(choosing.names([run.name for run in every]))
    choosing.check_left(len(names), 1)
    return [run for run in every if run.name in names]
