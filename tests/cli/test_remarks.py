"""What readers remark upon: a note for people, an error under --strict, a warning in Python."""

import warnings

import pytest

from qaeval import InputError, InputRemark, read_run
from qaeval.cli.remarks import gathered_remarks

KEY = "question\tanswer\tsource\nQ1\ta\tthe web\n"
RUN = "question\tanswer\ttype\tmodel\nQ1\ta\twho\tx\n"


def test_a_remark_is_a_note_once_per_file_after_the_output(qaeval, put):
    outcome = qaeval("score", put("key.tsv", KEY), put("run.tsv", RUN))
    assert outcome.code == 0
    key, run = outcome.err.splitlines()
    assert key.endswith("key.tsv:1: a column is ignored: source")
    assert key.startswith("qaeval: note: ")
    assert run.endswith("run.tsv:1: columns are ignored: type, model")


def test_strict_makes_errors_of_remarks(qaeval, put):
    outcome = qaeval("score", "--strict", put("key.tsv", KEY), put("run.tsv", RUN))
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.endswith("key.tsv:1: a column is ignored: source\n")


def test_strict_ends_with_the_call(qaeval, put):
    key, run = put("key.tsv", KEY), put("run.tsv", RUN)
    assert qaeval("score", "--strict", key, run).code == 2
    assert qaeval("score", key, run).code == 0


def test_in_python_a_remark_is_a_warning_with_its_place(put):
    with pytest.warns(InputRemark, match="columns are ignored: type, model") as told:
        read_run(str(put("run.tsv", RUN)))
    remark = told[0].message
    assert isinstance(remark, InputError)
    assert (remark.file.endswith("run.tsv"), remark.line) == (True, 1)


def test_other_warnings_go_their_way():
    with pytest.warns(RuntimeWarning, match="odd"), gathered_remarks() as remarks:
        warnings.warn("odd", RuntimeWarning, stacklevel=1)
    assert remarks == []
