from collections.abc import Callable

import pytest
from worked import marks_of, responses_of

from qaeval.scores.scoring import score


@pytest.fixture
def value_of() -> Callable[..., float]:
    """The value of a measure on an example: `levels / key levels`, or responses (runs by `|`)."""

    def value(name: str, example: str, scale: int | None = None) -> float:
        if "/" in example:
            returned, key_levels = (list(map(int, half.split())) for half in example.split("/"))
            marks = [marks_of(returned, key_levels, scale)]
        else:
            marks = [responses_of(text, f"r{i}") for i, text in enumerate(example.split("|"))]
        found = score(marks, [name], unanswerable="zero")
        return next(iter(found.overall(name).values()))

    return value
