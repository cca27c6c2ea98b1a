"""Score tables as text, so that reading them back loses nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qaeval.files import fields
from qaeval.files.output import write_output
from qaeval.scores.table import Scores

COLUMNS = ("run", "measure", "question", "value")
UNDEFINED = "-"

Row = tuple[str, str, str, float | None]


def exact_text(value: float | None) -> str:
    """The shortest decimal that reads back as the same number; `-` where there is none."""
    if value is None or value != value:
        return UNDEFINED
    return repr(float(value)).removesuffix(".0")


def score_rows(scores: Scores, order: Sequence[int], per_question: bool) -> Iterator[Row]:
    """Run by run: each measure's questions and then `all`; components have no `all`."""
    overall = {found.label: scores.values(found) for found in scores.measures}
    parts = [label for label in scores.columns if label not in overall]
    for run in order:
        name = scores.runs[run]
        for label, values in overall.items():
            if per_question and label in scores.columns:
                yield from _question_rows(scores, run, label)
            yield name, label, fields.ALL, float(values[run])
        if per_question:
            for label in parts:
                yield from _question_rows(scores, run, label)


def _question_rows(scores: Scores, run: int, label: str) -> Iterator[Row]:
    for question, value in zip(scores.questions, scores.columns[label][run].tolist(), strict=True):
        if value == value:
            yield scores.runs[run], label, question, value


def write_scores(scores: Scores, path: str | None = None) -> None:
    """Write the score table, per question and overall (None: to standard output)."""
    write_output(score_text(scores), path)


def score_text(scores: Scores) -> str:
    """The score table, per question and overall."""
    rows = score_rows(scores, range(len(scores.runs)), per_question=True)
    lines = ["\t".join((*row[:3], exact_text(row[3]))) for row in rows]
    return "\n".join(["\t".join(COLUMNS), *lines, ""])
