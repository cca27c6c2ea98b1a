"""The fast way into large files: fields and numbers found by a scan of bytes, many lines at once.

A scan takes a file only if nothing in it is odd; else it gives None, and the reader of its format
goes through the lines one by one, which is slower and knows what to say about each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from qaeval import decimals
from qaeval.arrays import Bools, Floats, Ints
from qaeval.collection.packed import WORD, PackedStrings, Words
from qaeval.files.text import Document
from qaeval.wording import UNSAFE

# Bytes that are scanned together: they stay in the processor's cache.
STRETCH = 1 << 20

_TAB, _LF, _BLANK = 9, 10, 32
_LONGEST_FIELD = 1024  # bytes: all strings of a column are gone through to the end of the longest
_BOM = b"\xef\xbb\xbf"
# Blanks of other scripts, which TREC's formats do not separate at but which can make an id void.
_ODD_BLANK = re.compile(r"[^\S \t\n]")

_ZEROS = np.uint64(0x3030303030303030)
_HIGH = np.uint64(0xF0F0F0F0F0F0F0F0)
_SIX = np.uint64(0x0606060606060606)
_DOTS = np.uint64(0x2E2E2E2E2E2E2E2E)
_LOW7 = np.uint64(0x7F7F7F7F7F7F7F7F)
_PAIRS, _FOURS = np.uint64(0x00FF00FF00FF00FF), np.uint64(0x0000FFFF0000FFFF)
_EIGHTS = np.uint64(0xFFFFFFFF)
_POWERS = 10 ** np.arange(20, dtype=np.uint64)
_MOST_DIGITS = 18  # of which every number fits 64 bits
_EXACT = np.uint64(1 << 53)  # up to here a whole number is a float without rounding
_NOT_PLAIN = np.iinfo(np.uint64).max
_HALVES = 2.0**27 + 1  # splits a float into two of half its bits (Veltkamp 1968)


@dataclass
class Stretch:
    """Some lines: where each field of each stands in the file (rows × fields)."""

    raw: bytes
    starts: Ints
    lengths: Ints
    lines: Ints | None = None  # of each row, from 0; None: no line is blank

    def column(self, at: int) -> PackedStrings:
        """One field of every line."""
        return PackedStrings(self.raw, self.starts[:, at], self.lengths[:, at])

    def on_lines(self, column: PackedStrings) -> PackedStrings:
        """A field line by line, of a blank line an empty one."""
        if self.lines is None:
            return column
        starts, lengths = np.zeros((2, self.raw.count(b"\n")), dtype=np.int64)
        starts[self.lines], lengths[self.lines] = column.starts, column.lengths
        return column.at(starts, lengths)

    def block(self, first: int) -> PackedStrings:
        """The fields of every line from that one on."""
        return PackedStrings(
            self.raw, self.starts[:, first:].ravel(), self.lengths[:, first:].ravel()
        )


def plain_bytes(document: Document) -> bytes | None:
    """The file with lines that end in LF alone, or None where some byte wants a closer look."""
    return plain_lines(document.raw.removeprefix(_BOM))


def plain_lines(raw: bytes) -> bytes | None:
    """Lines that end in LF alone, or None where some byte wants a closer look."""
    if b"\r" in raw:
        raw = raw.replace(b"\r\n", b"\n")
    if b"\x7f" in raw or (not raw.isascii() and _is_odd(raw)):
        return None
    return raw


def _is_odd(raw: bytes) -> bool:
    """Whether text that is not ASCII is no UTF-8, or holds what ids may not or blanks."""
    for start, end in _line_ends(raw, STRETCH):
        try:
            text = raw[start:end].decode("utf-8")
        except UnicodeDecodeError:
            return True
        if _ODD_BLANK.search(text) or UNSAFE.search(text.replace("\n", "").replace("\t", "")):
            return True
    return False


def _line_ends(raw: bytes, size: int, start: int = 0) -> Iterator[tuple[int, int]]:
    """Stretches of whole lines, each of about so many bytes."""
    while start < len(raw):
        end = raw.find(b"\n", min(start + size, len(raw)) - 1) + 1 or len(raw)
        yield start, end
        start = end


def blank_separated(raw: bytes, width: int) -> Stretch | None:
    """Lines of so many fields, runs of blanks or tabs between them; None for anything else."""
    if not raw.endswith(b"\n"):
        raw += b"\n"
    part = np.frombuffer(raw, dtype=np.uint8)
    return _single_blanks(raw, part, width) or _runs_of_blanks(raw, part, width)


def _single_blanks(raw: bytes, part: NDArray[np.uint8], width: int) -> Stretch | None:
    """Where each field is where one blank stands behind each, as in most files."""
    ends = np.flatnonzero(part <= _BLANK)
    if len(ends) % width:
        return None
    line_ends = part == _LF
    inner = np.count_nonzero(part == _BLANK) + np.count_nonzero(part == _TAB)
    last = ends[width - 1 :: width]
    if np.count_nonzero(line_ends) != len(last) or not line_ends[last].all():
        return None
    if inner != len(ends) - len(last):
        return None
    places = _between(ends, width)
    return None if places is None else Stretch(raw, *places)


def _between(ends: Ints, width: int, shortest: int = 1) -> tuple[Ints, Ints] | None:
    """Starts and lengths of what stands between single separators, none of it too short."""
    starts = np.empty_like(ends)
    starts[0] = 0
    np.add(ends[:-1], 1, out=starts[1:])
    lengths = ends - starts
    if lengths.min() < shortest or lengths.max() > _LONGEST_FIELD:
        return None
    return starts.reshape(-1, width), lengths.reshape(-1, width)


def _runs_of_blanks(raw: bytes, part: NDArray[np.uint8], width: int) -> Stretch | None:
    """Where each field is where blanks may stand anywhere, and lines may be blank."""
    low = part[part <= _BLANK]
    if not ((low == _BLANK) | (low == _TAB) | (low == _LF)).all():
        return None
    inked = np.zeros(len(part) + 2, dtype=np.int8)
    inked[1:-1] = part > _BLANK
    edges = np.diff(inked)
    starts, ends = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
    counts = np.diff(np.searchsorted(starts, np.flatnonzero(part == _LF)), prepend=0)
    if not ((counts == width) | (counts == 0)).all():
        return None
    if (ends - starts).max(initial=0) > _LONGEST_FIELD:
        return None
    shape = (-1, width)
    lines = None if counts.all() else np.flatnonzero(counts)
    return Stretch(raw, starts.reshape(shape), (ends - starts).reshape(shape), lines)


def separated(
    raw: bytes, separator: bytes, width: int, start: int, may_be_empty: bool = False
) -> Iterator[Stretch | None]:
    """Lines of so many fields with one separator between; None for comments, or empty fields."""
    mark = separator[0]
    for first, end in _line_ends(raw, STRETCH, start):
        part = np.frombuffer(raw, dtype=np.uint8, count=end - first, offset=first)
        ends = np.flatnonzero((part == mark) | (part == _LF))
        if part[-1] != _LF:
            ends = np.append(ends, len(part))
        yield _table_rows(raw, part, ends, width, first, 0 if may_be_empty else 1)


def _table_rows(
    raw: bytes, part: NDArray[np.uint8], ends: Ints, width: int, first: int, shortest: int
) -> Stretch | None:
    if len(ends) % width or ((part < _BLANK) & (part != _TAB) & (part != _LF)).any():
        return None
    lines = np.append(np.flatnonzero(part[:-1] == _LF), len(part) - (part[-1] == _LF))
    is_even = np.array_equal(ends[width - 1 :: width], lines)
    places = _between(ends, width, shortest) if is_even else None
    if places is None or (part[places[0][:, 0]] == ord("#")).any():
        return None
    return Stretch(raw, places[0] + first, places[1])


def numbers(column: PackedStrings) -> Floats | None:
    """Decimal numbers, each the float nearest to it; None if one is odd."""
    if column.longest == 1 and column.lengths.all():
        return _single_digits(column)
    values, digits, powers = _plain_decimals(column)
    unsure = digits == _NOT_PLAIN
    wide = np.flatnonzero((digits > _EXACT) & ~unsure)
    if len(wide):
        nearest, is_sure = _wide_quotients(digits[wide], powers[wide])
        values[wide] = np.copysign(nearest, values[wide])
        unsure[wide] = ~is_sure
    for at in np.flatnonzero(unsure).tolist():
        text = column[at]
        if not decimals.is_number(text):
            return None
        values[at] = float(text)
    return values if np.isfinite(values).all() else None


def _single_digits(column: PackedStrings) -> Floats | None:
    """Right and wrong as 1 and 0, mostly: nothing has to be put together."""
    digits = np.frombuffer(column.raw, dtype=np.uint8)[column.starts] - np.uint8(ord("0"))
    return digits.astype(np.float64) if (digits <= 9).all() else None


def whole_numbers(column: PackedStrings, most_digits: int) -> Ints | None:
    """Whole numbers of up to eight digits or fewer, perhaps with a minus; None if one is not."""
    minus = column.words() >> np.uint64(56) == ord("-")
    body = column.at(column.starts + minus, column.lengths - minus)
    if (body.lengths < 1).any() or body.longest > most_digits:
        return None
    digits, good = _digits(body.words(), body.lengths)
    return np.where(minus, -1, 1) * digits.astype(np.int64) if good.all() else None


def _wide_quotients(digits: Words, powers: Floats) -> tuple[Floats, Bools]:
    """The float nearest to each quotient, and whether it is sure to be.

    What the first quotient leaves is known without rounding (Dekker 1971), so the correction is off
    by a hair of itself; only where that hair decides is the sum in doubt.
    """
    high = digits.astype(np.float64)
    low = (digits - high.astype(np.uint64)).view(np.int64).astype(np.float64)
    first = high / powers
    more = (_rest(high, first, powers) + low) / powers
    below, above = first + more * (1 - 2.0**-48), first + more * (1 + 2.0**-48)
    return below, below == above


def _rest(whole: Floats, quotient: Floats, divisor: Floats) -> Floats:
    """`whole - quotient * divisor`, where the product is within a rounding of the whole."""
    product = quotient * divisor
    q_high, d_high = ((x * _HALVES) - (x * _HALVES - x) for x in (quotient, divisor))
    q_low, d_low = quotient - q_high, divisor - d_high
    lost = ((q_high * d_high - product) + q_high * d_low + q_low * d_high) + q_low * d_low
    return (whole - product) - lost


def _plain_decimals(column: PackedStrings) -> tuple[Floats, Words, Floats]:
    """Values, and what they are quotients of: digits as a whole number, and a power of ten.

    Digits up to 2⁵³ give the nearest float (Clinger 1990); `_NOT_PLAIN` is for what is not simple.
    """
    head = column.words()
    minus = head >> np.uint64(56) == ord("-")
    starts, lengths = column.starts, column.lengths
    if minus.any():
        starts, lengths = starts + minus, lengths - minus
        head = column.at(starts, np.maximum(lengths, 1)).words()
    simple = lengths > 0
    lengths = np.maximum(lengths, 1)
    whole = np.minimum(_first_dot(head), lengths)
    simple &= (whole > 0) & ((whole < WORD) | (lengths <= WORD))
    digits, good = _digits(head, np.maximum(whole, 1))
    simple &= good
    decimals = np.maximum(lengths - whole - 1, 0)
    simple &= whole + decimals <= _MOST_DIGITS
    decimals = np.where(simple, decimals, 0)
    for k in range(-(-int(decimals.max(initial=0)) // WORD)):
        rows = np.flatnonzero(decimals > k * WORD)
        if len(rows):
            size = np.minimum(decimals[rows] - k * WORD, WORD)
            after = column.at(starts[rows] + whole[rows] + 1 + k * WORD, size)
            more, good = _digits(after.words(), size)
            digits[rows] = digits[rows] * _POWERS[size] + more
            simple[rows] &= good
    powers = _POWERS[decimals].astype(np.float64)
    values = digits.astype(np.float64) / powers
    return np.where(minus, -values, values), np.where(simple, digits, _NOT_PLAIN), powers


def _first_dot(word: Words) -> Ints:
    """How many bytes stand before the first dot; 8 where there is none."""
    other = word ^ _DOTS
    dots = ~(((other & _LOW7) + _LOW7) | other | _LOW7)
    _, exponent = np.frexp(dots.astype(np.float64))
    return np.where(dots == 0, WORD, (64 - exponent) // 8).astype(np.int64)


def _digits(word: Words, size: NDArray[np.integer]) -> tuple[Words, Bools]:
    """The first `size` bytes of each word as a whole number, and whether all are digits."""
    unused = ((WORD - size) * WORD).astype(np.uint64)
    # Zeros before the number, all eight digits of which are then added up pair by pair.
    word = (word >> unused) | ~(~np.uint64(0) >> unused) & _ZEROS
    good = ((word & _HIGH) == _ZEROS) & (((word + _SIX) & _HIGH) == _ZEROS)
    word = word ^ _ZEROS
    word = (word & _PAIRS) + ((word >> np.uint64(8)) & _PAIRS) * np.uint64(10)
    word = (word & _FOURS) + ((word >> np.uint64(16)) & _FOURS) * np.uint64(100)
    word = (word & _EIGHTS) + (word >> np.uint64(32)) * np.uint64(10_000)
    return word, good
