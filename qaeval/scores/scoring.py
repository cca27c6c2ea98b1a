"""Marks become scores."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from qaeval.arrays import Floats
from qaeval.collection.responses import Responses
from qaeval.errors import InputError
from qaeval.marking.judged import mark_judged
from qaeval.marking.marks import Marks
from qaeval.measures import Measure, measures
from qaeval.measures.lists import Views
from qaeval.scores.table import Scores, lacks_input, missing_inputs
from qaeval.wording import shown


@dataclass(frozen=True)
class Selection:
    """Which questions of a key are averaged."""

    questions: Collection[str] | None = None  # None: all of the key's
    unanswerable: str = "skip"  # or "zero": count questions without a correct answer as 0
    intersect: bool = False  # only the questions that the run has

    def mask(self, marks: Marks) -> NDArray[np.bool_]:
        """Which of the marked questions count."""
        chosen = np.ones(len(marks.questions), dtype=np.bool_)
        if self.unanswerable == "skip":
            chosen &= marks.answerable
        if self.questions is not None:
            wanted = set(self.questions)
            chosen &= np.array([name in wanted for name in marks.questions], dtype=np.bool_)
        if self.intersect:
            chosen &= marks.present
        return chosen


@dataclass
class RunScores:
    """The per-question columns of one run, one dictionary of question → value each."""

    run: str
    measures: list[Measure]
    columns: dict[str, dict[str, float]]
    present: set[str]


def score(
    marks: Sequence[Marks | Responses] | Marks | Responses,
    wanted: Sequence[str | Measure] | str | Measure,
    questions: Collection[str] | None = None,
    unanswerable: str = "skip",
    intersect: bool = False,
) -> Scores:
    """Score marked runs, or judged responses as they are.

    `wanted` names the measures; `questions` restricts the questions; `unanswerable` is "skip" or
    "zero"; `intersect` averages each run over the questions it has. A run marked against several
    named keys comes with one `Marks` for each.
    """
    names = [wanted] if isinstance(wanted, (str, Measure)) else wanted
    asked = [found for text in names for found in _as_measures(text)]
    given = [marks] if isinstance(marks, (Marks, Responses)) else marks
    selection = Selection(questions, unanswerable, intersect)
    by_run: dict[str, list[Marks]] = {}
    for one in given:
        found = mark_judged(one) if isinstance(one, Responses) else one
        by_run.setdefault(found.run, []).append(found)
    for group in by_run.values():
        if len({found.key for found in group}) < len(group):
            raise InputError(f"two runs are called {shown(group[0].run)}")
    return assemble([evaluate(group, asked, selection) for group in by_run.values()])


def _as_measures(wanted: str | Measure) -> list[Measure]:
    return [wanted] if isinstance(wanted, Measure) else measures([wanted])


def evaluate(marks: Sequence[Marks], asked: Sequence[Measure], selection: Selection) -> RunScores:
    """The columns of one run, marked against one key or several, measures in the order asked."""
    found = RunScores(marks[0].run, [], {}, set())
    views = [Views(marked) for marked in marks]
    chosen = [selection.mask(marked) for marked in marks]
    for marked in marks:
        found.present.update(np.array(marked.questions, dtype=object)[marked.present].tolist())
    for wanted in asked:
        for view, mask in zip(views, chosen, strict=True):
            if wanted.key not in (None, view.marks.key):
                continue
            bound = wanted.for_key(view.marks.key)
            columns = bound.statistics(view)
            _check_complete(bound, columns, mask, view.marks)
            found.measures.append(bound)
            for label, column in columns.items():
                found.columns[label] = _chosen_values(column, mask, view.marks.questions)
    return found


def _chosen_values(
    column: Floats, chosen: NDArray[np.bool_], questions: Sequence[str]
) -> dict[str, float]:
    values = column.tolist()
    return {questions[i]: values[i] for i in np.flatnonzero(chosen).tolist()}


def _check_complete(
    scored: Measure, columns: Mapping[str, Floats], chosen: NDArray[np.bool_], marks: Marks
) -> None:
    """Refuse a run that lacks an input (a confidence, a time) of a question that counts."""
    lacking = missing_inputs(scored, columns, chosen)
    if lacking:
        raise lacks_input(scored, marks.run, [marks.questions[i] for i in lacking])


def assemble(found: Sequence[RunScores]) -> Scores:
    """One table out of the runs' columns."""
    questions = sorted(
        {name for run in found for column in run.columns.values() for name in column}
    )
    place = {name: i for i, name in enumerate(questions)}
    labels = list(dict.fromkeys(label for run in found for label in run.columns))
    columns = {label: np.full((len(found), len(questions)), np.nan) for label in labels}
    present = np.zeros((len(found), len(questions)), dtype=np.bool_)
    for i, run in enumerate(found):
        present[i] = [name in run.present for name in questions]
        for label, column in run.columns.items():
            columns[label][i, [place[name] for name in column]] = list(column.values())
    asked = {scored.label: scored for run in found for scored in run.measures}
    return Scores([run.run for run in found], questions, list(asked.values()), columns, present, {})
