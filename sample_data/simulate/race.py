"""How a system answers: extraction, then a rank race, both driven by ability minus difficulty."""

import math
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from simulate.chance import gumbel, logistic, pick, uniforms
from simulate.names import Entity
from simulate.questions import Question, class_difficulty

ADVANTAGE = 1.8
RANK_SKILL = 0.7
DUPLICATES = 0.15
Scored = tuple[float, str]
LEVELS_LOST = (0.60, 0.25, 0.15)


class System(NamedTuple):
    """One run's abilities at the two gates, and its habits."""

    extraction: float
    ranking: float
    duplicates: float = DUPLICATES
    silence: float = 0.0  # how often it says nothing where it has found no answer
    caution: float = -math.inf  # the score below which it returns no candidate
    wide_digits: bool = False  # writes full-width digits, which normalisation has to fold


def chances(rng: Random, question: Question) -> list[float]:
    """The draws that a team's runs may share; the question alone says how many."""
    return uniforms(rng, 3 + 2 * len(question.classes) + 2 * len(question.decoys))


def candidates(
    question: Question, system: System, draws: Sequence[float], wording: Random
) -> list[Scored]:
    """Scored strings, best first: extracted classes race against about eight decoys."""
    left = iter(draws)
    decoy_count, repeat, repeat_noise = next(left), next(left), next(left)
    found: list[Scored] = []
    for position, (_, entity) in enumerate(question.classes):
        gate, noise = next(left), next(left)
        form, other = two_forms(entity, wording)
        difficulty = class_difficulty(question, position)
        if logistic(gate) > system.extraction - difficulty:
            continue
        advantage = ADVANTAGE + RANK_SKILL * (system.ranking - difficulty)
        found.append((advantage + gumbel(noise), form))
        if position == 0 and repeat < system.duplicates:
            found.append((advantage + gumbel(repeat_noise), other))
    if not found and wording.random() < system.silence:
        return []
    ranked = sorted(
        found + _decoys(question, decoy_count, left), key=lambda pair: (-pair[0], pair[1])
    )
    return [pair for pair in ranked if pair[0] >= system.caution]


def two_forms(entity: Entity, wording: Random) -> tuple[str, str]:
    """A string of the class and another one; the wording never depends on ability."""
    forms = entity[pick(wording.random(), LEVELS_LOST)]
    form = forms[int(wording.random() * len(forms))]
    others = [other for forms in entity for other in forms if other != form]
    return form, others[int(wording.random() * len(others))]


def _decoys(question: Question, decoy_count: float, draws: Iterator[float]) -> list[Scored]:
    """Six to ten of the question's decoys, the tempting ones more often."""
    tempted = []
    for place, string in enumerate(question.decoys):
        key, noise = next(draws), next(draws)
        tempted.append((key * (4 + place), gumbel(noise), string))
    chosen = sorted(tempted)[: 6 + int(5 * decoy_count)]
    return [(score, string) for _, score, string in chosen]


WIDE = str.maketrans("0123456789", "０１２３４５６７８９")


def written(string: str, system: System) -> str:
    """The string as this system prints it."""
    return string.translate(WIDE) if system.wide_digits else string
