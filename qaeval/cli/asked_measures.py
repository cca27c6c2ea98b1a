"""The measures that a command line asks for, under the keys they are for."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence

from qaeval.collection.keys import Key
from qaeval.errors import InputError
from qaeval.files.trec_eval import RUNID
from qaeval.measures import PRESETS, Measure, leading, measure, with_gains
from qaeval.measures.naming import check_names, registered, renamed, split_given
from qaeval.steps.inputs import parse_gains
from qaeval.wording import offered, shown


def expanded(names: Iterable[str]) -> list[str]:
    """The names asked for, each once, presets by their members."""
    return list(dict.fromkeys(part for name in names for part in PRESETS.get(name, (name,))))


def measures_of(names: Iterable[str], key_names: Sequence[str | None]) -> list[Measure]:
    """The measures of these names; a key's name may stand before one."""
    asked = []
    for name in expanded(names):
        given, spelled = split_given(name)
        prefix, dash, rest = spelled.partition("-")
        if dash and prefix in key_names:
            _check_one_meaning(spelled, prefix, rest)
            asked.append(renamed(registered(rest).for_key(prefix), given, spelled))
        elif name != RUNID:
            asked.append(measure(name))
    check_names(asked)
    return asked


def _check_one_meaning(spelled: str, prefix: str, rest: str) -> None:
    """Refuse `nugget-F` beside a key called nugget, which would be its F."""
    try:
        registered(rest, any_case=False)
        registered(spelled, any_case=False)
    except InputError:
        return
    raise InputError(
        f"{shown(spelled)} is a measure, and {rest} that of the key {prefix}: give the key another "
        "name"
    )


def fitted(asked: Sequence[Measure], gains: str | None, keys: Sequence[Key]) -> list[Measure]:
    """The measures under the gains set for all; each must suit the levels of its keys."""
    if gains is not None:
        values = parse_gains(gains, keys)
        asked = [with_gains(scored, values) for scored in asked]
    for scored in asked:
        for key in keys:
            if scored.key in (None, key.name):
                scored.gains_on(key.scale)
    return list(asked)


def usual_preset(run_format: str, key: Key) -> str:
    """The preset where no measure is asked for."""
    if run_format == "cqa":
        return "cqa"
    return "trec" if key.holds_ids else "qac1"


def under_keys(asked: Iterable[Measure], key_names: Sequence[str | None]) -> list[Measure]:
    """The measures in the order of the score table: each under every key that it is for."""
    return [
        scored.for_key(name)
        for scored in asked
        for name in key_names or [None]
        if scored.key in (None, name)
    ]


def ranking_measure(
    every: Sequence[Measure],
    names: Sequence[str],
    key_names: Sequence[str | None],
    sort: str | None,
) -> Measure:
    """Of the measures under every key, that of --sort, else the one by which the first asked ranks.

    --sort may leave out the gains that were set for all measures.
    """
    if sort is None:
        return every[leading(names) * max(1, len(key_names))]
    spellings = (every, under_keys(measures_of(names, key_names), key_names))
    for spelled in spellings:
        for at, scored in enumerate(spelled):
            if scored.label == sort:
                return every[at]
    with contextlib.suppress(InputError):
        wanted = measures_of([sort], key_names)
        for spelled in spellings:
            for at, scored in enumerate(spelled):
                if all(map(scored.means_the_same, wanted)):  # a preset is several
                    return every[at]
    have = offered(scored.label for scored in every)
    raise InputError(f"--sort: no measure {shown(sort)} here (there are: {have})")
