"""Sets of questions that were drawn become a table."""

from __future__ import annotations

from collections.abc import Sequence

from qaeval.files.samples import COLUMNS, sample_rows
from qaeval.presentation.tables import Column, Table
from qaeval.studies.sampling import Drawing


def sample_table(drawing: Drawing, questions: Sequence[str]) -> Table:
    """A row per trial, set and question, as --samples reads them."""
    columns = [Column(name, "whole" if name == "trial" else "text") for name in COLUMNS]
    members = drawing.units.members if drawing.units.clustered else []
    rows = sample_rows(drawing.orders(), questions, members)
    return Table(columns, [list(row) for row in rows])
