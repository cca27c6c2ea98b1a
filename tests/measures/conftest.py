from collections.abc import Callable

import pytest
from nugget_words import nugget_marks
from worked import marks_of, responses_of

from qaeval.scores.scoring import score


@pytest.fixture
def value_of() -> Callable[..., float]:
    """The value of a measure on an example: `levels / key levels`, nuggets, or responses."""

    def value(name: str, example: str, scale: int | None = None) -> float:
        if example[0] in "vo":
            marks = [nugget_marks(example)]
        elif "/" in example:
            words, key_levels = (half.split() for half in example.split("/"))
            decided = [int(word.endswith("+")) for word in words if word[-1] in "+-"]
            returned = [int(word.rstrip("+-")) for word in words]
            levels = list(map(int, key_levels))
            marks = [marks_of(returned, levels, scale, decisions=decided or None)]
        else:
            marks = [responses_of(text, f"r{i}") for i, text in enumerate(example.split("|"))]
        found = score(marks, [name], unanswerable="zero")
        return next(iter(found.overall(name).values()))

    return value
