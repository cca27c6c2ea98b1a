"""Scores in every format: leaderboards for people, score tables, JSON and trec_eval's lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from qaeval.presentation.leaderboards import (
    group_title,
    leaderboard,
    long_table,
    long_tables_by,
    macro_mean,
    question_table,
    ranked_by_macro_mean,
    ranked_runs,
)
from qaeval.presentation.rendering import as_json, render
from qaeval.presentation.signature import signature_line
from qaeval.presentation.tables import PROGRAMS, Table, reader_of
from qaeval.presentation.trec_lines import trec_lines
from qaeval.scores.table import Scores

Signature = Mapping[str, str | int]


@dataclass(frozen=True)
class Scored:
    """Scores, and what of them is to be shown."""

    scores: Scores
    groups: Mapping[str, Scores]  # by value of --by; none without it
    by: str
    per_question: bool
    labels: Sequence[str]  # of what was asked for, in its order


def score_text(
    scored: Scored, sign: Callable[[], Signature], format: str, digits: int, header: bool
) -> str:
    """The scores in a format; signed only where that shows: a key's fingerprint takes time."""
    if format == "trec":
        return "".join(trec_lines(scored.scores, scored.labels, scored.per_question))
    if format == "json":
        return as_json({"signature": sign(), **_records(scored)})
    if reader_of(format) == PROGRAMS:
        return render(_score_tables(scored), format, digits, header)
    return render(_boards(scored), format, digits, header, [signature_line(sign())])


def _boards(scored: Scored) -> list[Table]:
    """What people read: the questions if asked for, and the leaderboards."""
    tables = [question_table(scored.scores)] if scored.per_question else []
    if not scored.groups:
        return [*tables, leaderboard(scored.scores)]
    for value, scores in scored.groups.items():
        tables.append(leaderboard(scores, group_title(scored.by, value, scores)))
    return [*tables, macro_mean(scored.groups, scored.by)]


def _score_tables(scored: Scored) -> list[Table]:
    """What programs read: the score table, which the studies take."""
    if scored.groups:
        return long_tables_by(scored.groups, scored.by, scored.per_question)
    return [long_table(scored.scores, scored.per_question)]


def _records(scored: Scored) -> dict[str, Any]:
    """The leaderboards as JSON has them."""
    if not scored.groups:
        return {"runs": _run_records(scored.scores, scored.per_question)}
    groups = {
        value: _run_records(scores, scored.per_question) for value, scores in scored.groups.items()
    }
    macro = [
        {"rank": row.rank, "run": row.run, "scores": row.scores}
        for row in ranked_by_macro_mean(scored.groups)
    ]
    return {"groups": groups, "macro": macro}


def _run_records(scores: Scores, per_question: bool) -> list[dict[str, Any]]:
    records: list[dict[str, Any]] = [row._asdict() for row in ranked_runs(scores)]
    if per_question:
        for record in records:
            record["per_question"] = _question_records(scores, scores.runs.index(record["run"]))
    return records


def _question_records(scores: Scores, run: int) -> dict[str, dict[str, float]]:
    """Every value of a run by question and column, undefined ones left out."""
    columns = {label: column[run].tolist() for label, column in scores.columns.items()}
    return {
        question: {
            label: values[at] for label, values in columns.items() if values[at] == values[at]
        }
        for at, question in enumerate(scores.questions)
    }
