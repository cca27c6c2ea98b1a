"""Sakai 2004 and 2007: cells that follow from others, recomputed."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from printed_numbers import Check, Fault, read, rounds_to, some_multiple_rounds_to

# Per table: runs, pairs, and the shares of pairs that differ at .01 and additionally at .05.
PAIRS = {"1": (25, 300, 68, 7), "2": (10, 45, 69, 13), "3": (14, 91, 63, 15)}
VALUES_2007 = {"1": 50_000, "2": 20_000}


def checks() -> list[Check]:
    """Everything that can be recomputed."""
    rows = read("2004-tables-1-3.tsv")
    return [
        Check("Section 4.1 (2007)", "(3/4 + 6/8 + 10/16 + 13/17)/4 = .7224", 1, _beatles()),
        Check(
            "Tables 1–3", "relative difference = difference / maximum", len(rows), _relative(rows)
        ),
        _maxima(rows, "NQcorrect", 1, "right/wrong maximum = a whole number of c"),
        _maxima(rows, "RR", 60, "RR maximum = a whole number of 1/60 of c"),
        Check(
            "Sections 3–5",
            "pairs = n(n−1)/2",
            3,
            [
                Fault("pairs", str(n), f"{comb(runs, 2)}")
                for runs, n, *_ in PAIRS.values()
                if comb(runs, 2) != n
            ],
        ),
        Check("Sections 3–5", "share of pairs = a whole number of them", 6, _shares()),
        Check(
            "Tables 1–3",
            "comparisons = 1000 × pairs",
            3,
            [
                Fault(f"Table {row['table']}", row["comparisons"], f"{1000 * pairs:,}")
                for row in rows
                for pairs in [comb(int(row["runs"]), 2)]
                if int(row["comparisons"]) != 1000 * pairs
            ],
        ),
        Check("Tables 1–3 (2004)", "values = 1000 trials × runs × 2 sets", 3, _values(rows)),
        Check(
            "Sections 3, 4.3 (2007)",
            "values = 1000 trials × runs × 2 sets",
            2,
            [
                Fault(f"Table {table}", f"{n:,}", f"{2000 * PAIRS[table][0]:,}")
                for table, n in VALUES_2007.items()
                if n != 2000 * PAIRS[table][0]
            ],
        ),
    ]


def in_words() -> list[Fault]:
    """What the text says that does not follow."""
    return [
        Fault(
            "2007, Section 4.3",
            "45,000 comparisons are “1000 trials for 10 system pairs”",
            f"10 runs make 10·9/2 = {comb(10, 2)} pairs; 1000 × {comb(10, 2)} = "
            f"{1000 * comb(10, 2):,}",
        ),
        Fault(
            "2004, Figure 1 (the algorithm of stability; 2011 has the same)",
            "where both runs score 0, y wins",
            "margin = f·max(0, 0) = 0; |0 − 0| < 0 is false and 0 > 0 is false, so the last branch "
            "adds to GT(y, x): a win by nothing. `stability` counts a tie",
        ),
        Fault(
            "2004, Figure 2 (the algorithm of swap)",
            "BIN(d) for bins that start at 0",
            "where y is the better run d is negative, and in none of the bins; |d| is meant, "
            "as the "
            "2011 paper's Figure 3 prints",
        ),
        Fault(
            "2004, Table 1",
            "“(a) c = 97” and “(ii) c = 50”",
            "two parts, numbered in two ways: (a) and (b), or (i) and (ii)",
        ),
        Fault(
            "2004, Table 2",
            "“(a) c = 97” and “(a) c = 50”",
            "two parts, both labelled (a): the second is (b)",
        ),
    ]


def _beatles() -> list[Fault]:
    value = (Fraction(3, 4) + Fraction(6, 8) + Fraction(10, 16) + Fraction(13, 17)) / 4
    return [] if rounds_to(value, "0.7224") else [Fault("Q", ".7224", f"{float(value):.4f}")]


def _relative(rows: list[dict[str, str]]) -> list[Fault]:
    return [
        Fault(_where(row), f"{row['relative']}%", f"{row['diff']}/{row['max']}")
        for row in rows
        if not rounds_to(100 * Fraction(row["diff"]) / Fraction(row["max"]), row["relative"])
    ]


def _maxima(rows: list[dict[str, str]], name: str, parts: int, rule: str) -> Check:
    mine = [row for row in rows if row["measure"].startswith(name)]
    faults = []
    for row in mine:
        per_unit = parts * int(row["c"])
        if not some_multiple_rounds_to(per_unit, row["max"]):
            low = int(Fraction(row["max"]) * per_unit)
            faults.append(
                Fault(
                    f"{_where(row)}, maximum",
                    row["max"],
                    f"the mean of {row['c']} values out of 1, 1/2, 1/3, 1/4, 1/5, 0 is a whole "
                    "number "
                    f"of 1/{per_unit}; {row['max']}·{per_unit} = "
                    f"{float(Fraction(row['max']) * per_unit):.1f}, and its neighbours are "
                    f"{low}/{per_unit} = {low / per_unit:.4f} and {low + 1}/{per_unit} = "
                    f"{(low + 1) / per_unit:.4f} (.8006 is the latter cut, or a mean of 1/3's "
                    "written .333)",
                )
            )
    return Check("Tables 1–2", rule, len(mine), faults)


def _shares() -> list[Fault]:
    return [
        Fault(f"Table {table}", f"{share}%", f"of {pairs} pairs")
        for table, (_, pairs, *shares) in PAIRS.items()
        for share in shares
        if not any(rounds_to(Fraction(100 * n, pairs), str(share)) for n in range(pairs + 1))
    ]


def _values(rows: list[dict[str, str]]) -> list[Fault]:
    return [
        Fault(
            f"2004, heading of Table {table}",
            "“2,000 values”",
            f"the maximum is over all runs: 1000 trials × {runs} runs × 2 sets = "
            f"{2000 * runs:,}{told}",
        )
        for table, (runs, *_) in PAIRS.items()
        for told in [f"; 2007 says {VALUES_2007[table]:,}" if table in VALUES_2007 else ""]
        if any(row["table"] == table and int(row["values"]) != 2000 * runs for row in rows)
    ]


def _where(row: dict[str, str]) -> str:
    return f"Table {row['table']}, c = {row['c']}, {row['measure']}"
