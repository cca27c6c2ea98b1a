"""Experiments on sets of questions: what is drawn, measured, signed and drawn as curves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import PurePath
from typing import Protocol, TypeVar

from qaeval.collection.draws import Draws
from qaeval.errors import InputError
from qaeval.files.samples import read_samples
from qaeval.measures import Measure
from qaeval.progress import Step, Watch
from qaeval.steps.asked import DrawOptions
from qaeval.steps.study import Study
from qaeval.studies.sampling import draw
from qaeval.studies.units import Units
from qaeval.wording import counted


class Counts(Protocol):
    """What an experiment counted over its trials."""

    @property
    def trials(self) -> int:
        """How many times sets were drawn."""


Counted = TypeVar("Counted", bound=Counts)

# A measure that is computed sample by sample costs about as much per run as so many pairs.
_PAIRS_A_RUN = 10_000

# A measure's label, c, and what was counted.
Entry = tuple[str, int, Counted]


def all_draws(
    questions: Sequence[str], units: Units, asked: DrawOptions, disjoint: bool
) -> list[Draws]:
    """The draws for each -c, or those of the samples file."""
    if asked.samples is not None:
        if asked.sizes:
            raise InputError("-c beside --samples: the file says how large the sets are")
        draws = [read_samples(asked.samples, questions, units.members if units.clustered else [])]
        if disjoint and draws[0].second is None:
            raise InputError("the file has no sets B, which swap needs", asked.samples)
        return draws
    sizes = set_sizes(units, asked.sizes, disjoint)
    draws = [draw(questions, size, asked.trials, asked.seed, units) for size in sizes]
    if disjoint and any(drawn.second is None for drawn in draws):
        raise InputError(f"too few {units.noun}s in some task to draw {_what(disjoint)} of them")
    return draws


def set_sizes(units: Units, sizes: Sequence[int], disjoint: bool) -> Sequence[int]:
    """Every c that is asked for, or half of what there is; none may be too large."""
    most = units.half if disjoint else units.count
    have = counted(units.count, units.noun)
    for size in sizes or (units.half,):
        if not 1 <= size <= most:
            if not most or not sizes:
                raise InputError(f"{have}: too few to draw {_what(disjoint)}")
            raise InputError(f"-c {size}: {_what(disjoint)} out of {have}: c can be 1 to {most}")
    return sizes or (units.half,)


def _what(disjoint: bool) -> str:
    return "two sets with none in common" if disjoint else "a set"


def experiments(
    study: Study,
    draws: Sequence[Draws],
    name: str,
    sets: int,
    measured: Callable[[Measure, Draws, Step, Watch], Counted],
    watch: Watch,
) -> list[Entry[Counted]]:
    """Each measure on each of the draws, of which so many sets are used, under one watch."""
    with watch(_length(study, len(draws), sets), name) as step:
        return [
            (measure.label, drawn.size, measured(measure, drawn, step, _weighing(step)))
            for drawn in draws
            for measure in study.measures
        ]


def _length(study: Study, sizes: int, sets: int) -> int:
    """The work of an experiment at so many values of c, in pairs of runs."""
    runs = len(study.scores.runs)
    slow = sum(measure.definition.kind == "columns" for measure in study.measures)
    pairs = len(study.measures) * runs * (runs - 1) // 2
    return sizes * (pairs + slow * sets * runs * _PAIRS_A_RUN)


def _weighing(step: Step) -> Watch:
    """A part of the same bar, for the values of runs on the sets drawn."""

    @contextmanager
    def part(length: int, label: str) -> Iterator[Step]:
        yield lambda done: step(done * _PAIRS_A_RUN)

    return part


def draw_signature(
    asked: DrawOptions, entries: Mapping[str, Sequence[Entry[Counted]]]
) -> dict[str, object]:
    """How the sets were had, drawn with a seed or taken from a file, and their sizes."""
    every = [entry for group in entries.values() for entry in group]
    choices: dict[str, object] = {"trials": every[0][2].trials}
    if asked.samples is None:
        choices["seed"] = asked.seed
    else:
        choices["samples"] = PurePath(asked.samples).name
    choices["c"] = ",".join(dict.fromkeys(str(size) for _, size, _ in every))
    return choices


def curves(entries: Mapping[str, Sequence[Entry[Counted]]]) -> list[Entry[Counted]]:
    """The entries under their names in a picture: with the value of --by, if there is one."""
    return [
        (f"{value}: {label}" if value else label, size, counts)
        for value, group in entries.items()
        for label, size, counts in group
    ]
