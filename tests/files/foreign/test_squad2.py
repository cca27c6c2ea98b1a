"""SQuAD 2.0: grades are those of the official script."""

import json

import pytest

from qaeval.errors import InputError
from qaeval.files.foreign.squad2 import read_dataset, read_na_probs, read_predictions
from qaeval.marking.squad2 import grade


@pytest.fixture
def dataset(put):
    """Write a dataset of one paragraph, {question: answers}, and read it."""

    def read(questions):
        entries = [
            {"id": name, "question": "?", "answers": [{"text": text} for text in answers]}
            for name, answers in questions.items()
        ]
        text = json.dumps({"data": [{"paragraphs": [{"context": "", "qas": entries}]}]})
        return read_dataset(str(put("dev.json", text)))

    return read


# As evaluate-v2.0.py prints them for each pair alone.
@pytest.mark.parametrize(
    ("answers", "prediction", "exact", "f1"),
    [
        (["The Normans"], "normans!", 1, 1),
        (["a-b"], "ab", 1, 1),
        (["a b"], "A  B", 1, 1),
        # The article goes after the punctuation: "the_" is no article, "the." is one.
        (["the. end"], "end", 1, 1),
        # Only ASCII punctuation goes, and a dotted capital I becomes two characters.
        (["“x”"], "x", 0, 0),
        (["İ"], "i̇", 1, 1),
        (["ß"], "ss", 0, 0),
        (["one two three"], "two three four five", 0, 2 * (2 / 4) * (2 / 3) / (2 / 4 + 2 / 3)),
        (["x x y"], "x z", 0, 2 * (1 / 2) * (1 / 3) / (1 / 2 + 1 / 3)),
        (["no", "nope", "no way"], "no way out", 0, 2 * (2 / 3) * 1 / (2 / 3 + 1)),
        # No answer: only silence is right, and what is nothing but an article is silence.
        ([], "", 1, 1),
        ([], "the", 1, 1),
        ([], "x", 0, 0),
        # An answer that normalising leaves nothing of counts as none.
        (["the"], "", 1, 1),
        (["the", "x"], "", 0, 0),
        (["x"], "", 0, 0),
    ],
)
def test_grades(dataset, answers, prediction, exact, f1):
    found = grade(dataset({"q": answers}), {"q": prediction}, None, 1.0)
    assert (found.exact["q"], found.f1["q"]) == (exact, f1)


def test_a_probability_above_the_threshold_is_silence(dataset):
    right = dataset({"has": ["x"], "none": [], "at": ["x"], "blank": ["the"]})
    given = {"has": "x", "none": "x", "at": "x", "blank": ""}
    probabilities = {"has": 0.6, "none": 0.6, "at": 0.5, "blank": 0.6}
    found = grade(right, given, probabilities, 0.5)
    # The script asks whether the dataset lists an answer, even one of which nothing is left.
    assert found.exact == found.f1 == {"has": 0, "none": 1, "at": 1, "blank": 0}


def test_outcomes_and_confidences(dataset):
    right = dataset({"r": ["x"], "w": ["x"], "u": ["x"], "sr": [], "sw": [], "gone": []})
    given = {"r": "x", "w": "y", "u": "", "sr": "", "sw": "y"}
    probabilities = {"r": 0.4583, "w": 0.25, "u": 0.9, "sr": 0.75, "sw": 0.125}
    found = grade(right, given, probabilities, 1.0).as_responses("run", "file")
    assert dict(zip(found.questions, found.outcomes, strict=True)) == {
        "r": "R", "w": "W", "u": "U", "sr": "R", "sw": "W", "gone": "U",
    }  # fmt: skip
    confidence = dict(zip(found.questions, found.confidence.tolist(), strict=True))
    assert (confidence["r"], confidence["w"]) == (0.5417, 0.75)
    assert (confidence["sr"], confidence["sw"]) == (0.75, 0.875)
    assert confidence["u"] != confidence["u"] and confidence["gone"] != confidence["gone"]


def test_a_question_without_a_prediction_scores_0_even_where_silence_is_right(dataset):
    found = grade(dataset({"q": [], "p": ["x"]}), {"p": "x"}, None, 1.0)
    assert (found.exact, found.missing) == ({"q": 0, "p": 1}, ["q"])


