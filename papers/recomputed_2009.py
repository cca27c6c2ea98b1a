"""Llopis et al. 2009: Table 1's effective times and Table 2 from Table 1."""

from __future__ import annotations

from fractions import Fraction
from math import exp

from printed_numbers import Check, Fault, read, rounds_to

WEIGHTS = ("0", "0.51", "0.99", "1.95")


def checks() -> list[Check]:
    """Everything that can be recomputed."""
    runs = {row["run"]: row for row in read("2009-table-1.tsv")}
    printed = {row["run"]: row for row in read("2009-table-2.tsv")}
    longest = max(int(row["seconds"]) for row in runs.values())
    values = {
        (run, r): _value(float(row["MRR"]), int(row["seconds"]) / longest, float(r))
        for run, row in runs.items()
        for r in WEIGHTS
    }
    return [
        Check("Table 1", "effective time = seconds / longest", len(runs), _times(runs, longest)),
        Check(
            "Table 2",
            "value = 2·MRR/(1+e^(r·t))",
            len(values),
            [
                _fault(run, r, values, printed, runs, longest)
                for run, r in values
                if not rounds_to(values[run, r], printed[run][r].split()[0])
            ],
        ),
        Check("Table 2", "rank by value", len(values), _ranks(values, printed)),
    ]


def in_words() -> list[Fault]:
    """Nothing in the text that the tables do not already show."""
    return []


def _value(score: float, time: float, r: float) -> float:
    return 2 * score / (1 + exp(r * time))


def _times(runs: dict[str, dict[str, str]], longest: int) -> list[Fault]:
    found = []
    for run, row in runs.items():
        time = Fraction(int(row["seconds"]), longest)
        if not rounds_to(time, row["effective_time"]):
            found.append(
                Fault(
                    f"Table 1, {run}, effective time",
                    row["effective_time"],
                    f"{row['seconds']}/{longest} = {float(time):.4f}",
                )
            )
    return found


def _fault(
    run: str,
    r: str,
    values: dict[tuple[str, str], float],
    printed: dict[str, dict[str, str]],
    runs: dict[str, dict[str, str]],
    longest: int,
) -> Fault:
    """The value by the formula, and by the least MRR that rounds to the printed one."""
    row = runs[run]
    time = int(row["seconds"]) / longest
    shown = printed[run][r].split()[0]
    least = Fraction(printed[run]["0"].split()[0]) - Fraction(5, 1000)
    lowest = _value(float(least), time, float(r))
    remark = (
        f"; no MRR that rounds to {printed[run]['0'].split()[0]} gives less than {lowest:.4f}"
        if lowest >= float(shown) + 0.005
        else f"; an MRR of {float(least):.3f} would give {lowest:.4f}"
    )
    return Fault(
        f"Table 2, {run}, r = {r}",
        shown,
        f"2·{row['MRR']}/(1+e^({r}·{row['seconds']}/{longest})) = {values[run, r]:.4f}{remark}",
    )


def _ranks(values: dict[tuple[str, str], float], printed: dict[str, dict[str, str]]) -> list[Fault]:
    found = []
    for (run, r), value in values.items():
        rank = 1 + sum(other > value for (_, s), other in values.items() if s == r)
        shown = printed[run][r].split()[1]
        if rank != int(shown):
            ahead = {name: v for (name, s), v in values.items() if s == r}
            near = min((n for n in ahead if n != run), key=lambda n: abs(ahead[n] - value))
            found.append(
                Fault(
                    f"Table 2, {run}, r = {r}, rank",
                    f"{shown}°",
                    f"{rank}°: {run} {value:.4f}, {near} {ahead[near]:.4f}",
                )
            )
    return found
