"""trec_eval's own output: its `-q` lines."""

from __future__ import annotations

from qaeval import decimals
from qaeval.errors import InputError
from qaeval.files.cells import Figure
from qaeval.files.text import Document
from qaeval.wording import counted

RUNID = "runid"
_NO_FIGURES = (RUNID, "relstring")


def read_figures(document: Document) -> tuple[str | None, list[Figure]]:
    """The run's name, where the row `runid` gives it, and every row that holds a figure."""
    rows = [(number, line.split()) for number, line in document.numbered(comments=False)]
    run = next((parts[2] for _, parts in rows if parts[0] == RUNID and len(parts) == 3), None)
    figures = []
    for number, parts in rows:
        if parts[0] in _NO_FIGURES:
            continue
        try:
            if len(parts) != 3:
                raise InputError(
                    f"{counted(len(parts), 'field')}, expected 3 (measure question value)"
                )
            figures.append((number, parts[0], parts[1], decimals.number(parts[2], "value")))
        except InputError as error:
            document.report(error, number)
    return run, figures
