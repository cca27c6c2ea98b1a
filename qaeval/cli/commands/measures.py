"""``qaeval measures``: every measure, its formula, source and inputs."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from qaeval.cli.options import complete_measures, emit, output_options

if TYPE_CHECKING:
    from qaeval.measures import Definition
    from qaeval.presentation.tables import Table

EPILOG = """\b
Examples:
  qaeval measures
  qaeval measures Q
  qaeval measures NQcorrect5
"""


@click.command("measures", epilog=EPILOG, short_help="List the measures, or explain one.")
@click.argument("name", required=False, shell_complete=complete_measures)
@output_options()
def command(name: str | None, **options: Any) -> None:
    """List the measures, those of a preset, or explain one.

    Names are written NAME[GAINS][@K][,key=value...]: RR, Hit@5, Q2:1.5:1,
    nDCG@20, Q@10,beta=10. GAINS lists the gain of each level, highest first;
    the default gain is the level.
    """
    from qaeval.measures import PRESETS
    from qaeval.presentation.rendering import as_json, render

    format, header = options["format"], not options["no_header"]
    if name is None or name in PRESETS:
        table = _list(format == "text", PRESETS.get(name or ""))
        notes = _list_notes() if format == "text" and name is None else []
        emit(render([table], format, options["digits"], header, notes), options["output"])
        return
    from qaeval.measures import measure

    definition = measure(name).definition
    if format == "text":
        emit(_explanation(definition), options["output"])
    elif format == "json":
        emit(as_json(_record(definition)), options["output"])
    else:
        from qaeval.presentation.tables import Column, Table

        rows = [[field, str(value)] for field, value in _record(definition).items()]
        emit(render([Table([Column("field"), Column("value")], rows)], format), options["output"])


def _list(brief: bool, preset: Sequence[str] | None) -> Table:
    """All measures, or those of a preset; on a terminal without sources, which would not fit."""
    from qaeval.measures import DEFINITIONS, FAMILIES, measure
    from qaeval.presentation.tables import Column, Table

    names = ["family", "name", "aliases", "formula"] + ([] if brief else ["source", "needs"])
    wanted = (
        list(DEFINITIONS.values()) if preset is None else [measure(n).definition for n in preset]
    )
    wanted.sort(key=lambda found: FAMILIES.index(found.family))
    rows = []
    for definition in wanted:
        record = _record(definition)
        if brief:
            formula = textwrap.shorten(record["formula"], 46, placeholder=" …")
            rows.append([record["family"], record["name"], formula])
        else:
            rows.append([record[name] for name in names])
    if brief:
        names = ["family", "name", "formula"]
    return Table([Column(name) for name in names], rows)


def _list_notes() -> list[str]:
    from qaeval.measures import PRESETS

    presets = [f"  {name:<5} {' '.join(names)}" for name, names in PRESETS.items()]
    return ["presets:", *presets, "", "'qaeval measures NAME' explains one."]


def _record(definition: Definition) -> dict[str, str]:
    from qaeval.measures.naming import PRESETS

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
    from qaeval.measures import measure

    return measure(name).definition is definition


def _default(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _needs(definition: Definition) -> str:
    inputs = {
        "ranked": "ranked answers and a key (judged responses count as lists of one)",
        "sets": "answers and a key (judged responses count as sets of one)",
        "response": "judged responses, or runs and a key (the response is the answer at rank 1)",
        "timed": "runs and a key, or judged responses, with times",
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
        lines = [
            f"  responses: {example.marks}",
            "  (R right, W wrong, U unanswered; then :confidence:seconds)",
        ]
    return [
        "  Example",
        *("  " + line for line in lines),
        f"    {example.value} = {example.working}",
    ]
