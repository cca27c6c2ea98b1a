"""What a measure is: sufficient statistics per question, and an aggregate over any questions.

Three kinds, each declared by one decorator over one small function:

`mean`        the function gives a value per question; the aggregate is the mean
`of_totals`   the function combines the sums of components (c@1: of `correct` and `answered`)
`of_columns`  the function needs the components question by question (CWS: their order)

A mean may be one of repeated samples (`of_samples`): its value of a question comes of all of them
together, where that of any other is the mean over them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from qaeval import decimals
from qaeval.arrays import Bools, Floats
from qaeval.errors import InputError
from qaeval.files.fields import LARGEST
from qaeval.marking.marks import Marks
from qaeval.wording import shown

# A component that must be given for every question.
EVERYWHERE = "every question"

FAMILIES = ("ranked", "sets", "decisions", "response", "samples", "timed", "nuggets", "counts")

NO_CUTOFF, MAY_CUT, MUST_CUT, ONLY_ONE = "none", "optional", "required", "1"

Function = Callable[..., Any]


@dataclass(frozen=True)
class Parameter:
    """A `key=value` of a measure's name."""

    name: str
    default: Any
    meaning: str
    parse: Callable[[str], Any]


@dataclass(frozen=True)
class Example:
    """A worked example: marks in, value out.

    Ranked: the levels returned, `/`, the levels in the key, and behind a level + or - where the
    answer is decided to be good or not. Responses: outcomes with confidences
    and seconds (`R:.9`, `W:.5:2` …), samples of one question joined by `+` (`R+W`), several runs
    separated by `|` (the value is the first run's).
    """

    marks: str
    value: str
    working: str


@dataclass(frozen=True)
class Span:
    """The values that a component can have."""

    most: float = 1.0  # from 0
    whole: bool = False

    def holds(self, values: Floats) -> Bools:
        """Which of the values it can have."""
        inside = (values >= 0) & (values <= self.most)
        return inside & (values == np.floor(values)) if self.whole else inside

    def __str__(self) -> str:
        if self.whole:
            return "0 or 1" if self.most == 1 else "a whole number from 0 on"
        return f"0 to {self.most:g}"


SHARE, TRUTH, COUNT = Span(), Span(whole=True), Span(LARGEST, whole=True)


@dataclass(frozen=True)
class Component:
    """A per-question statistic from which measures that are not means are computed."""

    name: str
    meaning: str
    function: Callable[[Any], Floats]  # of marks, or of tries
    span: Span = SHARE
    required_where: str | None = None  # EVERYWHERE, or the component that says where it is needed
    of: tuple[str, ...] = ()  # the components that it can be told from, also in a score table
    told: Callable[..., Floats] | None = None  # from columns of those, of any shape
    of_samples: bool = False  # it comes of all samples of a question together


# The ends of a measure's scale by its parameters.
Bounds = Callable[[Mapping[str, Any]], tuple[float, float]]


@dataclass(frozen=True)
class Definition:
    """A measure as declared, before a name such as `Q1:1:1@10` picks its gains and cutoff."""

    name: str
    kind: str
    family: str
    function: Function
    formula: str
    source: str
    example: Example
    aliases: tuple[str, ...] = ()
    cutoff: str = NO_CUTOFF
    graded: bool = False
    needs: str = ""
    remark: str = ""  # how it takes its input, where that could be taken in another way
    components: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    better: str = "high"
    sampled: Function | None = None  # of columns: the same for many samples at once
    bounds: tuple[float, float] | Bounds | None = (0.0, 1.0)  # ends of the scale, if it has any
    whole: bool = False
    no_interval: str = ""  # why none of a value holds, as calibration showed
    no_test: str = ""  # why none of a difference holds
    of_samples: bool = False  # its value of a question comes of all samples together

    def __reduce_ex__(self, protocol: Any) -> Any:
        """What is declared goes to another process by its name: its functions stand there too."""
        if DEFINITIONS.get(self.name) is self:
            return _declared, (self.name,)
        return super().__reduce_ex__(protocol)

    @property
    def form(self) -> str:
        """How the name is written: `Hit@k`; `Q, Q@k`."""
        names = {MAY_CUT: f"{self.name}, {self.name}@k", MUST_CUT: f"{self.name}@k"}
        return names.get(self.cutoff, f"{self.name}@1" if self.cutoff == ONLY_ONE else self.name)

    @property
    def help(self) -> str:
        """The explanation: the docstring of its function."""
        return " ".join((self.function.__doc__ or "").split())


