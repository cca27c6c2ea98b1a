"""Cells of score tables become scores: their names are resolved to measures here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.collection.questions import joined
from qaeval.collection.repeats import in_order
from qaeval.errors import InputError
from qaeval.files.cells import Block, Cells, RunFigures
from qaeval.files.fields import ALL, LARGEST
from qaeval.files.scores import read_cells
from qaeval.measures import COMPONENTS, Measure
from qaeval.measures.naming import known
from qaeval.measures.registry import DEFINITIONS, Definition, Example
from qaeval.scores.samples import SampleScores, fold
from qaeval.scores.table import Scores
from qaeval.scores.told import add_told
from qaeval.scores.value_ranges import check_answered, check_values
from qaeval.wording import counted

_MOST_CELLS = 20_000_000  # that are not worth a look at how full the table is
_EMPTIEST = 100  # places a value

_MOST_DASHES = 20  # of a label up to the name of its measure


def read_scores(*paths: str, name: str = "value", question_column: bool = True) -> Scores:
    """Read score tables and merge them; `name` says what a matrix or a table of times holds.

    Without `question_column` every column of a matrix is a run, and its rows are numbered.
    """
    return scores_of(read_cells(paths, name, question_column))


def merge_figures(runs: Iterable[RunFigures]) -> Scores:
    """One score table out of several runs' figures."""
    cells = Cells()
    for run in runs:
        cells.add_figures(run)
    return scores_of(cells)


def scores_of(cells: Cells) -> Scores:
    """The table: a column per measure or component, runs × questions."""
    names = sorted(set(cells.questions.place) - {ALL})
    place = np.zeros(len(cells.questions.place), dtype=np.int64)
    place[[cells.questions.place[name] for name in names]] = np.arange(len(names))
    measured = _measure_codes(cells)
    labelled = [label for label, code in cells.labels.place.items() if code in measured]
    summaries = {label: np.full(len(cells.runs.place), np.nan) for label in labelled}
    repeats = None
    if cells.block is not None and _is_plain(cells.block, cells):
        columns = _turned(cells.block, cells, place)
    else:
        columns, repeats = _gathered(cells, measured, summaries, place, len(names))
    present = np.zeros((len(cells.runs.place), len(names)), dtype=np.bool_)
    for column in columns.values():
        present |= ~np.isnan(column)
    measures = [_mean(label) if label in columns else _known_measure(label) for label in labelled]
    for measure in measures:
        add_told(columns, repeats, measure)
    return Scores(
        list(cells.runs.place),
        names,
        measures,
        columns,
        present,
        summaries,
        repeats,
        joined(cells.described),
    )


def _is_plain(block: Block, cells: Cells) -> bool:
    """Whether its values need no closer look, which could name the line of a bad one."""
    (label,) = cells.labels.place
    largest = max(float(block.values.max()), -float(block.values.min()))
    return _component_name(label) not in COMPONENTS and largest <= LARGEST


def _turned(block: Block, cells: Cells, place: Ints) -> dict[str, Floats]:
    """The column of a matrix that is all there is; its values are not kept twice."""
    (label,) = cells.labels.place
    cells.block = None
    column = np.empty(block.values.shape[::-1])
    column[:, place[block.questions]] = block.values.T
    return {label: column}


def _gathered(
    cells: Cells, measured: set[int], summaries: Mapping[str, Floats], place: Ints, size: int
) -> tuple[dict[str, Floats], SampleScores | None]:
    """The columns of cells that stand in any order, and samples; fills in the summaries."""
    runs, labels, questions, values = cells.columns()
    samples = cells.sample_codes()
    _check_size(cells, size)
    columns: dict[str, Floats] = {}
    by_code = _by_code(labels, len(cells.labels.place))
    _check_values(cells, by_code, measured)
    for label, mine in zip(cells.labels.place, by_code, strict=True):
        is_summary = questions[mine] == cells.all
        summary, single = mine[is_summary], mine[~is_summary]
        if label in summaries:
            summaries[label][runs[summary]] = values[summary]
        if samples is not None:
            single = single[samples[single] == 0]
        if len(single):
            columns[label] = np.full((len(cells.runs.place), size), np.nan)
            columns[label][runs[single], place[questions[single]]] = values[single]
    repeats = None if samples is None else _repeats(cells, samples, place, size)
    if repeats is not None:
        _add_folded(columns, repeats)
    return columns, repeats


def _check_values(cells: Cells, by_code: Sequence[Ints], measured: set[int]) -> None:
    """Refuse values that nothing has; components are what is called so and is no measure."""
    questions = cells.columns()[2]
    parts: dict[str, dict[str, Ints]] = {}  # of each key, by their names
    for label, code in cells.labels.place.items():
        name = _component_name(label)
        if name in COMPONENTS and (code not in measured or name in DEFINITIONS):
            at = by_code[code]
            of_key = parts.setdefault(label.removesuffix(name), {})
            of_key[name] = at[questions[at] != cells.all]
    for of_key in parts.values():
        check_values(cells, of_key)
        if {"correct", "answered"} <= set(of_key):
            check_answered(cells, of_key["correct"], of_key["answered"])
    if not parts:
        check_values(cells, {})


