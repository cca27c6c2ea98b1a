"""What an organiser knows of each question."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class QuestionTable:
    """What an organiser knows of each question, column by column."""

    file: str
    questions: list[str]
    columns: dict[str, list[str]]
    lines: list[int]
