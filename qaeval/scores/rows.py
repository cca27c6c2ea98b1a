"""Score tables row by row, as they are printed and written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qaeval.files.fields import ALL
from qaeval.files.output import write_output
from qaeval.files.score_output import Row, table_text
from qaeval.scores.table import Scores


def score_rows(scores: Scores, order: Sequence[int], per_question: bool) -> Iterator[Row]:
    """Run by run: each measure's questions and then `all`; components have no `all`."""
    overall = {measure.label: scores.values(measure) for measure in scores.measures}
    parts = [label for label in scores.columns if label not in overall]
    for run in order:
        name = scores.runs[run]
        for label, values in overall.items():
            if per_question and label in scores.columns:
                yield from _question_rows(scores, run, label)
            yield name, label, ALL, float(values[run])
        if per_question:
            for label in parts:
                yield from _question_rows(scores, run, label)


def _question_rows(scores: Scores, run: int, label: str) -> Iterator[Row]:
    for question, value in zip(scores.questions, scores.columns[label][run].tolist(), strict=True):
        if value == value:
            yield scores.runs[run], label, question, value


def score_text(scores: Scores) -> str:
    """The score table, per question and overall."""
    return table_text(score_rows(scores, range(len(scores.runs)), per_question=True))


def write_scores(scores: Scores, path: str | None = None) -> None:
    """Write the score table, per question and overall (None: to standard output)."""
    write_output(score_text(scores), path)
