"""How every command ends: a result becomes output and perhaps a picture, then come the notes."""

from __future__ import annotations

from collections.abc import Sequence

from qaeval.cli.options import OutputOptions, emit
from qaeval.cli.remarks import remarks_so_far
from qaeval.cli.streams import say
from qaeval.presentation.results import Form, Result, Shown
from qaeval.presentation.tables import Table
from qaeval.steps.notes import Notes


def finish(
    output: OutputOptions,
    tables: Sequence[Table],
    notes: Notes,
    sentences: Sequence[str] = (),
    signature: str | None = None,
) -> None:
    """Send tables on their way, with sentences below them and the signature."""
    conclude(output, Result(lambda form: Shown(tables, sentences), signature), notes)


def conclude(output: OutputOptions, result: Result, notes: Notes) -> None:
    """Send a result on its way, and its picture beside it if one was asked for."""
    form = Form(output.format, output.digits)
    picture = None if output.plot is None else result.picture(output.plot)
    text = result.text(form, not output.no_header, not output.no_signature)
    deliver(output, text, notes, picture)


def deliver(output: OutputOptions, text: str, notes: Notes, picture: bytes | None = None) -> None:
    """Send finished text, and the picture beside it, on their way; then the notes, if wanted."""
    emit(text, output.output, output.plot, picture)
    if not output.quiet:
        tell(notes)


def tell(notes: Notes) -> None:
    """Print what readers remarked upon and the notes on standard error."""
    for message in [*remarks_so_far(), *notes.messages]:
        say(f"note: {message}")
