"""How a report's numbers were made: the signature, the files, and the commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from qaeval.presentation.html import Html, joined, name, tag
from qaeval.presentation.html_tables import html_table
from qaeval.presentation.tables import Cell, Column, PageHead, Table


@dataclass(frozen=True)
class Source:
    """A file that the numbers came from; what cannot be read twice has no digest."""

    name: str
    digest: str | None


@dataclass(frozen=True)
class CommandLine:
    """A command that prints numbers of the page again, and what numbers those are."""

    title: str
    line: str


@dataclass(frozen=True)
class Making:
    """All that it takes to have the numbers again."""

    lines: Mapping[str, CommandLine]  # by kind of numbers
    signature: str | None  # None: not to be shown
    sources: Sequence[Source]
    caution: Sequence[str] = ()  # what the choice of runs leaves to be said beside intervals


_FROM_FILES = "Each prints the numbers again, from the same files."
_FROM_MEMORY = (
    "Each prints the numbers again from the score table, which qaeval.write_scores writes in "
    "Python; tables of questions and runs that were data frames must be files too."
)


def made(making: Making) -> Html:
    """The last section of the page."""
    listed: list[Html] = []
    for command in making.lines.values():
        listed += [tag("dt", command.title), tag("dd", code(command.line))]
    return joined(
        [
            *_signature(making.signature),
            *([_source_table(making.sources)] if making.sources else []),
            tag("h3", "Commands"),
            tag("p", _FROM_FILES if making.sources else _FROM_MEMORY),
            tag("dl", *listed, class_="commands"),
        ]
    )


def _signature(signature: str | None) -> list[Html]:
    if signature is None:
        return []
    return [
        tag("p", "The signature names every choice that changes a number:"),
        tag("p", code(signature), class_="signature"),
    ]


def _source_table(sources: Sequence[Source]) -> Html:
    rows: list[list[Cell]] = [
        [source.name, tag("code", source.digest or "–")] for source in sources
    ]
    columns = [Column("file"), Column("SHA-256", page=PageHead(look="digest"))]
    return html_table(Table(columns, rows, "Score tables"))


def code(line: str) -> Html:
    """A line that is to be copied as it is."""
    return tag("code", name(line))
