"""trec_eval's own output: its `-q` lines."""

from __future__ import annotations

import re

from qaeval import decimals
from qaeval.errors import InputError
from qaeval.files.cells import Figure
from qaeval.files.fields import ALL
from qaeval.files.text import Document
from qaeval.wording import counted, shown

RUNID = "runid"
# What trec_eval and ir_measures call their commonest measures; a question is seldom called so.
_MEASURE = re.compile(
    r"(map|recip_rank|Rprec|bpref|AP|RR|P|n?DCG|ndcg(_cut)?|recall|success|Success|R|Bpref)"
    r"([@_]\d+|\(.*\)(@\d+)?)?"
)
_NO_FIGURES = (RUNID, "relstring")


def holds_measures(word: str, other: str) -> bool:
    """Whether a word names a measure, or the other one the summary."""
    return other == ALL or (_MEASURE.fullmatch(word) is not None and not _MEASURE.fullmatch(other))


def read_figures(document: Document) -> tuple[str | None, list[Figure]]:
    """The run's name, where the row `runid` gives it, and every row that holds a figure."""
    rows = [(number, line.split()) for number, line in document.numbered(comments=False)]
    run = next((parts[2] for _, parts in rows if parts[0] == RUNID and len(parts) == 3), None)
    figures = []
    for number, parts in rows:
        if parts[0] in _NO_FIGURES:
            continue
        try:
            if len(parts) == 3 and holds_measures(parts[1], parts[0]):
                other = f"{shown(parts[1])} is a measure, expected it before the question"
                raise InputError(f"{other} (ir_measures' output? see qaeval import)")
            if len(parts) != 3:
                raise InputError(
                    f"{counted(len(parts), 'field')}, expected 3 (measure question value)"
                )
            figures.append((number, parts[0], parts[1], decimals.number(parts[2], "value")))
        except InputError as error:
            document.report(error, number)
    return run, figures
