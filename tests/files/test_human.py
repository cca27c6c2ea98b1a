"""People's labels, as files have them."""

import pytest

from qaeval.errors import InputError
from qaeval.files.human import read_human


@pytest.fixture
def read(put):
    return lambda text, name="h.tsv": read_human(str(put(name, text)))


def test_outcomes_and_rows_still_to_be_filled_in(read):
    labelling = read(
        "run\tquestion\toutcome\tprobability\na\tq1\tR\t0.5\na\tq2\t\t0.5\na\tq3\tU\t1\n"
    )
    assert [(x.run, x.question, x.grade, x.weight) for x in labelling.labels] == [
        ("a", "q1", 1.0, 2.0),
        ("a", "q3", None, 1.0),
    ]
    assert (labelling.waiting, labelling.by_outcome) == (1, True)


def test_values_by_assessor_in_commas(read):
    labelling = read("question,value,assessor,weight\nq1,0.5,ann,3\nq1,1,ben,3\n", "h.csv")
    assert [(x.run, x.grade, x.assessor, x.weight) for x in labelling.labels] == [
        (None, 0.5, "ann", 3.0),
        (None, 1.0, "ben", 3.0),
    ]


def test_a_score_table_is_labels_too(read):
    labelling = read("run\tmeasure\tquestion\tvalue\na\tfit\tq1\t0.25\na\tfit\tall\t0.25\n")
    assert [(x.question, x.measure, x.grade) for x in labelling.labels] == [("q1", "fit", 0.25)]


def test_jsonl(read):
    labelling = read(
        '{"run": "a", "question": "q1", "grade": 1}\n'
        '{"run": "a", "question": "q2", "grade": null}\n',
        "h.jsonl",
    )
    assert [(x.question, x.grade) for x in labelling.labels] == [("q1", 1.0)]
    assert labelling.waiting == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("run\tquestion\toutcome\na\tq1\tX\n", "h.tsv:2: outcome 'X', expected R (right), W"),
        ("run\tquestion\na\tq1\n", "h.tsv:1: no column 'outcome', expected question outcome"),
        ("run\tquestion\toutcome\tvalue\na\tq1\tR\t1\n", "h.tsv:1: both outcome and value"),
        ("run\tquestion\tvalue\na\tq1\tx\n", "h.tsv:2: value 'x' is not a number"),
        ("run\tquestion\tlabel\na\tq1\tR\n", "labels stand in the column 'outcome'"),
        ("question\tgrade\nq1\t1\nq2\tW\n", "1 label in words and 1 label in numbers"),
        (
            "question\toutcome\tprobability\nq1\tR\t1.5\n",
            "2: probability '1.5', expected more than 0",
        ),
        ("question\toutcome\tweight\nq1\tR\t0\n", "h.tsv:2: weight '0', expected more than 0"),
        (
            "question\toutcome\tprobability\nq1\tR\t1e-300\n",
            "h.tsv:2: probability '1e-300', expected 1e-100 to 1",
        ),
        (
            "question\toutcome\tweight\nq1\tR\t1e308\n",
            "h.tsv:2: weight '1e308', expected 1e-100 to 1e+100",
        ),
        ("question\toutcome\tweight\tprobability\nq1\tR\t1\t1\n", "both weight and probability"),
        (
            "run\tquestion\toutcome\na\tq1\tR\na\tq1\tR\n",
            "3: question 'q1' of run 'a' again, as on",
        ),
        ("question\toutcome\tassessor\nq1\tR\tx\nq1\tR\tx\n", "question 'q1' by 'x' again, as on"),
        ("question\toutcome\nq1\t\nq2\t-\n", "h.tsv: none of 2 answers has a label yet"),
        ("question\toutcome\n", "h.tsv: no labels"),
    ],
)
def test_bad_files(read, text, message):
    with pytest.raises(InputError) as error:
        read(text)
    assert message in str(error.value)
