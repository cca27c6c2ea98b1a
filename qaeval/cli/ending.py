"""How every command ends: tables, sentences, signature and picture become output, then notes."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from qaeval.cli.options import Notes, OutputOptions, emit
from qaeval.presentation.rendering import render
from qaeval.presentation.tables import Table


def finish(
    output: OutputOptions,
    tables: Sequence[Table],
    notes: Notes,
    sentences: Sequence[str] = (),
    signature: str | None = None,
    picture: bytes | None = None,
    apart: bool = True,
) -> None:
    """Send the result on its way; sentences are wrapped to a terminal.

    `apart`: a blank line stands between them and the signature.
    """
    footer = wrapped(sentences)
    if signature is not None and not output.no_signature:
        footer += [*([""] if footer and apart else []), signature]
    text = render(tables, output.format, output.digits, not output.no_header, footer)
    deliver(output, text, notes, picture)


def deliver(output: OutputOptions, text: str, notes: Notes, picture: bytes | None = None) -> None:
    """Send finished text, and the picture beside it, on their way; then the notes, if wanted."""
    emit(text, output.output, output.plot, picture)
    if not output.quiet:
        notes.tell()


def wrapped(sentences: Sequence[str]) -> list[str]:
    """Sentences as lines that fit a terminal."""
    return [line for sentence in sentences for line in textwrap.wrap(sentence, 79)]
