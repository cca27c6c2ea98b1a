"""Slow, exact implementations of the ranked measures, straight from their definitions.

Each takes the levels returned, by rank, and the levels of the key's classes; gains are the levels
and the scale's top level is 3. Fractions throughout, but for logarithms.
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

TOP = 3


def ideal(key: Sequence[int], at: int) -> int:
    return sum(sorted(key, reverse=True)[:at])


def blended(returned: Sequence[int], key: Sequence[int], rank: int, beta: int = 1) -> Fraction:
    head = returned[:rank]
    correct = sum(level > 0 for level in head)
    return Fraction(correct + beta * sum(head), rank + beta * ideal(key, rank))


def correct_ranks(returned: Sequence[int], cutoff: int | None = None) -> list[int]:
    return [r for r, level in enumerate(returned[:cutoff], 1) if level > 0]


def rr(returned: Sequence[int], key: Sequence[int], cutoff: int | None = None) -> Fraction:
    ranks = correct_ranks(returned, cutoff)
    return Fraction(1, ranks[0]) if ranks else Fraction(0)


def q(
    returned: Sequence[int], key: Sequence[int], cutoff: int | None = None, beta: int = 1
) -> Fraction:
    classes = len(key) if cutoff is None else min(len(key), cutoff)
    ranks = correct_ranks(returned, cutoff)
    return sum((blended(returned, key, r, beta) for r in ranks), Fraction(0)) / classes


def ap(
    returned: Sequence[int], key: Sequence[int], cutoff: int | None = None, smaller: bool = False
) -> Fraction:
    classes = min(len(key), cutoff) if smaller and cutoff else len(key)
    ranks = correct_ranks(returned, cutoff)
    return sum((Fraction(c, r) for c, r in enumerate(ranks, 1)), Fraction(0)) / classes


def ap_of_found(returned: Sequence[int], key: Sequence[int], cutoff: int | None = None) -> Fraction:
    ranks = correct_ranks(returned, cutoff)
    precisions = [Fraction(c, r) for c, r in enumerate(ranks, 1)]
    return sum(precisions, Fraction(0)) / len(precisions) if precisions else Fraction(0)


def dcg(levels: Sequence[int], cutoff: int | None) -> float:
    return math.fsum(level / math.log2(r + 1) for r, level in enumerate(levels[:cutoff], 1))


def ndcg(returned: Sequence[int], key: Sequence[int], cutoff: int | None = None) -> float:
    return dcg(returned, cutoff) / dcg(sorted(key, reverse=True), cutoff)


def err(returned: Sequence[int], cutoff: int | None = None) -> Fraction:
    value, alive = Fraction(0), Fraction(1)
    for rank, level in enumerate(returned[:cutoff], 1):
        stop = Fraction(level, TOP + 1)
        value += alive * stop / rank
        alive *= 1 - stop
    return value


def preferred(returned: Sequence[int]) -> int | None:
    """r_p: the first rank with the list's highest gain, or None."""
    best = max(returned, default=0)
    return returned.index(best) + 1 if best else None


def p_measure(returned: Sequence[int], key: Sequence[int]) -> Fraction:
    rank = preferred(list(returned))
    return blended(returned, key, rank) if rank else Fraction(0)


def p_plus(returned: Sequence[int], key: Sequence[int]) -> Fraction:
    rank = preferred(list(returned))
    ranks = [r for r in correct_ranks(returned) if rank and r <= rank]
    values = [blended(returned, key, r) for r in ranks]
    return sum(values, Fraction(0)) / len(values) if values else Fraction(0)


def o_measure(returned: Sequence[int], key: Sequence[int]) -> Fraction:
    ranks = correct_ranks(returned)
    return blended(returned, key, ranks[0]) if ranks else Fraction(0)


def rbp(returned: Sequence[int], p: Fraction) -> Fraction:
    steps = (p**r * Fraction(level, TOP) for r, level in enumerate(returned))
    return (1 - p) * sum(steps, Fraction(0))


def f(returned: Sequence[int], key: Sequence[int], beta: int = 1) -> Fraction:
    found = len(correct_ranks(returned))
    if not found:
        return Fraction(0)
    precision, recall = Fraction(found, len(returned)), Fraction(found, len(key))
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


# Measures whose values may go beyond 1, for which what holds of shares need not hold.
BEYOND_1: set[str] = set()

# Means over the correct answers found within a cutoff: an answer more can push a late correct one
# out of sight, and the mean of those that stay rises. So does the scorer that they follow.
GAIN_BY_LOSS = {"AP@3,norm=found"}

# Every ranked and set measure by the names under which its twin is compared with it: levels
# returned and levels of the key give a value.
REFERENCES: dict[str, Callable[[Sequence[int], Sequence[int]], Fraction | float]] = {
    "RR": rr,
    "RR@3": lambda returned, key: rr(returned, key, 3),
    "Hit@2": lambda returned, key: int(bool(correct_ranks(returned, 2))),
    "Q": q,
    "Q@3": lambda returned, key: q(returned, key, 3),
    "Q,beta=10": lambda returned, key: q(returned, key, None, 10),
    "nDCG": ndcg,
    "nDCG@3": lambda returned, key: ndcg(returned, key, 3),
    "nG@1": lambda returned, key: Fraction(sum(returned[:1]), max(key)),
    "AP": ap,
    "AP@3": lambda returned, key: ap(returned, key, 3),
    "AP@3,norm=min": lambda returned, key: ap(returned, key, 3, smaller=True),
    "AP,norm=found": ap_of_found,
    "AP@3,norm=found": lambda returned, key: ap_of_found(returned, key, 3),
    "P@3": lambda returned, key: Fraction(len(correct_ranks(returned, 3)), 3),
    "Recall@3": lambda returned, key: Fraction(len(correct_ranks(returned, 3)), len(key)),
    "Rprec": lambda returned, key: Fraction(len(correct_ranks(returned, len(key))), len(key)),
    "O-measure": o_measure,
    "P-measure": p_measure,
    "P-plus": p_plus,
    "ERR": lambda returned, key: err(returned),
    "ERR@3": lambda returned, key: err(returned, 3),
    "nERR@3": lambda returned, key: err(returned, 3) / err(sorted(key, reverse=True), 3),
    "RBP": lambda returned, key: rbp(returned, Fraction(95, 100)),
    "RBP,p=0.5": lambda returned, key: rbp(returned, Fraction(1, 2)),
    "IP": lambda returned, key: (
        Fraction(len(correct_ranks(returned)), len(returned)) if returned else 0
    ),
    "IR": lambda returned, key: Fraction(len(correct_ranks(returned)), len(key)),
    "F": f,
    "F,beta=3": lambda returned, key: f(returned, key, 3),
}
