"""TREC's runs and qrels by the fast scan: columns from the first byte to the last."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from qaeval.arrays import Floats, Ints
from qaeval.collection.keys import IdLevels
from qaeval.collection.packed import PackedStrings, Words, group_blocks, inverse
from qaeval.files import fields
from qaeval.files.answers import as_held
from qaeval.files.scan import blank_separated, numbers, plain_bytes, whole_numbers
from qaeval.files.text import Document

_QUESTION, _ID, _RANK, _SCORE, _TAG = 0, 2, 3, 4, 5
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
    raw = plain_bytes(document)
    if raw is None:
        return None
    questions, tags, ids = _Column(raw), _Column(raw), _Column(raw)
    given = np.empty(raw.count(b"\n") + 1)  # scores in place: of millions, one copy is enough
    ranks: list[Floats] = []
    for stretch in blank_separated(raw, 6):
        figures = None if stretch is None else numbers(stretch.column(_SCORE))
        if stretch is None or figures is None:
            return None
        questions.add_changes(stretch.column(_QUESTION))
        tags.add_changes(stretch.column(_TAG))
        ids.add(stretch.column(_ID))
        given[ids.count - len(figures) : ids.count] = figures
        if keep_scores:
            ranks.append(_ranks(stretch.column(_RANK)))
    names, tag_names = questions.names(), tags.names()
    if names is None or tag_names is None:
        return None
    codes, lengths = questions.groups()
    answers, given = ids.strings(), given[: ids.count]
    starts = answers.starts.copy() if keep_scores else answers.starts
    _put_in_order(answers, codes, lengths, as_held(given, score_bits))
    counts = np.bincount(codes, weights=lengths, minlength=len(names)).astype(np.int64)
    run = ScannedRun(names, np.append(0, np.cumsum(counts)), answers, tag_names, document.file)
    if keep_scores:
        rows = np.searchsorted(starts, answers.starts)  # the line that each answer is on
        run.scores, every_rank = given[rows], np.concatenate(ranks)[rows]
        run.ranks = None if np.isnan(every_rank).all() else every_rank
    return run


def _ranks(column: PackedStrings) -> Floats:
    whole = whole_numbers(column, fields.RANK_DIGITS)
    if whole is not None:
        return whole.astype(np.float64)
    return np.array([fields.lenient_rank(text) for text in column])


def scan_qrels(document: Document, width: int) -> IdLevels | None:
    """`qid iter id level` or `qid id level`; None where a line wants a closer look."""
    raw = plain_bytes(document)
    if raw is None:
        return None
    questions, ids = _Column(raw), _Column(raw)
    levels: list[Ints] = []
    for stretch in blank_separated(raw, width):
        whole = None if stretch is None else whole_numbers(stretch.column(width - 1), _LEVEL_DIGITS)
        if stretch is None or whole is None:
            return None
        questions.add_changes(stretch.column(_QUESTION))
        ids.add(stretch.column(width - 2))
        levels.append(whole)
    names = questions.names()
    if names is None:
        return None
    codes, lengths = questions.groups()
    every_level = np.concatenate(levels)
    order = sorted(range(len(names)), key=names.__getitem__)
    question = np.repeat(inverse(np.array(order))[codes], lengths)
    rows = np.argsort(question, kind="stable")
    answers = ids.strings().take(rows)
    if _repeats(answers, question[rows]):
        return None
    bounds = np.append(0, np.cumsum(np.bincount(question, minlength=len(names))))
    return IdLevels([names[i] for i in order], bounds, answers, every_level[rows])


def _repeats(ids: PackedStrings, question: Ints) -> bool:
    hashes = np.sort(ids.hashes(question.astype(np.uint64)))
    return bool((hashes[1:] == hashes[:-1]).any())


@dataclass
class _Column:
    """One field of all lines, or of those where it differs from the line before."""

    raw: bytes
    count: int = 0  # lines so far
    starts: list[Ints] = field(default_factory=list)
    lengths: list[NDArray[np.int32]] = field(default_factory=list)
    rows: list[Ints] = field(default_factory=list)

    def add(self, column: PackedStrings) -> None:
        """Take in the field of some more lines."""
        self._keep(column)
        self.count += len(column)

    def add_changes(self, column: PackedStrings) -> None:
        """Take in the field of some more lines where it changes; the first line always does."""
        rows = np.flatnonzero(column.changes())
        self._keep(column.take(rows))
        self.rows.append(rows + self.count)
        self.count += len(column)

    def _keep(self, column: PackedStrings) -> None:
        self.starts.append(np.ascontiguousarray(column.starts))
        self.lengths.append(column.lengths.astype(np.int32))

    def strings(self) -> PackedStrings:
        """The fields that were taken in, in the order of their lines."""
        starts = np.concatenate([np.zeros(0, dtype=np.int64), *self.starts])
        self.starts.clear()
        return PackedStrings(self.raw, starts, np.concatenate(self.lengths or [starts]))

    @cached_property
    def _coded(self) -> tuple[Ints, list[str]]:
        strings = self.strings()
        codes, first = strings.coded()
        return codes, [strings[i] for i in first.tolist()]

    def names(self) -> list[str] | None:
        """The different fields in the order they are met; None if there is none or one is `all`."""
        _, names = self._coded
        return None if fields.ALL in names or not names else names

    def groups(self) -> tuple[Ints, Ints]:
        """Lines with the same field one after the other: the place of its name, how many."""
        codes, _ = self._coded
        rows = np.concatenate(self.rows)
        # Where one stretch ends and the next begins, nothing need change.
        new = np.append(True, codes[1:] != codes[:-1])
        return codes[new], np.diff(np.append(rows[new], self.count))


def _put_in_order(answers: PackedStrings, codes: Ints, lengths: Ints, scores: Floats) -> None:
    """Questions as they are met; their answers by score and then by id, both descending."""
    bounds = np.append(0, np.cumsum(lengths))
    if len(np.unique(codes)) < len(codes):  # a question comes back after others: all at once
        _sort(answers, np.arange(len(scores)), np.repeat(codes, lengths), scores)
        return
    for first, last in group_blocks(bounds):
        rows = slice(bounds[first], bounds[last])
        question = np.repeat(np.arange(first, last), lengths[first:last])
        here = _out_of_order(question, scores[rows])
        _sort(answers, here + rows.start, question[here], scores[rows][here])


def _out_of_order(question: Ints, scores: Floats) -> Ints:
    """The lines that may not be where they belong: ties, and all of a question that rises."""
    together = question[:-1] == question[1:]
    tied = np.flatnonzero(together & (scores[:-1] == scores[1:]))
    wrong = np.zeros(len(scores), dtype=np.bool_)
    wrong[tied] = wrong[tied + 1] = True
    rising = question[1:][together & (scores[:-1] < scores[1:])]
    if len(rising):
        wrong |= np.isin(question, rising)
    return np.flatnonzero(wrong)


def _sort(answers: PackedStrings, slots: Ints, question: Ints, scores: Floats) -> None:
    """Share the answers in these slots out among them anew, in order."""
    bits = (scores + 0.0).view(np.uint64)  # -0 is 0
    # Floats in the order of whole numbers: turned over where negative, and highest first.
    falling = np.where(bits >> np.uint64(63), bits, ~(bits | np.uint64(1 << 63)))
    # Question and the upper half of the score make one number: few scores share it and differ.
    keys = question.astype(np.uint64) << np.uint64(32) | falling >> np.uint64(32)
    order = np.argsort(keys)
    _settle_ties(order, keys[order], falling[order], answers.take(slots))
    answers.starts[slots] = answers.starts[slots[order]]
    answers.lengths[slots] = answers.lengths[slots[order]]


def _settle_ties(order: Ints, keys: Words, scores: Words, ids: PackedStrings) -> None:
    """Equal keys go by score, and equal scores by id, the last in byte order first."""
    same = keys[1:] == keys[:-1]
    tied = np.flatnonzero(np.append(same, False) | np.append(False, same))
    # Sorted, so that of ids that are equal too the later line comes first.
    rows = np.sort(order[tied])
    ranks = ids.take(rows).byte_ranks()
    ranks = ranks[np.searchsorted(rows, order[tied])]
    order[tied] = order[tied][np.lexsort((-ranks, scores[tied], keys[tied]))]
