"""Time qaeval beside its peers on the same data, in one run; print ratios.

    python bench/run.py [--only large small experiments wide growth] [--rounds 5]

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

import material
import numpy as np
import passes
import peers
from clock import Work, in_turns, run, shown_memory, table

GROWTH = (1, 4, 16)
QAEVAL = peers.QAEVAL


def main() -> None:
    """Run what is asked for, print as it comes."""
    every = (large, small, experiments, wide, growth)
    parts = {part.__name__: part for part in every}
    parser = argparse.ArgumentParser(description="Time qaeval beside its peers.")
    parser.add_argument("--only", nargs="+", choices=parts, default=list(parts))
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    print(_machine())
    with tempfile.TemporaryDirectory() as folder:
        for name in options.only:
            parts[name](Path(folder), options.rounds)


def _machine() -> str:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    versions = f"Python {platform.python_version()}, numpy {np.__version__}"
    return f"{cores} cores, {platform.machine()}, {versions}\n"


def large(folder: Path, rounds: int) -> None:
    """A run of seven million lines."""
    collection = material.large(folder, 6980, 1000)
    agree = peers.check_agreement(collection)
    works = [Work(name, words) for name, words in peers.commands(collection).items()]
    in_turns(works, min(rounds, 3))
    base = "trec_eval" if "trec_eval" in agree else "qaeval"
    print(table("score: 6,980 questions × 1,000 answers, AP RR nDCG per question", works, base))


def small(folder: Path, rounds: int) -> None:
    """195 questions of five answers: one run, and a hundred in one call."""
    collection = material.small(folder, 100)
    peers.check_agreement(collection)
    asked = [word for name in peers.MEASURES for word in ("-m", name)]
    words = [*QAEVAL, "score", *asked, collection.qrels]
    works = [
        Work("import click, numpy", [sys.executable, "-c", "import click, numpy"]),
        Work("qaeval, tsv", [*words, "-f", "tsv", collection.runs[0]]),
        Work("qaeval, text", [*words, collection.runs[0]]),
    ]
    works += [
        Work(name, peer) for name, peer in peers.commands(collection).items() if name != "qaeval"
    ]
    in_turns(works, 4 * rounds)
    print(table("score: 195 questions × 5 answers", works, "import click, numpy"))
    many = [Work("qaeval, one call", [*words, "-f", "tsv", *collection.runs])]
    if "TREC_EVAL" in os.environ:
        each = [
            peers.commands(material.Retrieval(collection.qrels, [path])) for path in collection.runs
        ]
        many.append(Work("trec_eval, 100 calls", lambda: [run(one["trec_eval"]) for one in each]))
    in_turns(many, rounds)
    print(table("score: 100 such runs", many, many[-1].name))


def experiments(folder: Path, rounds: int) -> None:
    """1,000 runs × 2,000 questions × 1,000 trials."""
    values = material.right_or_wrong(1000, 2000)
    long, wide = material.score_tables(values, folder)
    sums = passes.subset_sums(values, 1000)
    for name, one_pass in (
        ("stability", lambda: passes.stability_pass(sums[0])),
        ("swap", lambda: passes.swap_pass(*sums)),
    ):
        words = [*QAEVAL, name, "-c", "1000", "--trials", "1000"]
        works = [
            Work("one pass", one_pass),
            Work(f"{name}, csv", [*words, wide]),
            Work(f"{name}, tsv", [*words, long]),
            Work(f"{name}, csv, --jobs 1", [*words, "--jobs", "1", wide]),
        ]
        in_turns(works, min(rounds, 3))
        print(table(f"{name}: 1,000 runs × 2,000 questions × 1,000 trials", works, "one pass"))
    words = [*QAEVAL, "compare", "--test", "sign", "-f", "tsv"]
    works = [
        Work("sign tests, one pass", lambda: passes.sign_pass(values)),
        Work("compare, csv", [*words, wide]),
        Work("compare --pairs, csv", [*words, "--pairs", wide]),
    ]
    in_turns(works, min(rounds, 3))
    print(table("compare: 499,500 pairs", works, works[0].name))


def wide(folder: Path, rounds: int) -> None:
    """12 runs × 41,871 questions, and measures of whole columns on 44 runs × 500 questions."""
    values = material.right_or_wrong(12, 41_871)
    _, matrix = material.score_tables(values, folder)
    works = [Work("draws and product, one pass", lambda: passes.draw_pass(values, 1000))]
    for name in ("stability", "swap", "plan"):
        works.append(Work(f"{name}, csv", [*QAEVAL, name, matrix]))
    in_turns(works, min(rounds, 3))
    print(table("12 runs × 41,871 questions × 1,000 trials (plan: 200)", works, works[0].name))
    responses = material.responses(folder, 44, 500)
    scored = str(folder / "responses.tsv")
    asked = [word for name in ("CWS", "AURC", "ECE") for word in ("-m", name)]
    run([*QAEVAL, "score", "--judged", *asked, "-q", "-f", "tsv", "-o", scored, *responses])
    works = [
        Work(f"{name} -m {measure}", [*QAEVAL, name, "-m", measure, scored])
        for measure in ("CWS", "AURC", "ECE")
        for name in ("compare", "stability", "swap", "plan")
    ]
    in_turns(works, min(rounds, 3))
    print(table("measures of columns: 44 runs × 500 questions", works, works[0].name))


def growth(folder: Path, rounds: int) -> None:
    """How cost grows with the work: the exponent fitted to 1, 4 and 16 times as much."""
    runs = [material.large(folder, 400 * times, 1000) for times in GROWTH]
    scored = [[*QAEVAL, "score", "-m", "AP", "-f", "tsv", one.qrels, *one.runs] for one in runs]
    values = material.right_or_wrong(250, 1000)
    _, wide = material.score_tables(values, folder)
    trials = [["--trials", str(250 * times), "--jobs", "1", wide] for times in GROWTH]
    tables = [
        material.score_tables(material.right_or_wrong(250 * root, 500), folder)[1]
        for root in (1, 2, 4)
    ]
    kinds = {
        "score, lines": scored,
        "stability, trials": [[*QAEVAL, "stability", "-c", "500", *more] for more in trials],
        "swap, trials": [[*QAEVAL, "swap", "-c", "500", *more] for more in trials],
        "stability, pairs": [
            [*QAEVAL, "stability", "-c", "250", "--trials", "300", "--jobs", "1", path]
            for path in tables
        ],
    }
    idle = Work("start", [*QAEVAL, "measures", "RR"])
    in_turns([idle], rounds)
    print("growth: seconds for 1, 4 and 16 times the work, exponent of what is beyond the start")
    print(f"\n{'work':<24}{'1×':>8}{'4×':>8}{'16×':>8}{'exponent':>10}{'MiB 1×':>8}{'MiB 16×':>9}")
    for name, commands in kinds.items():
        works = in_turns([Work(name, words) for words in commands], min(rounds, 3))
        seconds = [work.median for work in works]
        slope = np.polyfit(
            np.log(GROWTH), [math.log(max(s - idle.median, 1e-3)) for s in seconds], 1
        )[0]
        times = "".join(f"{s:8.2f}" for s in seconds)
        memory = f"{shown_memory(works[0].mebibytes):>8}{shown_memory(works[-1].mebibytes):>9}"
        print(f"{name:<24}{times}{slope:10.2f}{memory}")
    print()


if __name__ == "__main__":
    if subprocess.run([*QAEVAL, "--version"], capture_output=True, check=False).returncode:
        sys.exit("bench: qaeval is not installed here")
    main()
