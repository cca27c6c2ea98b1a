"""Questions: how hard they are, their answer classes, and what only looks like an answer."""

from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from simulate import names
from simulate.chance import normal, pick, stream
from simulate.files import Table
from simulate.names import Entity

LEVELS = ("S", "A", "B")
BEST_LEVEL = (0.85, 0.10, 0.05)
EXTRA_CLASS = 0.5


class Question(NamedTuple):
    """A question as the simulated systems meet it."""

    id: str
    kind: str
    language: str
    text: str
    difficulty: float
    classes: tuple[tuple[int, Entity], ...]  # index of the best level, forms; easiest first
    decoys: tuple[str, ...]  # strings that are wrong, the most tempting first


@dataclass(frozen=True)
class Shape:
    """What distinguishes the questions of one task from those of another."""

    count: int
    class_shares: tuple[float, ...]  # shares of the questions with 1, 2, 3, … classes
    decoys: int
    spread: float = 1.3  # standard deviation of the difficulty


def questions(shape: Shape, *purpose: object) -> list[Question]:
    """The questions of one collection, each from a stream of its own."""
    width = len(str(shape.count))
    return [
        _question(f"Q{n:0{width}}", shape, stream(*purpose, "question", n))
        for n in range(1, shape.count + 1)
    ]


def _question(id: str, shape: Shape, rng: Random) -> Question:
    classes = 1 + pick(rng.random(), shape.class_shares)
    difficulty = normal(rng, 0, shape.spread)
    kind = names.KINDS[pick(rng.random(), (0.30, 0.20, 0.15, 0.12, 0.13, 0.10))]
    language = names.LANGUAGES[pick(rng.random(), (0.6, 0.4))]
    entities = names.entities(rng, kind, language, classes + shape.decoys)
    return Question(
        id,
        kind,
        language,
        names.question_text(rng, kind, language),
        difficulty,
        tuple((pick(rng.random(), BEST_LEVEL), entity) for entity in entities[:classes]),
        tuple(_form(entity, rng.random(), rng.random()) for entity in entities[classes:]),
    )


def _form(entity: Entity, grade: float, variant: float) -> str:
    forms = entity[pick(grade, (0.6, 0.25, 0.15))]
    return forms[int(variant * len(forms))]


def key(questions: list[Question]) -> Table:
    """The answer key: a string loses a level for each step down from the full form."""
    rows: Table = [("question", "class", "answer", "level")]
    for question in questions:
        for number, (best, entity) in enumerate(question.classes, 1):
            for loss, forms in enumerate(entity):
                level = LEVELS[min(best + loss, 2)]
                rows += [(question.id, f"c{number}", form, level) for form in forms]
    return rows


def catalogue(questions: list[Question]) -> Table:
    """The questions themselves as a table."""
    header = ("question", "type", "language", "text")
    return [header, *((q.id, q.kind, q.language, q.text) for q in questions)]


def class_difficulty(question: Question, position: int) -> float:
    """Each class after the first is harder to find than the one before it."""
    return question.difficulty + EXTRA_CLASS * position
