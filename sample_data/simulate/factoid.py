"""A factoid task with five ranked answers: 25 runs of 17 teams, and ten settings of one system."""

import math

from simulate.chance import normal, partly_shared, shuffled, stream
from simulate.files import Files, Table
from simulate.questions import Question, Shape, catalogue, key, questions
from simulate.race import DUPLICATES, System, candidates, chances, written
from simulate.words import WORDS

SHAPE = Shape(count=195, class_shares=(0.50, 0.20, 0.13, 0.08, 0.05, 0.04), decoys=14)
ANSWERS = 5
BEST, WORST, BEND = 0.7, -2.4, 2.2
RUN_NOISE, GATE_NOISE = 0.15, 0.1
TEAMS = WORDS["factoid teams"]
TWO_RUNS = TEAMS[::2][:8]
TEAM_SHARE = 0.3
SETTING_SHARE = 0.8
MANUAL = 0.25  # share of the teams that write their queries by hand
SETTINGS = {
    "oracle-types-docs": 1.7,
    "oracle-docs": 1.0,
    "oracle-types": 0.45,
    "base": 0.2,
    "flat-doc-score": 0.1,
    "bm25-b-low": 0.03,
    "no-constraints": -0.03,
    "feedback": -0.12,
    "flat-candidate-score": -0.35,
    "top-50-docs": -0.5,
}


def factoid(seed: int) -> Files:
    """Key, questions, 25 runs and their table; a team's runs differ in ability by small noise."""
    asked = _asked(seed)
    files: Files = {
        "key.tsv": key(asked),
        "questions.tsv": catalogue(asked),
        "runs.tsv": _listing(seed),
    }
    for rank, team in enumerate(shuffled(stream(seed, "factoid", "teams"), TEAMS)):
        ability = BEST - (BEST - WORST) * (rank / (len(TEAMS) - 1)) ** BEND
        common = _draws(asked, seed, "factoid", "team", team)
        for number in (1, 2) if team in TWO_RUNS else (1,):
            run = f"{team}-{number}"
            system = _system(ability, team, seed, run)
            files[f"runs/{run}.tsv"] = _run(
                asked, system, common, TEAM_SHARE, seed, "factoid", "run", run
            )
    return dict(sorted(files.items()))


def _listing(seed: int) -> Table:
    """What the organiser knows of each run; a team's first run is its primary one."""
    rows: Table = [("run", "team", "type", "primary")]
    for team in sorted(TEAMS):
        kind = "manual" if stream(seed, "factoid", "type", team).random() < MANUAL else "automatic"
        numbers = (1, 2) if team in TWO_RUNS else (1,)
        rows += [(f"{team}-{n}", team, kind, "yes" if n == 1 else "no") for n in numbers]
    return rows


def settings(seed: int) -> Files:
    """Ten runs on the same key that share most draws, but never the wording of an answer."""
    asked = _asked(seed)
    common = _draws(asked, seed, "settings", "system")
    files: Files = {}
    for setting, ability in SETTINGS.items():
        system = System(ability, ability)
        files[f"settings/{setting}.tsv"] = _run(
            asked, system, common, SETTING_SHARE, seed, "settings", "run", setting
        )
    return files


def _asked(seed: int) -> list[Question]:
    return questions(SHAPE, seed, "factoid")


def _draws(asked: list[Question], *purpose: object) -> list[list[float]]:
    rng = stream(*purpose, "draws")
    return [chances(rng, question) for question in asked]


def _system(ability: float, team: str, seed: int, run: str) -> System:
    """Noise at each gate: some runs are better at presence than at rank, others the reverse."""
    habits = stream(seed, "factoid", "habits", team)
    noise = stream(seed, "factoid", "ability", run)
    ability += normal(noise, 0, RUN_NOISE)
    return System(
        extraction=ability + normal(noise, 0, GATE_NOISE),
        ranking=ability + normal(noise, 0, GATE_NOISE),
        duplicates=2 * DUPLICATES * habits.random(),
        silence=0.3 * habits.random() ** 2,
        caution=habits.random() if habits.random() < 0.3 else -math.inf,
        wide_digits=habits.random() < 0.15,
    )


def _run(
    asked: list[Question], system: System, common: list[list[float]], share: float, *purpose: object
) -> Table:
    own, sharing, wording = (stream(*purpose, use) for use in ("draws", "sharing", "wording"))
    rows: Table = [("question", "rank", "answer")]
    for question, team_draws in zip(asked, common, strict=True):
        draws = partly_shared(chances(own, question), team_draws, share, sharing)
        answers = candidates(question, system, draws, wording)[:ANSWERS]
        rows += [
            (question.id, rank, written(string, system))
            for rank, (_, string) in enumerate(answers, 1)
        ]
    return rows
