"""What an organiser knows of each question."""

from __future__ import annotations

from qaeval.collection.listings import Listing


class QuestionTable(Listing):
    """What an organiser knows of each question, column by column."""

    noun = "question"

    @property
    def questions(self) -> list[str]:
        """The questions in the file's order."""
        return self.names
