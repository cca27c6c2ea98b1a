"""Judged responses as marks."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from qaeval.collection.questions import check_shared
from qaeval.collection.responses import ANSWERED, Responses
from qaeval.marking.marks import CORRECT, WRONG, Answers, Marks, bounds_of


def mark_judged(responses: Responses, questions: Collection[str] | None = None) -> Marks:
    """Judged responses as marks: one answer each; a missing question is silence."""
    asked_for = sorted(set(responses.questions) if questions is None else questions)
    check_shared(responses.questions, asked_for, "the list of questions", responses.file)
    judged = responses.on(asked_for)
    known, asked = set(responses.questions), set(judged.questions)
    given = np.array([outcome in ANSWERED for outcome in judged.outcomes], dtype=np.bool_)
    texts = [outcome for outcome in judged.outcomes if outcome in ANSWERED]
    right = np.array([outcome == "R" for outcome in texts], dtype=np.bool_)
    answers = Answers(
        texts,
        np.where(right, CORRECT, WRONG),
        ["1" if is_right else "" for is_right in right],
        judged.confidence[given],
    )
    count = len(judged.questions)
    return Marks(
        run=judged.name,
        key=None,
        questions=judged.questions,
        present=np.array([name in known for name in judged.questions], dtype=np.bool_),
        bounds=bounds_of(given),
        correct_at=np.flatnonzero(right),
        correct_levels=np.ones(int(right.sum()), dtype=np.int64),
        source=answers,
        first_confidence=np.where(given, judged.confidence, np.nan),
        stated=judged.confidence,
        seconds=judged.seconds,
        held_back=np.array([{"UR": 1, "UW": -1}.get(outcome, 0) for outcome in judged.outcomes]),
        ideal_bounds=np.arange(count + 1),
        ideal=np.ones(count, dtype=np.int64),
        scale=1,
        unknown=[name for name in dict.fromkeys(responses.questions) if name not in asked],
        samples=judged.samples,
    )
