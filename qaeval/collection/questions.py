"""What an organiser knows of each question, and what runs must share with it."""

from __future__ import annotations

from collections.abc import Sequence

from qaeval.collection.listings import Listing
from qaeval.errors import InputError
from qaeval.wording import shown


class QuestionTable(Listing):
    """What an organiser knows of each question, column by column."""

    noun = "question"

    @property
    def questions(self) -> list[str]:
        """The questions in the file's order."""
        return self.names


def check_shared(own: Sequence[str], known: Sequence[str], where: str, file: str) -> None:
    """Refuse a run all of whose questions are strange: its ids are written another way.

    One without any question is the run of a system that answered nothing.
    """
    if own and known and set(own).isdisjoint(known):
        first = f"its first is {shown(own[0])}, that of {where} {shown(known[0])}"
        raise InputError(f"none of its questions is in {where}: {first}", file)
