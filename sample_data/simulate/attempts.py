"""Three language models that answer each question five times, as a script of one's own logs it."""

import csv
import io
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from simulate.chance import logistic, normal, squash, stream, uniforms
from simulate.questions import Question, Shape, questions

ASKED = Shape(count=160, class_shares=(1.0,), decoys=3, spread=1.0)
TASKS = {"reading": 100, "recall": 60}
PASSAGES = 20  # of five questions each, for reading
ATTEMPTS = 5
PASSAGE_SPREAD = 0.9  # of a passage's difficulty, and of what a model makes of it
QUIRK = 0.8  # standard deviation of what a model makes of a question, whichever the attempt
SHARED = 0.9  # of a model's quirks, by its quantised form
INSIGHT, BOAST = 1.2, 0.8
HEADER = ("model", "task", "item", "passage", "attempt", "correct", "response")


class Asked(NamedTuple):
    """A question in its task."""

    task: str
    item: str
    passage: str
    question: Question


# Ability, and the model whose quirks it has.
MODELS = {"heron": (0.9, "heron"), "heron-4bit": (0.8, "heron"), "plover": (0.3, "plover")}


def attempts(seed: int) -> str:
    """A csv with a row for each model, question and attempt."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(HEADER)
    asked = list(_asked(seed))
    for model in MODELS:
        for place in asked:
            rows.writerows(_answers(model, place, seed))
    return text.getvalue()


def _asked(seed: int) -> Iterator[Asked]:
    rest = iter(questions(ASKED, seed, "attempts"))
    for task, count in TASKS.items():
        for n in range(count):
            item = f"{n + 1:03}"
            # A question that shares nothing is a passage of its own.
            shared = task == "reading"
            passage = f"passage-{n * PASSAGES // count + 1:02}" if shared else f"{task}-{item}"
            yield Asked(task, item, passage, next(rest))


def _answers(model: str, place: Asked, seed: int) -> Iterator[tuple[object, ...]]:
    ability, quirks = MODELS[model]
    depth = PASSAGE_SPREAD if place.task == "reading" else 0.0
    whose = ("attempts", quirks, place.task)
    taste = normal(stream(seed, *whose, place.passage), 0, depth)
    taste += normal(stream(seed, "attempts", place.passage), 0, depth)
    quirk = normal(stream(seed, *whose, place.item), 0, QUIRK)
    rng = stream(seed, "attempts", model, place.task, place.item)
    own = normal(rng, 0, QUIRK)
    if model != quirks:
        quirk = SHARED * quirk + (1 - SHARED**2) ** 0.5 * own
    advantage = ability + taste + quirk - place.question.difficulty
    for attempt in range(1, ATTEMPTS + 1):
        right, response = _answer(advantage, place.question, rng)
        told = "True" if right else "False"
        yield model, place.task, place.item, place.passage, attempt, told, response


def _answer(advantage: float, question: Question, rng: Random) -> tuple[bool, str]:
    luck, which = uniforms(rng, 2)
    right = logistic(luck) < advantage
    sureness = advantage + INSIGHT * (right - 0.5) + BOAST + normal(rng)
    said = question.classes[0][1][0][0] if right else question.decoys[int(which * 3)]
    return right, f"{said}. Confidence: {round(100 * squash(sureness))}%"
