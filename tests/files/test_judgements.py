"""Several assessors' judgements of the same responses."""

import pytest

from qaeval.errors import InputError
from qaeval.files.judgements import read_judgements

ANN = "question\toutcome\trun\nq1\tR\ta\nq2\tU\ta\nq1\tW\tb\n"
BOB = "run\tquestion\toutcome\nb\tq1\tR\na\tq1\tUR\na\tq2\tUW\n"


def refusal(*arguments):
    with pytest.raises(InputError) as caught:
        read_judgements([str(argument) for argument in arguments])
    return str(caught.value)


def test_a_file_per_assessor(put):
    found = read_judgements([str(put("ann.tsv", ANN)), f"robert={put('bob.tsv', BOB)}"])
    assert found.assessors == ["ann", "robert"]
    assert found.scale == ("R", "W")
    assert (found.questions, found.answers) == (["q1", "q2"], ["a", "b", "a"])
    assert found.labels.tolist() == [[0, 0], [1, 0], [-1, 1]]  # U is nothing to judge


def test_a_column_of_assessors(put):
    rows = "run\tquestion\tassessor\toutcome\na\tq1\tann\tR\na\tq1\tbob\tW\nb\tq1\tann\tR\n"
    found = read_judgements([str(put("x.tsv", rows))])
    assert found.assessors == ["ann", "bob"]
    assert found.labels.tolist() == [[0, 1], [0, -1]]


def test_files_of_one_run_need_no_column_of_runs(put):
    ann = put("ann.tsv", "question\toutcome\nq1\tR\nq2\tW\n")
    bob = put("bob.jsonl", '{"question": "q2", "outcome": "R"}\n')
    found = read_judgements([str(ann), str(bob)])
    assert found.labels.tolist() == [[0, -1], [1, 0]]


def test_samples_are_responses_of_their_own(put):
    rows = "question\tsample\tassessor\toutcome\nq\t1\tann\tR\nq\t2\tann\tW\nq\t2\tbob\tW\n"
    assert read_judgements([str(put("x.tsv", rows))]).labels.tolist() == [[0, -1], [1, 1]]


def test_refused(put):
    ann = put("ann.tsv", ANN)
    again = put("again/ann.tsv", ANN)
    assert refusal(ann, again) == (
        f"{again}:2: the assessor is called 'ann' as in {ann}; name one as NAME=FILE"
    )
    twice = put("twice.tsv", "question\tassessor\toutcome\nq\tann\tR\nq\tann\tW\n")
    assert refusal(twice) == (
        f"{twice}:3: 'ann' gives answer 'response' to 'q' the label 'W', but 'R' on line 2"
    )
    odd = put("odd.tsv", "question\tassessor\toutcome\nq\tann\tright\n")
    assert refusal(odd) == f"{odd}:2: outcome 'right', expected R UR W UW U"
    empty = put("empty.tsv", "question\tassessor\toutcome\n")
    assert refusal(empty) == f"{empty}: no assessments below the header"
    silent = put("silent.tsv", "question\tassessor\toutcome\nq\tann\tU\n")
    assert refusal(silent) == f"{silent}: not one label below the header"
