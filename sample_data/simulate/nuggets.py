"""Long answers to 60 questions by 12 runs, what they hold, and four assessors' importance."""

from random import Random
from typing import NamedTuple

from simulate.chance import normal, squash, stream, uniforms
from simulate.files import Files, Table
from simulate.words import WORDS

QUESTIONS = 60
KINDS = ("person", "organisation", "thing")
ASSESSORS = {"A": 0.0, "B": 0.4, "C": -0.3, "D": 0.1}  # how readily each calls a nugget vital
DISAGREEMENT = 0.8
PARTIAL = 0.25  # of the nuggets that an answer touches, those that it holds in part
CHARACTERS = 55.0  # that a nugget takes, on the mean
SUPPORT = ("full_support", "partial_support", "no_support")


class Writer(NamedTuple):
    """How much a run knows, how long it goes on, and how often it cites."""

    ability: float
    padding: float  # characters beside the nuggets, in hundreds
    cites: float


class Nugget(NamedTuple):
    """A fact: how much it matters, how hard it is to find, and its words."""

    salience: float
    hardness: float
    text: str


def nuggets(seed: int) -> Files:
    """A key with one assessor's importance, all assessors' votes, assignments and citations."""
    lists = {_id(n): _nuggets(seed, n) for n in range(QUESTIONS)}
    votes = _votes(lists, seed)
    files: Files = {
        "questions.tsv": [
            ("question", "kind"),
            *((name, KINDS[n % len(KINDS)]) for n, name in enumerate(lists)),
        ],
        "key.tsv": _key(lists, votes),
        "votes.tsv": votes,
    }
    for run, writer in _writers(seed).items():
        rng = stream(seed, "nuggets", "run", run)
        files[f"runs/{run}.tsv"], files[f"citations/{run}.tsv"] = _answers(lists, writer, rng)
    return dict(sorted(files.items()))


def _id(n: int) -> str:
    return f"N{n + 1:02}"


def _nuggets(seed: int, n: int) -> list[Nugget]:
    rng = stream(seed, "nuggets", "question", n)
    count = 4 + int(8 * rng.random())
    difficulty = normal(rng, 0.3, 0.7)
    return [
        Nugget(normal(rng, 0.1), difficulty + normal(rng, 0, 0.6), _fact(rng)) for _ in range(count)
    ]


def _fact(rng: Random) -> str:
    quality, thing, town = (
        WORDS[name][int(rng.random() * len(WORDS[name]))]
        for name in ("qualities en", "things en", "towns en")
    )
    forms = ("made the {} {} of {}", "left the {} {} to {}", "was first seen at the {} {} in {}")
    return forms[int(rng.random() * len(forms))].format(quality, thing, town)


def _votes(lists: dict[str, list[Nugget]], seed: int) -> Table:
    rows: Table = [("question", "nugget", "assessor", "importance")]
    for assessor, readiness in ASSESSORS.items():
        rng = stream(seed, "nuggets", "assessor", assessor)
        for question, own in lists.items():
            for n, nugget in enumerate(own, 1):
                worth = nugget.salience + readiness + normal(rng, 0, DISAGREEMENT)
                rows.append((question, n, assessor, "vital" if worth > 0 else "okay"))
    return rows


def _key(lists: dict[str, list[Nugget]], votes: Table) -> Table:
    """The importance that assessor A gives, as TREC had it."""
    importance = {(row[0], row[1]): row[3] for row in votes[1:] if row[2] == "A"}
    rows: Table = [("question", "nugget", "importance", "text")]
    for question, own in lists.items():
        for n, nugget in enumerate(own, 1):
            rows.append((question, n, importance[question, n], nugget.text))
    return rows


def _writers(seed: int) -> dict[str, Writer]:
    rng = stream(seed, "nuggets", "writers")
    return {
        run: Writer(normal(rng, 0, 0.8), 0.5 + 5 * rng.random() ** 2, 0.5 + 0.5 * rng.random())
        for run in WORDS["long answer runs"]
    }


def _answers(lists: dict[str, list[Nugget]], writer: Writer, rng: Random) -> tuple[Table, Table]:
    """What an answer holds of each nugget, with its length; and the support of its citations."""
    assignments: Table = [("question", "nugget", "assignment", "length")]
    citations: Table = [("question", "sentence", "citation", "support")]
    for question, own in lists.items():
        held = [_assignment(nugget, writer, rng) for nugget in own]
        told = sum(assigned != "not_support" for assigned in held)
        extra = 100 * writer.padding * (0.5 + rng.random())
        length = round(extra + CHARACTERS * sum(0.5 + u for u in uniforms(rng, told)))
        for n, assigned in enumerate(held, 1):
            assignments.append((question, n, assigned, length))
        for sentence in range(1, 2 + told):
            citations += _cited(question, sentence, writer, rng)
    return assignments, citations


def _assignment(nugget: Nugget, writer: Writer, rng: Random) -> str:
    draw, part = uniforms(rng, 2)
    chance = squash(writer.ability + 0.8 * nugget.salience - nugget.hardness)
    if draw > chance:
        return "not_support"
    return "partial_support" if part < PARTIAL else "support"


def _cited(question: str, sentence: int, writer: Writer, rng: Random) -> Table:
    """One row for each citation of a sentence, or one without any."""
    cites, more, worth = uniforms(rng, 3)
    if cites > writer.cites:
        return [(question, sentence, "", "")]
    good = squash(1.0 + writer.ability)
    support = SUPPORT[0 if worth < 0.7 * good else 1 if worth < good else 2]
    rows: Table = [(question, sentence, "d1", support)]
    return [*rows, (question, sentence, "d2", SUPPORT[2])] if more < 0.2 else rows
