"""Random numbers that all machines draw alike: only `random()` is called, shapes are made here."""

import math
from random import Random

SMALLEST = 2.0**-53


def stream(*purpose):
    """A generator for each purpose, so that a new collection never disturbs an old one."""
    return Random("/".join(map(str, purpose)))


def uniforms(rng, count):
    """`count` draws that lie strictly between 0 and 1, so that every logarithm below is finite."""
    return [max(rng.random(), SMALLEST) for _ in range(count)]


def normal(rng, mean=0.0, deviation=1.0):
    """Box-Muller, one value for two draws."""
    radius, angle = uniforms(rng, 2)
    return mean + deviation * math.sqrt(-2 * math.log(radius)) * math.cos(2 * math.pi * angle)


def logistic(u):
    """Noise against which a difference of ability and difficulty succeeds as in a Rasch model."""
    return math.log(u / (1 - u))


def gumbel(u):
    """Score noise under which the winner of a race follows the softmax of the advantages."""
    return -math.log(-math.log(u))


def squash(x):
    """The logistic function."""
    return 1 / (1 + math.exp(-x))


def shuffled(rng, things):
    """A new list in random order, by keys, since `shuffle` may change between Python versions."""
    keyed = [(rng.random(), i) for i in range(len(things))]
    return [things[i] for _, i in sorted(keyed)]


def pick(u, weights):
    """The index that the draw u chooses among weights that sum to 1."""
    for i, weight in enumerate(weights):
        u -= weight
        if u < 0:
            return i
    return len(weights) - 1


def partly_shared(own, common, share, rng):
    """Draw by draw, the common list with probability `share`: runs of one team err together."""
    return [c if rng.random() < share else o for o, c in zip(own, common, strict=True)]
