"""Question subsets drawn once for all runs, pairs, measures and methods."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from qaeval.arrays import Floats, Ints
from qaeval.collection.draws import Draws
from qaeval.errors import InputError

_KEYS_AT_ONCE = 4_000_000


def draw(questions: Sequence[str], size: int, trials: int, seed: int) -> Draws:
    """Draw `trials` pairs of disjoint sets without replacement.

    Trial i orders the questions, which are in byte order, by its own keys out of PCG64's raw
    stream: that stream is the same in all versions of numpy, whatever its Generator does with it.
    """
    count = len(questions)
    if not 1 <= size <= count:
        raise InputError(f"-c {size}: there are {count} questions, so c goes from 1 to {count}")
    stream = np.random.PCG64(np.random.SeedSequence([seed, size]))
    parts = []
    at_once = max(1, _KEYS_AT_ONCE // count)
    for start in range(0, trials, at_once):
        rows = min(at_once, trials - start)
        keys = stream.random_raw(rows * count).reshape(rows, count)
        parts.append(np.argsort(keys, axis=1, kind="stable")[:, : 2 * size])
    order = np.concatenate(parts)
    second = order[:, size : 2 * size] if 2 * size <= count else None
    return Draws(questions, order[:, :size], second)


def weights_of(sets: Ints, count: int) -> Floats:
    """Sets as columns of 0 and 1 over all questions."""
    weights = np.zeros((count, len(sets)))
    weights[sets.T, np.arange(len(sets))] = 1.0
    return weights


def resampled_weights(count: int, trials: int, seed: int) -> Floats:
    """Bootstrap samples as columns of how often each question was drawn, with replacement."""
    stream = np.random.PCG64(np.random.SeedSequence([seed, count, 1]))
    weights = np.zeros((count, trials))
    for trial in range(trials):
        picks = (stream.random_raw(count) >> np.uint64(11)).astype(np.float64) * 2.0**-53 * count
        weights[:, trial] = np.bincount(picks.astype(np.int64), minlength=count)
    return weights


def random_bits(count: int, trials: int, seed: int) -> NDArray[np.bool_]:
    """Fair coins, questions × trials."""
    stream = np.random.PCG64(np.random.SeedSequence([seed, count, 2]))
    raw = stream.random_raw(trials * (-(-count // 64))).reshape(trials, -1)
    bits = np.unpackbits(raw.astype("<u8").view(np.uint8), axis=1, bitorder="little")
    return bits[:, :count].T.astype(np.bool_)


def random_orders(shape: tuple[int, int], trials: int, seed: int) -> Iterator[Ints]:
    """For each trial, a random order of the rows in every column."""
    rows, columns = shape
    stream = np.random.PCG64(np.random.SeedSequence([seed, columns, 3]))
    for _ in range(trials):
        keys = stream.random_raw(rows * columns).reshape(rows, columns)
        yield np.argsort(keys, axis=0, kind="stable")


def random_folds(count: int, folds: int, seed: int) -> Ints:
    """The fold of each question, from 0; folds differ in size by one at most."""
    stream = np.random.PCG64(np.random.SeedSequence([seed, count, 4]))
    found = np.empty(count, dtype=np.int64)
    found[np.argsort(stream.random_raw(count), kind="stable")] = np.arange(count) % folds
    return found
