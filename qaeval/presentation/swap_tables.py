"""The swap method's counts become tables: required differences, and the bins behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from qaeval.presentation.tables import EVERYONE, PEOPLE, PROGRAMS, Cell, Column, PageHead, Table
from qaeval.studies.reliability.support import SwapSupport, swap_support
from qaeval.studies.reliability.swap import Swaps
from qaeval.wording import counted, percent

# A measure's label, c, and the counts.
SwapEntry = tuple[str, int, Swaps]


def sensitivity_tables(
    entries: Sequence[SwapEntry],
    levels: Sequence[Fraction],
    steady: bool,
    lead: Mapping[str, Cell],
    where: str = "",
    only_supported: bool = False,
) -> list[Table]:
    """The papers' Tables 1 to 3: one for each level of confidence and each c.

    `only_supported`: leave out a required difference that nothing speaks for.
    """
    sizes = dict.fromkeys(size for _, size, _ in entries)
    return [
        _sensitivity_table(
            [entry for entry in entries if entry[1] == size],
            level,
            steady,
            lead,
            where,
            only_supported,
        )
        for level in levels
        for size in sizes
    ]


def _sensitivity_table(
    entries: Sequence[SwapEntry],
    level: Fraction,
    steady: bool,
    lead: Mapping[str, Cell],
    where: str,
    only_supported: bool,
) -> Table:
    _, size, first = entries[0]
    columns = [
        Column("measure"),
        Column("c", readers=(PROGRAMS,)),
        Column("confidence", "exact", readers=(PROGRAMS,)),
        Column("diff_required", "edge", heading="abs. diff required"),
        Column("max_value", "number", heading=f"max of {first.values:,}"),
        Column("values", "whole", readers=(PROGRAMS,)),
        Column("relative_diff", "percent", heading="rel. diff"),
        Column("sensitivity", "share", heading="comparisons with it"),
        Column("comparisons", "whole", readers=(PROGRAMS,)),
        Column("pairs", "whole", readers=(PROGRAMS,)),
        Column("steady", "edge", readers=(PROGRAMS,)),
        Column("supported", "truth", readers=(PROGRAMS,)),
    ]
    rows: list[list[Cell]] = []
    for label, _, swaps in entries:
        support = swap_support(swaps, level, steady)
        cells = requirement(support, only_supported)
        rows.append([label, size, float(level), *cells, *_support_cells(support)])
    of = counted(int(first.comparisons.sum()), "comparison")
    title = f"{where}c = {size}: sensitivity at {percent(float(level))} ({of})"
    return Table(columns, rows, title, lead)


class Requirement(NamedTuple):
    """The cells of the difference required at a level of confidence; `none` where none suffices."""

    difference: Cell
    largest: float
    values: int
    relative: Cell
    sensitivity: Cell
    comparisons: int


def requirement(support: SwapSupport, only_supported: bool = False) -> Requirement:
    """The difference required and what depends on it, empty where no difference suffices."""
    swaps, at = support.swaps, support.at
    total = int(swaps.comparisons.sum())
    if at is None or (only_supported and not support.is_enough):
        return Requirement("none", swaps.largest, swaps.values, "", "", total)
    edge, sensitivity = swaps.edge(at), swaps.sensitivity(at)
    relative: Cell = edge / swaps.largest if swaps.largest > 0 else ""
    return Requirement(edge, swaps.largest, swaps.values, relative, sensitivity, total)


def _support_cells(support: SwapSupport) -> list[Cell]:
    """The pairs of runs behind the difference, the steady rule's, and whether it is supported."""
    steady: Cell = "none" if support.steady is None else support.swaps.edge(support.steady)
    pairs: Cell = "" if support.pairs is None else support.pairs
    return [pairs, steady, "yes" if support.is_enough else "no"]


def bin_table(entries: Sequence[SwapEntry], lead: Mapping[str, Cell], title: str = "") -> Table:
    """The swap rate of each bin of differences."""
    columns = [
        Column("measure"),
        Column("c", "whole"),
        Column("low", "exact", page=PageHead("difference from", kind="edge")),
        Column("high", "exact", readers=(PEOPLE, PROGRAMS)),
        Column("comparisons", "whole"),
        Column("swaps", "whole"),
        Column("swap_rate", "number", page=PageHead("swap rate")),
    ]
    rows: list[list[Cell]] = []
    for label, size, swaps in entries:
        last = len(swaps.comparisons) - 1
        for at, rate in enumerate(swaps.rates):
            high: Cell = "" if at == last else swaps.edge(at + 1)
            counts = [int(swaps.comparisons[at]), int(swaps.swaps[at])]
            rows.append([label, size, swaps.edge(at), high, *counts, rate])
    return Table(columns, rows, title, lead, lead_readers=EVERYONE)
