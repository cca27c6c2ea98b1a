"""Sakai, Ishikawa & Kando 2010: the assessors' counts, Tables 2, 3, 21 and 24, and the text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import recomputed_2010_scores as scores
from printed_numbers import Check, Fault, read, rounds_to

# Table 2 and Table 21, column (d).
GA = {"L3": 2806, "L2": 2910, "L1": 1677, "L0": 50}
GAW = {"L8": 1301, "L7": 1505, "L6": 1527, "L5": 1399, "L4": 1318, "L3": 238, "L2": 106, "L1": 32,
       "L0": 17}  # fmt: skip
ANSWERS, QUESTIONS = 7443, 1500
# Section 2.2: answers per question, and the level of the best answers.
MEANS = {"L3": "1.87", "L2": "1.94", "L1": "1.12", "L0": "0.03", "relevant": "4.93"}
BEST = (970, 399, 130, 1)
TEAMS = (2, 3, 3, 5)


def checks() -> list[Check]:
    """Everything that can be recomputed."""
    patterns = {row["pattern"]: int(row["answers"]) for row in read("2010-table-02.tsv")}
    return [
        _equal("Table 1", "runs of the teams add up to 13", {"13": (sum(TEAMS), 13)}),
        _equal("Table 2", "(d) = sum of (b) by level; total", _levels(patterns, _ga_level, GA)),
        _equal("Table 3", "questions add up to 1,500; answers × questions to Table 2", _table_3()),
        Check("Section 2.2", "answers per question = Table 2 / 1,500", len(MEANS), _means()),
        _equal("Section 2.2", "levels of the best answers add up", {"BA": (sum(BEST), QUESTIONS)}),
        _equal("Table 21", "(d) = sum of (b) by weight; total", _levels(patterns, _weight, GAW)),
        _equal(
            "Table 24", "columns add up to 7,443; rows follow from Table 2", _table_24(patterns)
        ),
        *scores.checks(),
    ]


def in_words() -> list[Fault]:
    """What the text says that does not follow."""
    return [
        *scores.in_words(),
        Fault(
            "Section 2.1",
            "mean BA-Hit@1 “is simply the number of questions”",
            "Tables 5–20 print that number over the number of questions",
        ),
        Fault(
            "Section 2.2",
            "“twenty answers”",
            "the same paragraph has 2 to 19 answers per question",
        ),
        Fault(
            "Section 3.3, on Table 12",
            "“BASELINE-3 (sorting by length)”",
            "Section 1: BASELINE-2 sorts by length, BASELINE-3 by time (“freshness” on Table 7)",
        ),
        Fault(
            "Section 3.1, on GA-Q",
            "“the former slightly underperforms the former”",
            "the latter: ASURA-2 0.9689, MSRA+MSR-2 0.9690",
        ),
    ]


def _equal(where: str, rule: str, cells: dict[str, tuple[int, int]]) -> Check:
    """Whole numbers as (recomputed, printed)."""
    faults = [
        Fault(f"{where}, {name}", f"{printed:,}", f"{found:,}")
        for name, (found, printed) in cells.items()
        if found != printed
    ]
    return Check(where, rule, len(cells), faults)


def _ga_level(pattern: str) -> str:
    if pattern in ("AAAA", "AAAB"):
        return "L3"
    if pattern in ("AABB", "ABBB"):
        return "L2"
    return "L1" if len(pattern.strip("-")) > 1 else "L0"


def _weight(pattern: str) -> str:
    return f"L{2 * pattern.count('A') + pattern.count('B')}"


def _levels(
    patterns: dict[str, int], level_of: Callable[[str], str], printed: dict[str, int]
) -> dict[str, tuple[int, int]]:
    found: Counter[str] = Counter()
    for pattern, answers in patterns.items():
        found[level_of(pattern)] += answers
    cells = {level: (found[level], n) for level, n in printed.items()}
    return {**cells, "total": (sum(patterns.values()), ANSWERS)}


def _table_3() -> dict[str, tuple[int, int]]:
    cells = {}
    for level, answers in GA.items():
        rows = [row for row in read("2010-table-03.tsv") if row["level"] == level]
        questions = sum(int(row["questions"]) for row in rows)
        product = sum(int(row["answers"]) * int(row["questions"]) for row in rows)
        cells[f"{level}, questions"] = (questions, QUESTIONS)
        cells[f"{level}, answers"] = (product, answers)
    return cells


def _means() -> list[Fault]:
    counts = {**GA, "relevant": ANSWERS - GA["L0"]}
    return [
        Fault(f"Section 2.2, {level}", printed, f"{counts[level]}/{QUESTIONS}")
        for level, printed in MEANS.items()
        if not rounds_to(Fraction(counts[level], QUESTIONS), printed)
    ]


def _table_24(patterns: dict[str, int]) -> dict[str, tuple[int, int]]:
    """Leaving each judge out in turn, an answer of pattern P is counted once per label dropped."""
    rows = read("2010-table-24.tsv")
    judges = ("LOO1", "LOO2", "LOO3", "LOO4")
    cells = {name: (sum(int(row[name]) for row in rows), ANSWERS) for name in judges}
    expected: Counter[str] = Counter()
    for pattern, answers in patterns.items():
        labels = pattern.strip("-").ljust(4, "C")
        for i in range(4):
            expected[_weight(labels[:i] + labels[i + 1 :])] += answers
    for row in rows:
        printed = sum(int(row[name]) for name in judges)
        cells[f"{row['level']} in all four"] = (expected[row["level"]], printed)
    return cells
