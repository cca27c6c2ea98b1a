"""Judged responses as marks."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from qaeval.collection.questions import check_shared
from qaeval.collection.responses import ANSWERED, OUTCOMES, Responses
from qaeval.marking.marks import CORRECT, WRONG, Answers, Marks, bounds_of

_NUMBER = {outcome: at for at, outcome in enumerate(OUTCOMES)}
_WORDS = np.array(OUTCOMES, dtype=object)
_GIVEN = np.array([outcome in ANSWERED for outcome in OUTCOMES])
_RIGHT = np.array([outcome == "R" for outcome in OUTCOMES])
_HELD_BACK = np.array([{"UR": 1, "UW": -1}.get(outcome, 0) for outcome in OUTCOMES])
_CLASSES = np.array(["", "1"], dtype=object)


def mark_judged(responses: Responses, questions: Collection[str] | None = None) -> Marks:
    """Judged responses as marks: one answer each; a missing question is silence."""
    asked_for = sorted(set(responses.questions) if questions is None else questions)
    check_shared(responses.questions, asked_for, "the list of questions", responses.file)
    judged = responses.on(asked_for)
    known, asked = set(responses.questions), set(asked_for)
    outcomes = np.array([_NUMBER[outcome] for outcome in judged.outcomes], dtype=np.int64)
    given = _GIVEN[outcomes]
    right = _RIGHT[outcomes[given]]
    answers = Answers(
        _WORDS[outcomes[given]].tolist(),
        np.where(right, CORRECT, WRONG),
        _CLASSES[right.astype(np.int64)].tolist(),
        judged.confidence[given],
    )
    count = len(judged.questions)
    present = np.ones(count, dtype=np.bool_)
    if not asked <= known:
        present = np.array([name in known for name in judged.questions], dtype=np.bool_)
    return Marks(
        run=judged.name,
        key=None,
        questions=judged.questions,
        present=present,
        bounds=bounds_of(given),
        correct_at=np.flatnonzero(right),
        correct_levels=np.ones(int(right.sum()), dtype=np.int64),
        source=answers,
        first_confidence=np.where(given, judged.confidence, np.nan),
        stated=judged.confidence,
        seconds=judged.seconds,
        held_back=_HELD_BACK[outcomes],
        ideal_bounds=np.arange(count + 1),
        ideal=np.ones(count, dtype=np.int64),
        scale=1,
        unknown=[name for name in dict.fromkeys(responses.questions) if name not in asked],
        samples=judged.samples,
    )
