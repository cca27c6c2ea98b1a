"""Sets of questions that were drawn become a table."""

from __future__ import annotations

from qaeval.collection.draws import Draws
from qaeval.files.samples import COLUMNS, sample_rows
from qaeval.presentation.tables import Column, Table


def sample_table(draws: Draws) -> Table:
    """A row per trial, set and question, as --samples reads them."""
    columns = [Column(name, "whole" if name == "trial" else "text") for name in COLUMNS]
    return Table(columns, [list(row) for row in sample_rows(draws)])
