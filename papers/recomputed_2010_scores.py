"""Sakai, Ishikawa & Kando 2010, Tables 5 to 28: scores that must be whole numbers of something."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb

from printed_numbers import Check, Fault, read, rounds_to, some_multiple_rounds_to

CATEGORIES = range(7, 21)
WHOLE = ("GA-Hit@1", "UFA-Hit@1", "UFBA-Hit@1")
JUDGES_AND_ASKERS = ("J1", "J2", "J3", "J4", "BA")


class Scores:
    """Tables 5 to 20: the printed value of a table, run and measure."""

    def __init__(self) -> None:
        rows = read("2010-tables-05-20.tsv")
        self.value = {
            (int(row["table"]), row["run"], name): row[name]
            for row in rows
            for name in list(rows[0])[4:]
        }
        self.questions = {int(row["table"]): int(row["questions"]) for row in rows}
        self.category = {int(row["table"]): row["category"] for row in rows}
        self.runs = list(dict.fromkeys(row["run"] for row in rows))
        self.measures = list(rows[0])[4:]

    def denominator(self, table: int) -> int:
        """The largest number of questions of which all BA-Hit@1 of a table are whole shares."""
        return next(
            n
            for n in range(self.questions[table], 0, -1)
            if all(
                some_multiple_rounds_to(n, self.value[table, run, "BA-Hit@1"]) for run in self.runs
            )
        )


def checks() -> list[Check]:
    """Everything that can be recomputed."""
    scores = Scores()
    total = sum(scores.questions[table] for table in CATEGORIES)
    sizes = [] if total == 1500 else [Fault("Tables 7–20", "1,500", f"{total:,}")]
    placed = read("2010-tables-22-28.tsv")
    return [
        Check("Tables 7–20", "questions of the categories add up to 1,500", 14, sizes),
        _whole(scores),
        Check(
            "Tables 7–20", "BA-Hit@1 × questions is a whole number", 14 * 13, _best_answers(scores)
        ),
        Check(
            "Tables 7–20", "GA-nG@1 × questions is a whole number of 1/6", 14 * 13, _sixths(scores)
        ),
        Check(
            "Tables 7–20", "their mean, weighted by questions, is Table 5", 6 * 13, _means(scores)
        ),
        Check("Tables 7–20", "their BA-Hit@1, over 1,429 questions, is Table 6", 13, _best(scores)),
        Check("Tables 22, 25–28", "ranks gained or lost", 39 + 216, _moves(placed, scores)),
        Check("Sections 3.1, 4", "327:274 is significant at .05, 324:277 is not", 2, _tests()),
        Check("Table 23", "marks that the sign test allows", 17, _marks(placed)),
        Check(
            "Tables 22, 23, 25–28", "no mark on the last row of a column", 16, _last_rows(placed)
        ),
    ]


def in_words() -> list[Fault]:
    """What the text says of these tables that does not follow."""
    scores = Scores()
    printed = scores.value[5, "MSRA+MSR-5", "BA-Hit@1"]
    hits = {run: _hits(scores.value[5, run, "GA-Hit@1"]) for run in scores.runs}
    missed = {run: 1500 - n for run, n in hits.items()}
    best, worst = missed["MSRA+MSR-5"], missed["LILY-1"]
    return [
        Fault(
            "Section 3.1",
            "MSRA+MSR-5 returns the best answer for 1,493 questions out of 1,500",
            f"1493/1500 = {1493 / 1500:.4f}; Table 5 has {printed}, that is {_hits(printed):,} "
            "questions",
        ),
        Fault(
            "Section 3.1",
            "GA-Hit@1 “failed to detect any significant differences”",
            f"of 1,500 questions MSRA+MSR-5 misses {best} and the LILY runs {worst} (Table 5), so "
            f"at worst {worst} against {best}: p = {sign_test(worst, best):.4f}. It can hold for "
            "neighbouring runs only",
        ),
        Fault(
            "Table 23, caption",
            "“††” for a run significantly worse at .01",
            "Tables 22 and 25–28 write “‡”, and no run of Table 23 has either",
        ),
    ]


def sign_test(wins: int, losses: int) -> float:
    """Two-sided, exact."""
    n = wins + losses
    return min(1.0, 2 * sum(comb(n, i) for i in range(min(wins, losses) + 1)) / 2**n)


def _hits(printed: str) -> int:
    return round(1500 * float(printed))


def _whole(scores: Scores) -> Check:
    cells = [
        (table, run, name)
        for table in range(5, 21)
        for run in scores.runs
        for name in (*WHOLE, *(["BA-Hit@1"] if table < 7 else []))
    ]
    faults = [
        Fault(f"Table {table}, {run}, {name}", scores.value[table, run, name], "not whole")
        for table, run, name in cells
        if not some_multiple_rounds_to(scores.questions[table], scores.value[table, run, name])
    ]
    return Check("Tables 5–20", "Hit@1 × questions is a whole number", len(cells), faults)


def _best_answers(scores: Scores) -> list[Fault]:
    faults = []
    for table in CATEGORIES:
        n, fits = scores.questions[table], scores.denominator(table)
        wrong = [
            run
            for run in scores.runs
            if not some_multiple_rounds_to(n, scores.value[table, run, "BA-Hit@1"])
        ]
        if wrong:
            value = scores.value[table, wrong[0], "BA-Hit@1"]
            right = round(float(value) * fits)
            faults += [
                Fault(
                    f"Table {table}, {scores.category[table]}, BA-Hit@1",
                    value,
                    f"{value}·{n} = {float(value) * n:.2f}; {right}/{fits} = {right / fits:.4f}",
                )
            ] * len(wrong)
    return faults


def _sixths(scores: Scores) -> list[Fault]:
    """Values per question are 0, 1/3, 1/2, 2/3 or 1."""
    faults = []
    for table in CATEGORIES:
        for run in scores.runs:
            printed, parts = scores.value[table, run, "GA-nG@1"], 6 * scores.questions[table]
            if not some_multiple_rounds_to(parts, printed):
                near = round(float(printed) * parts)
                faults.append(
                    Fault(
                        f"Table {table}, {run}, GA-nG@1",
                        printed,
                        f"{near}/(6·{scores.questions[table]}) = {near / parts:.6f}",
                    )
                )
    return faults


def _means(scores: Scores) -> list[Fault]:
    """Both sides are rounded, so that a unit of the last digit is allowed."""
    faults = []
    for run in scores.runs:
        for name in scores.measures[1:]:
            mean = sum(
                scores.questions[table] * Fraction(scores.value[table, run, name])
                for table in CATEGORIES
            ) / Fraction(1500)
            if abs(mean - Fraction(scores.value[5, run, name])) > Fraction(1, 10_000):
                faults.append(Fault(f"{run}, {name}", scores.value[5, run, name], f"{mean:.5f}"))
    return faults


def _best(scores: Scores) -> list[Fault]:
    faults = []
    for run in scores.runs:
        sizes = {table: scores.denominator(table) for table in CATEGORIES}
        right = sum(round(float(scores.value[t, run, "BA-Hit@1"]) * n) for t, n in sizes.items())
        if sum(sizes.values()) != 1429 or not rounds_to(
            Fraction(right, 1429), scores.value[6, run, "BA-Hit@1"]
        ):
            faults.append(
                Fault(f"Table 6, {run}", scores.value[6, run, "BA-Hit@1"], f"{right}/1429")
            )
    return faults


def _columns(placed: list[dict[str, str]]) -> dict[tuple[str, str], list[dict[str, str]]]:
    """The rows of each table and measure, as placed."""
    columns: dict[tuple[str, str], list[dict[str, str]]] = {}
    for row in placed:
        columns.setdefault((row["table"], row["measure"].partition("-")[2]), []).append(row)
    return columns


def _moves(placed: list[dict[str, str]], scores: Scores) -> list[Fault]:
    """Places in Table 22 less judges against Table 5; in Tables 25 to 28 against Table 22."""
    columns = _columns(placed)
    faults = []
    for (table, name), rows in columns.items():
        if table == "23":
            continue
        if table == "22":
            rows = [row for row in rows if row["run"] not in JUDGES_AND_ASKERS]
            before = {run: scores.value[5, run, f"GA-{name}"] for run in scores.runs}
        else:
            before = {row["run"]: row["value"] for row in columns["22", name]}
        for place, row in enumerate(rows, 1):
            mine = before[row["run"]]
            first = 1 + sum(value > mine for value in before.values())
            last = first - 1 + sum(value == mine for value in before.values())
            if not first <= place + int(row["move"] or 0) <= last:
                faults.append(
                    Fault(f"Table {table}, {row['run']}", row["move"], f"{first} → {place}")
                )
    return faults


def _tests() -> list[Fault]:
    """Wins and losses that the text gives with its verdict."""
    verdicts = {(327, 274): True, (324, 277): False}
    return [
        Fault(f"{wins} to {losses}", str(verdict), f"p = {sign_test(wins, losses):.3f}")
        for (wins, losses), verdict in verdicts.items()
        if (sign_test(wins, losses) < 0.05) != verdict
    ]


def _marks(placed: list[dict[str, str]]) -> list[Fault]:
    """A hit is 0 or 1: the questions that two runs share decide p, between two bounds."""
    rows = [row for row in placed if row["table"] == "23"]
    faults = []
    for row, below in pairwise(rows):
        x, y = _hits(row["value"]), _hits(below["value"])
        both = max(0, x + y - 1500)
        worst = sign_test(x - both, y - both)
        pair = f"Table 23, {row['run']} over {below['run']}"
        if row["mark"] in ("†", "‡") and x >= y:
            faults.append(
                Fault(
                    pair,
                    f"{row['value']}{row['mark']} (significantly worse)",
                    f"{x} hits against {y} of 1,500: wins less losses = {x} − {y} = {x - y}, so "
                    "the "
                    "sign test of a 0/1 measure cannot favour the lower one",
                )
            )
        elif not row["mark"] and worst < 0.05:
            faults.append(
                Fault(
                    pair,
                    f"{row['value']} (no mark)",
                    f"{x} hits against {y} of 1,500: even if they share none, {x} wins and {y} "
                    f"losses give p = {worst:.3f}",
                )
            )
    return faults


def _last_rows(placed: list[dict[str, str]]) -> list[Fault]:
    """A mark compares a run with the one immediately below, and below the last there is none."""
    return [
        Fault(
            f"Table {table}, {last['run']}, {name}",
            f"{last['value']}{last['mark']}",
            f"the last of {len(rows)} runs: nothing stands below it",
        )
        for (table, name), rows in _columns(placed).items()
        for last in [rows[-1]]
        if last["mark"]
    ]
