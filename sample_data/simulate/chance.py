"""Random numbers that all machines draw alike: only `random()` is called, shapes are made here."""

import math
from collections.abc import Sequence
from random import Random
from typing import TypeVar

SMALLEST = 2.0**-53

Thing = TypeVar("Thing")


def stream(*purpose: object) -> Random:
    """A generator for each purpose, so that a new collection never disturbs an old one."""
    return Random("/".join(map(str, purpose)))


def uniforms(rng: Random, count: int) -> list[float]:
    """`count` draws that lie strictly between 0 and 1, so that every logarithm below is finite."""
    return [max(rng.random(), SMALLEST) for _ in range(count)]


def normal(rng: Random, mean: float = 0.0, deviation: float = 1.0) -> float:
    """Box-Muller, one value for two draws."""
    radius, angle = uniforms(rng, 2)
    return mean + deviation * math.sqrt(-2 * math.log(radius)) * math.cos(2 * math.pi * angle)


def logistic(u: float) -> float:
    """Noise against which a difference of ability and difficulty succeeds as in a Rasch model."""
    return math.log(u / (1 - u))


def gumbel(u: float) -> float:
    """Score noise under which the winner of a race follows the softmax of the advantages."""
    return -math.log(-math.log(u))


def squash(x: float) -> float:
    """The logistic function."""
    return 1 / (1 + math.exp(-x))


def shuffled(rng: Random, things: Sequence[Thing]) -> list[Thing]:
    """A new list in random order, by keys, since `shuffle` may change between Python versions."""
    keyed = [(rng.random(), i) for i in range(len(things))]
    return [things[i] for _, i in sorted(keyed)]


def pick(u: float, weights: Sequence[float]) -> int:
    """The index that the draw u chooses among weights that sum to 1."""
    for i, weight in enumerate(weights):
        u -= weight
        if u < 0:
            return i
    return len(weights) - 1


def partly_shared(
    own: Sequence[float], common: Sequence[float], share: float, rng: Random
) -> list[float]:
    """Draw by draw, the common list with probability `share`: runs of one team err together."""
    return [c if rng.random() < share else o for o, c in zip(own, common, strict=True)]
