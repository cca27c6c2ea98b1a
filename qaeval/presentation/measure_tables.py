"""Measures become a list, or the explanation of a measure."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from qaeval.measures import FAMILIES, PRESETS, Definition, measure
from qaeval.presentation.rendering import as_json, render
from qaeval.presentation.tables import Column, Table

_BEHIND = "then :confidence:seconds"
_TERMINAL = 80  # columns


def measure_list_text(
    definitions: Iterable[Definition],
    format: str,
    header: bool,
    presets: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> str:
    """The measures family by family; on a terminal the presets follow."""
    in_order = sorted(definitions, key=lambda definition: FAMILIES.index(definition.family))
    records = [_record(definition) for definition in in_order]
    if format != "text":
        names = ["family", "name", "aliases", "formula", "source", "needs"]
        return render([_table(names, records)], format, header=header)
    # Aliases, sources and needs would not fit a terminal.
    beside = sum(max(len(record[name]) for record in records) + 2 for name in ("family", "name"))
    for record in records:
        brief = textwrap.shorten(record["formula"], _TERMINAL - beside, placeholder=" …")
        record["formula"] = brief
    table = _table(["family", "name", "formula"], records)
    return render([table], format, header=header, notes=_preset_lines(presets))


def _table(names: Sequence[str], records: Sequence[Mapping[str, str]]) -> Table:
    return Table(list(map(Column, names)), [[record[name] for name in names] for record in records])


def _preset_lines(presets: Mapping[str, Sequence[str]]) -> list[str]:
    if not presets:
        return []
    width = max(map(len, presets)) + 1
    lines = [
        line
        for name, names in presets.items()
        for line in textwrap.wrap(
            " ".join(names),
            _TERMINAL,
            initial_indent=f"  {name:<{width}}",
            subsequent_indent=" " * (width + 2),
            break_on_hyphens=False,
        )
    ]
    return ["presets:", *lines, "", "'qaeval measures NAME' explains one."]


def measure_text(definition: Definition, format: str, header: bool) -> str:
    """A measure explained: prose on a terminal, its fields everywhere else."""
    if format == "text":
        return _explanation(definition)
    record = _record(definition)
    if format == "json":
        return as_json(record)
    fields = Table([Column("field"), Column("value")], list(record.items()))
    return render([fields], format, header=header)


def _record(definition: Definition) -> dict[str, str]:
    return {
        "name": definition.form,
        "family": definition.family,
        "aliases": " ".join(alias.replace("{k}", "k") for alias in definition.aliases),
        "formula": definition.formula,
        "parameters": "; ".join(
            f"{parameter.name}={_default(parameter.default)} ({parameter.meaning})"
            for parameter in definition.parameters
        ),
        "gains": "yes" if definition.graded else "no",
        "source": definition.source,
        "needs": _needs(definition),
        "aggregate": _aggregate(definition),
        "better": {"high": "higher", "low": "lower"}.get(definition.better, ""),
        "presets": " ".join(
            preset
            for preset, names in PRESETS.items()
            if any(_belongs(name, definition) for name in names)
        ),
        "example": f"{definition.example.marks} -> {definition.example.value}",
        "working": definition.example.working,
        "help": definition.help,
    }


def _belongs(name: str, definition: Definition) -> bool:
    return measure(name).definition is definition


def _default(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _needs(definition: Definition) -> str:
    inputs = {
        "ranked": "ranked answers and a key (judged responses count as lists of one)",
        "sets": "answers and a key (judged responses count as sets of one)",
        "decisions": "answers that are decided to be good or not, and a key",
        "response": "judged responses, or runs and a key (the response is the answer at rank 1)",
        "samples": "repeated samples of judged responses, or of runs with a key",
        "timed": "runs and a key, or judged responses, with times",
        "nuggets": "what long answers hold of nuggets (score --nuggets, or a key of nuggets)",
        "counts": "answers and a key",
    }
    needs = inputs[definition.family]
    return f"{needs}; {definition.needs}" if definition.needs else needs


def _aggregate(definition: Definition) -> str:
    if definition.kind == "mean":
        return "mean over questions"
    return f"not a mean: computed over any set of questions from {', '.join(definition.components)}"


_LABELS = {
    "aliases": "also called",
    "formula": "formula",
    "parameters": "parameters",
    "source": "source",
    "needs": "needs",
    "aggregate": "overall",
    "better": "better",
    "presets": "in presets",
}


def _explanation(definition: Definition) -> str:
    """The explanation of one measure, for a terminal of 80 columns."""
    record = _record(definition)
    lines = [record["name"], ""]
    lines += textwrap.wrap(record["help"], 76, initial_indent="  ", subsequent_indent="  ")
    lines.append("")
    fields = {_LABELS[name]: record[name] for name in _LABELS}
    if definition.graded:
        fields["gains"] = (
            f"{definition.name}3:2:1 sets them, highest level first; default: the level"
        )
    for label, value in fields.items():
        if value:
            start = f"  {label + ':':<13}"
            lines += textwrap.wrap(value, 78, initial_indent=start, subsequent_indent=" " * 15)
    lines += ["", *_example_lines(definition), ""]
    return "\n".join(lines)


def _example_lines(definition: Definition) -> list[str]:
    example = definition.example
    returned, slash, ideal = example.marks.partition(" / ")
    if slash:
        lines = [f"  levels returned, by rank: {returned}; in the key: {ideal}"]
    else:
        more = "samples of one question joined by +" if "+" in example.marks else _BEHIND
        lines = [
            f"  responses: {example.marks}",
            f"  (R right, W wrong, U unanswered; {more})",
        ]
    return [
        "  Example",
        *("  " + line for line in lines),
        f"    {example.value} = {example.working}",
    ]
