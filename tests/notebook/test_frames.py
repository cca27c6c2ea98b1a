"""Scores from and to data frames, and results that show themselves."""

import math

import numpy as np
import pandas as pd
import pytest

import qaeval
from qaeval import InputError

RIGHT = {"a": [1, 1, 1, 1, 1, 0], "b": [1, 0, 0, 0, 0, 0]}
QUESTIONS = [f"q{at}" for at in range(1, 7)]


def long_columns():
    cells = [
        (run, q, v)
        for run, values in RIGHT.items()
        for q, v in zip(QUESTIONS, values, strict=False)
    ]
    runs, questions, values = zip(*cells, strict=False)
    return {"run": list(runs), "question": list(questions), "value": list(values)}


def wide_columns():
    return {"question": QUESTIONS, **RIGHT}


def arrow(columns):
    return pytest.importorskip("pyarrow").table(columns)


def polars(columns):
    return pytest.importorskip("polars").DataFrame(columns)


KINDS = {"dict": dict, "pandas": pd.DataFrame, "polars": polars, "pyarrow": arrow}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("columns", [long_columns, wide_columns])
def test_every_kind_of_frame(kind, columns):
    scores = qaeval.scores_from(KINDS[kind](columns()), "accuracy")
    assert scores.overall("accuracy") == pytest.approx({"a": 5 / 6, "b": 1 / 6})
    assert scores.questions == QUESTIONS


def test_an_index_names_questions():
    frame = pd.DataFrame(RIGHT, index=QUESTIONS)
    assert qaeval.scores_from(frame).per_question("value")["b"]["q1"] == 1


def test_a_matrix_has_a_row_per_run():
    matrix = np.array(list(RIGHT.values()))
    scores = qaeval.scores_from(matrix, runs=["a", "b"], questions=QUESTIONS)
    assert scores.overall("value")["a"] == pytest.approx(5 / 6)
    with pytest.raises(InputError, match="transpose it"):
        qaeval.scores_from(matrix.T, runs=["a", "b"])
    with pytest.raises(TypeError, match="names of its rows"):
        qaeval.scores_from(matrix)


def test_samples():
    columns = {"run": ["a", "a"], "question": ["q1", "q1"], "sample": [1, 2], "value": [1.0, 0.0]}
    assert qaeval.scores_from(columns).overall("value") == {"a": 0.5}
    del columns["sample"]
    with pytest.raises(InputError, match=r"row 1: 'a' 'value' 'q1' again.*column 'sample'"):
        qaeval.scores_from(columns)


@pytest.mark.parametrize("kind", ["pandas", "polars", "pyarrow"])
def test_there_and_back(kind):
    pytest.importorskip(kind)
    scores = qaeval.scores_from(long_columns(), "accuracy")
    again = qaeval.scores_from(scores.to_frame(kind))
    assert again.to_dict() == scores.to_dict()
    assert (
        qaeval.scores_from(scores.matrix("accuracy", kind), "accuracy").to_dict() == again.to_dict()
    )


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (math.nan, "row 2: value is NaN, expected a number"),
        (math.inf, "row 2: value is inf, expected a finite number"),
        ("high", "row 2: value 'high', expected a number"),
        ([1], r"row 2: value \[1\], expected a number"),
    ],
)
def test_bad_values(value, message):
    columns = long_columns()
    columns["value"][2] = value
    with pytest.raises(InputError, match=message):
        qaeval.scores_from(columns)


def test_bad_tables():
    with pytest.raises(InputError, match="no column 'question'"):
        qaeval.scores_from({"run": ["a"], "quest": ["q1"], "value": [1]})
    with pytest.raises(InputError, match="expected the columns run, question and value"):
        qaeval.scores_from(pd.DataFrame(RIGHT))
    with pytest.raises(InputError, match="'value' has 1 values, 'run' has 2"):
        qaeval.scores_from({"run": ["a", "b"], "question": ["q", "r"], "value": [1]})
    with pytest.raises(InputError, match=r"row 0: question 1.5, expected text or a whole number"):
        qaeval.scores_from({"run": ["a"], "question": [1.5], "value": [1]})


@pytest.mark.parametrize("value", [3, [1, 2], None])
def test_wrong_types_are_told(value):
    with pytest.raises(TypeError, match=r"scores: expected Scores .* found"):
        qaeval.compare(value)
    with pytest.raises(TypeError, match="expected a data frame"):
        qaeval.scores_from(value)


def test_keywords_are_checked():
    scores = qaeval.scores_from(long_columns())
    with pytest.raises(TypeError, match="trials: expected a whole number, found str"):
        qaeval.compare(scores, trials="many")
    with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
        qaeval.compare(scores, colour="red")
    with pytest.raises(InputError, match=r"^baseline 'z': there is no such run"):
        qaeval.compare(scores, baseline="z")
    with pytest.raises(InputError, match=r"^test 'guess', expected"):
        qaeval.compare(scores, test="guess")


def test_responses():
    frame = pd.DataFrame(
        {"run": "m", "question": QUESTIONS, "outcome": [True, "R", "W", "U", "R", False]}
    )
    (judged,) = qaeval.responses_from(frame)
    assert judged.outcomes == ["R", "R", "W", "U", "R", "W"]
    assert qaeval.score(judged, "accuracy").overall("accuracy") == {"m": 0.5}
    with pytest.raises(InputError, match=r"row 0: outcome 'X', expected R"):
        qaeval.responses_from({"question": ["q1"], "outcome": ["X"]}, run="m")


@pytest.mark.parametrize("measures", [5, ["accuracy", 5], {"accuracy"}])
def test_what_is_no_measure_is_told(measures):
    runs = qaeval.responses_from({"question": ["q"], "outcome": ["R"]}, run="a")
    with pytest.raises(TypeError, match="measures: expected text or a list of texts, found"):
        qaeval.score(runs, measures)
    assert qaeval.score(runs, "accuracy").values
