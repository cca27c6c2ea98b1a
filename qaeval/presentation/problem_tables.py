"""The problems of submissions become a table, or lines as compilers print them."""

from __future__ import annotations

from collections.abc import Sequence

from qaeval.errors import InputError
from qaeval.presentation.tables import Cell, Column, Table

_COLUMNS = (Column("file"), Column("line", "whole"), Column("message"))


def problem_table(problems: Sequence[InputError]) -> Table:
    """A row per problem; as text `file:line: message`."""
    rows: list[list[Cell]] = [[problem.file, problem.line, problem.message] for problem in problems]
    return Table(_COLUMNS, rows, lines=[str(problem) for problem in problems])
