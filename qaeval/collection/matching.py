"""A run's ids found among those of a key: columns against columns, by hash, then to the byte."""

from __future__ import annotations

import numpy as np

from qaeval.arrays import Bools, Ints
from qaeval.collection.keys import IdLevels
from qaeval.collection.packed import PackedStrings, Words, group_blocks
from qaeval.collection.runs import Run
from qaeval.errors import InputError
from qaeval.threads import in_threads
from qaeval.wording import shown

_ROOM = 16  # places of the filter for each id of the key


class IdMatcher:
    """A key's correct ids made ready to be found in many runs."""

    def __init__(self, key: IdLevels) -> None:
        question = np.repeat(np.arange(len(key)), np.diff(key.bounds))
        right = np.flatnonzero(key.levels > 0)
        hashes = key.ids.take(right).hashes(_salt(question[right]))
        order = np.argsort(hashes)
        self.ids = key.ids.take(right[order])
        self.levels = key.levels[right[order]]
        self.questions = question[right[order]]
        self.hashes = hashes[order]
        # Most ids of a run are in no key: a look at a small table leaves few to search for.
        bits = max(int(_ROOM * len(right)).bit_length(), 8)
        self.shift = np.uint64(64 - bits)
        self.maybe = np.zeros(1 << bits, dtype=np.bool_)
        self.maybe[self.hashes >> self.shift] = True

    def find(self, run: Run, known: Ints) -> tuple[Ints, Ints]:
        """The rows of a run's correct answers, and their levels; a repeated id is an error.

        `known` gives the key's position of each question of the run, -1 for those the key lacks.
        """
        answers = run.answers
        ids = answers if isinstance(answers, PackedStrings) else PackedStrings.of(answers)

        def found(block: tuple[int, int]) -> tuple[Ints, Ints]:
            first, last = block
            start, end = int(run.bounds[first]), int(run.bounds[last])
            lengths = np.diff(run.bounds[first : last + 1])
            question = np.repeat(known[first:last], lengths)
            # Questions that the key lacks have salts of their own: their ids match nothing.
            salt = np.where(question >= 0, question, -1 - np.repeat(range(first, last), lengths))
            hashes = ids[start:end].hashes(_salt(salt))
            _check_repeated(run, hashes, known[first:last] >= 0, first, last)
            here, entry = self._matches(ids[start:end], hashes, question)
            return here + start, entry

        none = np.zeros(0, dtype=np.int64)
        blocks = [(none, none), *in_threads(found, group_blocks(run.bounds))]
        rows, entries = (np.concatenate(parts) for parts in zip(*blocks, strict=True))
        return rows, self.levels[entries]

    def _matches(self, ids: PackedStrings, hashes: Words, question: Ints) -> tuple[Ints, Ints]:
        """Which ids are in the key, and where there."""
        rows = np.flatnonzero(self.maybe[hashes >> self.shift])
        left = np.searchsorted(self.hashes, hashes[rows], side="left")
        right = np.searchsorted(self.hashes, hashes[rows], side="right")
        pairs = [np.zeros((2, 0), dtype=np.int64)]
        # Ids of one hash are hardly ever two, but each is tried.
        while len(rows):
            some = left < right
            rows, left, right = rows[some], left[some], right[some]
            same = ids.take(rows).same(self.ids.take(left))
            same &= question[rows] == self.questions[left]
            pairs.append(np.stack((rows[same], left[same])))
            rows, left, right = rows[~same], left[~same] + 1, right[~same]
        rows, entries = np.concatenate(pairs, axis=1)
        return rows, entries


def _salt(question: Ints) -> Words:
    return question.astype(np.uint64) * np.uint64(0xA0761D6478BD642F)


def _check_repeated(run: Run, hashes: Words, known: Bools, first: int, last: int) -> None:
    """Refuse a question of the key to which an id is given twice."""
    ordered = np.sort(hashes)
    if (ordered[1:] != ordered[:-1]).all():
        return
    for at in range(first, last):
        if known[at - first]:
            _check_question(run, at)


def _check_question(run: Run, at: int) -> None:
    seen: dict[str, int] = {}
    for i in range(run.bounds[at], run.bounds[at + 1]):
        answer = run.answers[i]
        if answer in seen:
            lines = int(run.lines[seen[answer]]), int(run.lines[i])
            message = f"id {shown(answer)} again for {run.named(at)}"
            raise InputError(f"{message} (first on line {min(lines)})", run.file, max(lines))
        seen[answer] = i
