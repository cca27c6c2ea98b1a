"""A measure with gains, cutoff and parameters settled: statistics per question, and aggregate."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import numpy as np

from qaeval.arrays import Floats
from qaeval.errors import InputError
from qaeval.measures.drawn import Samples
from qaeval.measures.lists import Gains, Views
from qaeval.measures.registry import COMPONENTS, DEFINITIONS, Definition
from qaeval.wording import counted


@dataclass(frozen=True)
class Measure:
    """One column of a score table.

    `name` is what it was asked by, less the key's name, or another that it was given, and then
    `stands_for` is what it was asked by; `gains` go from the highest level down.
    """

    definition: Definition
    name: str
    gains: tuple[Fraction, ...] | None = None
    cutoff: int | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    key: str | None = None
    stands_for: str = ""

    @property
    def label(self) -> str:
        """The name as printed: with the key's, where the key has one that it does not stand for."""
        if self.key is None or self.stands_for.startswith(f"{self.key}-"):
            return self.name
        return f"{self.key}-{self.name}"

    @property
    def explained(self) -> str:
        """The name as printed, and what it stands for if it was given."""
        return f"{self.label}={self.stands_for}" if self.stands_for else self.label

    @property
    def is_mean(self) -> bool:
        """Whether the overall value is the mean of the values per question."""
        return self.definition.kind == "mean"

    @property
    def bounds(self) -> tuple[float, float] | None:
        """The ends of its scale, None where it has none."""
        ends = self.definition.bounds
        return ends(self.parameters) if callable(ends) else ends

    @property
    def columns(self) -> dict[str, str]:
        """The labels of the per-question columns it is computed from: its own, or components."""
        if self.is_mean:
            return {self.name: self.label}
        prefix = "" if self.key is None else f"{self.key}-"
        return {name: prefix + name for name in self.definition.components}

    @property
    def least_samples(self) -> int:
        """How many samples of every question it takes; 0 where it is not of repeated samples."""
        if self.definition.of_samples and self.cutoff is not None:
            return self.cutoff
        parts = [COMPONENTS[name] for name in self.definition.components if name in COMPONENTS]
        return 2 if self.definition.of_samples or any(part.of_samples for part in parts) else 0

    def means_the_same(self, other: Measure) -> bool:
        """Whether another name asks for this very measure, under this or any key."""
        mine = (self.definition, self.gains, self.cutoff, dict(self.parameters))
        return other.key in (None, self.key) and mine == (
            other.definition,
            other.gains,
            other.cutoff,
            dict(other.parameters),
        )

    def for_key(self, key: str | None) -> Measure:
        """The same measure under another key."""
        return replace(self, key=key)

    def gains_on(self, scale: int) -> Gains:
        """The gains on a key of so many levels; by default the gain is the level."""
        if self.gains is None:
            return Gains.as_levels(scale)
        if len(self.gains) != scale:
            gains, levels = counted(len(self.gains), "gain"), counted(scale, "level")
            raise InputError(f"{self.name}: {gains}, but the key has {levels}")
        return Gains.of(tuple(reversed(self.gains)))

    def statistics(self, views: Views) -> dict[str, Floats]:
        """The per-question columns of one run, by label; NaN where the run lacks what is needed."""
        self._check_kind(views)
        if self.definition.of_samples:
            k = {} if self.cutoff is None else {"k": self.cutoff}
            return {self.label: self.definition.function(views.tries, **k, **self.parameters)}
        if self.is_mean:
            lists = views.lists(self.gains_on(views.marks.scale), self.cutoff)
            return {self.label: self.definition.function(lists, **self.parameters)}
        return {label: _component(name, views) for name, label in self.columns.items()}

    def _check_kind(self, views: Views) -> None:
        """Refuse measures of nuggets for other marks, and others for marks of nuggets."""
        if self.definition.family == "nuggets" and views.marks.nuggets is None:
            raise InputError(f"{self.name} is for assignments to nuggets (score --nuggets)")
        if self.definition.family != "nuggets" and views.marks.nuggets is not None:
            raise InputError(
                f"{self.name} is not for assignments to nuggets, whose measures are nugget-… and "
                "citation-…"
            )

    def overall(self, columns: Mapping[str, Floats]) -> Floats:
        """Each run's value from its columns (runs × questions; NaN: not a question of the run)."""
        if self.is_mean:
            return np.array([_mean(row) for row in columns[self.label]])
        if self.definition.kind == "totals":
            return self._overall_of_totals(columns)
        return np.array([self._overall_of_columns(columns, run) for run in range(_runs(columns))])

    def _overall_of_totals(self, columns: Mapping[str, Floats]) -> Floats:
        named = {name: columns[label] for name, label in self.columns.items()}
        n = np.sum(~np.isnan(next(iter(named.values()))), axis=-1).astype(np.float64)
        totals = {name: np.array([_total(row) for row in column]) for name, column in named.items()}
        values = np.full(n.shape, np.nan)
        some = n > 0
        if some.any():
            chosen = {name: total[some] for name, total in totals.items()}
            values[some] = self.of_sums(n[some], chosen)
        return values

    def of_sums(self, n: Floats, sums: Mapping[str, Floats]) -> Floats:
        """The values from sums of the components over n questions each; NaN where undefined."""
        values = self.definition.function(n, **sums, **self.parameters)
        return np.broadcast_to(np.asarray(values, dtype=np.float64), n.shape)

    def _overall_of_columns(self, columns: Mapping[str, Floats], run: int) -> float:
        named = {name: columns[label][run] for name, label in self.columns.items()}
        present = ~np.isnan(next(iter(named.values())))
        if not present.any():
            return math.nan
        return self.of_columns({name: column[present] for name, column in named.items()})

    def of_columns(self, columns: Mapping[str, Floats]) -> float:
        """The value of one run from its components, question by question; NaN if undefined."""
        value = self.definition.function(**columns, **self.parameters)
        return math.nan if value is None else float(value)

    def of_samples(self, columns: Mapping[str, Floats], samples: Samples) -> Floats:
        """The value of one run on each of many samples of questions."""
        if self.definition.sampled is not None:
            return np.asarray(self.definition.sampled(samples, **columns, **self.parameters))
        return np.array(
            [
                self.of_columns({name: column[drawn] for name, column in columns.items()})
                for drawn in samples.drawn
            ]
        )


def _component(name: str, views: Views) -> Floats:
    """A component by name: a statistic of its own, or a mean measure's value."""
    if name in COMPONENTS:
        known = COMPONENTS[name]
        return known.function(views.tries if known.of_samples else views.marks)
    definition = DEFINITIONS[name]
    lists = views.lists(Measure(definition, name).gains_on(views.marks.scale), None)
    values: Floats = definition.function(lists)
    return values


def _runs(columns: Mapping[str, Floats]) -> int:
    return len(next(iter(columns.values())))


def _total(values: Floats) -> float:
    """The exactly rounded sum, so that no order of questions changes a bit."""
    return math.fsum(values[~np.isnan(values)].tolist())


def _mean(values: Floats) -> float:
    """The mean from an exactly rounded sum."""
    present = values[~np.isnan(values)].tolist()
    return math.fsum(present) / len(present) if present else math.nan
