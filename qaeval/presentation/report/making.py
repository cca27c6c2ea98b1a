"""How a report's numbers were made: the signature, the files, and the commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from qaeval.presentation.report.commands import Commands
from qaeval.presentation.report.findings import Findings, MeasureFindings
from qaeval.presentation.report.html import Html, joined, name, tag
from qaeval.presentation.report.tables import Head, Row, cell, row_head, table
from qaeval.studies.hardness import THIRDS


@dataclass(frozen=True)
class Source:
    """A file that the numbers came from; what cannot be read twice has no digest."""

    name: str
    digest: str | None


@dataclass(frozen=True)
class Kind:
    """A kind of numbers: which measures have them, and the command that prints them."""

    title: str
    has: Callable[[MeasureFindings], bool]
    line: Callable[[Commands, list[str]], str]
    by: bool = False  # only where there are categories
    thirds: bool = False  # only where there are questions enough for thirds


KINDS = {
    "compare": Kind(
        "Leaderboards, intervals, groups",
        lambda found: found.board.pairs is not None,
        lambda commands, labels: commands.compare(labels),
    ),
    "swap": Kind(
        "Required differences",
        lambda found: bool(found.swaps),
        lambda commands, labels: commands.swap(labels),
    ),
    "bins": Kind(
        "Swap rates",
        lambda found: bool(found.swaps),
        lambda commands, labels: commands.swap(labels, bins=True),
    ),
    "stability": Kind(
        "Minority rates and ties",
        lambda found: bool(found.stability),
        lambda commands, labels: commands.stability(labels),
    ),
    "plan": Kind(
        "Differences to be believed and found",
        lambda found: found.plan is not None,
        lambda commands, labels: commands.plan(labels),
    ),
    "hardness": Kind(
        "Means of the questions",
        lambda found: found.column is not None,
        lambda commands, labels: commands.hardness(labels),
        thirds=True,
    ),
    "compare by": Kind(
        "Leaderboards by category",
        lambda found: found.board.pairs is not None,
        lambda commands, labels: commands.compare(labels, by=True),
        by=True,
    ),
    "hardness by": Kind(
        "Hardness by category",
        lambda found: found.column is not None,
        lambda commands, labels: commands.hardness(labels, by=True),
        by=True,
        thirds=True,
    ),
}


def command_lines(commands: Commands, findings: Findings) -> dict[str, str]:
    """The command line for each kind of numbers that the page has.

    Measures are named where they were asked for, or where only some have such numbers.
    """
    lines = {}
    for key, kind in KINDS.items():
        kept = [found for found in findings.measures if kind.has(found)]
        few = kind.thirds and len(findings.scores.questions) < len(THIRDS)
        if not kept or few or (kind.by and findings.by is None):
            continue
        asked = commands.options["measure"] or len(kept) < len(findings.measures)
        labels = [found.measure.label for found in kept] if asked else []
        lines[key] = kind.line(commands, labels)
    return lines


def made(
    commands: Commands, lines: Mapping[str, str], signature: str, sources: Sequence[Source]
) -> Html:
    """The last section of the page."""
    rows = [
        Row([row_head(one.name), cell(tag("code", one.digest or "–"), "digest")]) for one in sources
    ]
    listed = []
    for key, line in lines.items():
        listed += [tag("dt", KINDS[key].title), tag("dd", code(line))]
    listed += [tag("dt", "This page"), tag("dd", code(commands.report()))]
    return joined(
        [
            tag("p", "The signature names every choice that changes a number:"),
            tag("p", code(signature), class_="signature"),
            table("Score tables", [Head("file"), Head("SHA-256")], rows),
            tag("h3", "Commands"),
            tag("p", "Each prints the numbers again, from the same files."),
            tag("dl", *listed, class_="commands"),
        ]
    )


def code(line: str) -> Html:
    """A line that is to be copied as it is."""
    return tag("code", name(line))
