import math

import pytest

from qaeval import InputError, read_judged
from qaeval.errors import InputRemark


@pytest.fixture
def file(tmp_path):
    def write(text, name="judged.tsv"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def refusal(path: str) -> str:
    with pytest.raises(InputError) as caught:
        read_judged(path)
    return str(caught.value)


def test_tsv_holds_the_five_outcomes(file):
    [run] = read_judged(
        file("question\toutcome\nQ1\tR\nQ2\tW\nQ3\tU\nQ4\tUR\nQ5\tUW\n", "sys-2.1.tsv")
    )
    assert run.name == "sys-2.1"
    assert run.questions == ["Q1", "Q2", "Q3", "Q4", "Q5"]
    assert run.outcomes == ["R", "W", "U", "UR", "UW"]


def test_tsv_confidence_and_seconds_are_optional(file):
    rows = "Q1\t0.75\t2\tR\nQ2\t\t\tU\n"
    [run] = read_judged(file("question\tconfidence\tseconds\toutcome\n" + rows))
    assert (run.confidence[0], run.seconds[0]) == (0.75, 2.0)
    assert math.isnan(run.confidence[1])
    assert math.isnan(run.seconds[1])


def test_run_column_holds_several_runs(file):
    text = "run\tquestion\toutcome\nb\tQ1\tR\na\tQ1\tW\nb\tQ2\tU\n"
    found = {run.name: (run.questions, run.outcomes) for run in read_judged(file(text))}
    assert found == {"b": (["Q1", "Q2"], ["R", "U"]), "a": (["Q1"], ["W"])}


def test_jsonl_has_the_same_names(file):
    lines = (
        '{"question": "Q1", "outcome": "R", "confidence": 0.5, "seconds": 3, "run": "x"}\n'
        '{"question": 2, "outcome": "UW", "run": "x"}\n'
    )
    [run] = read_judged(file(lines, "judged.jsonl"))
    assert (run.name, run.questions, run.outcomes) == ("x", ["Q1", "2"], ["R", "UW"])
    assert (run.confidence[0], run.seconds[0]) == (0.5, 3.0)


def test_header_alone_is_a_run_that_answered_nothing(file):
    [run] = read_judged(file("question\toutcome\n", "mute.tsv"))
    assert (run.name, run.questions) == ("mute", [])


@pytest.mark.parametrize("word", ["X", "right", "r", ""])
def test_any_other_outcome_is_an_error_that_names_the_five(file, word):
    path = file(f"question\toutcome\nQ1\tR\nQ2\t{word}\n")
    message = refusal(path)
    assert message.startswith(f"{path}:3: outcome '{word}', expected")
    named = message.split("expected")[1].replace(",", " ").split()
    assert {"R", "W", "U", "UR", "UW"} <= set(named)


def test_question_twice_in_one_run_is_an_error(file):
    path = file("question\toutcome\trun\nQ1\tR\ta\nQ1\tR\tb\nQ1\tW\ta\n")
    hint = "(a column 'sample' would tell repeated samples apart)"
    assert refusal(path) == f"{path}:4: question 'Q1' again {hint}"


@pytest.mark.parametrize(
    ("column", "value", "words"),
    [
        ("confidence", "1.2", "confidence 1.2 is outside 0..1"),
        ("confidence", "nan", "confidence 'nan' is not a number"),
        ("seconds", "-3", "seconds -3 is negative"),
        ("seconds", "inf", "seconds 'inf' is not a number"),
        ("run", "", "the run name is empty"),
        ("run", "a\x1bb", "holds a control character"),
    ],
)
def test_bad_fields_are_errors(file, column, value, words):
    path = file(f"question\toutcome\t{column}\nQ1\tR\t{value}\n")
    message = refusal(path)
    assert message.startswith(f"{path}:2: ")
    assert words in message


def test_no_question_may_be_called_all(file):
    path = file("question\toutcome\nall\tR\n")
    assert refusal(path).startswith(f"{path}:2: a question may not be called 'all'")


def test_unknown_column_is_an_error(file):
    path = file("question\toutcome\tconfidance\nQ1\tR\t1\n")
    assert "did you mean 'confidence'?" in refusal(path)


def test_file_without_outcomes_is_an_error(file):
    path = file("question\tanswer\nQ1\ta\n")
    assert refusal(path).startswith(
        f"{path}:1: fits no judged response format (tried tsv with a column 'outcome', jsonl)"
    )


def test_problems_are_collected(file):
    problems = []
    path = file("question\toutcome\nQ1\tR\nQ2\tX\nQ3\nQ4\tW\n")
    [run] = read_judged(path, problems)
    assert run.questions == ["Q1", "Q4"]
    assert [problem.line for problem in problems] == [3, 4]


def test_truth_values_are_outcomes(put):
    path = put("a.tsv", "question\toutcome\n1\tTrue\n2\tFalse\n3\t1\n4\t0\n5\tU\n")
    (run,) = read_judged(str(path))
    assert run.outcomes == ["R", "W", "R", "W", "U"]


def test_truth_values_of_json_are_outcomes(file):
    outcomes = ["true", "false", "1", "0", "1.0", '"True"', '"W"']
    lines = [f'{{"question": {at}, "outcome": {word}}}\n' for at, word in enumerate(outcomes)]
    (run,) = read_judged(file("".join(lines), "a.jsonl"))
    assert run.outcomes == ["R", "W", "R", "W", "R", "R", "W"]


@pytest.mark.parametrize(
    ("value", "words"),
    [("2", "outcome '2', expected R"), ("null", "outcome is 'null', expected a string")],
)
def test_other_json_values_are_no_outcomes(file, value, words):
    path = file(f'{{"question": 1, "outcome": {value}}}\n', "a.jsonl")
    assert refusal(path).startswith(f"{path}:1: {words}")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.tsv", "question\toutcome\n1\tC\n2\tI\n3\tN\n"),
        ("a.csv", "question,outcome\n1,C\n2,I\n3,N\n"),
        (
            "a.jsonl",
            '\n{"question": 1, "outcome": "C"}\n{"question": 2, "outcome": "I"}\n'
            '{"question": 3, "outcome": "N"}\n',
        ),
    ],
)
def test_letters_of_inspect_are_outcomes_and_told(file, name, text):
    path = file(text, name)
    with pytest.warns(InputRemark) as told:
        (run,) = read_judged(path)
    assert run.outcomes == ["R", "W", "U"]
    taken = "outcomes C, I, N are taken as inspect_ai writes them: C right, I wrong, N not answered"
    assert [str(remark.message) for remark in told] == [f"{path}:2: {taken}"]


def test_half_right_is_no_outcome(file):
    path = file("question\toutcome\n1\tC\n2\tP\n")
    assert refusal(path).startswith(f"{path}:3: outcome 'P' is half right")
    assert "--map C=1,P=0.5,I=0,N=0" in refusal(path)


@pytest.mark.parametrize(("one", "other"), [("R", "C"), ("I", "U")])
def test_letters_stand_throughout_or_not_at_all(file, one, other):
    path = file(f"question\toutcome\n1\t{one}\n2\t{other}\n")
    assert refusal(path).startswith(f"{path}:3: outcome '{other}', but '{one}' in line 2: expected")
