"""The stability method's rates become tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from qaeval.presentation.tables import EVERYONE, PEOPLE, PROGRAMS, Cell, Column, PageHead, Table
from qaeval.studies.reliability.stability import Stability
from qaeval.wording import percent

# A measure's label, c, and the counts.
StabilityEntry = tuple[str, int, Stability]


def stability_table(
    entries: Sequence[StabilityEntry], lead: Mapping[str, Cell], title: str = ""
) -> Table:
    """Minority rate and proportion of ties at each fuzziness value."""
    columns = [
        Column("measure"),
        Column("c", "whole"),
        Column("fuzziness", "exact", page=PageHead("margin", kind="edge")),
        Column("minority_rate", "number", page=PageHead("minority rate")),
        Column("prop_ties", "number", page=PageHead("ties")),
        Column("pairs", "whole", readers=(PEOPLE, PROGRAMS)),
        Column("trials", "whole", readers=(PEOPLE, PROGRAMS)),
    ]
    rows: list[list[Cell]] = [
        [label, size, float(margin), rate, ties, counts.pairs, counts.trials]
        for label, size, counts in entries
        for margin, rate, ties in zip(
            counts.fuzziness, counts.minority_rates, counts.tie_rates, strict=True
        )
    ]
    return Table(columns, rows, title, lead, lead_readers=EVERYONE)


def crossing_table(entries: Sequence[StabilityEntry], rate: float, where: str = "") -> Table:
    """The proportion of ties at the same minority rate, which makes measures comparable."""
    columns = [Column("measure"), Column("c", "whole"), Column("prop_ties", "number", "low")]
    rows: list[list[Cell]] = [
        [label, size, counts.ties_at(rate)] for label, size, counts in entries
    ]
    title = f"{where}ties at a minority rate of {percent(rate)} (-: not reached)"
    return Table(columns, rows, title, readers=(PEOPLE,))
