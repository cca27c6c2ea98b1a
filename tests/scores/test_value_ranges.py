"""Components have the values that they can have, whichever way a table comes."""

import numpy as np
import pytest

from qaeval import InputError, read_scores, scores_from
from qaeval.files import text

HEADER = "run\tmeasure\tquestion\tvalue\n"

BAD = [
    ("correct", ".001", "0 or 1"),
    ("answered", "-7", "0 or 1"),
    ("held_right", "2", "0 or 1"),
    ("confidence", "5", "0 to 1"),
    ("confidence", "-3", "0 to 1"),
    ("confidence", "1e300", "from -1e+12 to 1e+12"),
    ("seconds", "-1", "0 to 1e+12"),
    ("num_ret", "1.5", "a whole number from 0 on"),
    ("GA-correct", "3", "0 or 1"),
    ("squared_error", "1.5", "0 to 1"),
]


@pytest.fixture(params=[False, True], ids=["by lines", "scanned"])
def as_read(request, monkeypatch):
    if request.param:
        monkeypatch.setattr(text, "LARGE", 1)


@pytest.mark.parametrize(("name", "value", "expected"), BAD)
@pytest.mark.usefixtures("as_read")
def test_component_out_of_range_is_an_error_with_its_line(tmp_path, name, value, expected):
    path = tmp_path / "scores.tsv"
    path.write_text(f"{HEADER}a\tRR\tq1\t1\na\t{name}\tq1\t{value}\na\tRR\tall\t1\n")
    with pytest.raises(InputError) as caught:
        read_scores(str(path))
    assert (caught.value.file, caught.value.line) == (str(path), 3)
    assert caught.value.message.startswith(f"'{name}' of run 'a' for 'q1' is ")
    assert caught.value.message.endswith(f"expected {expected}")


def test_csv_says_the_same(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("run,measure,question,value\na,confidence,q1,5\n")
    with pytest.raises(InputError, match=r"csv:2: 'confidence' of run 'a' for 'q1' is 5"):
        read_scores(str(path))


@pytest.mark.usefixtures("as_read")
def test_right_answer_that_was_not_given_is_an_error(tmp_path):
    path = tmp_path / "scores.tsv"
    path.write_text(f"{HEADER}a\tanswered\tq1\t0\na\tcorrect\tq1\t1\na\tc@1\tall\t2\n")
    with pytest.raises(InputError, match=r":3: 'correct' .* is 1, expected 0 where 'answered' is"):
        read_scores(str(path))


def test_other_tools_may_call_their_own_measures_so(tmp_path):
    path = tmp_path / "scores.tsv"
    path.write_text(f"{HEADER}a\tconfidence\tq1\t80\na\tconfidence\tall\t80\n")
    assert read_scores(str(path)).overall("confidence") == {"a": 80.0}
    assert scores_from({"question": ["q1"], "a": [80]}, "confidence").overall("confidence")


@pytest.mark.usefixtures("as_read")
def test_matrix_of_values_beyond_any_score_is_an_error_with_its_line(tmp_path):
    path = tmp_path / "matrix.tsv"
    path.write_text("question\ta\tb\nq1\t1\t1\nq2\t1\t1e308\n")
    with pytest.raises(InputError, match=r"tsv:3: 'value' of run 'b' for 'q2' is 1e\+308"):
        read_scores(str(path))


def test_times_and_scores_that_would_print_inf_are_errors(qaeval, tmp_path):
    path = tmp_path / "times.tsv"
    path.write_text("run\tscore\tseconds\na\t1e308\t3\nb\t1\t4\n")
    outcome = qaeval("time", path)
    assert (outcome.code, outcome.out) == (2, "")
    assert f"{path}:2: 'score' of run 'a' for 'all' is 1e+308" in outcome.err


def test_frames_name_the_row():
    table = {"run": ["a", "a"], "question": ["1", "1"], "measure": ["correct", "answered"]}
    with pytest.raises(InputError, match=r"frame: row 1: 'answered' .* is -7, expected 0 or 1"):
        scores_from({**table, "value": [1, -7]})
    with pytest.raises(InputError, match="data frame: row 0: 'value' of run 'a'"):
        scores_from(np.array([[1e300]]), runs=["a"])


@pytest.mark.parametrize("value", [10**400, np.array([1, 2]), [1], b"1", None, 1j, "1"])
def test_objects_that_are_no_numbers_are_errors_of_a_row(value):
    with pytest.raises(InputError, match="data frame: row 0: value"):
        scores_from({"run": ["a"], "question": ["1"], "value": [value]})


def test_id_of_too_many_digits_is_an_error_of_its_row():
    with pytest.raises(InputError, match="row 0: question is a number of too many digits"):
        scores_from({"run": ["a"], "question": [10**5000], "value": [1]})
