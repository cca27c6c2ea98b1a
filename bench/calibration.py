"""How often is what qaeval says true? Samples from populations whose truth is known.

    python bench/calibration.py [--quick] [--page docs/calibration.md]

Seeds are fixed beforehand. Every line-up of runs is sampled again and again; what compare, plan and
correlate say of a sample is held against the population of 20,000 questions that it came from.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # each process has a core of its own

from calibration_page import page
from further import believing, classical, correlating, finding
from populations import POPULATIONS, Population
from settings import Truths, sample_lineup

SEED = 2026
POPULATION_SEED = 1
RUNS = (2, 5, 10, 25)
SIZES = (10, 25, 50, 100, 195, 500)
CLUSTERS = (10, 25, 50, 100)
SINGLE = ("factoid", "list", "silence")  # questions drawn one by one
PROCESSES = 2


@dataclass(frozen=True)
class Errand:
    """One piece of work: what to measure, of which population, with how many runs, and its seed."""

    kind: str
    population: str
    runs: int
    number: int
    samples: int = 0


@cache
def population(name: str) -> Population:
    """Made or read once in every process."""
    return POPULATIONS[name](POPULATION_SEED)


def run(errand: Errand) -> Truths:
    """What one piece of work measures; its seed depends on nothing but itself."""
    kinds, names = sorted(KINDS), sorted(POPULATIONS)
    place = (kinds.index(errand.kind), names.index(errand.population))
    seed = (SEED, *place, errand.runs, errand.number)
    return KINDS[errand.kind](errand, seed).settled()


def _lineup(errand: Errand, seed: tuple[int, ...]) -> Truths:
    sizes = CLUSTERS if errand.population == "clustered" else SIZES
    everything = population(errand.population)
    return sample_lineup(everything, errand.runs, dict.fromkeys(sizes, errand.samples), seed)


def _believing(errand: Errand, seed: tuple[int, ...]) -> Truths:
    return believing(population(errand.population), errand.runs, seed)


def _finding(errand: Errand, seed: tuple[int, ...]) -> Truths:
    return finding(population(errand.population), errand.runs, seed)


def _correlating(errand: Errand, seed: tuple[int, ...]) -> Truths:
    return correlating(population(errand.population), seed)


def _classical(errand: Errand, seed: tuple[int, ...]) -> Truths:
    return classical(population(errand.population), errand.runs, seed)


KINDS: dict[str, Callable[[Errand, tuple[int, ...]], Truths]] = {
    "lineup": _lineup,
    "believing": _believing,
    "finding": _finding,
    "correlating": _correlating,
    "classical": _classical,
}


def errands(quick: bool) -> Iterator[Errand]:
    """All of the work, the longest first; quickly, a small part of it."""
    lineups, samples = (4, 4) if quick else (12, 16)
    for name in ("silence", "factoid", "several tasks", "list", "clustered"):
        for runs in reversed(RUNS):
            for number in range(lineups):
                yield Errand("lineup", name, runs, number, samples)
    for name in SINGLE:
        for number in range(2 if quick else 12):
            yield Errand("believing", name, 25, number)
        for runs, lineups in ((2, 300), (10, 120)):
            for number in range(lineups // 15 if quick else lineups):
                yield Errand("finding", name, runs, number)
    for number in range(4 if quick else 30):
        yield Errand("correlating", "factoid", 10, number)
    for name in ("factoid", "silence"):
        for number in range(4 if quick else 30):
            yield Errand("classical", name, 10, number)


def measured(work: list[Errand]) -> Truths:
    """All pieces of work put together, in their order, whichever process was done first."""
    for name in SINGLE:
        population(name)  # once, before two processes would both make it
    every, started = Truths(), time.time()
    with ProcessPoolExecutor(PROCESSES) as pool:
        for at, truths in enumerate(pool.map(run, work), 1):
            every.take(truths)
            if sys.stderr.isatty() or at % 100 == 0:
                spent = time.time() - started
                print(f"{at} of {len(work)}, {spent:.0f} s", end="\r", file=sys.stderr)
    return every


def main() -> None:
    """Print the table, and write the page."""
    parser = argparse.ArgumentParser(description="How often is what qaeval says true?")
    parser.add_argument("--quick", action="store_true", help="a small part of the samples")
    parser.add_argument("--page", help="write the page to this file")
    asked = parser.parse_args()
    text = page(measured(list(errands(asked.quick))))
    print(text)
    if asked.page:
        Path(asked.page).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
