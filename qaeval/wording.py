"""How text from files, numbers and names stand in messages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice

# Control characters, line and paragraph separators, the bidirectional overrides that can reorder
# what a terminal shows, and the byte order mark, which is left over where files were joined.
UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)


_LONGEST_EXCERPT = 60
_MOST_OFFERED = 10


# The likeness from which a suggestion helps more than it puzzles.
CLOSE = 0.6
# The likeness from which a word is another misspelt rather than one of its own.
MISSPELT = 0.75


_SHORTEST_START = 3

# A suggestion is looked for among so many known words, for a word of so many characters: longer
# ones are no slip of the hand, and would take long to compare.
MOST_LIKENED = 1000
LONGEST_LIKENED = 100


def printable(text: str) -> str:
    """Text that cannot steer a terminal: unsafe characters as Python escapes."""
    return UNSAFE.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    return match.group().encode("unicode_escape", "surrogatepass").decode("ascii")


def shown(text: str) -> str:
    """A quoted excerpt of a user's text for a message."""
    return f"'{printable(_cut(text))}'"


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_EXCERPT else text[: _LONGEST_EXCERPT - 1] + "…"


def likeness(word: str, other: str) -> float:
    """How alike two words are, from 0 to 1, whatever their case; a word's start is close to it."""
    import difflib  # 2 ms that only a misspelt word is worth

    if max(len(word), len(other)) > LONGEST_LIKENED:
        return 0.0
    word, other = word.casefold(), other.casefold()
    starts = len(word) >= _SHORTEST_START and other.startswith(word)
    return max(difflib.SequenceMatcher(None, word, other).ratio(), MISSPELT if starts else 0.0)


def nearest(word: str, known: Iterable[str], close: float = CLOSE) -> str:
    """``; did you mean 'X'?`` where a known word is this close, else nothing."""
    likely = islice(known, MOST_LIKENED)
    found = max(((likeness(word, name), name) for name in likely), default=(0.0, ""))
    return f"; did you mean '{found[1]}'?" if found[0] >= close else ""


def counted(number: int, noun: str) -> str:
    """`1 question`, `2 questions`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def percent(value: float) -> str:
    """A share as a percentage with all its decimals: 97.5%, which 98% would misstate."""
    return f"{float(value) * 100:.10g}%"


def listed(words: Iterable[str], most: int = 5) -> str:
    """The first few of many words, and how many more there are."""
    words = list(words)
    head = ", ".join(printable(_cut(word)) for word in words[:most])
    return head if len(words) <= most else f"{head} and {len(words) - most} more"


def offered(names: Iterable[str]) -> str:
    """The names that there are, where one was asked for that is none of them: ten at most."""
    return listed(names, _MOST_OFFERED)


def either(words: Sequence[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last
