"""A list task: 199 questions with several answers, and 14 runs that return sets of any size."""

from random import Random
from typing import NamedTuple

from simulate.chance import gumbel, logistic, shuffled, stream, uniforms
from simulate.files import Files, Table
from simulate.questions import Question, Shape, catalogue, class_difficulty, key, questions
from simulate.race import two_forms
from simulate.words import WORDS

SHAPE = Shape(count=199, class_shares=(0.10, 0.22, 0.22, 0.16, 0.12, 0.08, 0.06, 0.04), decoys=20)
BEST, WORST, BEND = 2.2, -1.8, 1.4


class Lister(NamedTuple):
    """A run's ability, how sure it must be to return a string, and how often it repeats itself."""

    ability: float
    caution: float
    duplicates: float


def list_task(seed: int) -> Files:
    """Key, questions and runs; caution is apart from ability, so precision and recall differ."""
    asked = questions(SHAPE, seed, "list")
    files: Files = {"key.tsv": key(asked), "questions.tsv": catalogue(asked)}
    for rank, run in enumerate(shuffled(stream(seed, "list", "runs"), WORDS["list runs"])):
        ability = BEST - (BEST - WORST) * (rank / (len(WORDS["list runs"]) - 1)) ** BEND
        habits = stream(seed, "list", "habits", run)
        lister = Lister(ability, 0.8 + 1.6 * habits.random(), 0.3 * habits.random())
        files[f"runs/{run}.tsv"] = _run(asked, lister, seed, "list", "run", run)
    return dict(sorted(files.items()))


def _run(asked: list[Question], lister: Lister, *purpose: object) -> Table:
    draws, wording = stream(*purpose, "draws"), stream(*purpose, "wording")
    rows: Table = [("question", "answer")]
    for question in asked:
        strings = _found(question, lister, draws, wording) + _mistaken(question, lister, draws)
        rows += [(question.id, string) for string in sorted(strings)]
    return rows


def _found(question: Question, lister: Lister, draws: Random, wording: Random) -> list[str]:
    strings: list[str] = []
    for position, (_, entity) in enumerate(question.classes):
        gate, noise, repeat = uniforms(draws, 3)
        form, other = two_forms(entity, wording)
        edge = lister.ability - class_difficulty(question, position) / 2
        if logistic(gate) < edge and 1.8 + 0.5 * edge + gumbel(noise) > lister.caution:
            strings += [form, other] if repeat < lister.duplicates else [form]
    return strings


def _mistaken(question: Question, lister: Lister, draws: Random) -> list[str]:
    """Decoys compete with the same noise but no advantage, about eight of them per question."""
    strings: list[str] = []
    for decoy in question.decoys:
        tempted, noise = uniforms(draws, 2)
        if tempted < 0.4 and gumbel(noise) > lister.caution:
            strings.append(decoy)
    return strings
