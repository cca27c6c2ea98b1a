"""Marks written by hand: levels returned by rank, or judged responses in words."""

from collections.abc import Sequence

import numpy as np

from qaeval.collection.responses import Responses
from qaeval.marking.judged import mark_judged
from qaeval.marking.marks import Answers, Marks


def marks_of(
    returned: Sequence[int],
    key_levels: Sequence[int],
    scale: int | None = None,
    run: str = "r",
    decisions: Sequence[int] | None = None,
) -> Marks:
    """Marks of one question: the levels returned, by rank, and those in the key."""
    ideal = sorted((level for level in key_levels if level > 0), reverse=True)
    count = len(returned)
    levels = np.array(returned, dtype=np.int64)
    answers = Answers(
        texts=[f"a{i}" for i in range(count)],
        reasons=np.where(levels > 0, 0, 1),
        classes=["c" if level else "" for level in returned],
        confidence=np.full(count, np.nan),
    )
    return Marks(
        run=run,
        key=None,
        questions=["q"],
        present=np.array([True]),
        bounds=np.array([0, count]),
        correct_at=np.flatnonzero(levels > 0),
        correct_levels=levels[levels > 0],
        source=answers,
        first_confidence=np.array([np.nan]),
        stated=np.array([np.nan]),
        seconds=np.array([np.nan]),
        held_back=np.array([0]),
        ideal_bounds=np.array([0, len(ideal)]),
        ideal=np.array(ideal, dtype=np.int64),
        scale=scale or max([1, *ideal]),
        decisions=None if decisions is None else np.array(decisions, dtype=np.int64),
    )


def responses_of(text: str, run: str = "r") -> Marks:
    """Judged responses from words such as `R:.9`, `W:.5:2`, `U`, or `R+W`: samples."""
    words = [word.split("+") for word in text.split()]
    parts = [sample.split(":") for word in words for sample in word]
    questions = [f"q{i:03}" for i, word in enumerate(words) for _ in word]
    labels = [str(at) for word in words for at in range(len(word))]

    def number(part: list[str], at: int) -> float:
        return float(part[at]) if len(part) > at and part[at] else np.nan

    return mark_judged(
        Responses(
            name=run,
            questions=questions,
            outcomes=[part[0] for part in parts],
            confidence=np.array([number(part, 1) for part in parts]),
            seconds=np.array([number(part, 2) for part in parts]),
            file="test",
            samples=labels if "+" in text else None,
        )
    )
