"""Which columns of a table hold what, and what the grades in them stand for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from qaeval import decimals
from qaeval.collection.responses import OUTCOMES
from qaeval.errors import InputError
from qaeval.patterns import Pattern
from qaeval.wording import either, shown

ROW_NUMBER = "#"


@dataclass(frozen=True)
class ValueColumn:
    """A column of outcomes or scores, and what it is of: a measure, or of a wide table a run."""

    path: str
    label: str


@dataclass(frozen=True)
class Asked:
    """Which column holds what; None where none does, or for the question: as usual."""

    values: tuple[ValueColumn, ...]
    are_outcomes: bool = False
    question: str | None = None
    run: str | None = None
    task: str | None = None
    cluster: str | None = None
    sample: str | None = None
    same: str | None = None  # a text that must be equal wherever the question is
    confidence: str | None = None
    seconds: str | None = None
    response: str | None = None
    map: Mapping[str, str] | None = None  # None: as graders usually write
    wide: str | None = None  # the measure of a table that has a column for each run
    confidence_scale: float = 1.0
    confidence_from: Pattern | None = None  # finds it in the response
    no_response: Pattern | None = None
    is_usual: bool = False  # the column of values was not named, but is the usual one

    def columns(self, question: str) -> list[tuple[str, str]]:
        """The option and the name of every column that is needed, the values first."""
        option = "--outcome" if self.are_outcomes else "--column"
        named = {
            "--question": None if question == ROW_NUMBER else question,
            "--run": self.run,
            "--task": self.task,
            "--cluster": self.cluster,
            "--sample": self.sample,
            "--same": self.same,
            "--confidence": self.confidence,
            "--seconds": self.seconds,
            "--response": self.response,
        }
        return [
            *((option, column.path) for column in self.values),
            *((name, path) for name, path in named.items() if path is not None),
        ]

    def again(self, question: str, sample: str) -> InputError:
        """What is wrong with a second row, and which options might tell the two apart."""
        which = f"sample {shown(sample)} of question" if sample else "question"
        columns = {"--run": self.run or self.wide, "--task": self.task, "--sample": self.sample}
        unnamed = [option for option, column in columns.items() if column is None]
        hint = f": which column tells the two apart? ({either(unnamed)})" if unnamed else ""
        return InputError(f"{which} {shown(question)} again{hint}")


def parse_map(text: str) -> dict[str, str]:
    """`A=R,B=W,C=U`: the outcome, or the number, that each grade stands for."""
    meanings: dict[str, str] = {}
    for pair in text.split(","):
        grade, equals, meaning = pair.rpartition("=")
        grade, meaning = grade.strip(), meaning.strip()
        if not equals:
            raise InputError(f"{shown(text)}: expected GRADE=OUTCOME,… such as A=R,B=W,C=U")
        if grade in meanings:
            raise InputError(f"grade {shown(grade)} twice in {shown(text)}")
        if meaning not in OUTCOMES and not decimals.is_number(meaning):
            raise InputError(
                f"outcome {shown(meaning)}, expected one of {' '.join(OUTCOMES)}, or a number"
            )
        meanings[grade] = meaning
    if len({meaning in OUTCOMES for meaning in meanings.values()}) > 1:
        raise InputError(f"{shown(text)}: outcomes and numbers, expected the one or the other")
    return meanings
