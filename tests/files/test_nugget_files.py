"""Files of nuggets: keys, assignments, citations; ours and those that other tools write."""

import json

import pytest

from qaeval import InputError
from qaeval.files.long_answers import read_assignments
from qaeval.files.nugget_keys import nugget_kind, read_nugget_key


@pytest.fixture
def put(put):
    """Files by the names that a caller gives, which are strings."""
    return lambda name, text: str(put(name, text))


KEY = "question\tnugget\timportance\tweight\ttext\nq1\t1\tvital\t\tIt floats\nq1\t2\tokay\t.5\t\n"


def refusal(read, path):
    with pytest.raises(InputError) as raised:
        read(path)
    return str(raised.value)


def lines(*records):
    return "".join(json.dumps(record) + "\n" for record in records)


def test_a_table_of_nuggets(put):
    key = read_nugget_key(put("key.tsv", KEY))
    first, second = key.nuggets["q1"]
    assert (first.vital, first.weight, first.text) == (True, 1.0, "It floats")
    assert (second.vital, second.weight) == (False, 0.5)


def test_json_of_our_own_and_of_nuggetizer(put):
    own = {"question": "q1", "nuggets": [{"nugget": "a", "importance": "Vital", "weight": 2}]}
    theirs = {
        "query": "?",
        "qid": "q1",
        "nuggets": [{"text": "x", "importance": "okay"}, {"text": "x", "importance": "vital"}],
    }
    (nugget,) = read_nugget_key(put("own.jsonl", lines(own))).nuggets["q1"]
    assert (nugget.name, nugget.vital, nugget.weight) == ("a", True, 2.0)
    # Two nuggets may read alike: their places name them.
    both = read_nugget_key(put("theirs.jsonl", lines(theirs))).nuggets["q1"]
    assert [(nugget.name, nugget.vital) for nugget in both] == [("1", False), ("2", True)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("q1\t1\tvitl\n", ":2: importance 'vitl', expected vital or okay; did you mean 'vital'?"),
        ("q1\t1\tvital\nq1\t1\tokay\n", ":3: nugget '1' of question 'q1' again"),
        ("q1\t\tvital\n", ":2: the nugget is empty"),
        ("all\t1\tvital\n", ":2: a question may not be called 'all'"),
        ("", ": no nuggets in the file"),
    ],
)
def test_keys_that_are_refused(put, text, message):
    path = put("key.tsv", f"question\tnugget\timportance\n{text}")
    assert refusal(read_nugget_key, path).startswith(f"{path}{message}")


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"qid": "q1", "nuggets": []}, "question 'q1' has no nuggets"),
        ({"qid": "q1", "nuggets": "none"}, '"nuggets" is \'"none"\', expected a list'),
        ({"qid": "q1", "nuggets": [{"text": "x"}]}, 'has no "importance"'),
        ({"qid": None, "nuggets": [{"importance": "okay"}]}, "\"question\" is 'null'"),
        ({"qid": "q1", "nuggets": [3]}, "nugget 1 is '3', expected an object"),
    ],
)
def test_json_keys_that_are_refused(put, record, message):
    good = {"qid": "q0", "nuggets": [{"text": "x", "importance": "vital"}]}
    path = put("key.jsonl", lines(good, record))
    told = refusal(read_nugget_key, path)
    assert told.startswith(f"{path}:2: ") and message in told


def test_a_weight_below_nothing_is_refused(put):
    path = put("key.tsv", "question\tnugget\timportance\tweight\nq1\t1\tvital\t-1\n")
    assert refusal(read_nugget_key, path) == f"{path}:2: weight -1 is negative"
    path = put("key.tsv", "question\tnugget\timportance\tweight\nq1\t1\tvital\t1e308\n")
    assert refusal(read_nugget_key, path) == f"{path}:2: weight 1e308, expected at most 1e+100"


def test_assignments_and_lengths(put):
    path = put("run.tsv", "question\tnugget\tassignment\tlength\nq1\t1\tsupport\t88\nq1\t2\tno\t\n")
    (run,) = read_assignments(path)
    assert run.name == "run" and run.answers["q1"].length == 88
    assert [held.credit for held in run.answers["q1"].nuggets.values()] == [1.0, 0.0]


@pytest.mark.parametrize(
    ("word", "credit"),
    [
        *(("support", 1), ("partial_support", 0.5), ("not_support", 0), ("Support", 1)),
        *(("yes", 1), ("no", 0), ("1", 1), ("0.5", 0.5), ("0", 0)),
    ],
)
def test_words_of_assignment(put, word, credit):
    (run,) = read_assignments(put("r.tsv", f"question\tnugget\tassignment\nq1\t1\t{word}\n"))
    assert run.answers["q1"].nuggets["1"].credit == credit


def test_what_nuggetizer_writes(put):
    """Its response_length counts words; the length is that of the text without white space."""
    record = {
        "query": "?",
        "qid": "q1",
        "answer_text": "It floats on water .",
        "response_length": 5,
        "run_id": "fjord",
        "nuggets": [{"text": "x", "importance": "vital", "assignment": "partial_support"}],
    }
    (run,) = read_assignments(put("out.jsonl", lines(record)))
    assert run.name == "fjord" and run.answers["q1"].length == 16
    assert run.nuggets["q1"][0].vital and run.answers["q1"].nuggets["1"].credit == 0.5


