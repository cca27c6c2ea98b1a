"""What the papers print, as read from papers/printed/, and whether a value rounds to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

PRINTED = Path(__file__).parent / "printed"


@dataclass(frozen=True)
class Fault:
    """A printed number that does not follow, with the arithmetic."""

    where: str
    printed: str
    arithmetic: str


@dataclass(frozen=True)
class Check:
    """Cells of a paper that can be recomputed from others, and those that do not follow."""

    where: str
    rule: str
    cells: int
    faults: list[Fault] = field(default_factory=list)


def read(name: str) -> list[dict[str, str]]:
    """The rows of a table of papers/printed/, by column."""
    lines = (PRINTED / name).read_text(encoding="utf-8").splitlines()
    header, *rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return [dict(zip(header, row, strict=True)) for row in rows]


def rounds_to(value: Fraction | float, printed: str) -> bool:
    """Whether the value is the printed one to its last decimal (a half may go either way)."""
    decimals = len(printed.partition(".")[2])
    half = Fraction(1, 2 * 10**decimals)
    return abs(Fraction(value) - Fraction(printed)) <= half + Fraction(1, 10**9)


def some_multiple_rounds_to(parts: int, printed: str) -> bool:
    """Whether a whole number of 1/parts comes out as the printed value."""
    near = Fraction(printed) * parts
    return any(rounds_to(Fraction(int(near) + i, parts), printed) for i in (0, 1))
