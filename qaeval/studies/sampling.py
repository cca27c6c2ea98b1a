"""Question subsets drawn once for all runs, pairs, measures and methods."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from qaeval.arrays import Bools, Floats, Ints
from qaeval.collection.draws import Draws, Sets
from qaeval.errors import InputError
from qaeval.studies.units import Units

Words = NDArray[np.uint64]

_KEYS_AT_ONCE = 1_000_000  # numbers drawn together


@dataclass(frozen=True)
class Drawing:
    """How `trials` pairs of disjoint sets are drawn without replacement.

    Trial i orders the questions, which are in byte order, by its own keys out of PCG64's raw
    stream: that stream is the same in all versions of numpy, whatever its Generator does with it.
    Clusters are ordered the same way, and of several tasks each gives its share of every set.
    """

    units: Units
    size: int
    trials: int
    seed: int

    def __post_init__(self) -> None:
        """Refuse sets that are larger than what there is."""
        count, noun = self.units.count, self.units.noun
        if not 1 <= self.size <= count:
            have = f"{count} {noun}s"
            raise InputError(f"-c {self.size}: there are {have}, so c goes from 1 to {count}")

    @cached_property
    def shares(self) -> list[int]:
        """How many of its units each task gives to a set."""
        return task_shares(self.units, self.size)

    @cached_property
    def has_second(self) -> bool:
        """Whether there are enough units for the sets B."""
        pairs = zip(self.shares, self.units.by_task, strict=True)
        return all(2 * share <= len(task) for share, task in pairs)

    def _keys(self) -> Iterator[Words]:
        """The keys of all units, a row per trial and a stretch of trials at a time."""
        count = self.units.count
        stream = np.random.PCG64(np.random.SeedSequence([self.seed, self.size]))
        for rows in _stretches(self.trials, count):
            yield stream.random_raw(rows * count).reshape(rows, count)

    def orders(self) -> Iterator[tuple[Ints, Ints]]:
        """Trial by trial the units of A and those of B, in the order drawn; B may be empty."""
        both = 2 if self.has_second else 1
        for keys in self._keys():
            for row in keys:
                parts: tuple[list[Ints], list[Ints]] = ([], [])
                for task, share in zip(self.units.by_task, self.shares, strict=True):
                    order = task[np.argsort(row[task], kind="stable")[: both * share]]
                    parts[0].append(order[:share])
                    parts[1].append(order[share:])
                yield np.concatenate(parts[0]), np.concatenate(parts[1])

    def sets(self) -> tuple[Sets, Sets | None]:
        """The sets A and B of all trials; no order is needed to know what a set holds."""
        packed = [[np.packbits(held, axis=1) for held in self._held(keys)] for keys in self._keys()]
        first, second = (
            Sets(np.concatenate(parts), self.units.count) for parts in zip(*packed, strict=True)
        )
        return first, second if self.has_second else None

    def _held(self, keys: Words) -> tuple[Bools, Bools]:
        """Whether the sets A and the sets B of some trials hold each unit."""
        if self.units.tasks == 1:
            return _lowest(keys, self.size, self.has_second)
        first, second = np.zeros((2, *keys.shape), dtype=np.bool_)
        for task, share in zip(self.units.by_task, self.shares, strict=True):
            first[:, task], second[:, task] = _lowest(keys[:, task], share, self.has_second)
        return first, second


def draw(
    questions: Sequence[str], size: int, trials: int, seed: int, units: Units | None = None
) -> Draws:
    """Draw the sets A and, where there are enough, B of every trial."""
    units = Units.single(len(questions)) if units is None else units
    first, second = Drawing(units, size, trials, seed).sets()
    return Draws(questions, size, first, second, units.members if units.clustered else [])


def _lowest(keys: Words, share: int, both: bool) -> tuple[Bools, Bools]:
    """Which keys are the lowest `share` of their row, and which the next as many if asked for."""
    # Two selections, one inside the other, cost far less than a sort or two ranks at once.
    lowest = keys
    if both:
        lowest = np.partition(keys, 2 * share - 1, axis=1)[:, : 2 * share]
    last = np.partition(lowest, share - 1, axis=1)[:, share - 1]
    first = keys <= last[:, None]
    second = (keys <= lowest.max(axis=1)[:, None]) ^ first if both else np.zeros_like(first)
    exact = len(keys) * share
    if np.count_nonzero(first) == exact and np.count_nonzero(second) == exact * both:
        return first, second
    equal = first.sum(axis=1) != share
    equal |= second.sum(axis=1) != (share if both else 0)
    for row in np.flatnonzero(equal).tolist():  # equal keys at an edge: the first of them go in
        order = np.argsort(keys[row], kind="stable")
        first[row], second[row] = False, False
        first[row, order[:share]] = True
        second[row, order[share : 2 * share]] = both
    return first, second


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


class SetWeights:
    """Sets as columns of 0 and 1 over all questions, a stretch of trials at a time."""

    def __init__(self, sets: Sets, units: Units) -> None:
        self.sets = sets
        self.units = units

    @cached_property
    def sizes(self) -> Ints:
        """How many questions each set has."""
        if not self.units.clustered:
            return self.sets.sizes
        return np.concatenate([part.sum(axis=0) for part in self.stretches("i8")]).astype(np.int64)

    def stretches(self, kind: str = "f8") -> Iterator[Floats]:
        """Questions × some trials, as floats of that kind."""
        done = 0
        for rows in _stretches(len(self.sets), self.units.questions):
            bits = self.sets.bits(slice(done, done + rows))
            done += rows
            if self.units.clustered:
                bits = bits[:, self.units.of_question]
            values: Floats = bits.view(np.bool_) if kind == "?" else bits.astype(kind)
            yield values.T


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


def coin_blocks(count: int, trials: int, seed: int, first: int = 0) -> Iterator[NDArray[np.uint8]]:
    """Fair coins, 0 or 1: a row per trial from the first, and a stretch of trials at a time."""
    stream = np.random.PCG64(np.random.SeedSequence([seed, count, 2]))
    words = -(-count // 64)
    stream.advance(first * words)
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
