"""How strings are made comparable before they are compared."""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache

ARTICLES = re.compile(r"\b(?:a|an|the)\b")


def exact(text: str) -> str:
    """The string as it is."""
    return text


def nfkc(text: str) -> str:
    """Unicode NFKC, trimmed, inner blanks folded to one."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def fold(text: str) -> str:
    """`nfkc`, without regard to case."""
    return nfkc(nfkc(text).casefold())


def squad(text: str) -> str:
    """`fold` without punctuation and the articles a, an, the (SQuAD's rule)."""
    folded = fold(text)
    bare = "".join(char for char in folded if not _is_punctuation(char))
    # "!!!" and "The" must stay distinguishable, so what would vanish is kept.
    return " ".join(ARTICLES.sub(" ", bare).split()) or folded


def _is_punctuation(char: str) -> bool:
    return char in string.punctuation or unicodedata.category(char).startswith("P")


NORMALISERS = {"exact": exact, "nfkc": nfkc, "fold": fold, "squad": squad}


@cache
def normaliser(name: str) -> Callable[[str], str]:
    """The named normaliser; answers recur over runs, so its results are remembered."""
    return lru_cache(maxsize=1 << 17)(NORMALISERS[name])
