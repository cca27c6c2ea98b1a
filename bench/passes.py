"""Plain chunked numpy passes over the comparisons and the draws that the experiments make.

A pass bins every comparison once. It keeps no counts per pair, decides nothing exactly, and is
given the sums.
"""

from collections.abc import Iterator

import numpy as np
from scipy.special import bdtr

from qaeval.arrays import Floats, Ints


def subset_sums(values: Floats, trials: int) -> tuple[Floats, Floats]:
    """Sums over two disjoint halves of the questions, for each trial."""
    random = np.random.default_rng(1)
    count = values.shape[1]
    order = np.argsort(random.random((trials, count)), axis=1)
    members = np.zeros((2, count, trials))
    for side, part in enumerate((order[:, : count // 2], order[:, count // 2 : 2 * (count // 2)])):
        members[side, part.T, np.arange(trials)] = 1
    return values @ members[0], values @ members[1]


def draw_pass(values: Floats, trials: int) -> tuple[Floats, Floats]:
    """Sums over two disjoint halves of many questions: as many draws, one product of matrices."""
    random = np.random.default_rng(1)
    half = values.shape[1] // 2
    sides: tuple[list[Floats], list[Floats]] = ([], [])
    for _ in range(0, trials, 20):
        keys = random.random((20, values.shape[1]))
        edge = np.partition(keys, half, axis=1)[:, half, None]
        for side, members in zip(sides, (keys < edge, keys > edge), strict=True):
            side.append(values @ members.T.astype(np.float64))
    return np.concatenate(sides[0], axis=1), np.concatenate(sides[1], axis=1)


def chunks(rows: int, step: int = 64) -> Iterator[tuple[int, slice]]:
    """A run and a stretch of the runs after it."""
    for run in range(rows - 1):
        for start in range(run + 1, rows, step):
            yield run, slice(start, start + step)


def stability_pass(sums: Floats) -> Ints:
    """One histogram of the relative difference over all comparisons."""
    counts = np.zeros(11, dtype=np.int64)
    for run, others in chunks(len(sums)):
        largest = np.maximum(sums[run], sums[others])
        relative = np.abs(sums[run] - sums[others]) / largest
        places = np.minimum(relative * 100, 10).astype(np.int64)
        counts += np.bincount(places.ravel(), minlength=11)
    return counts


def swap_pass(first: Floats, second: Floats) -> Ints:
    """One histogram of the difference, with the swaps, over all comparisons."""
    counts = np.zeros(42, dtype=np.int64)
    width = first.max() / 100
    for run, others in chunks(len(first)):
        one, two = first[run] - first[others], second[run] - second[others]
        places = np.minimum(np.abs(one) / width, 20).astype(np.int64) * 2 + (one * two < 0)
        counts += np.bincount(places.ravel(), minlength=42)
    return counts


def sign_pass(values: Floats) -> Floats:
    """Wins and losses by matrix products (right/wrong scores allow it), and binomial tails."""
    wins = values @ (1 - values.T)
    x, y = np.triu_indices(len(values), 1)
    fewer, total = np.minimum(wins[x, y], wins[y, x]), wins[x, y] + wins[y, x]
    return np.minimum(1, 2 * bdtr(fewer, total.astype(np.int64), 0.5))
