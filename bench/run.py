"""Time qaeval beside its peers on the same data, in one run; print ratios.

    python bench/run.py [--only large small many …] [--rounds 5]

Peers are what stands in build/peers (make bench puts it there) and the trec_eval binary that
TREC_EVAL names. Whoever is there must agree on the numbers before anything is timed.
"""

import argparse
import math
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import peers
import retrieval
import studies
from clock import Work, in_turns, shown_memory

GROWTH = (1, 4, 16)


def main() -> None:
    """Run what is asked for, print as it comes."""
    parts = {
        "large": retrieval.large,
        "small": retrieval.small,
        "many": retrieval.many,
        "pairs": studies.pairs,
        "wide": studies.wide,
        "columns": studies.columns,
        "pages": studies.pages,
        "matrix": studies.matrix,
        "growth": growth,
    }
    parser = argparse.ArgumentParser(description="Time qaeval beside its peers.")
    parser.add_argument("--only", nargs="+", choices=parts, default=list(parts))
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    print(_machine())
    with tempfile.TemporaryDirectory() as folder:
        for name in options.only:
            parts[name](Path(folder), options.rounds)
            sys.stdout.flush()


def _machine() -> str:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    versions = f"Python {platform.python_version()}, numpy {np.__version__}"
    return f"{cores} cores, {platform.machine()}, {versions}\n"


def growth(folder: Path, rounds: int) -> None:
    """How cost grows with the work: the exponent fitted to 1, 4 and 16 times as much."""
    idle = Work("start", [*peers.QAEVAL, "measures", "RR"])
    in_turns([idle], rounds)
    print("growth: seconds for 1, 4 and 16 times the work, exponent of what is beyond the start")
    print(f"\n{'work':<24}{'1×':>8}{'4×':>8}{'16×':>8}{'exponent':>10}{'MiB 1×':>8}{'MiB 16×':>9}")
    lines = {"score, lines": lambda times: retrieval.growth(folder, times)}
    for name, command in {**lines, **studies.growth(folder)}.items():
        works = in_turns([Work(name, command(times)) for times in GROWTH], min(rounds, 3))
        seconds = [work.median for work in works]
        beyond = [math.log(max(taken - idle.median, 1e-3)) for taken in seconds]
        exponent = np.polyfit(np.log(GROWTH), beyond, 1)[0]
        times = "".join(f"{taken:8.2f}" for taken in seconds)
        memory = f"{shown_memory(works[0].mebibytes):>8}{shown_memory(works[-1].mebibytes):>9}"
        print(f"{name:<24}{times}{exponent:10.2f}{memory}", flush=True)
    print()


if __name__ == "__main__":
    if subprocess.run([*peers.QAEVAL, "--version"], capture_output=True, check=False).returncode:
        sys.exit("bench: qaeval is not installed here")
    main()
