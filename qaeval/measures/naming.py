"""Measure names: `NAME[GAINS][@K][,key=value…]`, aliases and presets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any

from qaeval.errors import InputError
from qaeval.files.fields import ALL
from qaeval.files.trec_eval import RUNID
from qaeval.measures.asked import Measure
from qaeval.measures.registry import (
    COMPONENTS,
    DEFINITIONS,
    MUST_CUT,
    NO_CUTOFF,
    ONLY_ONE,
    Definition,
)
from qaeval.wording import CLOSE, UNSAFE, likeness, shown

PRESETS = {
    "qac1": ("RR", "NQcorrect5", "NQcorrect1", "Q"),
    "qac2": ("IP", "IR", "F"),
    "cqa": ("Hit@1", "nG@1", "nDCG@20", "Q"),
    "clef": ("n_ac", "n_aw", "n_u", "accuracy", "c@1", "UF"),
    "trec": ("AP", "RR", "nDCG", "P@5", "P@10"),
    "trec-other": ("nugget-F", "nugget-recall", "nugget-precision"),
    "trec-rag": (
        "nugget-vital-strict",
        "nugget-vital",
        "nugget-all-strict",
        "nugget-all",
        "nugget-weighted",
    ),
    "trec-support": ("citation-precision", "citation-recall"),
}

# Presets that rank runs by another of their measures than the first.
RANKED_BY = {"qac2": "F"}

_GAINS = re.compile(r"\d+(?:\.\d+)?(?::\d+(?:\.\d+)?)+", re.ASCII)
_WHOLE = re.compile(r"\d{1,9}", re.ASCII)
_K = "{k}"


def measure(text: str) -> Measure:
    """The measure that `Q1:1:1@10,beta=2` asks for, or `MAP=AP@10`: printed under another name."""
    name, asked = split_given(text)
    return renamed(registered(asked), name, asked)


def split_given(text: str) -> tuple[str | None, str]:
    """The name that a measure is given, if it is given one, and the measure: `MAP=AP@10`."""
    name, equals, asked = text.partition("=")
    if not equals or "," in name:  # the equals sign of a parameter
        return None, text
    taken = name in (ALL, RUNID) or name in PRESETS or name in COMPONENTS
    if not name:
        raise InputError(f"{shown(text)}: no name before '=', expected NAME=MEASURE")
    if re.search(r"\s", name) or UNSAFE.search(name):
        raise InputError(f"{shown(text)}: a blank in {shown(name)}, expected a name in one word")
    if taken:
        raise InputError(f"{shown(text)}: the name {shown(name)} is taken, expected another")
    if not asked or asked in PRESETS:
        what = f"the preset {asked}" if asked else "no measure"
        raise InputError(f"{shown(text)}: {what} behind '=', expected one measure")
    return name, asked


def renamed(scored: Measure, name: str | None, stands_for: str) -> Measure:
    """The measure under the name that it is given, if it is given one."""
    return scored if name is None else replace(scored, name=name, stands_for=stands_for)


def names_another(name: str, definition: Definition) -> bool:
    """Whether a name is that of another measure than this."""
    try:
        return known(name).definition is not definition
    except InputError:
        return False


def check_names(asked: Sequence[Measure]) -> None:
    """Refuse two measures that would print under one name."""
    labels: set[str] = set()
    for scored in asked:
        if scored.label in labels:
            raise InputError(f"two measures are called {shown(scored.label)}")
        labels.add(scored.label)


def registered(text: str, any_case: bool = True) -> Measure:
    """The measure of a registered name.

    The name as it is written comes first; `any_case` also takes `mrr` and `NDCG@10`.
    """
    try:
        return known(text, any_case)
    except _NotOne:
        raise _unknown(text) from None


class _NotOne(InputError):
    """A name that is that of no measure, about which nothing more is said yet."""


def known(text: str, any_case: bool = True) -> Measure:
    """The measure of a registered name, else an error that took no time to make."""
    if not _beginnings().match(text):
        raise _NotOne(f"unknown measure {shown(text)}")
    problem: InputError | None = None
    for same_case in (True, False) if any_case else (True,):
        written = text if same_case else text.lower()
        for name, definition in _names():
            base = name.removesuffix(_K)
            if not written.startswith(base if same_case else base.lower()):
                continue
            try:
                return _parse(text, name, definition)
            except InputError as error:
                problem = problem or error
    raise problem or _NotOne(f"unknown measure {shown(text)}")


def measures(texts: Iterable[str]) -> list[Measure]:
    """The measures asked for, presets expanded, each once."""
    asked: dict[str, Measure] = {}
    for text in texts:
        for name in PRESETS.get(text, (text,)):
            asked.setdefault(name, measure(name))
    check_names(list(asked.values()))
    return list(asked.values())


def leading(texts: Sequence[str]) -> int:
    """Which of the measures asked for, presets expanded, ranks the runs."""
    first = texts[0]
    return PRESETS[first].index(RANKED_BY[first]) if first in RANKED_BY else 0


def with_gains(scored: Measure, gains: Sequence[str]) -> Measure:
    """The measure under gains set for all, which enter its name where they can change its value."""
    if scored.gains is not None or scored.definition.family not in ("ranked", "sets"):
        return scored
    values = gain_values(scored.name, gains)
    if not scored.definition.graded and min(values) > 0:
        return replace(scored, gains=values)
    if scored.stands_for:
        spelled = _name_with_gains(scored.stands_for, scored.definition, gains)
        return replace(scored, gains=values, stands_for=spelled)
    spelled = _name_with_gains(scored.name, scored.definition, gains)
    return replace(scored, gains=values, name=spelled)


def _name_with_gains(asked: str, of: Definition, gains: Sequence[str]) -> str:
    for name, definition in _names():
        base = name.removesuffix(_K)
        if definition is of and asked.lower().startswith(base.lower()):
            if base == name and len(gains) > 1:
                return asked[: len(base)] + ":".join(gains) + asked[len(base) :]
            break
    return f"{asked},gains={':'.join(gains)}"


@cache
def _names() -> list[tuple[str, Definition]]:
    """Every name and alias, longest first, so that `c@1` is never read as `c` at 1."""
    named = [
        (name, definition)
        for definition in DEFINITIONS.values()
        for name in (definition.name, *definition.aliases)
    ]
    return sorted(named, key=lambda pair: len(pair[0].removesuffix(_K)), reverse=True)


@cache
def _beginnings() -> re.Pattern[str]:
    """What every name of a measure begins with, in any case."""
    bases = (re.escape(name.removesuffix(_K)) for name, _ in _names())
    return re.compile("|".join(bases), re.IGNORECASE)


def _unknown(text: str) -> InputError:
    """The error for a name that is none, with the nearest one that is, whatever its cutoff."""
    spelled = [
        (name.removesuffix(_K), spelled_name(name, definition)) for name, definition in _names()
    ]
    spelled += [(name, name) for name in PRESETS]
    head = re.split("[@,]", text)[0]
    close = {full: max(likeness(head, base), likeness(text, full)) for base, full in spelled}
    name = max(close, key=close.__getitem__)
    hint = f"; did you mean '{name}'?" if close[name] >= CLOSE else ""
    return InputError(f"unknown measure {shown(text)}{hint}")


def spelled_name(name: str, definition: Definition) -> str:
    """A name with a cutoff where it needs one: `Hit@5`, `NQcorrect5`."""
    if name.endswith(_K):
        return name.replace(_K, "5")
    return name + {MUST_CUT: "@5", ONLY_ONE: "@1"}.get(definition.cutoff, "")


def _parse(text: str, name: str, definition: Definition) -> Measure:
    base = name.removesuffix(_K)
    head, *pairs = text[len(base) :].split(",")
    gains: list[str] | None = None
    cutoff: int | None
    if base != name:
        cutoff = _cutoff(text, head)
    else:
        gains, cutoff = _gains_and_cutoff(text, head, definition)
    parameters, gain_list = _parameters(text, pairs, definition)
    if gain_list and gains is not None:
        raise InputError(f"{shown(text)}: gains twice")
    gains = gain_list or gains
    if gains is not None and definition.family not in ("ranked", "sets"):
        raise InputError(f"{shown(text)}: {definition.name} takes no gains")
    values = None if gains is None else gain_values(text, gains)
    return Measure(definition, text, values, cutoff, parameters)


def _gains_and_cutoff(
    text: str, head: str, definition: Definition
) -> tuple[list[str] | None, int | None]:
    before, at, after = head.partition("@")
    gains: list[str] | None = None
    if before:
        if ":" not in before:
            raise _NotOne(f"unknown measure {shown(text)}")
        if not _GAINS.fullmatch(before):
            raise InputError(f"{shown(text)}: gains {shown(before)}, expected such as 3:2:1")
        gains = before.split(":")
    if not at:
        if definition.cutoff in (MUST_CUT, ONLY_ONE):
            raise InputError(
                f"{shown(text)} needs a cutoff: {spelled_name(definition.name, definition)}"
            )
        return gains, None
    if definition.cutoff == NO_CUTOFF:
        raise InputError(f"{shown(text)}: {definition.name} takes no cutoff")
    cutoff = _cutoff(text, after)
    if definition.cutoff == ONLY_ONE and cutoff != 1:
        raise InputError(f"{shown(text)}: {definition.name} is defined at rank 1 only")
    return gains, cutoff


def _cutoff(text: str, digits: str) -> int:
    if not _WHOLE.fullmatch(digits) or int(digits) < 1:
        raise InputError(
            f"{shown(text)}: cutoff {shown(digits)}, expected a whole number from 1 to 999999999"
        )
    return int(digits)


def _parameters(
    text: str, pairs: list[str], definition: Definition
) -> tuple[dict[str, Any], list[str]]:
    values = {parameter.name: parameter.default for parameter in definition.parameters}
    known = {parameter.name: parameter for parameter in definition.parameters}
    gains: list[str] = []
    given: set[str] = set()
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if name in given:
            raise InputError(f"{shown(text)}: {name} twice")
        given.add(name)
        if not equals and (not name or name in known):
            raise InputError(f"{shown(text)}: {name or 'the comma'} needs a value: key=value")
        if not equals:
            several = " ".join(f"-m {part}" for part in text.split(","))
            raise InputError(f"{shown(text)}: for several measures repeat -m: {several}")
        if name == "gains":
            gains = value.split(":")
        elif name in known:
            try:
                values[name] = known[name].parse(value)
            except InputError as error:
                raise InputError(f"{shown(text)}: {name} {error.message}") from None
        else:
            takes = ", ".join(known) or "none"
            raise InputError(f"{shown(text)}: no parameter {shown(name)} (it has: {takes})")
    return values, gains


def gain_values(text: str, gains: Sequence[str]) -> tuple[Fraction, ...]:
    """The gains as exact fractions, highest level first; they may not rise towards lower levels."""
    for gain in gains:
        if not re.fullmatch(r"\d{1,9}(\.\d{1,6})?", gain, re.ASCII):
            raise InputError(
                f"{shown(text)}: gain {shown(gain)}, expected a number such as 2 or 1.5"
            )
    values = tuple(Fraction(gain) for gain in gains)
    if any(high < low for high, low in pairwise(values)):
        raise InputError(f"{shown(text)}: gains go from the highest level down and may not rise")
    if values[0] == 0:
        raise InputError(f"{shown(text)}: the highest level needs a gain above 0")
    return values
