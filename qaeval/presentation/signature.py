"""The signature of a result: every choice that changes a number, to be pasted into a paper."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath

from qaeval import __version__
from qaeval.collection.keys import Key
from qaeval.collection.nuggets import NuggetKey
from qaeval.measures import Measure

_FINGERPRINT_DIGITS = 8


def signature(
    keys: Sequence[Key | NuggetKey],
    questions: int,
    choices: Mapping[str, str | int | None],
    keyless: str = "judged responses",
) -> dict[str, str | int]:
    """The fields of the signature, in the order they are printed; `keyless`: what needs no key."""
    fields: dict[str, str | int] = {}
    for key in keys:
        name = "key" if key.name is None else f"key {key.name}"
        digest = key.fingerprint()[:_FINGERPRINT_DIGITS]
        fields[name] = f"{PurePath(key.file).name}#{digest}"
    if not keys:
        fields["key"] = keyless
    fields["questions"] = questions
    fields.update((name, value) for name, value in choices.items() if value is not None)
    fields["version"] = __version__
    return fields


def given_names(measures: Iterable[Measure]) -> str | None:
    """The measures that print under names they were given, with what these stand for."""
    return ";".join(scored.explained for scored in measures if scored.stands_for) or None


def signature_line(fields: Mapping[str, str | int]) -> str:
    """`name:value|name:value|…`"""
    return "|".join(f"{name}:{value}" for name, value in fields.items())
