"""What is planned without scores becomes a table, and sentences."""

from __future__ import annotations

from collections.abc import Sequence

from qaeval.presentation.plan_tables import Goals, settled
from qaeval.presentation.tables import Cell, Column, Table
from qaeval.presentation.words import detected_in_words, found_in_words
from qaeval.studies.inference.power import FEWEST_QUESTIONS
from qaeval.studies.reliability.guess import Guess, RightWrong
from qaeval.wording import counted


def guess_table(guess: Guess, numbers: Sequence[int], goals: Goals) -> Table:
    """What each number of questions lets one find; of a share also how well it is known."""
    columns = [
        Column("questions", "whole"),
        Column("diff_detectable", "number", heading="detectable"),
    ]
    rows: list[list[Cell]] = [[number, _findable(guess, number, goals)] for number in numbers]
    if isinstance(guess, RightWrong):
        columns.append(Column("half_width", "number", heading="half width"))
        for row, number in zip(rows, numbers, strict=True):
            row.append(settled(guess.half_width(number)))
    return Table(columns, rows)


def _findable(guess: Guess, number: int, goals: Goals) -> Cell:
    difference = guess.detectable(number, goals.runs, goals.alpha, goals.power)
    return "none" if difference is None else settled(difference)


def guess_needs_table(guess: Guess, differences: Sequence[float], goals: Goals) -> Table:
    """How many questions it takes to find each difference."""
    columns = [Column("diff", "exact"), Column("questions_detectable", "whole")]
    rows: list[list[Cell]] = [
        [difference, _needed(guess, difference, goals)] for difference in differences
    ]
    return Table(columns, rows)


def _needed(guess: Guess, difference: float, goals: Goals) -> Cell:
    needed = guess.needed(difference, goals.runs, goals.alpha, goals.power)
    return "none" if needed is None else needed


def guess_in_words(
    guess: Guess, numbers: Sequence[int], differences: Sequence[float], goals: Goals
) -> list[str]:
    """The first row of the table in a sentence, and what was supposed."""
    said = []
    if differences:
        needed = _needed(guess, differences[0], goals)
        if isinstance(needed, int):
            finds = detected_in_words(counted(needed, "question"), goals)
            said.append(f"A true difference of {differences[0]:g} {finds}")
    else:
        found = guess.detectable(numbers[0], goals.runs, goals.alpha, goals.power)
        if found is not None or numbers[0] < FEWEST_QUESTIONS:
            start = f"With {counted(numbers[0], 'question')}, "
            said.append(f"{start}{found_in_words('', found, goals)}")
    if isinstance(guess, RightWrong):
        said.append(
            f"Supposed: two runs, each right on about {guess.accuracy:g} of the questions, of "
            f"which one is right and the other wrong on {guess.discordant:g}."
        )
        if not differences:
            said.append(
                f"half width: the 95% interval of a run's accuracy of {guess.accuracy:g} is as "
                "long to either side."
            )
    else:
        said.append(
            f"Supposed: the difference between two runs on a question has a standard deviation of "
            f"{guess.sd:g}."
        )
    return said