DEFINITIONS: dict[str, Definition] = {}


def _declared(name: str) -> Definition:
    return DEFINITIONS[name]


COMPONENTS: dict[str, Component] = {}


def _register(kind: str, name: str, **details: Any) -> Callable[[Function], Function]:
    def declare(function: Function) -> Function:
        assert name not in DEFINITIONS, name
        DEFINITIONS[name] = Definition(name=name, kind=kind, function=function, **details)
        return function

    return declare


def mean(name: str, **details: Any) -> Callable[[Function], Function]:
    """Declare a mean measure: `function(lists, **parameters)` gives a value per question."""
    return _register("mean", name, **details)


def of_totals(name: str, **details: Any) -> Callable[[Function], Function]:
    """Declare a measure of sums: `function(n, **sums, **parameters)`, arrays with a row per run."""
    return _register("totals", name, **details)


def of_columns(name: str, **details: Any) -> Callable[[Function], Function]:
    """Declare a measure of whole columns: `function(**columns, **parameters)` for one run."""
    return _register("columns", name, **details)


def of_samples(name: str, **details: Any) -> Callable[[Function], Function]:
    """Declare a mean measure of repeated samples: `function(tries[, k])`, a value per question."""
    return _register("mean", name, of_samples=True, **details)


def component(
    name: str,
    meaning: str,
    span: Span,
    required_where: str | None = None,
    of_samples: bool = False,
) -> Callable[[Callable[[Any], Floats]], Callable[[Any], Floats]]:
    """Declare a component: `function(marks)`, or `function(tries)`, gives a value per question."""

    def declare(function: Callable[[Any], Floats]) -> Callable[[Any], Floats]:
        COMPONENTS[name] = Component(
            name, meaning, function, span, required_where, of_samples=of_samples
        )
        return function

    return declare


def told_from(
    name: str, meaning: str, span: Span, of: tuple[str, ...]
) -> Callable[[Callable[..., Floats]], Callable[..., Floats]]:
    """Declare a component that others tell: `function(**columns)`, also of a table without it."""

    def declare(function: Callable[..., Floats]) -> Callable[..., Floats]:
        def of_marks(marks: Marks) -> Floats:
            return function(**{part: COMPONENTS[part].function(marks) for part in of})

        COMPONENTS[name] = Component(name, meaning, of_marks, span, None, of, function)
        return function

    return declare


# Parameters beyond this have no use, and would leave the range of floating point.
MOST = 1e6


def number_from(
    low: float, *, above: bool = False, below: float | None = None, most: float = MOST
) -> Callable[[str], float]:
    """A parser of numbers from `low` (or above it) to `most`, or below another."""
    bounds = f"above {low:g}" if above else f"{low:g} or more"
    bounds += f" and at most {most:g}" if below is None else f" and below {below:g}"

    def parse(text: str) -> float:
        value = decimals.number(text, "value")
        small = value < low or (above and value == low)
        if small or value > most or (below is not None and value >= below):
            raise InputError(f"{shown(text)}, expected {bounds}")
        return value

    return parse


def whole_from(low: int, most: int) -> Callable[[str], int]:
    """A parser of whole numbers from `low` to `most`."""

    def parse(text: str) -> int:
        value = decimals.integer(text, "value")
        if not low <= value <= most:
            raise InputError(f"{shown(text)}, expected {low} to {most}")
        return value

    return parse


def one_of(choices: Mapping[str, Any] | tuple[str, ...]) -> Callable[[str], str]:
    """A parser of one word out of several."""

    def parse(text: str) -> str:
        if text not in choices:
            raise InputError(f"{shown(text)}, expected one of {' '.join(choices)}")
        return text

    return parse
