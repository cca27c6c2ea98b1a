"""Ranked runs with confidences and answer times, and the published times of CLEF 2006."""

import math
from typing import NamedTuple

from simulate.chance import normal, squash, stream
from simulate.files import Files, Table
from simulate.questions import Question, Shape, catalogue, key, questions
from simulate.race import System, candidates, chances, written

SHAPE = Shape(count=100, class_shares=(0.7, 0.2, 0.1), decoys=14)
ANSWERS = 3


class Timed(NamedTuple):
    """How able and how fast a system is."""

    ability: float
    seconds: float  # median per question
    spread: float  # standard deviation of the logarithm


# Accuracy and speed go together only in part, so that the order changes as time gains weight.
SYSTEMS = {
    "ensemble": Timed(1.6, 38.0, 0.4),
    "reader-large": Timed(1.3, 9.0, 0.5),
    "reader-small": Timed(0.8, 1.6, 0.3),
    "retrieval-deep": Timed(0.6, 14.0, 0.7),
    "retrieval-fast": Timed(0.3, 0.4, 0.3),
    "rules": Timed(-0.5, 0.05, 0.6),
    "rules-web": Timed(-0.3, 22.0, 0.9),
}

# Team, MRR and answer time in seconds (Table 1 of the 2009 paper).
CLEF_2006: Table = [
    ("run", "score", "seconds"),
    ("daedalus1", "0.41", 549),
    ("tokyo", "0.38", 5141),
    ("priberam", "0.35", 56),
    ("daedalus2", "0.33", 198),
    ("inaoe", "0.3", 1966),
    ("alicante", "0.24", 76),
]


def timed(seed: int) -> Files:
    """Key, questions, seven runs, and the published table."""
    asked = questions(SHAPE, seed, "timed")
    files: Files = {
        "clef2006.tsv": CLEF_2006,
        "key.tsv": key(asked),
        "questions.tsv": catalogue(asked),
    }
    for run, speed in SYSTEMS.items():
        files[f"runs/{run}.tsv"] = _run(asked, speed, seed, "timed", "run", run)
    return files


def _run(asked: list[Question], speed: Timed, *purpose: object) -> Table:
    draws, wording, clock = (stream(*purpose, use) for use in ("draws", "wording", "clock"))
    system = System(speed.ability, speed.ability)
    rows: Table = [("question", "rank", "answer", "confidence", "seconds")]
    for question in asked:
        seconds = f"{speed.seconds * math.exp(normal(clock, 0, speed.spread)):.2f}"
        answers = candidates(question, system, chances(draws, question), wording)[:ANSWERS]
        for rank, (score, string) in enumerate(answers, 1):
            rows.append(
                (question.id, rank, written(string, system), f"{squash(score - 2):.3f}", seconds)
            )
    return rows
