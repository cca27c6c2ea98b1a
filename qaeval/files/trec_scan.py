"""TREC's runs and qrels by the fast scan: columns from the first byte to the last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.collection.keys import IdLevels
from qaeval.collection.packed import PackedStrings, inverse
from qaeval.files import fields
from qaeval.files.answers import as_held
from qaeval.files.scan import Stretch, numbers, whole_numbers
from qaeval.files.text import Document
from qaeval.files.trec_columns import Layout, columns_of
from qaeval.files.trec_order import put_in_order

_LEVEL_DIGITS = 6  # at most, as the exact parser has it


@dataclass
class ScannedRun:
    """A TREC run's columns; each question's answers are together, best first."""

    questions: list[str]
    bounds: Ints
    answers: PackedStrings
    tags: list[str]
    file: str
    scores: Floats | None = None  # per answer, where they are kept
    ranks: Floats | None = None


def scan_run(
    document: Document, score_bits: int = 64, keep_scores: bool = False
) -> ScannedRun | None:
    """`qid Q0 id rank score tag` in trec_eval's order; None where a line wants a closer look."""
    figures = _scores_and_ranks if keep_scores else _scores
    columns = columns_of(document, Layout(6, id=2, tag=5, figures=figures))
    if columns is None or fields.ALL in columns.tags:
        return None
    ids, scores = columns.ids(), columns.figures(0)
    lines = ids.starts.copy() if keep_scores else ids.starts
    bounds = put_in_order(ids, columns.codes, as_held(scores, score_bits))
    run = ScannedRun(columns.questions, bounds, ids, columns.tags, document.file)
    if keep_scores:
        rows = np.searchsorted(lines, ids.starts)  # the line that each answer is on
        ranks = columns.figures(1)[rows]
        run.scores, run.ranks = scores[rows], None if np.isnan(ranks).all() else ranks
    return run


def _scores(stretch: Stretch) -> Sequence[Floats] | None:
    scores = numbers(stretch.column(4))
    return None if scores is None else (scores,)


def _scores_and_ranks(stretch: Stretch) -> Sequence[Floats] | None:
    scores = numbers(stretch.column(4))
    return None if scores is None else (scores, _ranks(stretch.column(3)))


def _ranks(column: PackedStrings) -> Floats:
    whole = whole_numbers(column, fields.RANK_DIGITS)
    if whole is not None:
        return whole.astype(np.float64)
    return np.array([fields.lenient_rank(text) for text in column])


def scan_qrels(document: Document, width: int) -> IdLevels | None:
    """`qid iter id level` or `qid id level`; None where a line wants a closer look."""
    columns = columns_of(document, Layout(width, id=width - 2, figures=partial(_levels, width - 1)))
    if columns is None:
        return None
    names = columns.questions
    order = sorted(range(len(names)), key=names.__getitem__)
    question = inverse(np.array(order))[columns.codes]
    rows = np.argsort(question, kind="stable")
    ids = columns.ids().take(rows)
    if _repeats(ids, question[rows]):
        return None
    bounds = np.append(0, np.cumsum(np.bincount(question, minlength=len(names))))
    levels = columns.figures(0)[rows].astype(np.int64)
    return IdLevels([names[i] for i in order], bounds, ids, levels)


def _levels(at: int, stretch: Stretch) -> Sequence[Floats] | None:
    levels = whole_numbers(stretch.column(at), _LEVEL_DIGITS)
    return None if levels is None else (levels.astype(np.float64),)


def _repeats(ids: PackedStrings, question: Ints) -> bool:
    hashes = np.sort(ids.hashes(question.astype(np.uint64)))
    return bool((hashes[1:] == hashes[:-1]).any())
