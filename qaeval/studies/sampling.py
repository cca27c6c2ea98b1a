"""Question subsets drawn once for all runs, pairs, measures and methods."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from qaeval.arrays import Floats, Ints
from qaeval.collection.draws import Draws
from qaeval.errors import InputError
from qaeval.studies.units import Units

Words = NDArray[np.uint64]

_KEYS_AT_ONCE = 4_000_000  # numbers drawn together


def draw(
    questions: Sequence[str], size: int, trials: int, seed: int, units: Units | None = None
) -> Draws:
    """Draw `trials` pairs of disjoint sets without replacement.

    Trial i orders the questions, which are in byte order, by its own keys out of PCG64's raw
    stream: that stream is the same in all versions of numpy, whatever its Generator does with it.
    Clusters are ordered the same way, and of several tasks each gives its share of every set.
    """
    units = Units.single(len(questions)) if units is None else units
    if not 1 <= size <= units.count:
        have = f"{units.count} {units.noun}s"
        raise InputError(f"-c {size}: there are {have}, so c goes from 1 to {units.count}")
    stream = np.random.PCG64(np.random.SeedSequence([seed, size]))
    shares = task_shares(units, size)
    room = all(2 * share <= len(task) for share, task in zip(shares, units.by_task, strict=True))
    parts = []
    for rows in _stretches(trials, units.count):
        keys = stream.random_raw(rows * units.count).reshape(rows, units.count)
        parts.append(_ordered(keys, units, shares, 2 if room else 1))
    order = np.concatenate(parts)
    second = order[:, size : 2 * size] if room else None
    return Draws(questions, order[:, :size], second, units.members if units.clustered else [])


def _ordered(keys: Words, units: Units, shares: Sequence[int], sets: int) -> Ints:
    """The units of every trial by their keys: those of set A of all tasks, then those of B."""
    orders = [task[np.argsort(keys[:, task], axis=1, kind="stable")] for task in units.by_task]
    return np.concatenate(
        [
            order[:, at * share : (at + 1) * share]
            for at in range(sets)
            for order, share in zip(orders, shares, strict=True)
        ],
        axis=1,
    )


def task_shares(units: Units, size: int) -> list[int]:
    """How many of `size` units each task gives: its share, and at least one.

    The largest remainders are rounded up, the first of equal ones; while two sets can be had, no
    task gives more than half of its own to one.
    """
    counts = np.array([len(task) for task in units.by_task])
    most = np.maximum(counts // 2, 1) if size <= units.half else counts
    exact = counts * size / units.count
    shares = np.clip(np.floor(exact), 1, most).astype(np.int64)
    if shares.sum() > size:
        raise InputError(f"-c {size}: too few for one {units.noun} of each of {units.tasks} tasks")
    for _ in range(size - int(shares.sum())):
        shares[np.argmax(np.where(shares < most, exact - shares, -np.inf))] += 1
    return shares.tolist()


def weights_of(sets: Ints, units: Units) -> Floats:
    """Sets as columns of 0 and 1 over all questions."""
    drawn = np.zeros((units.count, len(sets)))
    drawn[sets.T, np.arange(len(sets))] = 1.0
    return drawn if units.count == units.questions else drawn[units.of_question]


def resampled_weights(count: int, trials: int, seed: int) -> Floats:
    """Bootstrap samples as columns of how often each question was drawn, with replacement."""
    return np.concatenate(list(resampled_blocks(count, trials, seed))).T


def resampled_blocks(count: int, trials: int, seed: int) -> Iterator[Floats]:
    """The same as rows, a stretch of trials at a time."""
    stream = np.random.PCG64(np.random.SeedSequence([seed, count, 1]))
    for rows in _stretches(trials, count):
        weights = np.empty((rows, count))
        for trial in range(rows):
            picks = (stream.random_raw(count) >> np.uint64(11)).astype(np.float64)
            picks *= 2.0**-53 * count
            weights[trial] = np.bincount(picks.astype(np.int64), minlength=count)
        yield weights


def _stretches(trials: int, count: int) -> Iterator[int]:
    """How many trials to draw at a time, so that what is drawn stays small."""
    at_once = max(1, _KEYS_AT_ONCE // count)
    for start in range(0, trials, at_once):
        yield min(at_once, trials - start)


def coin_blocks(count: int, trials: int, seed: int) -> Iterator[NDArray[np.uint8]]:
    """Fair coins, 0 or 1: a row per trial and a stretch of trials at a time."""
    stream = np.random.PCG64(np.random.SeedSequence([seed, count, 2]))
    words = -(-count // 64)
    for rows in _stretches(trials, count):
        raw = stream.random_raw(rows * words).reshape(rows, words)
        bits = np.unpackbits(raw.astype("<u8").view(np.uint8), axis=1, bitorder="little")
        yield bits[:, :count]


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
    fold = np.empty(count, dtype=np.int64)
    fold[np.argsort(stream.random_raw(count), kind="stable")] = np.arange(count) % folds
    return fold
