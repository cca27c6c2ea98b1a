"""Ids of a run that its key does not know: signs of the wrong key, or of fields that are no ids."""

from __future__ import annotations

from qaeval.collection.keys import Key
from qaeval.collection.runs import Run
from qaeval.marking.marks import Marks


def knows_none(run: Run, key: Key, marks: Marks) -> bool:
    """Whether the key has none of the ids that the run gives for its questions."""
    # One correct answer settles it, and nearly every run has one.
    if key.ids is None or len(marks.correct_at) or not marks.given.any():
        return False
    return set(run.answers).isdisjoint(key.ids.ids)


def strangers(run: Run, key: Key) -> list[str]:
    """Of every question that both have an id that the key lacks; none unless every one has such.

    Only a key that has wrong answers too, of level 0, lists all that a run can choose from.
    """
    if key.ids is None or not (key.ids.levels == 0).any():
        return []
    found = []
    for at, question in enumerate(run.questions):
        if question in key.ids:
            pool = key.ids[question]
            given = run.answers[slice(run.bounds[at], run.bounds[at + 1])]
            stranger = next((answer for answer in given if answer not in pool), None)
            if stranger is None:
                return []
            found.append(stranger)
    return found
