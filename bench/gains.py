"""How often does the interval of `coverage --best-for`'s cv_gain hold what is gained elsewhere?

    python bench/gains.py [SAMPLES]

A run of the population silence and some of its questions are drawn; the threshold that is chosen on
these is then applied to all 20,000.
"""

from __future__ import annotations

import sys
from collections import defaultdict

import numpy as np
from populations import QUESTIONS, Population, silence

from qaeval.collection.responses import Responses
from qaeval.measures import Measure, measure
from qaeval.studies.abstention import Abstention, tuned
from qaeval.studies.sampling import random_folds

SEED = 2028
POPULATION_SEED = 1
SIZES = (25, 50, 100, 200, 500)
MEASURES = ("c@1", "UF", "simpleqa-F", "K1")
FOLDS = 10


def responses(everything: Population, run: int, questions: np.ndarray) -> Responses:
    """A run's responses to some questions."""
    correct, answered, sure = (
        everything.columns[name][run, questions] for name in ("correct", "answered", "confidence")
    )
    words = np.where(correct > 0, "R", np.where(answered > 0, "W", "U")).tolist()
    names = [f"q{at:05}" for at in range(len(questions))]
    nothing = np.full(len(questions), np.nan)
    return Responses(everything.runs[run], names, words, sure, nothing, "population")


def true_gain(tried: Abstention, asked: Measure, threshold: float | None) -> float:
    """What the threshold gains on all questions."""
    levels = [np.inf if level is None else level for level in tried.thresholds]
    at = int(np.searchsorted(levels, np.inf if threshold is None else threshold))
    value, without = tried.values(asked, [at, 0])
    return float(value - without)


def main() -> None:
    """Print how often the interval held, and what the three gains were on the mean."""
    samples = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    everything = silence(POPULATION_SEED)
    rng = np.random.default_rng(SEED)
    all_questions = [
        Abstention(responses(everything, run, np.arange(QUESTIONS)))
        for run in range(len(everything.runs))
    ]
    seen = defaultdict(list)
    for size in SIZES:
        for number in range(samples):
            run = int(rng.integers(len(everything.runs)))
            drawn = responses(everything, run, rng.choice(QUESTIONS, size, replace=False))
            folds = random_folds(size, FOLDS, number)
            for name in MEASURES:
                found = tuned(drawn, measure(name), folds)
                true = true_gain(all_questions[run], measure(name), found.threshold)
                held = found.change_low <= true <= found.change_high
                gains = (found.value - found.without, found.honest - found.without, true)
                seen[name, size].append((held, *gains))
    print("| measure | n | interval holds | gain | cv_gain | true |\n|---|---|---|---|---|---|")
    for (name, size), rows in sorted(seen.items()):
        held, *gains = np.mean(rows, axis=0)
        cells = " | ".join(f"{gain:.3f}" for gain in gains)
        print(f"| {name} | {size} | {held:.1%} | {cells} |")


if __name__ == "__main__":
    main()
