"""The order of a TREC run: by score and then by id, both descending, as trec_eval has it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from qaeval.arrays import Floats, Ints
from qaeval.collection.packed import PackedStrings, Words, group_blocks
from qaeval.threads import in_threads


def put_in_order(ids: PackedStrings, codes: NDArray[np.int32], scores: Floats) -> Ints:
    """Let ids change places: questions by code, each's best first; gives where each begins."""
    changes = np.flatnonzero(codes[1:] != codes[:-1]) + 1
    if len(changes) == codes.max():
        bounds = np.concatenate(([0], changes, [len(codes)]))
    else:  # a question comes back after others
        rows = _by_question(codes)
        scores, ids.starts, ids.lengths = scores[rows], ids.starts[rows], ids.lengths[rows]
        bounds = np.append(0, np.cumsum(np.bincount(codes)))

    def put_block_in_order(block: tuple[int, int]) -> None:
        first, last = block
        start, end = bounds[first], bounds[last]
        question = np.repeat(np.arange(first, last), np.diff(bounds[first : last + 1]))
        here = _out_of_order(question, scores[start:end])
        _sort(ids, here + start, question[here], scores[start:end][here])

    for _ in in_threads(put_block_in_order, group_blocks(bounds)):
        pass
    return bounds


def _by_question(codes: NDArray[np.int32]) -> Ints:
    """The rows by question, and as they are within each."""
    keys = codes.astype(np.uint64)
    keys <<= np.uint64(32)
    keys |= np.arange(len(codes), dtype=np.uint64)
    keys.sort()
    keys &= np.uint64((1 << 32) - 1)
    return keys.view(np.int64)


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


def _sort(ids: PackedStrings, slots: Ints, question: Ints, scores: Floats) -> None:
    """Share the ids in these slots out among them anew, in order."""
    bits = (scores + 0.0).view(np.uint64)  # -0 is 0
    # Floats in the order of whole numbers: turned over where negative, and highest first.
    falling = np.where(bits >> np.uint64(63), bits, ~(bits | np.uint64(1 << 63)))
    # Question and the upper half of the score make one number: few scores share it and differ.
    keys = question.astype(np.uint64) << np.uint64(32) | falling >> np.uint64(32)
    order = np.argsort(keys)
    _settle_ties(order, keys[order], falling[order], ids.take(slots))
    ids.starts[slots] = ids.starts[slots[order]]
    ids.lengths[slots] = ids.lengths[slots[order]]


def _settle_ties(order: Ints, keys: Words, scores: Words, ids: PackedStrings) -> None:
    """Equal keys go by score, and equal scores by id, the last in byte order first."""
    same = keys[1:] == keys[:-1]
    tied = np.flatnonzero(np.append(same, False) | np.append(False, same))
    # Sorted, so that of ids that are equal too the later line comes first.
    rows = np.sort(order[tied])
    ranks = ids.take(rows).byte_ranks()
    ranks = ranks[np.searchsorted(rows, order[tied])]
    order[tied] = order[tied][np.lexsort((-ranks, scores[tied], keys[tied]))]
