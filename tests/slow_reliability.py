"""The stability and swap methods done slowly and exactly, straight from their definitions.

Values are fractions: a list of runs, each a list with one value per trial. `near` lists the
comparisons that come within 1e-9 of a margin or an edge without being on it: the one excuse for an
implementation that works on a grid.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

CLOSE = Fraction(1, 10**9)

Run = dict[str, Any]  # what the aggregate takes, by question
Sets = tuple[list[str], list[str]]  # questions of A and of B
Values = Sequence[Sequence[Fraction]]
Counted = tuple[list[int], list[int], list[int]]  # comparisons, swaps and ties, by bin


def read_draws(rows: list[list[str]]) -> list[Sets]:
    """Pairs of question lists (A, B), trial by trial, from the rows of `qaeval sample -f tsv`."""
    assert rows[0] == ["trial", "set", "question"]
    trials: dict[int, dict[str, list[str]]] = {}
    for trial, name, question in rows[1:]:
        trials.setdefault(int(trial), {"A": [], "B": []})[name].append(question)
    return [(sets["A"], sets["B"]) for _, sets in sorted(trials.items())]


def mean(values: dict[str, Fraction], questions: list[str]) -> Fraction:
    return sum((values[question] for question in questions), Fraction(0)) / len(questions)


def c_at_1(outcomes: dict[str, str], questions: list[str]) -> Fraction:
    n = len(questions)
    right = sum(outcomes[question] == "R" for question in questions)
    silent = sum(outcomes[question] == "U" for question in questions)
    return Fraction(right, n) + Fraction(silent * right, n * n)


def on_sets(
    runs: Sequence[Run],
    draws: Sequence[Sets],
    aggregate: Callable[[Run, list[str]], Fraction] = mean,
) -> tuple[Values, Values]:
    """The values of all runs on the sets A, and on the sets B."""
    return (
        [[aggregate(run, first) for first, _ in draws] for run in runs],
        [[aggregate(run, second) for _, second in draws] for run in runs],
    )


def stability(values: Values, fuzziness: Sequence[Fraction]) -> dict[Fraction, tuple[int, int]]:
    """For each f: the sum over pairs of the smaller number of wins, and the number of ties."""
    found = {}
    for f in fuzziness:
        minority = ties = 0
        for x, y in combinations(values, 2):
            x_wins = y_wins = 0
            for a, b in zip(x, y, strict=True):
                if a == b or abs(a - b) < abs(f * max(a, b)):
                    ties += 1
                elif a > b:
                    x_wins += 1
                else:
                    y_wins += 1
            minority += min(x_wins, y_wins)
        found[f] = (minority, ties)
    return found


def near_margins(
    values: Values, fuzziness: Sequence[Fraction]
) -> list[tuple[Fraction, Fraction, Fraction]]:
    return [
        (a, b, f)
        for f in fuzziness
        for x, y in combinations(values, 2)
        for a, b in zip(x, y, strict=True)
        if 0 < abs(a - b) < CLOSE or 0 < abs(abs(a - b) - abs(f * max(a, b))) < CLOSE
        if a != b
    ]


def on_margins(values: Values, fuzziness: Sequence[Fraction]) -> int:
    """How many comparisons differ by exactly the margin."""
    return sum(
        a != b and abs(a - b) == abs(f * max(a, b))
        for f in fuzziness
        for x, y in combinations(values, 2)
        for a, b in zip(x, y, strict=True)
    )


def differences(first: Values, second: Values) -> list[tuple[Fraction, Fraction]]:
    """d on A and d on B, of every pair and trial."""
    return [
        (a - b, c - d)
        for (x, y), (v, w) in zip(combinations(first, 2), combinations(second, 2), strict=True)
        for a, b, c, d in zip(x, y, v, w, strict=True)
    ]


def swap(
    first: Values, second: Values, width: Fraction, bins: int = 21, strict: bool = True
) -> Counted:
    """Comparisons, swaps and exact ties of each bin."""
    counts, swaps, ties = [0] * bins, [0] * bins, [0] * bins
    for one, two in differences(first, second):
        at = min(int(abs(one) // width), bins - 1)
        counts[at] += 1
        ties[at] += one == 0
        swaps[at] += one * two < 0 or (strict and (one == 0) != (two == 0))
    return counts, swaps, ties


def near_edges(
    first: Values, second: Values, width: Fraction, bins: int = 21
) -> list[tuple[Fraction, Fraction]]:
    near = []
    for one, two in differences(first, second):
        size = abs(one)
        nearest = round(size / width) * width
        if any(0 < abs(d) < CLOSE for d in (one, two)) or 0 < abs(size - nearest) < CLOSE:
            near.append((one, two))
    return near


def on_edges(first: Values, second: Values, width: Fraction) -> int:
    """How many differences other than 0 lie exactly on an edge."""
    return sum(
        one != 0 and (abs(one) / width).denominator == 1 for one, _ in differences(first, second)
    )


def required(counted: Counted, confidence: Fraction, steady: bool = False) -> int | None:
    """The bin of the required difference, or None."""
    speaking = [
        (at, Fraction(swaps, count) <= 1 - confidence)
        for at, (count, swaps, ties) in enumerate(zip(*counted, strict=True))
        if count > ties
    ]
    for place, (at, good) in enumerate(speaking):
        if good and (not steady or all(ok for _, ok in speaking[place:])):
            return at
    return None
