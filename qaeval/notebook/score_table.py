"""Scores that show themselves, and go to data frames."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from qaeval.errors import InputError
from qaeval.files.score_output import COLUMNS, SAMPLED_COLUMNS
from qaeval.presentation.frames import frame_of
from qaeval.presentation.leaderboards import leaderboard
from qaeval.presentation.overall import overall
from qaeval.presentation.results import Form, Result, Shown
from qaeval.scores.rows import score_rows
from qaeval.scores.table import Scores


@dataclass(repr=False)
class ScoreTable(Scores):
    """A score table that shows itself as the leaderboard that ``qaeval score`` prints.

    `to_frame` and `to_dict` give it row by row, as the score table in a file.
    """

    @classmethod
    def of(cls, scores: Scores) -> ScoreTable:
        """The same scores."""
        if isinstance(scores, cls):
            return scores
        return cls(**{part.name: getattr(scores, part.name) for part in fields(scores)})

    def _shown(self) -> Result:
        tables = [leaderboard(overall(self))] if self.measures and self.columns else []
        return Result(lambda form: Shown(tables))

    def __str__(self) -> str:
        return self._shown().text(Form())

    def __repr__(self) -> str:
        return str(self).rstrip("\n")

    def _repr_html_(self) -> str:
        return self._shown()._repr_html_()

    def to_dict(self, per_question: bool = True) -> dict[str, list[Any]]:
        """run, measure, question, value (and sample): overall values stand under `all`."""
        names = COLUMNS if self.repeats is None else SAMPLED_COLUMNS
        rows = [
            (*row, value) for row, value in score_rows(self, range(len(self.runs)), per_question)
        ]
        columns = zip(*rows, strict=True) if rows else [()] * len(names)
        return {name: list(column) for name, column in zip(names, columns, strict=True)}

    def to_frame(self, kind: str = "pandas", per_question: bool = True) -> Any:
        """The same as a data frame of pandas, polars or pyarrow."""
        return frame_of(self.to_dict(per_question), kind)

    def matrix(self, measure: str, kind: str = "pandas") -> Any:
        """A data frame of one measure or component: a row per question and a column per run."""
        column = self.columns[self._column(measure)]
        cells = {run: column[at].tolist() for at, run in enumerate(self.runs)}
        return frame_of({"question": self.questions, **cells}, kind)

    def _column(self, name: str) -> str:
        if name in self.columns:
            return name
        found = self.find(name)
        if found.label not in self.columns:
            raise InputError(f"{found.label} is no mean over questions, so it has no value for one")
        return found.label