def test_a_failed_assignment_counts_nothing_and_is_told(put):
    path = put("r.tsv", "question\tnugget\tassignment\nq1\t1\tfailed\n")
    with pytest.warns(UserWarning, match="1 assignment 'failed', taken as not_support"):
        (run,) = read_assignments(path)
    assert run.answers["q1"].nuggets["1"].credit == 0


def test_several_runs_in_a_file(put):
    path = put(
        "r.tsv", "run\tquestion\tnugget\tassignment\na\tq1\t1\t1\nb\tq1\t1\t0\na\tq2\t1\t0\n"
    )
    runs = {run.name: run for run in read_assignments(path)}
    assert list(runs) == ["a", "b"] and list(runs["a"].answers) == ["q1", "q2"]
    with pytest.raises(
        InputError, match=r"holds 2 runs \(a, b\), the name 'c' is for a file of one"
    ):
        read_assignments(path, name="c")


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            "q1\t1\tsupported\t\n",
            ":2: assignment 'supported', expected support, partial_support or",
        ),
        ("q1\t1\t1\t-3\n", ":2: length -3 is negative"),
        ("q1\t1\t1\tlong\n", ":2: length 'long' is not a whole number"),
        ("q1\t1\t1\t88.5\n", ":2: length '88.5' is not a whole number"),
        ("q1\t1\t1\t\nq1\t1\t0\t\n", ":3: nugget '1' of question 'q1' again (first on line 2)"),
        ("q1\t1\t1\t88\nq1\t2\t0\t90\n", ":3: length 90 of question 'q1', but 88 before"),
    ],
)
def test_assignments_that_are_refused(put, rows, message):
    path = put("run.tsv", f"question\tnugget\tassignment\tlength\n{rows}")
    assert refusal(read_assignments, path).startswith(f"{path}{message}")


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"qid": "q1", "nuggets": [{"importance": "okay"}]}, 'has no "assignment"'),
        (
            {"qid": "q0", "nuggets": [{"importance": "okay", "assignment": 1}]},
            "question 'q0' again",
        ),
        (
            {"qid": "q1", "answer": "one two", "length": 9, "nuggets": [{"assignment": 1}]},
            "length 9 of question 'q1', but its answer has 6 characters",
        ),
        ({"qid": "q1", "sentences": [{"citations": ["maybe"]}]}, "support 'maybe', expected full"),
        ({"qid": "q1", "sentences": [{"text": "x"}]}, "sentence 1 has no list of citations"),
        ({"qid": "q1", "sentences": 4}, "\"sentences\" is '4', expected a list"),
    ],
)
def test_json_answers_that_are_refused(put, record, message):
    good = {"qid": "q0", "answer": "x", "nuggets": [{"importance": "vital", "assignment": "yes"}]}
    path = put("run.jsonl", lines(good, record))
    told = refusal(read_assignments, path)
    assert told.startswith(f"{path}:2: ") and message in told


def test_citations_in_three_forms(put):
    table = (
        "question\tsentence\tcitation\tsupport\nq1\t1\td7\tPS\nq1\t2\td1\tfull_support\n"
        "q1\t2\td2\t-1\nq1\t3\t\t\n"
    )
    trec = {
        "topic_id": "q1",
        "support_eval": [
            {"eval_scores": ["PS"]},
            {"eval_scores": ["FS", None]},
            {"eval_scores": []},
        ],
    }
    nist = {
        "qid": "q1",
        "sentences": [
            {"citations": [{"support": "1"}]},
            {"citations": [{"support": "2"}, {"support": "-1"}]},
            {"citations": []},
        ],
    }
    for name, text in {"t.tsv": table, "e.jsonl": lines(trec), "n.jsonl": lines(nist)}.items():
        (run,) = read_assignments(put(name, text))
        first, second, third = run.answers["q1"].sentences
        assert first == (0.5,) and second[0] == 1 and second[1] != second[1] and third == ()


def test_support_of_nothing_is_refused(put):
    path = put("t.tsv", "question\tsentence\tcitation\tsupport\nq1\t1\t\tFS\n")
    assert refusal(read_assignments, path) == f"{path}:2: support 'FS' of no citation"


def test_files_in_the_wrong_place(put):
    key, votes = put("key.tsv", KEY), put("v.tsv", "question\tnugget\tassessor\timportance\n")
    run = put("run.tsv", "question\tnugget\tassignment\nq1\t1\t1\n")
    passages = lines({"qid": "q1", "docid": "d", "nuggets": [{"assignment": "support"}]})
    assert "a key of nuggets? the key comes first" in refusal(read_assignments, key)
    assert "a run with its assignments" in refusal(read_nugget_key, run)
    assert "'qaeval gold' makes a key" in refusal(read_nugget_key, votes)
    assert "expected answers" in refusal(read_assignments, put("p.jsonl", passages))


def test_no_other_format_looks_like_nuggets():
    others = (
        "question\tclass\tanswer\tlevel",
        "q1 0 d1 1",
        '{"question": "q", "answers": []}',
        "q, a",
    )
    assert [nugget_kind(line) for line in others] == [None] * 4
