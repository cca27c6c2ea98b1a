"""How often is what qaeval says of measures of confidence true? As calibration.py, but for these.

    python bench/confidences.py [--quick]

A run of its own, since the measures are many; the table goes into confidences.md, and from there
into docs/calibration.md when that is made.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # each process has a core of its own

from calibration_page import by_measure
from populations import CONFIDENT, Population
from settings import Truths, sample_lineup

SEED = 2027
POPULATION_SEED = 1
RUNS = (2, 10)
SIZES = (25, 50, 100, 195, 500)
LINEUPS, SAMPLES = 16, 12
PROCESSES = 2

made: dict[str, Population] = {}


def lineup(place: tuple[str, int, int, int]) -> Truths:
    """The samples of one line-up; its seed depends on nothing but itself."""
    name, runs, number, samples = place
    if name not in made:
        made[name] = CONFIDENT[name](POPULATION_SEED)
    seed = (SEED, sorted(CONFIDENT).index(name), runs, number)
    return sample_lineup(made[name], runs, dict.fromkeys(SIZES, samples), seed).settled()


def places(quick: bool) -> Iterator[tuple[str, int, int, int]]:
    """Every line-up, as many of each kind."""
    for name in CONFIDENT:
        for runs in reversed(RUNS):
            for number in range(4 if quick else LINEUPS):
                yield name, runs, number, 4 if quick else SAMPLES


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="How often is what qaeval says true?")
    parser.add_argument("--quick", action="store_true", help="a small part of the samples")
    asked = parser.parse_args()
    for name, make in CONFIDENT.items():
        made[name] = make(POPULATION_SEED)  # before processes part, which would each make it
    every = Truths()
    with ProcessPoolExecutor(PROCESSES) as pool:
        for truths in pool.map(lineup, places(asked.quick)):
            every.take(truths)
    print(by_measure(every))


if __name__ == "__main__":
    main()
