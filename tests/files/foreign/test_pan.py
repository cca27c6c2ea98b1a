"""PAN's verification: truth and values become judged responses."""

import pytest

TRUTH = (
    '{"id": "p1", "same": true, "authors": ["1", "1"]}\n{"id": "p2", "same": false}\n'
    '{"id": "p3", "same": true}\n{"id": "p4", "same": false}\n'
)


def test_values_are_judged_by_the_truth(qaeval, put):
    """.5 is no answer, and so is no value at all, which is told."""
    truth = put("truth.jsonl", TRUTH)
    answers = '{"id": "p2", "value": 0.7}\n{"id": "p1", "value": 1}\n{"id": "p3", "value": 0.5}\n'
    outcome = qaeval("import", "pan", truth, put("a.jsonl", answers))
    assert outcome.code == 0 and outcome.rows[1:] == [
        ["p1", "R", "1", "a"],
        ["p2", "W", "0.7", "a"],
        ["p3", "UR", "0.5", "a"],
        ["p4", "UW", "0.5", "a"],
    ]
    assert "no value for 1 problem (p4): no answer" in outcome.err


def test_the_measures_of_pan_from_its_files(qaeval, put):
    """TP 1, FP 1, no FN, 2 silent: 1.25/(1.25 + .25·2 + 1); yes 1 .5, no .7 .5: 1 + 0 + 1 + .5."""
    truth = put("truth.jsonl", TRUTH)
    answers = '{"id": "p1", "value": 1}\n{"id": "p2", "value": 0.7}\n'
    judged = put("judged.tsv", "")
    assert qaeval("import", "pan", "-o", judged, truth, put("a.jsonl", answers)).code == 0
    asked = ("-m", "F0.5u", "-m", "AUC", "-m", "c@1", "-f", "tsv")
    rows = qaeval("score", "--judged", *asked, judged).rows
    values = {row[1]: float(row[3]) for row in rows[1:]}
    assert values == {
        "F0.5u": pytest.approx(1.25 / 2.75),
        "AUC": pytest.approx(2.5 / 4),
        "c@1": pytest.approx((1 + 2 * 1 / 4) / 4),
    }


@pytest.mark.parametrize(
    ("truth", "answers", "message"),
    [
        (TRUTH, '{"id": "p9", "value": 1}\n', "a.jsonl:1: problem 'p9' is not in"),
        (TRUTH, '{"id": "p1"}\n', 'a.jsonl:1: no "value", expected a number from 0 to 1'),
        (TRUTH, '{"id": "p1", "value": 2}\n', "a.jsonl:1: value 2 is outside 0..1"),
        (TRUTH, '{"id": "p1", "value": "x"}\n', "a.jsonl:1: value is '\"x\"', expected a number"),
        (TRUTH, '{"value": 1}\n', 'a.jsonl:1: no "id", expected a string'),
        (TRUTH, '{"id": "p1", "value": 1}\n' * 2, "a.jsonl:2: problem 'p1' again"),
        (TRUTH, "p1 1\n", "a.jsonl:1: not a JSON object"),
        ('{"id": "p1", "value": 1}\n', "", 'truth.jsonl:1: no "same", expected true or false'),
        ("# nothing\n", "", "truth.jsonl: the truth of no problem"),
    ],
)
def test_bad_files(qaeval, put, truth, answers, message):
    paths = put("truth.jsonl", truth), put("a.jsonl", answers)
    outcome = qaeval("import", "pan", *paths)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert message in outcome.err
