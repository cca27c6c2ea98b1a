"""Which answers people should label: at random, in proportion within the model's grades."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from qaeval.arrays import Bools, Floats, Ints
from qaeval.errors import InputError
from qaeval.studies.judging.graded import Graded
from qaeval.wording import counted, shown

FEWEST = 2  # of a stratum, so that something can be told of it
PARTS = 4  # of grades or confidences that are more than a few
_FEW_GRADES = 6


@dataclass(frozen=True)
class Drawn:
    """The answers drawn, runs × questions, and the chance that each answer had."""

    answers: Bools
    chances: Floats


def draw(graded: Graded, total: int, seed: int, confidence: Floats | None = None) -> Drawn:
    """So many answers, as many of each run; strata are grades, or fourths by `confidence`.

    Every question has a random number for good, which its runs share: those with the smallest are
    drawn. So a larger draw holds a smaller one, but for rounding, and runs share questions.
    """
    runs = graded.scores.runs
    sizes = graded.answered.sum(axis=1)
    if total > int(sizes.sum()):
        raise InputError(
            f"--draw {total}: the runs have only {counted(int(sizes.sum()), 'answer')}"
        )
    if total < FEWEST * len(runs):
        raise InputError(
            f"--draw {total}: too few for {counted(len(runs), 'run')}, expected "
            f"{FEWEST * len(runs)} or more"
        )
    lots = np.array([_lot(seed, name) for name in graded.scores.questions])
    answers, chances = np.zeros(graded.model.shape, np.bool_), np.zeros(graded.model.shape)
    for run, share in enumerate(_shares(total, sizes)):
        there = np.flatnonzero(graded.answered[run])
        by = graded.model[run, there] if confidence is None else confidence[run, there]
        if np.isnan(by).any():
            at = there[int(np.flatnonzero(np.isnan(by))[0])]
            raise InputError(
                f"run {shown(runs[run])} has no confidence for question "
                f"{shown(graded.scores.questions[at])}, by which answers are to be drawn"
            )
        stratum = _strata(by)
        members = [there[stratum == part] for part in range(int(stratum.max(initial=-1)) + 1)]
        for part, count in zip(members, _allotted(share, [len(m) for m in members]), strict=True):
            chosen = part[np.argsort(lots[part], kind="stable")[:count]]
            answers[run, chosen] = True
            chances[run, part] = count / len(part)
    return Drawn(answers, chances)


def _lot(seed: int, question: str) -> int:
    digest = hashlib.sha256(f"{seed}\t{question}".encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:7], "big")


def _shares(total: int, sizes: Ints) -> list[int]:
    """The same number of each run; what a run is too short for goes to the others."""
    shares = [0] * len(sizes)
    left = total
    while left:
        for run, size in enumerate(sizes.tolist()):
            if left and shares[run] < size:
                shares[run] += 1
                left -= 1
    return shares


def _strata(by: Floats) -> Ints:
    """Each value a stratum, or fourths of equal size where there are many values."""
    values, place = np.unique(by, return_inverse=True)
    if len(values) <= _FEW_GRADES:
        return place
    edges = np.quantile(by, np.arange(1, PARTS) / PARTS)
    return np.unique(np.searchsorted(edges, by, side="left"), return_inverse=True)[1]


def _allotted(total: int, sizes: Sequence[int]) -> list[int]:
    """In proportion to the sizes, by largest remainder, but two of each stratum if it can be."""
    whole = sum(sizes)
    exact = [total * size / whole for size in sizes]
    least = [min(FEWEST, size) for size in sizes]
    if sum(least) > total:
        least = [0] * len(sizes)
    counts = [
        min(max(int(share), few), size)
        for share, few, size in zip(exact, least, sizes, strict=True)
    ]
    while sum(counts) < total:
        room = [at for at in range(len(sizes)) if counts[at] < sizes[at]]
        counts[max(room, key=lambda at: exact[at] - counts[at])] += 1
    while sum(counts) > total:
        room = [at for at in range(len(sizes)) if counts[at] > least[at]]
        counts[min(room, key=lambda at: exact[at] - counts[at])] -= 1
    return counts
