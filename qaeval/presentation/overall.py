"""What a leaderboard shows: the runs' overall values, best first, with intervals if asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from qaeval.arrays import Floats
from qaeval.scores.ranking import best_first, shared_ranks
from qaeval.scores.table import Scores
from qaeval.wording import counted

if TYPE_CHECKING:  # those who only score need not load it
    from qaeval.studies.inference.intervals import Intervals
    from qaeval.studies.inference.sources import Sources

MACRO = "macro mean"


class RankedRun(NamedTuple):
    """A run's row on a leaderboard."""

    rank: int
    run: str
    scores: dict[str, float]  # by the measure's label
    questions: int  # that the scores are over
    intervals: dict[str, tuple[float, float]] | None = None  # by the measure's label
    variances: dict[str, tuple[float, float]] | None = None  # likewise: of questions, of sampling


@dataclass(frozen=True)
class Overall:
    """The values of each measure in the order of the table's runs."""

    scores: Scores
    values: Sequence[Floats]
    title: str = ""
    value: str = ""  # of the column of --by
    tasks: Sequence[str] | None = None  # of each question, where these count the same each
    intervals: Sequence[Intervals] | None = None
    sources: Sequence[Sources | None] = ()  # of the variance of each, where runs have samples
    ranked_by: int = 0  # which of the measures ranks the runs

    @property
    def order(self) -> list[int]:
        """The runs best first by the measure that ranks them."""
        better = self.scores.measures[self.ranked_by].definition.better
        return best_first(self.values[self.ranked_by], self.scores.runs, better)

    def ranked(self) -> list[RankedRun]:
        """The rows of the leaderboard."""
        counts = _question_counts(self.scores)
        order = self.order
        ranks = shared_ranks([self.values[self.ranked_by][run] for run in order])
        return [
            RankedRun(
                rank,
                self.scores.runs[run],
                {
                    measure.label: float(column[run])
                    for measure, column in zip(self.scores.measures, self.values, strict=True)
                },
                counts[run],
                self._ends(run),
                self._variances(run),
            )
            for rank, run in zip(ranks, order, strict=True)
        ]

    def _ends(self, run: int) -> dict[str, tuple[float, float]] | None:
        if self.intervals is None:
            return None
        return {
            measure.label: (float(span.low[run]), float(span.high[run]))
            for measure, span in zip(self.scores.measures, self.intervals, strict=True)
        }

    def _variances(self, run: int) -> dict[str, tuple[float, float]] | None:
        """Of the measures for which they are told; None where there are none such."""
        by_label = {
            measure.label: (float(parts.questions[run]), float(parts.sampling[run]))
            for measure, parts in zip(self.scores.measures, self.sources, strict=False)
            if parts is not None
        }
        return by_label or None


def _question_counts(scores: Scores) -> list[int]:
    """How many questions each run is averaged over, which --intersect lets differ."""
    first = next(iter(scores.measures[0].columns.values()))
    return (~np.isnan(scores.columns[first])).sum(axis=1).tolist()


def overall(scores: Scores, title: str = "", value: str = "") -> Overall:
    """The values over all questions of a table."""
    values = [scores.values(measure) for measure in scores.measures]
    return Overall(scores, values, title, value)


def macro_mean(scores: Scores, groups: Mapping[str, Scores], column: str) -> Overall:
    """The means over groups of the table's questions, each group counting the same."""
    group_of = {name: value for value, part in groups.items() for name in part.questions}
    title = f"{MACRO} over {counted(len(groups), 'value')} of {column}"
    tasks = [group_of[name] for name in scores.questions]
    return Overall(scores, macro_values(groups), title, MACRO, tasks)


def macro_values(groups: Mapping[str, Scores]) -> list[Floats]:
    """The mean over groups of each measure's values, in the order of the runs."""
    measures = next(iter(groups.values())).measures
    return [
        np.mean([group.values(measure) for group in groups.values()], axis=0)
        for measure in measures
    ]


def overall_by(scores: Scores, groups: Mapping[str, Scores], by: str) -> list[Overall]:
    """The values over each group of questions, and the macro mean at the end."""
    parts = [overall(part, group_title(by, value, part), value) for value, part in groups.items()]
    return [*parts, macro_mean(scores, groups, by)]


def group_title(by: str, value: str, scores: Scores) -> str:
    """What stands above the leaderboard of a value of --by."""
    return f"{by}: {value} ({counted(len(scores.questions), 'question')})"
