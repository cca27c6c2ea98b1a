"""What of the scores a step studies, said by keywords that all steps share."""

from __future__ import annotations

import functools
import inspect
import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from typing import Any

from qaeval.errors import InputError, InputRemark
from qaeval.measures import Measure
from qaeval.notebook.listing_intake import as_questions, as_run_table
from qaeval.notebook.score_intake import as_scores
from qaeval.presentation.results import Result
from qaeval.steps.asked import TableOptions
from qaeval.steps.choosing import Choosing
from qaeval.steps.notes import Notes
from qaeval.steps.run_choice import RunChoice
from qaeval.steps.study import Study, chosen_scores, study_of

_OPTION = re.compile(r"(?<![\w-])--([a-z][a-z-]+)")


@dataclass(frozen=True)
class Choice:
    """Which scores are studied; every keyword is the option of that name.

    `questions` and `runs` are tables: a path, a data frame or a dictionary of columns. `only` and
    `only_runs` are COLUMN=VALUE, or a dictionary of such.
    """

    measures: Any = ()  # all of the scores, unless told
    questions: Any = None
    only: Any = ()
    by: str | None = None
    cluster: str | None = None
    macro: str | None = None
    intersect: bool = False
    run: Any = ()  # patterns of names
    exclude: Any = ()
    runs: Any = None
    only_runs: Any = ()
    best_of: str | None = None
    by_runs: str | None = None

    def __post_init__(self) -> None:
        """Refuse what is of the wrong type."""
        for name in ("by", "cluster", "macro", "best_of", "by_runs"):
            if getattr(self, name) is not None:
                typed(name, getattr(self, name), str)
        typed("intersect", self.intersect, bool)

    def table_options(self, questions: str | None, run_table: str | None) -> TableOptions:
        """The same as the commands take it, with the names of the tables for the signature."""
        choice = RunChoice(
            names("run", self.run),
            names("exclude", self.exclude),
            run_table,
            conditions("only_runs", self.only_runs),
            self.best_of,
            self.by_runs,
        )
        return TableOptions(
            measure=labels(self.measures),
            intersect=self.intersect,
            questions=questions,
            only=conditions("only", self.only),
            choice=choice,
            by=self.by,
            cluster=self.cluster,
            macro=self.macro,
        )

    def study(
        self, given: Any, notes: Notes, least_runs: int = 2, all_grouped: bool = True
    ) -> Study:
        """What is studied of the scores."""
        scores = as_scores(given)
        questions = as_questions(self.questions)
        choosing, asked = self.choosing(notes, None if questions is None else questions.file)
        chosen = chosen_scores(scores, asked, choosing, notes, least_runs)
        return study_of(chosen, asked, choosing, notes, least_runs, all_grouped, questions)

    def choosing(self, notes: Notes, questions: str | None) -> tuple[Choosing, TableOptions]:
        """Which runs count, with the table that says so."""
        table = as_run_table(self.runs)
        asked = self.table_options(questions, None if table is None else table.file)
        return Choosing.with_table(asked.choice, table, notes, self.by), asked


def typed(name: str, value: Any, *kinds: type, what: str = "") -> Any:
    """A value that must be of one of these types; True is no number."""
    known = isinstance(value, kinds) and (bool in kinds or not isinstance(value, bool))
    if not known:
        expected = what or " or ".join(_KINDS.get(kind, kind.__name__) for kind in kinds)
        raise TypeError(f"{name}: expected {expected}, found {type(value).__name__}")
    return value


_KINDS = {str: "text", int: "a whole number", float: "a number", bool: "True or False"}


def names(name: str, given: Any) -> tuple[str, ...]:
    """One name, or several."""
    if isinstance(given, str):
        return (given,)
    if not isinstance(given, Sequence) or not all(isinstance(part, str) for part in given):
        raise TypeError(f"{name}: expected text or a list of texts, found {_found(given)}")
    return tuple(given)


def labels(given: Any) -> tuple[str, ...]:
    """Measures by name or as they are."""
    if isinstance(given, Measure):
        return (given.label,)
    if isinstance(given, Sequence) and not isinstance(given, str):
        given = [part.label if isinstance(part, Measure) else part for part in given]
    return names("measures", given)


def conditions(name: str, given: Any) -> tuple[str, ...]:
    """COLUMN=VALUE, one or several, or a dictionary of them."""
    if isinstance(given, Mapping):
        return tuple(f"{column}={value}" for column, value in given.items())
    return names(name, given)


def _found(given: Any) -> str:
    if isinstance(given, Sequence):
        strange = next(part for part in given if not isinstance(part, str))
        return f"{type(strange).__name__} among them"
    return type(given).__name__


@contextmanager
def in_words_of_python() -> Iterator[None]:
    """Errors that name options by their names as keywords."""
    try:
        yield
    except InputError as error:
        said = _OPTION.sub(lambda option: option.group(1).replace("-", "_"), error.message)
        raise type(error)(said, error.file, error.line) from None


def with_notes(result: Result, notes: Notes) -> Result:
    """A result with its notes, which are given as warnings too."""
    for message in notes.messages:
        warnings.warn(InputRemark(message), stacklevel=5)
    return replace(result, notes=tuple(notes.messages))


def a_step(function: Callable[..., Result], optional: bool = False) -> Callable[..., Result]:
    """A step whose keywords, beside its own, are those of the choice; help shows them all.

    The function itself takes the scores, the choice, the notes, and its own keywords. `optional`:
    it can do without scores.
    """
    own = list(inspect.signature(function).parameters.values())
    scores, keywords = own[0], own[3:]
    if optional:
        scores = scores.replace(default=None)
    shared = [
        inspect.Parameter(
            part.name,
            inspect.Parameter.POSITIONAL_OR_KEYWORD
            if part.name == "measures"
            else inspect.Parameter.KEYWORD_ONLY,
            default=part.default,
            annotation=part.type,
        )
        for part in fields(Choice)
    ]
    signature = inspect.Signature(
        [scores, shared[0], *keywords, *shared[1:]], return_annotation="Result"
    )

    @functools.wraps(function)
    def step(*given: Any, **named: Any) -> Result:
        bound = signature.bind(*given, **named).arguments
        first = bound.pop(scores.name, None)
        chosen = {part.name: bound.pop(part.name) for part in shared if part.name in bound}
        notes = Notes()
        with in_words_of_python():
            return with_notes(function(first, Choice(**chosen), notes, **bound), notes)

    step.__signature__ = signature  # type: ignore[attr-defined]
    return step
