"""Score tables row by row, as they are printed and written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qaeval.collection.repeats import NO_SAMPLE
from qaeval.files.fields import ALL
from qaeval.files.output import write_output
from qaeval.files.score_output import Row, table_text
from qaeval.scores.samples import SampleScores
from qaeval.scores.table import Scores


def score_rows(scores: Scores, order: Sequence[int], per_question: bool) -> Iterator[Row]:
    """Run by run: each measure's questions and then `all`; components have no `all`.

    Where runs have samples, a question has a row for each of them, with its label before the value.
    """
    overall = {measure.label: scores.values(measure) for measure in scores.measures}
    parts = [label for label in scores.columns if label not in overall]
    for run in order:
        name = scores.runs[run]
        for label, values in overall.items():
            if per_question and label in scores.columns:
                yield from _question_rows(scores, run, label)
            summary = (name, label, ALL)
            yield summary if scores.repeats is None else (*summary, NO_SAMPLE), float(values[run])
        if per_question:
            for label in parts:
                yield from _question_rows(scores, run, label)


def _question_rows(scores: Scores, run: int, label: str) -> Iterator[Row]:
    values = scores.columns[label][run].tolist()
    if scores.repeats is not None:
        yield from _sample_rows(scores, scores.repeats, run, label, values)
        return
    for question, value in zip(scores.questions, values, strict=True):
        if value == value:
            yield (scores.runs[run], label, question), value


def _sample_rows(
    scores: Scores, repeats: SampleScores, run: int, label: str, values: list[float]
) -> Iterator[Row]:
    """A row for each sample; what is no mean over samples has one of no sample."""
    single: list[list[float]] = [[]] * len(values)
    if label in repeats.columns:
        single = repeats.columns[label][run].tolist()
    which = repeats.which[run].tolist()
    name = scores.runs[run]
    for question, value, parts, codes in zip(scores.questions, values, single, which, strict=True):
        known = [(at, part) for at, part in zip(codes, parts, strict=False) if part == part]
        for at, part in known:
            yield (name, label, question, repeats.names[at]), part
        if not known and value == value:
            yield (name, label, question, NO_SAMPLE), value


def score_text(scores: Scores) -> str:
    """The score table, per question and overall."""
    rows = score_rows(scores, range(len(scores.runs)), per_question=True)
    return table_text(rows, sampled=scores.repeats is not None)


def write_scores(scores: Scores, path: str | None = None) -> None:
    """Write the score table, per question and overall (None: to standard output)."""
    write_output(score_text(scores), path)
