"""Score question-answering runs, and say how far the scores can be trusted.

The steps of the command line as functions::

    import qaeval

    key = qaeval.read_key("key.tsv")
    marks = [qaeval.mark(key, qaeval.read_run(path)) for path in paths]
    scores = qaeval.score(marks, ["RR", "Q"])
    print(qaeval.compare(scores))

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
    from qaeval.notebook.imports import (
        import_every_eval_ever,
        import_helm,
        import_inspect,
        import_lm_eval,
    )
    from qaeval.notebook.pages import gold_key, plot, report
    from qaeval.notebook.response_intake import responses_from
    from qaeval.notebook.score_intake import scores_from
    from qaeval.notebook.scoring import read_scores, score
    from qaeval.notebook.studies import (
        compare,
        correlate,
        coverage,
        hardness,
        judge,
        plan,
        stability,
        swap,
        time,
    )
    from qaeval.presentation.results import Result
    from qaeval.scores.rows import write_scores
    from qaeval.scores.table import Scores

_HOMES = {
    "InputError": "qaeval.errors",
    "InputRemark": "qaeval.errors",
    "Key": "qaeval.collection.keys",
    "Marks": "qaeval.marking.marks",
    "Result": "qaeval.presentation.results",
    "Run": "qaeval.collection.runs",
    "Scores": "qaeval.scores.table",
    "compare": "qaeval.notebook.studies",
    "correlate": "qaeval.notebook.studies",
    "coverage": "qaeval.notebook.studies",
    "gold_key": "qaeval.notebook.pages",
    "hardness": "qaeval.notebook.studies",
    "import_every_eval_ever": "qaeval.notebook.imports",
    "import_helm": "qaeval.notebook.imports",
    "import_inspect": "qaeval.notebook.imports",
    "import_lm_eval": "qaeval.notebook.imports",
    "judge": "qaeval.notebook.studies",
    "mark": "qaeval.marking.marker",
    "measure": "qaeval.measures",
    "plan": "qaeval.notebook.studies",
    "plot": "qaeval.notebook.pages",
    "read_judged": "qaeval.files.judged",
    "read_key": "qaeval.files.keys",
    "read_questions": "qaeval.files.questions",
    "read_run": "qaeval.files.runs",
    "read_scores": "qaeval.notebook.scoring",
    "report": "qaeval.notebook.pages",
    "responses_from": "qaeval.notebook.response_intake",
    "score": "qaeval.notebook.scoring",
    "scores_from": "qaeval.notebook.score_intake",
    "stability": "qaeval.notebook.studies",
    "swap": "qaeval.notebook.studies",
    "time": "qaeval.notebook.studies",
    "write_scores": "qaeval.scores.rows",
}

__all__ = [
    "InputError",
    "InputRemark",
    "Key",
    "Marks",
    "Result",
    "Run",
    "Scores",
    "compare",
    "correlate",
    "coverage",
    "gold_key",
    "hardness",
    "import_every_eval_ever",
    "import_helm",
    "import_inspect",
    "import_lm_eval",
    "judge",
    "mark",
    "measure",
    "plan",
    "plot",
    "read_judged",
    "read_key",
    "read_questions",
    "read_run",
    "read_scores",
    "report",
    "responses_from",
    "score",
    "scores_from",
    "stability",
    "swap",
    "time",
    "write_scores",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'qaeval' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