def _by_code(codes: Ints, count: int) -> list[Ints]:
    """Where each code stands, in the order of the cells."""
    narrow = codes.astype(np.uint16) if count < 1 << 16 else codes  # which numpy sorts faster
    order = np.argsort(narrow, kind="stable")
    return np.split(order, np.searchsorted(codes[order], np.arange(1, count)))[:count]


def _repeats(cells: Cells, samples: Ints, place: Ints, size: int) -> SampleScores:
    """What the samples score: of each run and question, those that any measure has."""
    every = samples > 0
    codes_of, given = cells.columns()[:3], cells.columns()[3]
    runs, labels, questions = (column[every] for column in codes_of)
    values = given[every]
    labelled = list(cells.samples.place)
    names = in_order(labelled[1:])
    rank = {name: at for at, name in enumerate(names)}
    codes = np.array([rank.get(name, -1) for name in labelled], dtype=np.int64)[samples[every]]
    group = runs * size + place[questions]
    sample, inverse = np.unique(group * len(names) + codes, return_inverse=True)
    first, at = np.unique(sample // len(names), return_inverse=True)
    starts = np.flatnonzero(np.diff(at, prepend=-1))
    places = np.arange(len(sample)) - starts[at]
    shape = (len(cells.runs.place), size, int(places.max(initial=0)) + 1)
    _check_size(cells, size, shape[2])
    which = np.full((shape[0] * shape[1], shape[2]), -1, dtype=np.int64)
    which[first[at], places] = sample % len(names)
    columns = {}
    for label, mine in zip(
        cells.labels.place, _by_code(labels, len(cells.labels.place)), strict=True
    ):
        if len(mine):
            single = np.full((shape[0] * shape[1], shape[2]), np.nan)
            single[group[mine], places[inverse[mine]]] = values[mine]
            columns[label] = single.reshape(shape)
    return SampleScores(names, which.reshape(shape), columns)


def _add_folded(columns: dict[str, Floats], repeats: SampleScores) -> None:
    """The values of questions out of those of their samples."""
    for label in repeats.columns:
        folded = fold(_component_name(label), repeats.columns, label)
        if label in columns:
            folded = np.where(np.isnan(folded), columns[label], folded)
        columns[label] = folded


def _component_name(label: str) -> str:
    """A label less the name of its key, if it is then that of a component."""
    ends = (label[start:] for start in _starts(label))
    return next((end for end in ends if end in COMPONENTS), label)


def _starts(label: str) -> list[int]:
    """Where the name of a measure may begin in a label: at its start, or behind a key's name."""
    return [0, *islice((i + 1 for i, char in enumerate(label) if char == "-"), _MOST_DASHES)]


def _measure_codes(cells: Cells) -> set[int]:
    """In a file with summaries, what has one is a measure and the rest are components."""
    names: Sequence[str] = list(cells.labels.place)
    measured: set[int] = set()
    for section, labels, questions in cells.by_section():
        every = set(labels.tolist())
        summed = set(labels[questions == cells.all].tolist())
        plain = {code for code in every if section.all_measures or names[code] not in COMPONENTS}
        measured |= summed or plain
    return measured


def _check_size(cells: Cells, questions: int, samples: int = 1) -> None:
    """Refuse a table that is nearly empty and would not fit: its columns are mixed up."""
    runs, labels = len(cells.runs.place), len(cells.labels.place)
    places = runs * labels * max(questions, 1) * samples
    if places > _MOST_CELLS and len(cells.values) * _EMPTIEST < places:
        parts = (runs, "run"), (labels, "measure"), (questions, "question"), (samples, "sample")
        sizes = ", ".join(counted(number, noun) for number, noun in parts if number > 1)
        raise InputError(
            f"{len(cells.values):,} values for {sizes}: hardly any run has any question; "
            "is each column under its name?",
            cells.sections[0].file,
        )


def _known_measure(label: str, any_case: bool = True) -> Measure:
    """The measure of that name, with or without a key's name before it; else a plain mean."""
    for start in _starts(label):
        try:
            scored = known(label[start:], any_case)
        except InputError:
            continue
        return scored.for_key(label[: start - 1] if start else None)
    return _foreign_mean(label)


def _mean(label: str) -> Measure:
    """The mean of that name; what has a value per question is one, whatever it is called."""
    scored = _known_measure(label, any_case=False)  # a foreign table's `q` need be no Q
    return scored if label in scored.columns.values() else _foreign_mean(label)


def _foreign_mean(label: str) -> Measure:
    definition = Definition(
        name=label,
        kind="mean",
        family="foreign",
        function=_not_computed,
        formula="as the table's maker defined it",
        source="the table",
        example=Example("", "", ""),
    )
    return Measure(definition, label)


def _not_computed(*_: object) -> None:
    """Stands for the function of a measure that only its maker can compute."""
    raise AssertionError("a foreign measure is read, never computed")
