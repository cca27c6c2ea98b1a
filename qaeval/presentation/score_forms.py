"""Scores in every format: leaderboards for people, score tables, JSON and trec_eval's lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from qaeval.files.score_output import VARIANCES
from qaeval.presentation.leaderboards import leaderboard, long_table, question_table
from qaeval.presentation.overall import Overall, RankedRun, overall
from qaeval.presentation.rendering import as_json, records, render
from qaeval.presentation.signature import signature_line
from qaeval.presentation.tables import PROGRAMS, Cell, Table, reader_of
from qaeval.presentation.trec_lines import trec_lines
from qaeval.presentation.wide_tables import (
    check_names,
    check_one_header,
    crosstabs,
    question_matrices,
)
from qaeval.scores.table import Scores

Signature = Mapping[str, str | int]


@dataclass(frozen=True)
class Scored:
    """Scores, and what of them is to be shown."""

    scores: Scores
    boards: Sequence[Overall]  # the only one, or one for each value of --by and the macro mean
    by: str | None
    per_question: bool
    labels: Sequence[str]  # of what was asked for, in its order
    sentences: Sequence[str] = ()  # lines that stand below the tables where people read
    end_digits: int | None = None  # decimals of the ends of intervals; None: the usual ones
    wide: bool = False  # measures side by side, and runs where questions are shown
    crosstab: bool = False  # the values of --by side by side
    by_runs: str | None = None  # the column of which each value has a board, of its own runs

    def lead(self, board: Overall) -> dict[str, Cell]:
        """The column and value of --by or --by-runs, for programs."""
        column = self.by_runs if self.by is None else self.by
        return {} if column is None else {column: board.value}


def score_text(
    scored: Scored, sign: Callable[[], Signature] | None, format: str, digits: int, header: bool
) -> str:
    """The scores in a format; signed only where that shows: a key's fingerprint takes time."""
    if format == "trec":
        return "".join(trec_lines(scored.scores, scored.labels, scored.per_question))
    if format == "json":
        signed = {} if sign is None else {"signature": sign()}
        return as_json({**signed, **_json(scored)})
    if reader_of(format) == PROGRAMS:
        return render(_score_tables(scored), format, digits, header)
    footer = list(scored.sentences)
    if sign is not None:
        footer += [*([""] if footer else []), signature_line(sign())]
    return render(_boards(scored), format, digits, header, footer)


def _boards(scored: Scored) -> list[Table]:
    """What people read: the questions if asked for, and the leaderboards."""
    if scored.crosstab:
        return _crosstabs(scored)
    tables = []
    if scored.per_question:
        every = replace(overall(scored.scores), ranked_by=scored.boards[0].ranked_by)
        table = question_table(scored.scores, every.order)
        tables = _matrices(scored) if scored.wide else [table]
    return [*tables, *_leaderboards(scored)]


def _score_tables(scored: Scored) -> list[Table]:
    """What programs read: the score table, which the studies take, unless asked otherwise."""
    if not (scored.wide or scored.crosstab):
        return [
            long_table(board, scored.per_question, scored.lead(board)) for board in scored.boards
        ]
    if scored.crosstab:
        tables = _crosstabs(scored)
    else:
        tables = _matrices(scored) if scored.per_question else _leaderboards(scored)
    check_names(tables)
    check_one_header(tables)
    return tables


def _leaderboards(scored: Scored) -> list[Table]:
    return [leaderboard(board, scored.end_digits, scored.lead(board)) for board in scored.boards]


def _matrices(scored: Scored) -> list[Table]:
    """Of each value of --by, runs always in the overall order; the macro mean has no questions.

    The values of --by-runs have runs of their own.
    """
    order = None if scored.by_runs is not None else scored.boards[-1].order
    return [
        table
        for board in scored.boards
        if board.tasks is None
        for table in question_matrices(board, order or board.order, scored.lead(board))
    ]


def _crosstabs(scored: Scored) -> list[Table]:
    assert scored.by is not None
    return crosstabs(scored.boards, scored.by, scored.end_digits)


def _json(scored: Scored) -> dict[str, Any]:
    """The leaderboards as JSON has them; other tables as a list of their rows."""
    if scored.crosstab:
        parts = {"crosstab": _crosstabs(scored)}
    elif scored.wide:
        questions = {"questions": _matrices(scored)} if scored.per_question else {}
        parts = {"runs": _leaderboards(scored), **questions}
    else:
        return _records(scored)
    for tables in parts.values():
        check_names(tables)
    return {name: records(tables) for name, tables in parts.items()}


def _records(scored: Scored) -> dict[str, Any]:
    """A record for each run, with its scores and its questions."""
    if scored.by_runs is not None:
        runs_of = {board.value: _run_records(board, scored.per_question) for board in scored.boards}
        return {"groups": runs_of}
    if scored.by is None:
        (board,) = scored.boards
        return {"runs": _run_records(board, scored.per_question)}
    *groups, macro = scored.boards
    rows = [_record(row) for row in macro.ranked()]
    for row in rows:
        del row["questions"]  # of several groups, each of which counts the same
    by_value = {board.value: _run_records(board, scored.per_question) for board in groups}
    return {"groups": by_value, "macro": rows}


def _run_records(board: Overall, per_question: bool) -> list[dict[str, Any]]:
    records = [_record(row) for row in board.ranked()]
    if per_question:
        for record in records:
            run = board.scores.runs.index(record["run"])
            record["per_question"] = _question_records(board.scores, run)
    return records


def _record(row: RankedRun) -> dict[str, Any]:
    """A row by name, with intervals where they were asked for; null stands for none."""
    record: dict[str, Any] = {"rank": row.rank, "run": row.run, "scores": row.scores}
    if row.intervals is not None:
        record["intervals"] = {
            label: None if low != low or high != high else [low, high]
            for label, (low, high) in row.intervals.items()
        }
    if row.variances is not None:
        record["variances"] = {
            label: None if parts[0] != parts[0] else dict(zip(VARIANCES, parts, strict=True))
            for label, parts in row.variances.items()
        }
    return {**record, "questions": row.questions}


def _question_records(scores: Scores, run: int) -> dict[str, dict[str, float]]:
    """Every value of a run by question and column, undefined ones left out."""
    columns = {label: column[run].tolist() for label, column in scores.columns.items()}
    return {
        question: {
            label: values[at] for label, values in columns.items() if values[at] == values[at]
        }
        for at, question in enumerate(scores.questions)
    }
