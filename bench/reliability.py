"""Time the experiments beside a plain chunked numpy pass over the same comparisons; print ratios.

    python bench/reliability.py [--runs 1000] [--questions 2000] [--trials 1000] [--rounds 3]

The data are right/wrong scores of runs of different ability, seeded. Rounds are interleaved and
the medians compared. The pass bins the relative difference (or the difference) of every comparison
once; it keeps no counts per pair, decides nothing exactly, and is given the sums.
"""

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from scipy.special import bdtr

QAEVAL = [sys.executable, "-m", "qaeval"]


def main():
    """Make the data, time everything in turns, print the table."""
    parser = argparse.ArgumentParser(description="Time stability, swap and compare.")
    for name, default in (("runs", 1000), ("questions", 2000), ("trials", 1000), ("rounds", 3)):
        parser.add_argument(f"--{name}", type=int, default=default)
    size = parser.parse_args()
    values = scores(size.runs, size.questions)
    with tempfile.TemporaryDirectory() as folder:
        long, wide = write_tables(values, Path(folder))
        half = str(size.questions // 2)
        draws = ["-c", half, "--trials", str(size.trials)]
        sums = subset_sums(values, size.trials)
        work = {
            "stability, one pass": lambda: stability_pass(sums[0]),
            "stability, tsv": command("stability", *draws, long),
            "stability, csv": command("stability", *draws, wide),
            "stability, csv, --jobs 1": command("stability", *draws, "--jobs", "1", wide),
            "swap, one pass": lambda: swap_pass(*sums),
            "swap, tsv": command("swap", *draws, long),
            "swap, csv": command("swap", *draws, wide),
            "swap, csv, --jobs 1": command("swap", *draws, "--jobs", "1", wide),
            "sign tests, one pass": lambda: sign_pass(values),
            "compare, csv": command("compare", "-f", "tsv", wide),
            "compare --pairs, csv": command("compare", "--pairs", "-f", "tsv", wide),
        }
        times = {name: [] for name in work}
        for _ in range(size.rounds):
            for name, job in work.items():
                start = time.perf_counter()
                job()
                times[name].append(time.perf_counter() - start)
    report(times, size)


def scores(runs, questions):
    """Right or wrong, by ability and difficulty."""
    random = np.random.default_rng(0)
    ability, difficulty = random.normal(size=(runs, 1)) / 2, random.normal(size=questions)
    chance = 1 / (1 + np.exp(difficulty - ability))
    return (random.random((runs, questions)) < chance).astype(np.float64)


def write_tables(values, folder):
    """The scores as a score table and as a matrix."""
    runs = [f"run{i:04}" for i in range(len(values))]
    long, wide = folder / "scores.tsv", folder / "scores.csv"
    with long.open("w") as file:
        file.write("run\tmeasure\tquestion\tvalue\n")
        for run, row in zip(runs, values.astype(int), strict=True):
            file.writelines(f"{run}\tHit@1\tq{i:05}\t{value}\n" for i, value in enumerate(row))
    with wide.open("w") as file:
        file.write(f"question,{','.join(runs)}\n")
        for i, column in enumerate(values.T.astype(int)):
            file.write(f"q{i:05},{','.join(map(str, column))}\n")
    return str(long), str(wide)


def command(*words):
    """A job that runs the program."""
    return lambda: subprocess.run([*QAEVAL, *words], stdout=subprocess.DEVNULL, check=True)


def subset_sums(values, trials):
    """Sums over two disjoint halves of the questions, for each trial."""
    random = np.random.default_rng(1)
    count = values.shape[1]
    order = np.argsort(random.random((trials, count)), axis=1)
    members = np.zeros((2, count, trials))
    for side, part in enumerate((order[:, : count // 2], order[:, count // 2 : 2 * (count // 2)])):
        members[side, part.T, np.arange(trials)] = 1
    return values @ members[0], values @ members[1]


def chunks(rows, step=64):
    """A run and a stretch of the runs after it."""
    for run in range(rows - 1):
        for start in range(run + 1, rows, step):
            yield run, slice(start, start + step)


def stability_pass(sums):
    """One histogram of the relative difference over all comparisons."""
    counts = np.zeros(11, dtype=np.int64)
    for run, others in chunks(len(sums)):
        largest = np.maximum(sums[run], sums[others])
        relative = np.abs(sums[run] - sums[others]) / largest
        places = np.minimum(relative * 100, 10).astype(np.int64)
        counts += np.bincount(places.ravel(), minlength=11)
    return counts


def swap_pass(first, second):
    """One histogram of the difference, with the swaps, over all comparisons."""
    counts = np.zeros(42, dtype=np.int64)
    width = first.max() / 100
    for run, others in chunks(len(first)):
        one, two = first[run] - first[others], second[run] - second[others]
        places = np.minimum(np.abs(one) / width, 20).astype(np.int64) * 2 + (one * two < 0)
        counts += np.bincount(places.ravel(), minlength=42)
    return counts


def sign_pass(values):
    """Wins and losses by matrix products (right/wrong scores allow it), and binomial tails."""
    wins = values @ (1 - values.T)
    x, y = np.triu_indices(len(values), 1)
    fewer, total = np.minimum(wins[x, y], wins[y, x]), wins[x, y] + wins[y, x]
    return np.minimum(1, 2 * bdtr(fewer, total.astype(np.int64), 0.5))


def report(times, size):
    """Medians, and the ratio of each to the pass above it."""
    pairs = size.runs * (size.runs - 1) // 2
    print(f"{size.runs} runs, {size.questions} questions, {size.trials} trials: {pairs:,} pairs\n")
    print(f"{'work':<28}{'seconds':>9}{'ratio':>8}")
    base = 1.0
    for name, seconds in times.items():
        median = statistics.median(seconds)
        if name.endswith("one pass"):
            base = median
        print(f"{name:<28}{median:>9.2f}{median / base:>8.2f}")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"\nlargest memory of a command: {peak:.0f} MiB")


if __name__ == "__main__":
    main()
