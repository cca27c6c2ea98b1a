"""How often the intervals of agreement hold the truth: `python bench/agreement.py [SAMPLES]`.

Labels are drawn from populations whose coefficients are known from 200,000 answers: an answer has a
true label, which an assessor gives or else one beside it, and some labels are missing.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass

import numpy as np

from qaeval.arrays import Ints
from qaeval.gold.agreement import COEFFICIENTS
from qaeval.studies.agreement_intervals import measured_agreement

SIZES = (50, 100, 200)
TRIALS = 400
POPULATION = 200_000


@dataclass(frozen=True)
class Labelling:
    """How answers get their labels."""

    shares: tuple[float, ...]  # of the true labels
    right: float
    missing: float
    assessors: int

    def labels(self, random: np.random.Generator, answers: int) -> Ints:
        """The labels of so many answers."""
        shape, last = (answers, self.assessors), len(self.shares) - 1
        truth = random.choice(last + 1, size=(answers, 1), p=self.shares)
        beside = np.clip(truth + random.choice([-1, 1], size=shape), 0, last)
        given = np.where(random.random(shape) < self.right, truth, beside)
        return np.where(random.random(shape) < self.missing, -1, given)


LABELLINGS = (
    Labelling((0.5, 0.5), 0.85, 0.0, 2),
    Labelling((0.9, 0.1), 0.9, 0.2, 3),
    Labelling((0.5, 0.3, 0.2), 0.8, 0.3, 4),
    Labelling((0.4, 0.3, 0.2, 0.1), 0.95, 0.2, 3),
    Labelling((0.95, 0.05), 0.95, 0.0, 2),
    Labelling((0.8, 0.2), 0.98, 0.2, 3),
    Labelling((0.6, 0.3, 0.1), 0.55, 0.5, 5),
    Labelling((0.5, 0.5), 0.99, 0.0, 2),
    Labelling((0.2, 0.2, 0.2, 0.2, 0.2), 0.5, 0.0, 3),
)


def main(samples: int) -> None:
    """Print the rate of each labelling, size and coefficient, then those of each size."""
    by_size: dict[int, list[float]] = {size: [] for size in SIZES}
    for at, labelling in enumerate(LABELLINGS):
        random = np.random.default_rng(at)
        size = len(labelling.shares)
        truth = measured_agreement(labelling.labels(random, POPULATION), size, 1, 0)
        print(f"\n{labelling}")
        for answers in SIZES:
            held: dict[str, list[bool]] = {}
            for seed in range(samples):
                found = measured_agreement(labelling.labels(random, answers), size, TRIALS, seed)
                for coefficient in COEFFICIENTS:
                    name = coefficient.name
                    if size == 2 and coefficient.ordered:
                        continue
                    both = {"all": (found.everyone, truth.everyone)}
                    both["pair"] = (found.pairs[0, 1], truth.pairs[0, 1])
                    for whose, (mine, known) in both.items():
                        if not math.isnan(mine[name].low):
                            holds = mine[name].low <= known[name].value <= mine[name].high
                            held.setdefault(f"{name} {whose}", []).append(holds)
            rates = {n: float(np.mean(h)) for n, h in held.items() if len(h) >= samples / 2}
            by_size[answers] += rates.values()
            print(f"{answers:4}", *(f"{name} {rate:.3f}" for name, rate in rates.items()), sep="  ")
    for answers, each in by_size.items():
        print(
            f"\n{answers} answers: {np.mean(each):.3f} on the mean, {min(each):.3f}–{max(each):.3f}"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
