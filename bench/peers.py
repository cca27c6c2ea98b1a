"""Other evaluators, where they are to be had: how each is called, and whether all agree."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

from material import Retrieval

QAEVAL = [str(Path(sys.executable).with_name("qaeval"))]
PEERS = Path(__file__).parent.parent / "build/peers/bin"
MEASURES = {"AP": "map", "RR": "recip_rank", "nDCG": "ndcg"}

_HERE = Path(__file__).parent


def commands(retrieval: Retrieval) -> dict[str, list[str]]:
    """AP, RR and nDCG of one run, question by question, by each program there is."""
    qrels, run = retrieval.qrels, retrieval.runs[0]
    asked = [word for name in MEASURES for word in ("-m", name)]
    found = {"qaeval": [*QAEVAL, "score", "-q", "-f", "tsv", *asked, qrels, run]}
    binary = os.environ.get("TREC_EVAL")
    if binary:
        names = [word for name in MEASURES.values() for word in ("-m", name)]
        found["trec_eval"] = [binary, "-q", *names, qrels, run]
    if (PEERS / "ir_measures").exists():
        words = ["-q", "-o", "jsonl", qrels, run, " ".join(MEASURES)]
        found["ir_measures"] = [str(PEERS / "ir_measures"), *words]
    for name in ("pytrec_eval", "ranx"):
        script = [str(PEERS / "python"), str(_HERE / f"with_{name}.py")]
        if (PEERS / "python").exists() and _has(name):
            found[name] = [*script, qrels, run]
    return found


@cache
def _has(module: str) -> bool:
    words = [str(PEERS / "python"), "-c", f"import {module}"]
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


def check_agreement(retrieval: Retrieval) -> list[str]:
    """Stop unless all programs give the same values, as far as each prints them."""
    found = {name: _figures(name, words) for name, words in commands(retrieval).items()}
    ours = found.pop("qaeval")
    for name, figures in found.items():
        exact = 6e-5 if name == "trec_eval" else 1e-6  # trec_eval prints four decimals
        wrong = [at for at, value in figures.items() if abs(ours.get(at, 9) - value) > exact]
        if wrong or len(figures) < len(ours):
            sys.exit(f"bench: {name} does not agree with qaeval: {wrong[:5]}")
    return list(found)


def _figures(name: str, words: list[str]) -> dict[tuple[str, str], float]:
    """Values by measure and question; the summary counts as a question."""
    text = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in text.splitlines()]
    short = {theirs: ours for ours, theirs in MEASURES.items()}
    if name == "qaeval":
        return {(row[1], row[2]): float(row[3]) for row in rows[1:]}
    if name == "ir_measures":
        import json

        records = map(json.loads, text.splitlines())
        return {(r["measure"], r["query_id"]): r["value"] for r in records}
    return {(short[row[0]], row[1]): float(row[2]) for row in rows if row[0] in short}
