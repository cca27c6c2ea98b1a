"""Score tables of some runs each become the one that scoring all runs at once would give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from qaeval.errors import InputError
from qaeval.files.cells import Cells
from qaeval.files.scores import read_cells
from qaeval.scores.ranking import best_first
from qaeval.scores.reading import scores_of
from qaeval.scores.table import Scores
from qaeval.steps.notes import Notes
from qaeval.wording import counted, listed, shown


def merged_scores(paths: Sequence[str], sort: str | None, notes: Notes) -> Scores:
    """The scores of all tables, runs best first by the measure of `sort`, or else the first."""
    cells = read_cells(paths, "value")
    _check_alike(cells)
    scores = _over_all_runs(scores_of(cells))
    if not scores.measures:
        holds = f"only {listed(scores.columns)}" if scores.columns else "no value"
        raise InputError(f"no measure to merge, {holds}", cells.sections[0].file)
    _tell_stated(scores, notes)
    _tell_gaps(scores, notes)
    decides = scores.measures[0] if sort is None else scores.find(sort)
    order = best_first(scores.values(decides), scores.runs, decides.definition.better)
    return scores.of_runs([scores.runs[at] for at in order])


def _check_alike(cells: Cells) -> None:
    """Refuse tables of which some lack a measure that others have."""
    runs, labels, questions, _ = cells.columns()
    overall = questions == cells.all
    stated = np.zeros((len(cells.runs.place), len(cells.labels.place)), dtype=np.bool_)
    stated[runs[overall], labels[overall]] = True
    lacking = np.argwhere(~stated & stated.any(axis=0))
    if len(lacking):
        run, label = list(cells.runs.place)[lacking[0, 0]], list(cells.labels.place)[lacking[0, 1]]
        file = next(
            section.file
            for section, end in zip(cells.sections, _ends(cells), strict=True)
            if (runs[section.start : end] == lacking[0, 0]).any()
        )
        raise InputError(
            f"run {shown(run)} has no {shown(label)}, which others have: score all by the same -m",
            file,
        )


def _ends(cells: Cells) -> list[int]:
    return [*(section.start for section in cells.sections[1:]), len(cells.values)]


def _over_all_runs(scores: Scores) -> Scores:
    """What is no mean computed anew: MRRT hangs on the longest run, which is of another table.

    Components come in the order of the measures, whatever some run lacks.
    """
    named = [label for measure in scores.measures for label in measure.columns.values()]
    order = dict.fromkeys([*(n for n in named if n in scores.columns), *scores.columns])
    anew = {
        measure.label
        for measure in scores.measures
        if not measure.is_mean and set(measure.columns.values()) <= set(scores.columns)
    }
    return replace(
        scores,
        columns={label: scores.columns[label] for label in order},
        summaries={n: stated for n, stated in scores.summaries.items() if n not in anew},
    )


def _tell_stated(scores: Scores, notes: Notes) -> None:
    """Tell of values that stand as the tables state them: they might hang on the other runs."""
    stated = [
        m.label for m in scores.measures if not set(m.columns.values()) <= set(scores.columns)
    ]
    if stated:
        notes.add(
            f"{listed(stated)}: taken as stated, as no measure with these components has such a "
            "name; one of answer time would be of each table's longest run"
        )


def _tell_gaps(scores: Scores, notes: Notes) -> None:
    """Tell of questions without a value for some run, which one call scores only if told to."""
    lacking = np.zeros(len(scores.questions), dtype=np.bool_)
    for measure in scores.measures:
        if measure.is_mean and measure.label in scores.columns:
            lacking |= np.isnan(scores.columns[measure.label]).any(axis=0)
    gaps = [scores.questions[at] for at in np.flatnonzero(lacking)]
    if gaps:
        have = counted(len(gaps), "question")
        notes.add(f"{have} without a value for some run, as with --intersect: {listed(gaps)}")
