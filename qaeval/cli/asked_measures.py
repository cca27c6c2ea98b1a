"""The measures that a command line asks for, under the keys they are for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from qaeval.cli.inputs import parse_gains
from qaeval.cli.options import parsed_option
from qaeval.collection.keys import Key
from qaeval.files.trec_eval import RUNID
from qaeval.measures import PRESETS, Measure, leading, measure, with_gains
from qaeval.measures.naming import check_names, registered, renamed, split_given
from qaeval.scores.table import Scores


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
            asked.append(renamed(registered(rest).for_key(prefix), given, spelled))
        elif name != RUNID:
            asked.append(measure(name))
    check_names(asked)
    return asked


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


def ranking_measure(scores: Scores, sort: str | None, asked: Sequence[str], keys: int) -> Measure:
    """The measure of --sort, else the one by which the first of those asked for ranks."""
    if sort is not None:
        found: Measure = parsed_option("--sort", scores.find, sort)
        return found
    # Each measure of a preset stands once for every key.
    return scores.measures[leading(asked) * max(1, keys)]
