"""Assessors' votes on nuggets become weights (Lin & Demner-Fushman 2006)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from qaeval.collection.nuggets import Nugget, NuggetVotes


@dataclass(frozen=True)
class Pyramid:
    """The nuggets with their weights, and where the assessors left something open."""

    nuggets: dict[str, list[Nugget]]  # by question
    tied: list[str]  # questions with a nugget that half of its assessors call vital
    flat: list[str]  # questions in which nobody calls anything vital


def pyramid(votes: NuggetVotes, assessors: Collection[str] | None = None) -> Pyramid:
    """A weight is the number of assessors who call it vital, by the most that a nugget has.

    A nugget is vital where more than half of those who judged it say so; `assessors` are those
    whose votes count (None: all). A question that none of them judged is left out.
    """
    nuggets: dict[str, list[Nugget]] = {}
    tied: list[str] = []
    flat: list[str] = []
    for question, judged in votes.votes.items():
        counted = {name: _counts(ballots, assessors) for name, ballots in judged.items()}
        known = {name: counts for name, counts in counted.items() if counts[1]}
        if not known:
            continue
        most = max(vital for vital, _ in known.values())
        nuggets[question] = [
            Nugget(name, 2 * vital > of, vital / most if most else 0.0)
            for name, (vital, of) in known.items()
        ]
        if any(2 * vital == of for vital, of in known.values()):
            tied.append(question)
        if not most:
            flat.append(question)
    return Pyramid(nuggets, tied, flat)


def _counts(ballots: dict[str, bool], assessors: Collection[str] | None) -> tuple[int, int]:
    """How many call a nugget vital, and how many judged it."""
    own = [vital for name, vital in ballots.items() if assessors is None or name in assessors]
    return sum(own), len(own)
