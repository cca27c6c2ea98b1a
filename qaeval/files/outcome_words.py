"""How other programs write that a response is right, wrong, or none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from qaeval.collection.responses import OUTCOMES
from qaeval.errors import InputError
from qaeval.wording import listed, shown

PARTIAL = "P"


@dataclass(frozen=True)
class Vocabulary:
    """Words, whatever their case, and the outcome that each stands for."""

    name: str
    outcomes: Mapping[str, str]

    def outcome(self, word: str) -> str | None:
        """What a word stands for; None where it is not one of these."""
        return self.outcomes.get(word) or self.outcomes.get(word.casefold())

    def holds(self, words: Iterable[str]) -> bool:
        """Whether all words are of this vocabulary."""
        return all(self.outcome(word) is not None for word in words)

    def told(self) -> str:
        """`C=R, I=W, N=U (inspect_ai)`."""
        pairs = ", ".join(f"{word}={outcome}" for word, outcome in self.outcomes.items())
        return f"{pairs} ({self.name})"


OWN = Vocabulary("qaeval", {name: name for name in OUTCOMES})
TRUTH = Vocabulary(
    "true or false",
    {"true": "R", "false": "W", "1": "R", "0": "W", "1.0": "R", "0.0": "W"},
)
WORDS = Vocabulary("SimpleQA", {"correct": "R", "incorrect": "W", "not_attempted": "U"})
LETTERS = Vocabulary("SimpleQA", {"A": "R", "B": "W", "C": "U"})
INSPECT = Vocabulary("inspect_ai", {"C": "R", "I": "W", "N": "U"})

# In which a file of judged responses may be; grades A, B, C of other scales are no outcomes.
JUDGED = (OWN, TRUTH, WORDS, INSPECT)
GRADED = (OWN, TRUTH, WORDS, LETTERS, INSPECT)


def vocabulary_of(words: Iterable[str], known: Iterable[Vocabulary], cure: str) -> Vocabulary:
    """The vocabulary that all words are of, or, of words that fit none, that of the first.

    Only C can be of two: right in one, silence in another. `cure` says how to choose.
    """
    words = list(dict.fromkeys(words))
    if words == ["C"]:
        raise InputError(f"'C' alone: right for inspect_ai, not attempted for SimpleQA; {cure}")
    if PARTIAL in words and set(words) <= {*INSPECT.outcomes, PARTIAL}:
        raise InputError(
            f"{shown(PARTIAL)} is half right, which is no outcome: take these as scores (import "
            "csv --column with --map C=1,P=0.5,I=0,N=0)"
        )
    kinds = list(known)
    for vocabulary in kinds:
        if vocabulary.holds(words):
            return vocabulary
    for vocabulary in kinds:
        if words and vocabulary.outcome(words[0]) is not None:
            return vocabulary
    raise InputError(f"outcomes {listed(map(shown, words))} are unknown; {cure}")
