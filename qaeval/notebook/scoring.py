"""Scoring and reading, which give scores that show themselves."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from concurrent.futures import Executor

from qaeval.collection.responses import Responses
from qaeval.errands import ALONE, Workers, checked_executor
from qaeval.marking.marks import Marks
from qaeval.measures import Measure
from qaeval.notebook.choice import labels
from qaeval.notebook.score_table import ScoreTable
from qaeval.scores import reading, scoring


def score(
    marks: Sequence[Marks | Responses] | Marks | Responses,
    measures: Sequence[str | Measure] | str | Measure,
    questions: Collection[str] | None = None,
    unanswerable: str = "skip",
    intersect: bool = False,
    executor: Executor | None = None,
) -> ScoreTable:
    """Score marked runs, or judged responses as they are.

    `measures` names them; `questions` restricts the questions, and judged responses that lack one
    count as unanswered there; `unanswerable` is "skip" or "zero"; `intersect` averages each run
    over the questions it has. A run marked against several named keys comes with one `Marks` for
    each. An `executor` scores runs, which are marked here.
    """
    given = [marks] if isinstance(marks, (Marks, Responses)) else marks
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise TypeError(f"marks: {_EXPECTED}, found {type(marks).__name__}")
    for run in given:
        if not isinstance(run, (Marks, Responses)):
            raise TypeError(f"marks: {_EXPECTED}, found {type(run).__name__} among them")
    labels(measures)  # refuses what is neither a name nor a measure
    workers = ALONE if executor is None else Workers(executor=checked_executor(executor))
    return ScoreTable.of(
        scoring.score(given, measures, questions, unanswerable, intersect, workers)
    )


_EXPECTED = "expected what mark, read_judged or responses_from gives, or a list of such"


def read_scores(*paths: str, name: str = "value", question_column: bool = True) -> ScoreTable:
    """Read score tables and merge them; `name` says what a matrix or a table of times holds.

    Without `question_column` every column of a matrix is a run, and its rows are numbered.
    """
    return ScoreTable.of(reading.read_scores(*paths, name=name, question_column=question_column))
