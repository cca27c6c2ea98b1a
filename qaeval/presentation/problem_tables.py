"""The problems of submissions become a table, or lines as compilers print them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from qaeval.errors import InputError
from qaeval.files.checking import Checked
from qaeval.presentation.tables import Cell, Column, Table

_PROBLEMS = (Column("file"), Column("line", "whole"), Column("message"))
_FILES = (Column("file"), Column("lines", "whole"), Column("problems", "whole"), Column("verdict"))


def problem_table(checked: Sequence[Checked], most: int) -> Table:
    """A row per problem, at most `most` of a kind in a file (0: all); as text `file:line: …`."""
    problems = [problem for file in checked for problem in _first(file.problems, most)]
    rows: list[list[Cell]] = [[problem.file, problem.line, problem.message] for problem in problems]
    return Table(_PROBLEMS, rows, lines=[str(problem) for problem in problems])


def _first(problems: Sequence[InputError], most: int) -> Iterator[InputError]:
    """The first problems of each kind; how many more there are stands below the last of them."""
    in_all, so_far = Counter(problem.kind for problem in problems), Counter[str]()
    for problem in problems:
        so_far[problem.kind] += 1
        if not most or so_far[problem.kind] <= most:
            yield problem
            more = in_all[problem.kind] - most
            if so_far[problem.kind] == most and more > 0:
                yield InputError(f"… and {more:,} more of this kind", problem.file)


def verdict_table(checked: Sequence[Checked]) -> Table:
    """A row per file: how long it is, how many problems it has, and what that comes to."""
    rows: list[list[Cell]] = [
        [file.file, file.lines, len(file.problems), file.verdict] for file in checked
    ]
    return Table(_FILES, rows)
