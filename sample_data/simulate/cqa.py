"""Community QA: answers to rank, four assessors' labels, and the answer that the asker chose."""

from random import Random
from typing import NamedTuple

from simulate.chance import (
    gumbel,
    logistic,
    normal,
    partly_shared,
    pick,
    shuffled,
    stream,
    uniforms,
)
from simulate.files import Files, Table

FEWEST, MOST = 2, 19
RIVALRY = 0.4  # an answer beside a better one is rated lower
NOTICED = 0.7  # how much of an answer's quality the asker goes by
SHARE = 0.8  # of the draws that runs of one team have in common


class Category(NamedTuple):
    """How many questions the 2010 paper has of a kind, and what they are like."""

    questions: int
    talk: float = 0.73  # ratio of the chances of n+1 and n answers
    ease: float = 0.0  # how good the answers are
    taste: float = 1.0  # how much the asker's choice is the asker's own


CATEGORIES = {
    "business": Category(42, ease=0.2),
    "career": Category(38, ease=0.1),
    "education": Category(120),
    "entertainment": Category(167, ease=-0.2),
    "health": Category(154, ease=0.1),
    "internet": Category(135, talk=0.65, taste=0.7),
    "lifeguide": Category(136, ease=0.3, taste=0.8),
    "love": Category(120, talk=0.88, ease=0.5, taste=1.5),
    "manners": Category(36, ease=0.2),
    "news": Category(63, ease=-0.2),
    "school": Category(89, ease=0.4),
    "sports": Category(120, talk=0.7, taste=0.8),
    "travel": Category(58, talk=0.7, ease=-0.3, taste=0.6),
    "yahoo": Category(222, talk=0.8, ease=-0.4, taste=1.5),
}

# How four assessors rated a question; C's are not written.
QUALITIES = {
    "AAAA": 0.953,
    "AAAB": 0.031,
    "AABB": 0.008,
    "AAA": 0.004,
    "ABBB": 0.003,
    "BBB": 0.001,
}


class Assessor(NamedTuple):
    """What an assessor asks of an answer, and how far from the others' view an opinion strays."""

    good: float  # A from here on
    poor: float  # C below
    whim: float


ASSESSORS = {
    "J1": Assessor(good=-1.1, poor=-3.5, whim=1.0),
    "J2": Assessor(good=0.05, poor=-3.2, whim=0.75),
    "J3": Assessor(good=-0.1, poor=-2.9, whim=0.65),
    "J4": Assessor(good=-0.9, poor=-3.7, whim=1.1),
}


class Answer(NamedTuple):
    """One answer and what assessors, askers and systems may go by."""

    id: str
    quality: float
    appeal: float  # to this asker only
    length: float
    date: int  # later is larger


class Question(NamedTuple):
    """A question with its answers in the given order, which is random."""

    id: str
    category: str
    quality: str
    answers: list[Answer]
    best: str


class System(NamedTuple):
    """What a run goes by: its score is the weighted sum of what it sees, and noise."""

    quality: float = 0.0
    appeal: float = 0.0
    length: float = 0.0
    date: float = 0.0
    noise: float = 1.0
    first_as: str = ""  # takes the first answer over from this run
    leak: float = 0.0  # share of the questions whose best answer it had seen in training


# BASELINE-1 keeps the given order, since all answers score 0; the others go by length and by date.
SYSTEMS = {
    "BASELINE-1": System(noise=0),
    "BASELINE-2": System(length=1, noise=0),
    "BASELINE-3": System(date=1, noise=0),
    "HOTARU-1": System(quality=0.1, appeal=0.1, length=2.5, noise=0.3),
    "HOTARU-2": System(quality=0.2, appeal=0.1, length=2.5, noise=0.3),
    "SEMI-1": System(length=-0.9, noise=1.0),
    "SEMI-2": System(quality=0.8, noise=1.0, first_as="SEMI-1"),
    "SEMI-3": System(quality=0.2, noise=1.0, first_as="SEMI-1"),
    "TOMBO-1": System(quality=0.5, appeal=0.2, length=2.0, noise=0.5),
    "TOMBO-2": System(quality=0.6, appeal=0.2, length=2.0, noise=0.5),
    "TOMBO-3": System(quality=0.7, appeal=0.3, length=1.0, noise=0.8),
    "TOMBO-4": System(quality=0.6, appeal=0.1, length=2.0, noise=0.5),
    "TOMBO-5": System(quality=0.8, appeal=0.3, length=1.0, noise=0.7, leak=0.6),
}


