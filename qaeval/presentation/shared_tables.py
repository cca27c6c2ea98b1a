"""Pairs of runs on the questions that both have, as a table and in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan

from qaeval.presentation.comparison_tables import PAIR_COLUMNS
from qaeval.presentation.tables import Cell, Column, Table
from qaeval.studies.inference.corrections import ALPHA
from qaeval.studies.inference.shared import SharedPair
from qaeval.studies.inference.tests import TESTS
from qaeval.wording import counted

_COLUMNS = (*PAIR_COLUMNS[:2], Column("questions", "whole"), *PAIR_COLUMNS[2:])


def shared_table(
    runs: Sequence[str],
    pairs: Sequence[SharedPair],
    better: str,
    title: str,
    lead: Mapping[str, Cell],
) -> Table:
    """A row per pair, the better run of it first; pairs in the order of the runs' names."""
    return Table(_COLUMNS, [_row(runs, pair, better) for pair in pairs], title, lead)


def _row(runs: Sequence[str], pair: SharedPair, better: str) -> list[Cell]:
    x, y, values = runs[pair.x], runs[pair.y], (pair.value_x, pair.value_y)
    difference, span, effect = pair.difference, (pair.low, pair.high), pair.effect
    split = (pair.wins, pair.losses)
    if difference > 0 if better == "low" else difference < 0:
        x, y, values, split = y, x, values[::-1], split[::-1]
        difference, span, effect = -difference, (-span[1], -span[0]), -effect
    wins, losses = split
    ties = None if wins is None or losses is None else pair.questions - wins - losses
    figures = (*values, difference + 0.0, *(end + 0.0 for end in span))  # never -0
    return [
        *(x, y, pair.questions, *figures, wins, losses, ties),
        *(pair.p, pair.p, effect + 0.0, "max-t"),
    ]


def shared_in_words(title: str, pairs: Sequence[SharedPair], test: str) -> list[str]:
    """How many pairs differ, on how many questions, and what cannot be said."""
    tested = [pair for pair in pairs if not isnan(pair.p)]
    sizes = [pair.questions for pair in pairs]
    least, most = min(sizes), max(sizes)
    on = counted(most, "question") if least == most else f"{least:,} to {most:,} questions"
    said = [f"{title}: each pair on the questions that both runs have, {on}."]
    if len(tested) < len(pairs):
        few = counted(len(pairs) - len(tested), "pair")
        said.append(f"{title}: {few} without a test, too few questions or nothing to test.")
    if not tested:
        return said
    differ = sum(pair.p <= ALPHA for pair in tested)
    kind = TESTS[test]
    return [
        *said,
        f"{title}: {differ} of {counted(len(tested), 'run pair')} differ at .05 ({test}).",
        "A run's value differs from pair to pair with the questions: no ranks, marks or letters.",
        f"p is the chance of {kind.extreme} if {kind.hypothesis}.",
    ]