QAS = '{{"data": [{{"paragraphs": [{{"qas": [{}]}}]}}]}}'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", 'not a SQuAD dataset: the file has no list "data"'),
        ("[]", "expected a JSON object, found '[]'"),
        ('{"data": []}', "the dataset has no question"),
        ('{"data": [5]}', 'not a SQuAD dataset: an article has no list "paragraphs"'),
        ('{"data": [{"paragraphs": [{}]}]}', 'a paragraph has no list "qas"'),
        (QAS.format('{"id": "q"}'), 'a question has no list "answers"'),
        (QAS.format('{"id": 5, "answers": []}'), "id is '5', expected a string"),
        (QAS.format('{"id": "q", "answers": ["x"]}'), "text of question 'q' is 'null'"),
        (QAS.format('{"id": "all", "answers": []}'), "may not be called 'all'"),
        (QAS.format(",".join(['{"id": "q", "answers": []}'] * 2)), "question 'q' again"),
        ('{"data":\n [1,]}', "dev.json:2: not a JSON object"),
    ],
)
def test_what_is_no_dataset(put, text, message):
    with pytest.raises(InputError) as refused:
        read_dataset(str(put("dev.json", text)))
    assert message in str(refused.value)
    assert str(refused.value).startswith(str(refused.value.file))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"q": "x", "z": ""}', "question 'z' is not in "),
        ('{"q": 5}', "the prediction for 'q' is '5', expected a string"),
        ('{"q": null}', "the prediction for 'q' is 'null', expected a string"),
        ('{"q": "x", "q": "y"}', "the same field twice in one object: 'q'"),
        ('{"q": "\\ud800"}', "not valid Unicode"),
        ("", "the file is empty"),
    ],
)
def test_predictions_that_do_not_fit(put, dataset, text, message):
    with pytest.raises(InputError, match=r"pred\.json") as refused:
        read_predictions(str(put("pred.json", text)), dataset({"q": ["x"]}))
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"q": 0.5, "z": 0.5}', "question 'z' is not in "),
        ("{}", "no probability for question 'q', which is predicted"),
        ('{"q": NaN}', "NaN is not a number"),
        ('{"q": 1e999}', "the no-answer probability of 'q' is too large"),
        ('{"q": true}', "the no-answer probability of 'q' is 'true', expected a number"),
        ('{"q": null}', "the no-answer probability of 'q' is null, expected a number"),
        ('{"q": 1.5}', "the no-answer probability of 'q' is 1.5, outside 0..1"),
    ],
)
def test_probabilities_that_do_not_fit(put, dataset, text, message):
    right = dataset({"q": ["x"]})
    with pytest.raises(InputError, match=r"na\.json") as refused:
        read_na_probs(str(put("na.json", text)), right, {"q": "x"}, as_confidence=True)
    assert message in str(refused.value)


def test_scores_without_bounds_are_thresholds_too(put, dataset):
    """Some systems write differences of log odds, which the script takes."""
    path = str(put("na.json", '{"q": -3.5}'))
    assert read_na_probs(path, dataset({"q": []}), {"q": ""}, as_confidence=False) == {"q": -3.5}


def test_predictions_as_csv(dataset, put):
    right = dataset({"q1": ["x"], "q2": [], "q3": ["a, b"], "q4": ["c d"], "q5": ["y"]})
    text = 'Id,Predicted\nq1,x\nq2,\nq3,"a, ""b"""\n\nq4,"c\nd"\n'
    given = read_predictions(str(put("test.csv", text)), right)
    assert given == {"q1": "x", "q2": "", "q3": 'a, "b"', "q4": "c\nd"}
    found = grade(right, given, None, 1.0)
    assert found.exact == {"q1": 1, "q2": 1, "q3": 1, "q4": 1, "q5": 0}
    assert found.missing == ["q5"]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ('q1,"x\ny"\nq9,x\n', "4: question 'q9' is not in {dataset}"),
        ("q1,x\nq1,y\n", "3: question 'q1' again"),
        ("q1,x,y\n", "2: 3 fields, expected Id,Predicted; a field that holds a comma stands in"),
        ("q1\n", "2: 1 field, expected Id,Predicted"),
        ('q1,"x\n', "2: not CSV (unexpected end of data)"),
    ],
)
def test_bad_rows_of_predictions(dataset, put, rows, message):
    right = dataset({"q1": ["x"]})
    path = str(put("test.csv", f"Id,Predicted\n{rows}"))
    with pytest.raises(InputError) as caught:
        read_predictions(path, right)
    assert str(caught.value).startswith(f"{path}:{message.format(dataset=right.file)}")