def cqa(seed: int) -> Files:
    """The assessors' labels, the askers' choices, the questions and 13 runs of four teams."""
    asked = _questions(seed)
    files: Files = {
        "assessments.tsv": _assessments(asked, seed),
        "best.tsv": [("question", "answer"), *((q.id, q.best) for q in asked)],
        "questions.tsv": [
            ("question", "category", "quality"),
            *((q.id, q.category, q.quality) for q in asked),
        ],
    }
    rankings: dict[str, list[list[str]]] = {}
    for run, system in SYSTEMS.items():
        rankings[run] = _ranking(asked, system, run, rankings.get(system.first_as), seed)
        files[f"runs/{run}.txt"] = [
            (", ".join([question.id, *ids]),)
            for question, ids in zip(asked, rankings[run], strict=True)
        ]
    return files


def _questions(seed: int) -> list[Question]:
    order, kinds, posts, choices = (
        stream(seed, "cqa", use) for use in ("order", "kinds", "answers", "best")
    )
    names = [name for name, kind in CATEGORIES.items() for _ in range(kind.questions)]
    asked: list[Question] = []
    posted = 0
    for n, name in enumerate(shuffled(order, names), 1):
        kind = CATEGORIES[name]
        quality = tuple(QUALITIES)[pick(kinds.random(), tuple(QUALITIES.values()))]
        ease = kind.ease - 0.5 * (4 - quality.count("A"))
        answers = _answers(_number(kinds.random(), kind.talk), ease, posted, posts)
        posted += len(answers)
        best = _best(answers, kind.taste, choices)
        asked.append(Question(f"Q{n:04}", name, quality, shuffled(order, answers), best))
    return asked


def _number(u: float, talk: float) -> int:
    """How many answers: each further one less likely than the last, by the same ratio."""
    weights = [talk**n for n in range(MOST - FEWEST + 1)]
    return FEWEST + pick(u, [weight / sum(weights) for weight in weights])


def _answers(count: int, ease: float, posted: int, rng: Random) -> list[Answer]:
    """Answers in order of time, which is what their ids go by; later ones are a little better."""
    answers = []
    for n in range(count):
        own, appeal, extent = normal(rng), normal(rng), normal(rng)
        quality = own + 0.7 * (n / (count - 1) - 0.5)
        length = 0.7 * quality + 0.15 * appeal + 0.65 * extent
        answers.append(
            Answer(f"a{posted + n + 1:04}", ease + quality, appeal, length, posted + n + 1)
        )
    return answers


def _best(answers: list[Answer], taste: float, rng: Random) -> str:
    appeals = [
        NOTICED * a.quality + taste * (a.appeal + 0.4 * gumbel(u))
        for a, u in zip(answers, uniforms(rng, len(answers)), strict=True)
    ]
    return answers[appeals.index(max(appeals))].id


def _assessments(asked: list[Question], seed: int) -> Table:
    opinions = {name: stream(seed, "cqa", "assessor", name) for name in ASSESSORS}
    rows: Table = [("question", "answer", "assessor", "label")]
    for question in asked:
        rival = RIVALRY * max(answer.quality for answer in question.answers)
        for answer in question.answers:
            for name, assessor in ASSESSORS.items():
                seen = answer.quality - rival + normal(opinions[name], 0, assessor.whim)
                label = "A" if seen > assessor.good else "B" if seen > assessor.poor else "C"
                rows.append((question.id, answer.id, name, label))
    return rows


def _ranking(
    asked: list[Question], system: System, run: str, leader: list[list[str]] | None, seed: int
) -> list[list[str]]:
    """A run's answer ids by question, best first."""
    team = run.partition("-")[0]
    own, common = stream(seed, "cqa", "run", run), stream(seed, "cqa", "team", team)
    leaks = stream(seed, "cqa", "leak", run)
    ranking = []
    for n, question in enumerate(asked):
        count = len(question.answers)
        draws = partly_shared(uniforms(own, count), uniforms(common, count), SHARE, own)
        scores = {
            a.id: system.quality * a.quality
            + system.appeal * a.appeal
            + system.length * a.length
            + system.date * a.date
            + system.noise * logistic(u)
            for a, u in zip(question.answers, draws, strict=True)
        }
        ids = sorted(scores, key=scores.__getitem__, reverse=True)
        if leader:
            ids = _led_by(leader[n][0], ids)
        if leaks.random() < system.leak:
            ids = _led_by(question.best, ids)
        ranking.append(ids)
    return ranking


def _led_by(first: str, ids: list[str]) -> list[str]:
    return [first, *(answer for answer in ids if answer != first)]
