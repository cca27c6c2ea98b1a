"""Peñas & Rodrigo 2011: Tables 2 and 3 from their own columns, and what the text says of them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from printed_numbers import Check, Fault, read, rounds_to


def checks() -> list[Check]:
    """Everything that can be recomputed."""
    swaps, systems = read("2011-table-2.tsv"), read("2011-table-3.tsv")
    return [
        Check("Table 2", "(iii) = (i)/(ii)", len(swaps), _relative(swaps)),
        Check(
            "Table 3",
            "(i) + (ii) + (iii) = 500",
            len(systems),
            [
                Fault(f"Table 3, {row['run']}", str(_count(row)), "500")
                for row in systems
                if _count(row) != 500
            ],
        ),
        Check("Table 3", "accuracy = n_ac/n", len(systems), _wrong(systems, "accuracy", _accuracy)),
        Check(
            "Table 3", "c@1 = (n_ac + n_u·n_ac/n)/n", len(systems), _wrong(systems, "c@1", _c_at_1)
        ),
    ]


def in_words() -> list[Fault]:
    """What the text says that does not follow."""
    rows = {row["measure"]: row for row in read("2011-table-2.tsv")}
    uf, c_at_1 = (Fraction(rows[name]["relative"]) for name in ("UF", "c@1"))
    return [
        Fault(
            "Section 4.3",
            "UF's relative difference “is similar to the one required by c@1”",
            f"Table 2 has {rows['UF']['relative']}% and {rows['c@1']['relative']}%: "
            f"{float(uf / c_at_1):.1f} times as much (the sensitivities, "
            f"{rows['UF']['sensitivity']}% and {rows['c@1']['sensitivity']}%, are similar)",
        ),
        Fault(
            "Section 4.3",
            "“swap-rate ≤ 5”",
            "a rate; the same section has “lower or equal than 0.05”",
        ),
        Fault(
            "Formula 6, second line",
            "P(C∩A) * P(¬C/A) * P(¬A)",
            "the first line adds, P(C∩A) + P(C/¬A)·P(¬A), and so does the third, "
            "n_ac/n + n_aw/(n_ac+n_aw)·n_u/n",
        ),
        Fault(
            "Section 2.1",
            "the constant 0.5 of Formula 2 assumes “P(C/¬A) = P(C/A)”",
            "Section 3.4 shows that P(C/¬A) = P(C/A) gives n_ac/(n_ac+n_aw); the constant is "
            "P(C/¬A) = P(¬C/¬A) = 0.5, as in Section 3.3",
        ),
    ]


def _relative(rows: list[dict[str, str]]) -> list[Fault]:
    found = []
    for row in rows:
        ratio = 100 * Fraction(row["diff"]) / Fraction(row["max"])
        if not rounds_to(ratio, row["relative"]):
            # UF on 250 questions is a whole number of 1/250.
            near = [
                n
                for n in range(-250, 251)
                if rounds_to(Fraction(n, 250), row["max"])
                and rounds_to(100 * Fraction(row["diff"]) / Fraction(n, 250), row["relative"])
            ]
            told = "".join(
                f"; from the maximum before rounding, {n}/250 = {n / 250:.3f}, "
                f"{row['diff']}/{n / 250:.3f} = {25000 * float(row['diff']) / n:.2f}%"
                for n in near
            )
            found.append(
                Fault(
                    f"Table 2, {row['measure']}, (iii)",
                    f"{row['relative']}%",
                    f"{row['diff']}/{row['max']} = {float(ratio):.2f}%{told}",
                )
            )
    return found


def _count(row: dict[str, str]) -> int:
    return sum(int(row[name]) for name in ("n_ac", "n_aw", "n_u"))


def _accuracy(row: dict[str, str]) -> Fraction:
    return Fraction(int(row["n_ac"]), _count(row))


def _c_at_1(row: dict[str, str]) -> Fraction:
    return _accuracy(row) * (1 + Fraction(int(row["n_u"]), _count(row)))


def _wrong(
    rows: list[dict[str, str]], name: str, formula: Callable[[dict[str, str]], Fraction]
) -> list[Fault]:
    return [
        Fault(f"Table 3, {row['run']}, {name}", row[name], f"{float(formula(row)):.4f}")
        for row in rows
        if not rounds_to(formula(row), row[name])
    ]
