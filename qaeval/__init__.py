"""Score question-answering runs, and say how far the scores can be trusted.

The steps of the command line as functions::

    import qaeval

    key = qaeval.read_key("key.tsv")
    marks = [qaeval.mark(key, qaeval.read_run(path)) for path in paths]
    scores = qaeval.score(marks, ["RR", "Q"])
    print(scores.overall("RR"))

Names load on first use, so that ``import qaeval`` alone stays cheap.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from qaeval.collection.keys import Key
    from qaeval.collection.runs import Run
    from qaeval.errors import InputError, InputRemark
    from qaeval.files.judged import read_judged
    from qaeval.files.keys import read_key
    from qaeval.files.questions import read_questions
    from qaeval.files.runs import read_run
    from qaeval.marking.marker import mark
    from qaeval.marking.marks import Marks
    from qaeval.measures import measure
    from qaeval.scores.reading import read_scores
    from qaeval.scores.rows import write_scores
    from qaeval.scores.scoring import score
    from qaeval.scores.table import Scores

_HOMES = {
    "InputError": "qaeval.errors",
    "InputRemark": "qaeval.errors",
    "Key": "qaeval.collection.keys",
    "Marks": "qaeval.marking.marks",
    "Run": "qaeval.collection.runs",
    "Scores": "qaeval.scores.table",
    "mark": "qaeval.marking.marker",
    "measure": "qaeval.measures",
    "read_judged": "qaeval.files.judged",
    "read_key": "qaeval.files.keys",
    "read_questions": "qaeval.files.questions",
    "read_run": "qaeval.files.runs",
    "read_scores": "qaeval.scores.reading",
    "score": "qaeval.scores.scoring",
    "write_scores": "qaeval.scores.rows",
}

__all__ = [
    "InputError",
    "InputRemark",
    "Key",
    "Marks",
    "Run",
    "Scores",
    "mark",
    "measure",
    "read_judged",
    "read_key",
    "read_questions",
    "read_run",
    "read_scores",
    "score",
    "write_scores",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'qaeval' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
