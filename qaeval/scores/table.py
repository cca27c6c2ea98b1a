"""The score table: each measure per question and overall, for many runs at once."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from qaeval.arrays import Bools, Floats, Ints
from qaeval.collection.questions import FoundColumns
from qaeval.errors import InputError
from qaeval.measures import COMPONENTS, Measure, measure
from qaeval.measures.naming import check_names, renamed, split_given
from qaeval.measures.registry import EVERYWHERE
from qaeval.scores.samples import SampleScores
from qaeval.scores.told import add_told
from qaeval.wording import offered, shown


@dataclass
class Scores:
    """A score table: a column per measure or component, a row per run, an entry per question.

    Where runs have several samples of a question, its entry is their mean, and `repeats` has what
    each of them scored.
    """

    runs: list[str]
    questions: list[str]
    measures: list[Measure]
    columns: dict[str, Floats]  # label -> runs × questions; NaN: not among the run's questions
    present: Bools  # runs × questions: the run has the question
    summaries: dict[str, Floats]  # overall values as a table states them, NaN where it does not
    repeats: SampleScores | None = None  # None: no run has samples
    described: FoundColumns | None = None  # what the files tell of questions

    @property
    def samples(self) -> Ints | None:
        """runs × questions: the number of samples; None where no question has several."""
        if self.repeats is None or not self.repeats.is_repeated:
            return None
        return self.repeats.counts

    def noise(self, label: str) -> Floats | None:
        """runs × questions: what sampling leaves open of each value, as a variance.

        NaN where that is not known; None without samples, or for values that are no means over
        them.
        """
        return None if self.repeats is None else self.repeats.noise(label)

    def find(self, label: str) -> Measure:
        """The measure printed under this name, else one that this name also means (AP: map).

        What is not a mean can also be had where the table has all its components.
        """
        name = split_given(label)[0] or label
        for scored in self.measures:
            if scored.label == name:
                return scored
        with contextlib.suppress(InputError):
            asked = measure(label)
            for scored in self.measures:
                if scored.means_the_same(asked):
                    return scored
            add_told(self.columns, self.repeats, asked)
            if not asked.is_mean and self._has(asked):
                return asked
        have = offered(scored.label for scored in self.measures)
        raise InputError(f"no measure {shown(label)} here (there are: {have})")

    def _has(self, scored: Measure) -> bool:
        """Whether the table has the columns that a measure is computed from."""
        return set(scored.columns.values()) <= set(self.columns)

    def under_names(self, texts: Sequence[str]) -> Scores:
        """The table with the measures of each `NAME=MEASURE` printed under that name."""
        scores = self
        for text in texts:
            name, asked = split_given(text)
            if name is not None:
                scores = scores._renamed(scores.find(asked), name)
        check_names(scores.measures)
        return scores

    def _renamed(self, scored: Measure, name: str) -> Scores:
        """The table with a measure under another name, which one without columns gives way to."""
        given = renamed(scored, name, scored.label)
        gone = {m.label for m in self.measures if m.label == name and not self._has(m)}
        kept = [given if m is scored else m for m in self.measures if m.label not in gone]
        labels = {scored.label: name}
        return replace(
            self,
            measures=kept if given in kept else [*kept, given],
            columns={labels.get(label, label): values for label, values in self.columns.items()},
            summaries={
                labels.get(label, label): values
                for label, values in self.summaries.items()
                if label not in gone
            },
            repeats=None if self.repeats is None else self.repeats.renamed(labels),
        )

    def overall(self, label: str) -> dict[str, float]:
        """The value of a measure for each run; NaN where it is undefined."""
        return dict(zip(self.runs, self.values(self.find(label)).tolist(), strict=True))

    def values(self, scored: Measure) -> Floats:
        """The overall values of a measure, in the order of the runs."""
        stated = self.summaries.get(scored.label, np.full(len(self.runs), np.nan))
        if not self._has(scored):
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
        row = {run: at for at, run in enumerate(self.runs)}
        rows = [row[run] for run in runs]
        return replace(
            self,
            runs=list(runs),
            columns={label: column[rows] for label, column in self.columns.items()},
            present=self.present[rows],
            summaries={label: summary[rows] for label, summary in self.summaries.items()},
            repeats=None if self.repeats is None else self.repeats.of_runs(rows),
            described=self.described,
        )

    def check_inputs(self, scored: Measure) -> None:
        """Refuse a measure for which some run lacks an input on some question of the table."""
        every = np.ones(len(self.questions), dtype=np.bool_)
        for i, run in enumerate(self.runs):
            columns = {label: self.columns[label][i] for label in scored.columns.values()}
            lacking = missing_inputs(scored, columns, every)
            if lacking:
                raise lacks_input(scored, run, [self.questions[at] for at in lacking])

    def on(self, questions: Collection[str]) -> Scores:
        """The same scores over some of the questions."""
        chosen = set(questions)
        keep = np.array([name in chosen for name in self.questions], dtype=np.bool_)
        return replace(
            self,
            questions=[name for name in self.questions if name in chosen],
            columns={label: column[:, keep] for label, column in self.columns.items()},
            present=self.present[:, keep],
            summaries={},
            repeats=None if self.repeats is None else self.repeats.on(keep),
            described=self.described,
        )


def missing_inputs(scored: Measure, columns: Mapping[str, Floats], chosen: Bools) -> list[int]:
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


def lacks_input(scored: Measure, run: str, questions: Sequence[str]) -> InputError:
    """The error of a run without an input of the measure on these questions."""
    more = f" and {len(questions) - 1} more" if len(questions) > 1 else ""
    needs = scored.definition.needs or "a value for every question"
    return InputError(
        f"{scored.name} needs {needs}: run {shown(run)} has none for question "
        f"{shown(questions[0])}{more}"
    )
