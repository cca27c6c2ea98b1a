"""What pictures show, as plain numbers: charts make them, plots draw them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Bars:
    """One measure of the runs of a board; NaN: undefined, or no interval."""

    label: str
    values: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]
    note: str = ""  # under the label
    whole: bool = False


@dataclass(frozen=True)
class Board:
    """A leaderboard to be drawn: its runs in order, and their values by each measure."""

    title: str
    runs: Sequence[str]
    measures: Sequence[Bars]


@dataclass(frozen=True)
class Dots:
    """A ranking by one measure, best first; NaN: no interval."""

    title: str
    runs: Sequence[str]
    values: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]
    marks: Sequence[str]
    groups: Sequence[Sequence[int]]  # the places of those that cannot be told apart
    ranks: Sequence[tuple[int, int] | None] = ()  # intervals of the ranks, to be drawn if any
    baseline: int | None = None  # its place


@dataclass(frozen=True)
class RiskCurve:
    """One run at growing thresholds, the first of which holds nothing back."""

    run: str
    coverage: Sequence[float]
    risk: Sequence[float]
    area: float  # AURC; NaN where it is undefined
    questions: int


@dataclass(frozen=True)
class Reliability:
    """One run's answers by bins of confidence; the rest is bin by bin."""

    run: str
    note: str  # under the name
    edges: Sequence[tuple[float, float]]
    answers: Sequence[int]
    confidence: Sequence[float]  # the mean of the bin
    right: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]


@dataclass(frozen=True)
class PlanCurve:
    """Differences against the number of questions; NaN: not to be told."""

    title: str
    noun: str  # what is counted: question or cluster
    numbers: Sequence[int]
    required: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]
    detectable: Sequence[float]
    measured: tuple[int, int] | None  # between which swap rates were measured


@dataclass(frozen=True)
class HeatMap:
    """A value from -1 to 1 for each pair of names, by their places; NaN: undefined."""

    title: str
    names: Sequence[str]
    values: Mapping[tuple[int, int], float]


@dataclass(frozen=True)
class Ruled:
    """Values with the ends of their intervals."""

    values: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]


@dataclass(frozen=True)
class Judged:
    """Runs by a model alone, by people alone and corrected."""

    title: str
    runs: Sequence[str]
    model: Sequence[float]
    people: Ruled
    corrected: Ruled
