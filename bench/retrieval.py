"""Scoring, timed beside other evaluators: large runs in three shapes, small ones, many at once."""

import gzip
import os
import sys
from collections.abc import Callable
from pathlib import Path

import material
import peers
from clock import Work, apart, in_turns, run, table

QUESTIONS, ANSWERS = 6980, 1000
_STRETCH = 1 << 20


def large(folder: Path, rounds: int) -> None:
    """A run of seven million lines, as engines write it, shuffled, and packed."""
    collection = apart(material.large, folder, QUESTIONS, ANSWERS)
    agree = peers.check_agreement(collection)
    grouped = [Work(name, words) for name, words in peers.commands(collection).items()]
    grouped.append(Work("read of the file", _read(collection.runs[0])))
    in_turns(grouped, min(rounds, 3))
    base = "trec_eval" if "trec_eval" in agree else "qaeval"
    shape = f"{QUESTIONS:,} questions × {ANSWERS:,} answers"
    print(table(f"score: {shape}, AP RR nDCG per question", grouped, base))
    _beside_trec_eval(
        apart(material.shuffled, collection), f"score: the same {shape}, shuffled", rounds
    )
    _packed(apart(material.packed, collection), collection, rounds)


def _beside_trec_eval(collection: material.Retrieval, title: str, rounds: int) -> None:
    """The two that are compared for time and memory."""
    works = [
        Work(name, words)
        for name, words in peers.commands(collection).items()
        if name in ("qaeval", "trec_eval")
    ]
    in_turns(works, min(rounds, 3))
    print(table(title, works, works[-1].name))


def _packed(collection: material.Retrieval, plain: material.Retrieval, rounds: int) -> None:
    """trec_eval reads no packed runs: zcat writes the file anew for it, as its users do."""
    works = [Work("qaeval", peers.commands(collection)["qaeval"])]
    if "TREC_EVAL" in os.environ:
        unpacked = f"{collection.runs[0]}.unpacked"
        words = peers.commands(material.Retrieval(plain.qrels, [unpacked]))["trec_eval"]
        script = 'zcat "$0" > "$1"; shift; exec "$@"'
        given = ["sh", "-c", script, collection.runs[0], unpacked, *words]
        works.append(Work("zcat, then trec_eval", given))
    works.append(Work("unpacking of the file", _read(collection.runs[0])))
    in_turns(works, min(rounds, 3))
    print(table("score: the same, as .gz", works, works[min(1, len(works) - 2)].name))


def _read(path: str) -> Callable[[], object]:
    """What no evaluator can do without: all bytes of the file, once."""

    def read() -> None:
        with gzip.open(path) if path.endswith(".gz") else Path(path).open("rb") as file:
            while file.read(_STRETCH):
                pass

    return read


def small(folder: Path, rounds: int) -> None:
    """195 questions of five answers: one run, and a hundred in one call."""
    collection = apart(material.small, folder, 100)
    peers.check_agreement(collection)
    asked = [word for name in peers.MEASURES for word in ("-m", name)]
    words = [*peers.QAEVAL, "score", *asked, collection.qrels]
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


def many(folder: Path, rounds: int) -> None:
    """Twenty runs of a million lines in one call, one after another and two at a time."""
    collection = apart(material.large, folder, 1000, 1000)
    runs = [f"run{number:02}={collection.runs[0]}" for number in range(20)]
    asked = [word for name in peers.MEASURES for word in ("-m", name)]
    words = [*peers.QAEVAL, "score", "-q", "-f", "tsv", *asked]
    rest = [collection.qrels, *runs]
    works = [
        Work("--jobs 1", [*words, "--jobs", "1", *rest]),
        Work("--jobs 2", [*words, "--jobs", "2", *rest]),
        Work("without --jobs", [*words, *rest]),
    ]
    in_turns(works, min(rounds, 3))
    print(table("score: 20 runs of 1,000,000 lines in one call", works, "--jobs 1"))


def growth(folder: Path, times: int) -> list[str]:
    """A run of so many times 400,000 lines, to be scored."""
    grown = apart(material.large, folder, 400 * times, 1000)
    return [*peers.QAEVAL, "score", "-m", "AP", "-f", "tsv", grown.qrels, *grown.runs]
