"""Judged responses to 500 questions by 44 runs, some of which leave questions unanswered."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from simulate.chance import logistic, normal, pick, squash, stream, uniforms
from simulate.files import Files, Table
from simulate.words import WORDS

QUESTIONS = 500
ABSTAINING = 0.4
ABLER_ABSTAIN = 0.4
CATEGORIES = {
    "factoid": 0.28,
    "definition": 0.19,
    "reason": 0.2,
    "purpose": 0.17,
    "procedure": 0.16,
}
# Right, wrong and unanswered questions of four systems of QA@CLEF 2009 (Table 3 of the 2011 paper).
PUBLISHED = {
    "icia091ro": (237, 156, 107),
    "uaic092ro": (236, 264, 0),
    "loga092de": (187, 230, 83),
    "base092de": (189, 311, 0),
}


class Responder(NamedTuple):
    """How able a run is, how well it knows itself, and what it does about that."""

    ability: float
    insight: float  # κ: how much surer it is of right candidates than of wrong ones
    silence: float  # share of the questions left unanswered, those it is least sure of
    shows_candidates: bool  # what it held back is judged too
    rates_silence: bool  # gives a confidence where it gives no answer


def response(seed: int) -> Files:
    """The questions and 44 runs: four with published counts, forty from the model."""
    difficulties = _difficulties(seed)
    files: Files = {"questions.tsv": _catalogue(seed)}
    for run, counts in PUBLISHED.items():
        files[f"runs/{run}.tsv"] = _published_run(
            difficulties, counts, seed, "response", "run", run
        )
    for run, responder in _responders(seed).items():
        files[f"runs/{run}.tsv"] = _run(difficulties, responder, seed, "response", "run", run)
    return dict(sorted(files.items()))


def _difficulties(seed: int) -> list[float]:
    rng = stream(seed, "response", "difficulty")
    return [normal(rng, 0, 1.5) for _ in range(QUESTIONS)]


def _catalogue(seed: int) -> Table:
    rng = stream(seed, "response", "category")
    shares = tuple(CATEGORIES.values())
    names = tuple(CATEGORIES)
    return [
        ("question", "category"),
        *((_id(n), names[pick(rng.random(), shares)]) for n in range(QUESTIONS)),
    ]


def _id(n: int) -> str:
    return f"Q{n + 1:03}"


def _responders(seed: int) -> dict[str, Responder]:
    """Abstention goes to the runs with the highest leaning, which is correlated with ability."""
    rng = stream(seed, "response", "responders")
    drawn = []
    for run in WORDS["response runs"]:
        z = normal(rng)
        leaning = ABLER_ABSTAIN * z + (1 - ABLER_ABSTAIN**2) ** 0.5 * normal(rng)
        drawn.append((-leaning, run, -0.55 + 0.65 * z, *uniforms(rng, 4)))
    silent = {run for _, run, *_ in sorted(drawn)[: round(ABSTAINING * len(drawn))]}
    return {
        run: Responder(
            ability, 0.5 + u, 0.05 + 0.30 * v if run in silent else 0.0, w < 0.5, x < 0.5
        )
        for _, run, ability, u, v, w, x in drawn
    }


def _run(difficulties: list[float], responder: Responder, *purpose: object) -> Table:
    rng = stream(*purpose)
    rights = [
        logistic(u) < responder.ability - d
        for u, d in zip(uniforms(rng, QUESTIONS), difficulties, strict=True)
    ]
    sureness = _sureness(rights, responder.insight, rng)
    held_back = set(_lowest(range(QUESTIONS), sureness, round(responder.silence * QUESTIONS)))
    return _table(rights, sureness, held_back, responder)


def _published_run(
    difficulties: list[float], counts: tuple[int, int, int], *purpose: object
) -> Table:
    """As many right as published, the easier ones; what was held back was not published."""
    right, _, unanswered = counts
    rng = stream(*purpose)
    ease = [logistic(u) - d for u, d in zip(uniforms(rng, QUESTIONS), difficulties, strict=True)]
    held_right = unanswered // 4
    best = set(_lowest(range(QUESTIONS), [-e for e in ease], right + held_right))
    rights = [n in best for n in range(QUESTIONS)]
    sureness = _sureness(rights, 1.0, rng)
    held_back = set(_lowest(sorted(best), sureness, held_right))
    others = [n for n in range(QUESTIONS) if n not in best]
    held_back |= set(_lowest(others, sureness, unanswered - held_right))
    return _table(rights, sureness, held_back, Responder(-0.3, 1.0, 0.0, False, False))


def _sureness(rights: list[bool], insight: float, rng: Random) -> list[float]:
    return [insight * right + normal(rng) for right in rights]


def _lowest(places: Iterable[int], values: Sequence[float], count: int) -> list[int]:
    return sorted(places, key=lambda n: (values[n], n))[:count]


def _table(
    rights: list[bool], sureness: list[float], held_back: set[int], responder: Responder
) -> Table:
    rows: Table = [("question", "outcome", "confidence")]
    for n, right in enumerate(rights):
        outcome = "R" if right else "W"
        confidence = f"{squash(sureness[n] + responder.ability - responder.insight / 2):.3f}"
        if n in held_back:
            outcome = "U" + outcome if responder.shows_candidates else "U"
            confidence = confidence if responder.rates_silence else ""
        rows.append((_id(n), outcome, confidence))
    return rows
