"""Agreement as tables and in words: all assessors, each pair, and what is measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from qaeval.gold.agreement import COEFFICIENTS, Coefficient
from qaeval.presentation.drawings import HeatMap
from qaeval.presentation.tables import PAGE, PEOPLE, PROGRAMS, Cell, Column, Estimate, Table
from qaeval.studies.agreement_intervals import (
    FEWEST_ANSWERS,
    MOST_PAIRS,
    AgreementStudy,
    Measured,
)
from qaeval.wording import counted

ALL = "all"

_IN_PAIRS = ("Cohen", "Cohen-linear", "Cohen-quadratic", "alpha", "AC1")
_READ = (PEOPLE, PAGE)


def agreement_tables(study: AgreementStudy, names: Sequence[str], size: int) -> list[Table]:
    """For people all assessors and then the pairs, for programs one long table."""
    tables = [_together_table(study, names, size)]
    if len(names) > 2:
        tables.append(_pair_table(study, names, size))
    return [*tables, _long_table(study, names)]


def _long_table(study: AgreementStudy, names: Sequence[str]) -> Table:
    columns = [Column("statistic"), Column("assessor_x"), Column("assessor_y")]
    numbers = ("value", "low", "high", "observed", "expected")
    columns += [Column(name, "number") for name in numbers]
    columns.append(Column("answers", "whole"))
    rows = _long_rows(study.everyone, ALL, ALL)
    for (x, y), values in study.pairs.items():
        rows += _long_rows(values, names[x], names[y])
    return Table(columns, rows, readers=(PROGRAMS,))


def _long_rows(values: Mapping[str, Measured], x: str, y: str) -> list[list[Cell]]:
    return [
        [name, x, y, m.value, m.low, m.high, m.observed, m.expected, m.answers]
        for name, m in values.items()
    ]


def _together_table(study: AgreementStudy, names: Sequence[str], size: int) -> Table:
    columns = [Column("statistic"), Column("value", "number")]
    columns += [Column("observed", "number"), Column("expected", "number")]
    columns.append(Column("answers", "whole"))
    rows: list[list[Cell]] = [
        [name, _estimate(m), m.observed, m.expected, m.answers]
        for name, m in study.everyone.items()
        if name in {coefficient.name for coefficient in told_apart(size)}
    ]
    return Table(columns, rows, counted(len(names), "assessor"), readers=_READ)


def _pair_table(study: AgreementStudy, names: Sequence[str], size: int) -> Table:
    there = {coefficient.name for coefficient in told_apart(size)}
    kept = [name for name in _IN_PAIRS if name in there]
    columns = [Column("assessor"), Column("and")]
    columns += [Column(name.removeprefix("Cohen-"), "number") for name in kept]
    columns.append(Column("answers", "whole"))
    rows: list[list[Cell]] = []
    for (x, y), values in study.pairs.items():
        first, *others = (values[name] for name in kept)
        cells = [_estimate(first), *(m.value for m in others)]
        rows.append([names[x], names[y], *cells, first.answers])
    return Table(columns, rows, "Pairs", readers=_READ)


def told_apart(size: int) -> list[Coefficient]:
    """Those that differ: with two labels, how far apart they are makes no difference."""
    return [coefficient for coefficient in COEFFICIENTS if size > 2 or not coefficient.ordered]


def _estimate(measured: Measured) -> Estimate:
    return Estimate(measured.value, measured.low, measured.high)


def agreement_in_words(study: AgreementStudy, size: int, missing: float, trials: int) -> list[str]:
    """What each coefficient measures, and whence the intervals."""
    words = [f"{coefficient.name}: {coefficient.help}." for coefficient in told_apart(size)]
    if size == 2:
        words.append("With two labels the ordinal, interval and weighted ones are the same.")
    words.append(_intervals_in_words(study, trials))
    if missing:
        words.append(
            f"{missing:.1%} of the labels are missing; pairs are compared on what both labelled."
        )
    return words


def _intervals_in_words(study: AgreementStudy, trials: int) -> str:
    told = f"[low, high]: 95% interval, from {counted(trials, 'draw')} of answers"
    everyone = study.everyone["alpha"].answers
    if everyone < FEWEST_ANSWERS:
        have = counted(everyone, "answer")
        return f"No intervals: {have} with two labels, and they hold from {FEWEST_ANSWERS} on."
    if len(study.pairs) > MOST_PAIRS:
        return f"{told}; none for pairs, of which there are more than {MOST_PAIRS:,}."
    if any(m.answers < FEWEST_ANSWERS for pair in study.pairs.values() for m in pair.values()):
        return f"{told}; none where fewer than {FEWEST_ANSWERS} are compared."
    return f"{told}."


def agreement_map(study: AgreementStudy, names: Sequence[str]) -> HeatMap:
    """Cohen's kappa of each pair, to be drawn."""
    values = {pair: measured["Cohen"].value for pair, measured in study.pairs.items()}
    return HeatMap("Cohen's kappa", names, values)
