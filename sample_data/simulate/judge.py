"""Answers of five models, graded by another model, and by people where a draw says so.

The judge is of the harrier family, and kinder to its own.
"""

from hashlib import sha256
from typing import NamedTuple

from simulate.chance import logistic, normal, squash, stream, uniforms
from simulate.files import Files, Table

QUESTIONS = 800
DRAWN = 500  # answers, 100 of each run
DRAW_SEED = 0  # that of `qaeval judge --draw`, not of the collection
ASSESSORS = {"anna": 0.03, "ben": 0.05, "carla": 0.04}  # how often each one slips
FEWEST = 2  # of a stratum


class Model(NamedTuple):
    """How able a model is, how often it keeps silent, and what the judge makes of its answers."""

    ability: float
    silence: float
    right_accepted: float
    wrong_accepted: float


MODELS = {
    "harrier-1": Model(0.35, 0.0, 0.98, 0.32),
    "harrier-2": Model(0.05, 0.02, 0.98, 0.30),
    "lynx": Model(0.75, 0.04, 0.93, 0.10),
    "osprey": Model(0.4, 0.1, 0.94, 0.12),
    "wren": Model(-0.3, 0.0, 0.93, 0.10),
}


def judge(seed: int) -> Files:
    """The model's grades of all answers, and people's of those drawn, by one and by three."""
    rng = stream(seed, "judge", "difficulty")
    difficulties = [normal(rng, 0, 1.2) for _ in range(QUESTIONS)]
    truths, grades = {}, {}
    for name, model in MODELS.items():
        truths[name] = _truth(difficulties, model, seed, name)
        grades[name] = _grades(truths[name], model, seed, name)
    graded: Table = [("question", "outcome", "run")]
    graded += [
        (_id(at), outcome, name)
        for name, outcomes in grades.items()
        for at, outcome in enumerate(outcomes)
    ]
    one: Table = [("run", "question", "outcome", "probability")]
    three: Table = [("run", "question", "assessor", "outcome", "probability")]
    slips = stream(seed, "judge", "people")
    for name, at, chance in _drawn(grades):
        labels = {
            assessor: _other(truths[name][at]) if slips.random() < slip else truths[name][at]
            for assessor, slip in ASSESSORS.items()
        }
        three += [(name, _id(at), who, label, repr(chance)) for who, label in labels.items()]
        most = "R" if list(labels.values()).count("R") > 1 else "W"
        one.append((name, _id(at), most, repr(chance)))
    return {"graded.tsv": graded, "labels.tsv": one, "labels-by-three.tsv": three}


def _truth(difficulties: list[float], model: Model, seed: int, name: str) -> list[str]:
    rng = stream(seed, "judge", "answers", name)
    outcomes = []
    for difficulty in difficulties:
        silent = rng.random() < model.silence * squash(difficulty) * 2
        right = logistic(uniforms(rng, 1)[0]) < model.ability - difficulty
        outcomes.append("U" if silent else "R" if right else "W")
    return outcomes


def _grades(truth: list[str], model: Model, seed: int, name: str) -> list[str]:
    rng = stream(seed, "judge", "grades", name)
    accepted = {"R": model.right_accepted, "W": model.wrong_accepted}
    return [
        "U" if outcome == "U" else "R" if rng.random() < accepted[outcome] else "W"
        for outcome in truth
    ]


def _drawn(grades: dict[str, list[str]]) -> list[tuple[str, int, float]]:
    """What `qaeval judge --draw 500` draws, with the chance of each answer."""
    lots = [sha256(f"{DRAW_SEED}\t{_id(at)}".encode()).hexdigest() for at in range(QUESTIONS)]
    drawn = []
    for name, outcomes in grades.items():
        strata = {
            grade: [at for at, outcome in enumerate(outcomes) if outcome == grade] for grade in "WR"
        }
        share = DRAWN // len(grades)
        right = round(share * len(strata["R"]) / (len(strata["R"]) + len(strata["W"])))
        right = min(max(right, FEWEST), share - FEWEST)
        chosen = []
        for grade, count in (("R", right), ("W", share - right)):
            members = sorted(strata[grade], key=lots.__getitem__)
            chosen += [(at, count / len(members)) for at in members[:count]]
        drawn += [(name, at, chance) for at, chance in sorted(chosen)]
    return drawn


def _other(outcome: str) -> str:
    return "W" if outcome == "R" else "R"


def _id(at: int) -> str:
    return f"Q{at + 1:03}"
