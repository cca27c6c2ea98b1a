"""Question files: the first column is `question`, the others are the organiser's."""

from __future__ import annotations

from qaeval.collection.questions import QuestionTable
from qaeval.files import fields
from qaeval.files.listings import read_listing


def read_questions(path: str) -> QuestionTable:
    """Read a question file."""
    return read_listing(path, QuestionTable, fields.question_id)
