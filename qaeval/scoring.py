"""Marks become scores: each measure per question and overall, for many runs at once."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from qaeval.collection import Floats, Responses
from qaeval.errors import InputError, shown
from qaeval.marking import Marks, mark_judged
from qaeval.measures import COMPONENTS, Measure, measure, measures
from qaeval.measures.lists import Views
from qaeval.measures.registry import EVERYWHERE

# Overall values nearer than this are equal: what is left of them is rounding.
SAME = 1e-9


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


@dataclass
class Scores:
    """A score table: a column per measure or component, a row per run, an entry per question."""

    runs: list[str]
    questions: list[str]
    measures: list[Measure]
    columns: dict[str, Floats]  # label -> runs × questions; NaN: not among the run's questions
    present: NDArray[np.bool_]  # runs × questions: the run has the question
    summaries: dict[str, Floats]  # overall values as a table states them, NaN where it does not

    def find(self, label: str) -> Measure:
        """The measure printed under this name, else one that this name also means (AP: map)."""
        for found in self.measures:
            if found.label == label:
                return found
        with contextlib.suppress(InputError):
            wanted = measure(label)
            for found in self.measures:
                if found.means_the_same(wanted):
                    return found
        have = " ".join(found.label for found in self.measures)
        raise InputError(f"no measure {shown(label)} here (there are: {have})")

    def overall(self, label: str) -> dict[str, float]:
        """The value of a measure for each run; NaN where it is undefined."""
        return dict(zip(self.runs, self.values(self.find(label)).tolist(), strict=True))

    def values(self, scored: Measure) -> Floats:
        """The overall values of a measure, in the order of the runs."""
        stated = self.summaries.get(scored.label, np.full(len(self.runs), np.nan))
        if not set(scored.columns.values()) <= set(self.columns):
            return stated
        return np.where(np.isnan(stated), scored.overall(self.columns), stated)

    def per_question(self, label: str) -> dict[str, dict[str, float]]:
        """The values of a measure or component by run and question."""
        column = self.columns[label]
        return {
            run: {
                question: float(value)
                for question, value in zip(self.questions, column[i], strict=True)
                if not np.isnan(value)
            }
            for i, run in enumerate(self.runs)
        }

    def of_runs(self, runs: Sequence[str]) -> Scores:
        """The scores of these runs, in this order."""
        rows = [self.runs.index(run) for run in runs]
        return Scores(
            runs=list(runs),
            questions=self.questions,
            measures=self.measures,
            columns={label: column[rows] for label, column in self.columns.items()},
            present=self.present[rows],
            summaries={label: summary[rows] for label, summary in self.summaries.items()},
        )

    def check_inputs(self, scored: Measure) -> None:
        """Refuse a measure for which some run lacks an input on some question of the table."""
        every = np.ones(len(self.questions), dtype=np.bool_)
        for i, run in enumerate(self.runs):
            columns = {label: self.columns[label][i] for label in scored.columns.values()}
            lacking = missing_inputs(scored, columns, every)
            if lacking:
                raise _lacks(scored, run, [self.questions[at] for at in lacking])

    def on(self, questions: Collection[str]) -> Scores:
        """The same scores over some of the questions."""
        wanted = set(questions)
        keep = np.array([name in wanted for name in self.questions], dtype=np.bool_)
        return Scores(
            runs=self.runs,
            questions=[name for name in self.questions if name in wanted],
            measures=self.measures,
            columns={label: column[:, keep] for label, column in self.columns.items()},
            present=self.present[:, keep],
            summaries={},
        )


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
        raise _lacks(scored, marks.run, [marks.questions[i] for i in lacking])


def missing_inputs(
    scored: Measure, columns: Mapping[str, Floats], chosen: NDArray[np.bool_]
) -> list[int]:
    """The chosen questions for which one run's columns (by label) lack what the measure needs."""
    for name, label in scored.columns.items():
        missing = chosen & np.isnan(columns[label])
        if not scored.is_mean:
            where = COMPONENTS[name].required_where if name in COMPONENTS else EVERYWHERE
            if where is None:
                where = EVERYWHERE
            if where != EVERYWHERE:
                missing &= columns[scored.columns[where]] > 0
        if missing.any():
            return np.flatnonzero(missing).tolist()
    return []


def _lacks(scored: Measure, run: str, questions: Sequence[str]) -> InputError:
    more = f" and {len(questions) - 1} more" if len(questions) > 1 else ""
    needs = scored.definition.needs or "a value for every question"
    return InputError(
        f"{scored.name} needs {needs}: run {shown(run)} has none for question "
        f"{shown(questions[0])}{more}"
    )


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


def best_first(values: Floats, runs: Sequence[str], better: str) -> list[int]:
    """The runs' positions by value, best first; undefined last; equals by name."""
    order = sorted(range(len(runs)), key=lambda i: _sort_key(float(values[i]), better))
    ranks = shared_ranks([values[i] for i in order])
    placed = sorted(zip(ranks, (runs[i] for i in order), order, strict=True))
    return [i for _, _, i in placed]


def _sort_key(value: float, better: str) -> tuple[bool, float]:
    return (bool(np.isnan(value)), value if better == "low" else -value)


def shared_ranks(ordered: Sequence[float]) -> list[int]:
    """Ranks of values that are in order; equal ones share the first of their places."""
    ranks: list[int] = []
    for i, value in enumerate(ordered):
        leader = ordered[ranks[-1] - 1] if ranks else np.inf
        same = bool(ranks) and _same(value, leader)
        ranks.append(ranks[-1] if same else i + 1)
    return ranks


def _same(x: float, y: float) -> bool:
    return bool(np.isnan(x) and np.isnan(y)) or abs(x - y) < SAME
