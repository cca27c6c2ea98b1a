"""Columns of strings as places in one buffer: millions of ids without an object for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import overload
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from qaeval.arrays import Bools, Ints

Words = NDArray[np.uint64]

# Words from which on a string is looked at as a whole, since each word costs a step of Python.
_LONG = 128

WORD = 8  # bytes that are looked at together, as one number in byte order
_ONE_GO = 1 << 16  # strings whose words are worked on together: they stay in the processor's cache
_SORTED_BY_WORDS = 8  # words; longer strings are sorted as objects
_MASKS = np.array([(1 << 64) - (1 << 8 * (8 - n)) for n in range(9)], dtype=np.uint64)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_STIR = np.uint64(0xD6E8FEB86659FD93)


class PackedStrings(Sequence[str]):
    """Strings, none empty: number i has `lengths[i]` bytes of a buffer, from `starts[i]` on."""

    def __init__(
        self,
        raw: bytes | bytearray,
        starts: NDArray[np.integer],
        lengths: NDArray[np.integer],
        windows: Words | None = None,
    ) -> None:
        self.raw = raw
        self.starts = starts
        self.lengths = lengths
        self._windows = _windows(raw) if windows is None else windows

    @classmethod
    def of(cls, texts: Iterable[str]) -> PackedStrings:
        """Strings put one behind the other."""
        texts = list(texts)
        text = "".join(texts)
        raw = text.encode("utf-8", "surrogateescape")
        sizes = [*map(len, texts)]
        if len(raw) > len(text):
            sizes = [len(part.encode("utf-8", "surrogateescape")) for part in texts]
        lengths = np.array(sizes, dtype=np.int64)
        return cls(raw, np.cumsum(lengths) - lengths, lengths)

    def __len__(self) -> int:
        return len(self.starts)

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> PackedStrings: ...
    def __getitem__(self, at: int | slice) -> str | PackedStrings:
        if isinstance(at, slice):
            return self.at(self.starts[at], self.lengths[at])
        start = int(self.starts[at])
        part = self.raw[start : start + int(self.lengths[at])]
        return part.decode("utf-8", "surrogateescape")

    def encoded(self) -> list[bytes]:
        """The bytes of each string."""
        ends = (self.starts + self.lengths).tolist()
        return [bytes(self.raw[a:b]) for a, b in zip(self.starts.tolist(), ends, strict=True)]

    def take(self, rows: Ints) -> PackedStrings:
        """The strings of these rows."""
        return self.at(self.starts[rows], self.lengths[rows])

    def at(self, starts: NDArray[np.integer], lengths: NDArray[np.integer]) -> PackedStrings:
        """Other strings of the same buffer."""
        return PackedStrings(self.raw, starts, lengths, self._windows)

    def listed(self) -> bytes:
        """A text of these strings alone, each on a line of its own; some byte is behind each."""
        sizes = self.lengths.astype(np.int64) + 1  # with that byte, which becomes the line end
        ends = np.cumsum(sizes)
        total = int(ends[-1]) if len(ends) else 0
        kind = np.int32 if len(self.raw) < 1 << 31 else np.int64
        places = np.repeat((self.starts - (ends - sizes)).astype(kind), sizes)
        places += np.arange(total, dtype=kind)
        text = np.frombuffer(self.raw, dtype=np.uint8)[places]
        text[ends - 1] = ord("\n")
        return text.tobytes()

    def lines(self) -> Ints:
        """The line of the buffer on which each stands, from 1."""
        ends = np.flatnonzero(np.frombuffer(self.raw, dtype=np.uint8) == ord("\n"))
        return np.searchsorted(ends, self.starts) + 1

    @property
    def longest(self) -> int:
        """The number of bytes of the longest string."""
        return int(self.lengths.max(initial=0))

    @property
    def most_words(self) -> int:
        """The number of words of the longest string."""
        return -(-self.longest // WORD)

    def words(self, k: int = 0) -> Words:
        """Bytes 8k to 8k+7 of each as a number, of which shorter strings leave the end 0."""
        starts = self.starts + k * WORD
        last = len(self._windows) - 1
        beyond = starts.max(initial=0) > last
        at = np.minimum(starts, last) if beyond else starts
        word = self._windows[at].astype(np.uint64)
        if beyond:
            # A window ends with the buffer at the latest: what stands before the string goes.
            word <<= np.minimum(starts - at, WORD - 1).astype(np.uint64) * np.uint64(8)
        word &= _MASKS[np.clip(self.lengths - k * WORD, 0, WORD)]
        return word

    def hashes(self, salt: Words | int = 0) -> Words:
        """A number for each that equal strings of equal salt share, and others hardly ever."""
        mixed = np.full(len(self), np.uint64(0)) + np.asarray(salt, dtype=np.uint64)
        mixed = _stirred(mixed ^ self.words()) + self.lengths.astype(np.uint64)
        for k in range(1, min(self.most_words, _LONG)):
            rows = np.flatnonzero(self.lengths > k * WORD)
            mixed[rows] = _stirred(mixed[rows] ^ self.take(rows).words(k))
        for row in self._long():
            mixed[row] ^= np.uint64(crc32(self._rest(row)))
        return _stirred(mixed)

    def _long(self) -> list[int]:
        """The rows of strings that are too long to go through word by word."""
        return np.flatnonzero(self.lengths > _LONG * WORD).tolist()

    def _rest(self, row: int) -> bytes:
        """What a long string has behind its first words."""
        start = int(self.starts[row])
        return bytes(self.raw[start + _LONG * WORD : start + int(self.lengths[row])])

    def same(self, other: PackedStrings) -> Bools:
        """Whether each string is that of the other column in the same row."""
        alike = self.lengths == other.lengths
        for k in range(min(self.most_words, _LONG)):
            rows = np.flatnonzero(alike & (self.lengths > k * WORD))
            alike[rows] = self.take(rows).words(k) == other.take(rows).words(k)
        for row in self._long():
            alike[row] = alike[row] and self._rest(row) == other._rest(row)
        return alike

    def changes(self) -> Bools:
        """Whether each string differs from the one before it; the first does."""
        changed = np.ones(len(self), dtype=np.bool_)
        changed[1:] = self.lengths[1:] != self.lengths[:-1]
        for start in range(0, len(self), _ONE_GO):
            part = self[start : start + _ONE_GO + 1]
            for k in range(min(part.most_words, _LONG)):
                word = part.words(k)
                changed[start + 1 : start + len(part)] |= word[1:] != word[:-1]
            for row in part._long():
                if row and not changed[start + row]:
                    changed[start + row] = part._rest(row) != part._rest(row - 1)
        return changed

    def coded(self) -> tuple[Ints, Ints]:
        """Strings as numbers in the order they are met, and the row where each is met first."""
        heads = np.flatnonzero(self.changes())
        distinct = self.take(heads)
        codes, first = _as_met(distinct.hashes())
        if not distinct.same(distinct.take(first[codes])).all():  # different strings of one hash
            known: dict[str, int] = {}
            codes = np.array([known.setdefault(text, len(known)) for text in distinct])
            first = np.unique(codes, return_index=True)[1]
        lengths = np.diff(np.append(heads, len(self)))
        return np.repeat(codes.astype(np.int64), lengths), heads[first]

    def byte_ranks(self) -> Ints:
        """The place of each in byte order; of equal ones the earlier has the lower."""
        count = self.most_words
        if count <= _SORTED_BY_WORDS:
            order = np.lexsort([self.words(k) for k in reversed(range(max(count, 1)))])
        else:
            parts = self.encoded()
            order = np.array(sorted(range(len(parts)), key=parts.__getitem__), dtype=np.int64)
        return inverse(order)


def inverse(order: Ints) -> Ints:
    """The place of each row in an order of rows."""
    places = np.empty(len(order), dtype=np.int64)
    places[order] = np.arange(len(order))
    return places


def _as_met(numbers: Words) -> tuple[Ints, Ints]:
    """Which of the different numbers each is, as they are met, and where each is met first."""
    order = np.argsort(numbers)
    ordered = numbers[order]
    new = np.append(True, ordered[1:] != ordered[:-1])[: len(order)]
    first = np.minimum.reduceat(order, np.flatnonzero(new)) if len(order) else order
    codes = np.empty(len(order), dtype=np.int64)
    codes[order] = inverse(np.argsort(first))[np.cumsum(new) - 1]
    return codes, np.sort(first)


def _windows(raw: bytes | bytearray) -> Words:
    """The eight bytes from each place of a buffer on, as numbers in byte order."""
    # Behind a short buffer stands what no string reaches, so that a word can always be had.
    padded = raw if len(raw) >= WORD else raw.ljust(WORD, b"\0")
    return np.ndarray(len(padded) - WORD + 1, dtype=">u8", buffer=padded, strides=(1,))


def group_blocks(bounds: Ints) -> Iterator[tuple[int, int]]:
    """Groups in blocks that stay in the processor's cache: from the first to behind the last."""
    first, count = 0, len(bounds) - 1
    while first < count:
        last = int(np.searchsorted(bounds, bounds[first] + _ONE_GO, side="right")) - 1
        last = min(max(last, first + 1), count)
        yield first, last
        first = last


def _stirred(numbers: Words) -> Words:
    numbers = numbers * _MIX
    numbers ^= numbers >> np.uint64(32)
    numbers *= _STIR
    numbers ^= numbers >> np.uint64(29)
    return numbers
