"""What can stand behind a command's options, by click's own declarations of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import click

from fuzz.mutations import NUMBERS
from fuzz.worlds import HOSTILE, World
from qaeval.measures import DEFINITIONS, PRESETS
from qaeval.measures.naming import spelled_name

# Options that name a file to be read, by the kind of file.
FILES = {
    "--questions": "questions",
    "--runs": "runs",
    "--candidates": "candidates",
    "--best": "best",
    "--human": "human",
    "--samples": "samples",
    "--key": "key",
    "--ranks-against": "scores",
    "--na-prob": "na-prob",
}
# What an option is idle or wrong without; a command has some of them.
COMPANIONS = {
    "--by": ("--questions",),
    "--cluster": ("--questions", "--intervals"),
    "--macro": ("--questions", "--intervals"),
    "--only": ("--questions",),
    "--crosstab": ("--by",),
    "--best-of": ("--runs",),
    "--by-runs": ("--runs",),
    "--only-runs": ("--runs",),
    "--runs": ("--only-runs",),
    "--confidence-from": ("--response",),
    "--strata": ("--draw",),
    "--discordant": ("--accuracy",),
}
# And of imports alone, where they ask for judged responses.
JUDGED = ("--right-from", "--no-response", "--confidence", "--seconds")
OUTPUTS = ("--output", "--questions-out", "--plot")

_NAMES = tuple(
    spelled_name(name, definition).removesuffix("k") + ("3" if definition.cutoff == "must" else "")
    for definition in DEFINITIONS.values()
    for name in (definition.name, *definition.aliases)
)
MEASURES = (
    *_NAMES,
    *PRESETS,
    *("Hit@1", "P@5", "nDCG@3", "Q2:1.5:1", "Q1:1:1", "F,beta=3", "MRRT,r=0.51", "UF,right=1"),
    *("PC,est=zero", "ECE,bins=3", "pass@1", "coverage-at,precision=0.9", "MAP=AP@10,norm=min"),
    *("x=RR", "value", "exact_match", "RR@0", "RR@-1", "Hit@", "Q@1e3", "Q:1", "UF,right=1e308"),
    *("F,beta=0", "RBP,p=1", "nosuch", "A-Hit@1", "ECE,bins=0", "MRRT,r=1e308", "-", "", "all"),
)
_COLUMNS = (*("category", "passage") * 4, "task", "team", "type", "question", "run", "x", "")
_FIELDS = ("id", "model", "task", "grade", "score", "response", "seconds", "metadata.subject")
_METRICS = ("exact_match", "acc", "bleu", "match", "right", "f1_score", "acc_norm", "x", "")
_PATTERNS = ("I don.t know", "(?i)x", "d1", "^$", ".*", "[", "(", "a{2,1}", "\\", "(?P<a", "")

Words = Callable[[World], str]


def _of(*words: str) -> Words:
    return lambda world: world.rng.choice(words)


def _columns(world: World) -> str:
    names = ("question", "answer", "rank", "score", "-", "confidence", "level", "outcome", "x")
    return ",".join(world.rng.choices(names, k=world.rng.randint(1, 5)))


def _pattern(world: World) -> str:
    return world.rng.choice((*world.runs, "*", "run-*", "run-1", "[!r]*", "nobody", ""))


def _pair(world: World) -> str:
    if world.flip(0.7):
        return world.rng.choice(
            (f"category={world.categories[0]}", "passage=p0", "team=team0", "type=x")
        )
    name = world.rng.choice(("category", "passage", "task", "team", "type", "x", ""))
    return f"{name}={world.rng.choice((*world.categories, 'p0', 'team0', 'x', ''))}"


def _number(world: World) -> str:
    return world.rng.choice(NUMBERS) if world.flip(0.3) else world.share()


def _measure(world: World) -> str:
    return world.rng.choice(
        MEASURES if world.flip(0.6) else ("RR", "AP", "accuracy", "c@1", "value")
    )


def _gains(world: World) -> str:
    many = ("S=3", "A=2", "B=1", "L1=1", "L2=2", "L3=0.5", "S=0", "L1=1e308", "L1=-1", "A", "=", "")
    return ",".join(world.rng.sample(many, world.rng.randint(1, 3)))


_BY_NAME: dict[str, Words] = {
    "--trials": _of("1", "2", "10", "20", "50"),
    "--jobs": _of("1"),
    "--executor": _of("dask", "=", "nobody=x", ""),  # what could be reached is not asked
    "--bins-count": _of("2", "21", "50"),
    "--at": _of("2", "10", "1000", "1000000", "0.01", "0"),
    "--draw": _of("1", "2", "5", "1000"),
    "--points": _of("2", "5", "100"),
    "--folds": _of("2", "3", "50"),
    "--digits": _of("0", "1", "4", "17"),
    "--size": _of("1", "2", "3", "5", "0", "-1", "1000000"),
    "--levels": _of("1", "3", "1000"),
    "--columns": _columns,
    "--key-columns": _columns,
    "--no-response": _of(*_PATTERNS),
    "--confidence-from": _of("([0-9]+)%", *_PATTERNS),
    "--gains": _gains,
    "--scheme": _of(
        *(
            "ga",
            "gaw",
            "ufa",
            "ufba",
            "ba",
            "majority",
            "median",
            "mean",
            "any",
            "all",
            "latent",
            "map.tsv",
        )
    ),
    "--weights": _of("A=2,B=1,C=0", "A=1", "vital=1", "A=nan", "A=1e308,B=0,C=-1", "=", "A=B"),
    "--labels": _of("A,B,C", "vital,okay", "A", "", "A,A", "<b>,B"),
    "--skipped-as": _of("A", "B", "C", "x", ""),
    "--as-run": _of("best", "J1", "nobody"),
    "--map": _of("A=R,B=W,C=U", "A=R", "true=R,false=W", "A=x", "=", ""),
    "--outcome": _of("grade", "correct", "score", "x", ""),
    "--column": _of("score", "x=score", "seconds", "run-1", "grade", "metadata", ""),
    "--metric": _of(*_METRICS),
    "--filter": _of("none", "strict-match", "first", "x", ""),
    "--plan": _of("0.05", "0.001", "0.5", "1", "0", "-1", "nan", "1e-300"),
    "--weight": _of("0", "0.51", "1.95", "700", "1e308", "-1", "nan", "x"),
    "--baseline": _pattern,
    "--unranked": _pattern,
    "--leave-out": _of("J1", "J2", "x", ""),
    "--assessor": _of("J1", "J2", "x", ""),
    "--title": _of(*HOSTILE),
    "--fuzziness": _number,
    "--confidence-scale": _of("100", "1", "0", "-1", "nan", "1e308"),
    "--split": _of("test", "valid", ""),
    "--best-of": _of("team", "team", "type", "run", "x"),
    "--by-runs": _of("team", "type", "type", "run", "x"),
    "--against": _measure,
    "--best-for": _measure,
    "--sort": _measure,
    "--measure": _measure,
}
_BY_METAVAR: dict[str, Words] = {
    "COLUMN": _of(*_COLUMNS),
    "COLUMN=VALUE": _pair,
    "COLUMN|#": _of(*_FIELDS, "#", "x", ""),
    "FIELD": _of(*_FIELDS, "x", "", ".", "metadata", "metadata.list.1.a", "a..b"),
    "FIELD|#": _of(*_FIELDS, "#", "x", ""),
    "PATTERN": _pattern,
    "MEASURE": _measure,
    "NAME": _of("category", "id", "x", *_METRICS),
    "RUN": _pattern,
    "TEXT": _of(*HOSTILE),
}


def value(world: World, parameter: click.Parameter) -> str:
    """Something to stand behind an option: mostly what is meant, now and then anything."""
    rng, kind = world.rng, parameter.type
    if world.flip(0.02):
        return rng.choice((*NUMBERS, *HOSTILE))
    name = long_name(parameter)
    if isinstance(kind, click.Choice):
        return str(rng.choice(list(kind.choices)))
    if name in _BY_NAME:
        return _BY_NAME[name](world)
    if isinstance(kind, click.IntRange):
        return _whole(rng, kind)
    metavar = str(getattr(parameter, "metavar", None) or "")
    if metavar in _BY_METAVAR:
        return _BY_METAVAR[metavar](world)
    return _number(world)


def _whole(rng: Random, kind: click.IntRange) -> str:
    ends: Sequence[float] = [end for end in (kind.min, kind.max) if end is not None]
    return str(rng.choice([*ends, *(end + step for end in ends for step in (-1, 1)), 2, 3, 7]))


def long_name(parameter: click.Parameter) -> str:
    """`--output` of `-o`."""
    return max(parameter.opts, key=len)
