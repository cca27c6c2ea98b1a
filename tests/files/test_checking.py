import gzip

import pytest

from qaeval import InputError
from qaeval.files.checking import Rules, check_run
from qaeval.files.named import RunNames


@pytest.fixture
def check(tmp_path):
    """The problems of a run file, by line and message."""

    def problems(text, name="run.tsv", seen=None, questions=("Q1", "Q2"), ids=None, **rules):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        names = RunNames() if seen is None else seen
        found = check_run(str(path), Rules(list(questions), ids, **rules), names).problems
        assert all(problem.file == str(path) for problem in found)
        return [(problem.line, problem.message) for problem in found]

    return problems


def test_valid_run_has_no_problems(check):
    text = "question\trank\tanswer\nQ1\t1\ta\nQ1\t2\tb\nQ2\t1\ta\n"
    assert check(text, max_answers=2, complete=True, unique=True) == []


def test_every_problem_is_found_in_the_order_of_lines(check):
    text = "question\trank\tanswer\nQ9\t1\ta\nQ1\tx\ta\nQ1\t1\ta\nQ1\t1\tb\nQ2\t1\nQ2\t1\ta\n"
    assert check(text) == [
        (2, "unknown question 'Q9'"),
        (3, "rank 'x' is not a whole number"),
        (5, "rank 1 again for question 'Q1'"),
        (6, "2 fields, expected 3 (question rank answer)"),
    ]


def test_problems_print_as_file_line_message(tmp_path):
    path = tmp_path / "run.txt"
    path.write_text("Q1 Q0 a 1 x s\n")
    [problem] = check_run(str(path), Rules(["Q1"], ids={"a"}), RunNames()).problems
    assert str(problem) == f"{path}:1: score 'x' is not a number"


def test_max_answers(check):
    text = "question\tanswer\nQ2\tz\nQ1\ta\nQ1\tb\nQ1\t\nQ1\tc\n"
    message = "3 answers to question 'Q1', at most 2 allowed"
    assert check(text, max_answers=2) == [(3, message)]
    assert check(text, max_answers=3) == []


def test_complete_names_the_missing_questions(check):
    asked = ["Q1", "Q2", "Q3", "Q4", "Q5", "Q6", "Q7", "Q8"]
    text = "question\tanswer\nQ2\ta\nQ3\t\n"
    [(line, message)] = check(text, questions=asked, complete=True)
    assert line is None
    assert message.startswith("no line for 6 questions: Q1, Q4, Q5")
    assert check(text, questions=asked) == []


def test_unique_compares_strings_after_nfkc(check):
    text = "question\tanswer\nQ1\tParis\nQ2\tParis\nQ1\tＰａｒｉｓ \nQ1\tparis\n"
    assert check(text, unique=True) == [
        (4, "'Ｐａｒｉｓ ' again for question 'Q1' (first on line 2)")
    ]
    assert check(text) == []


def test_repeated_id_is_a_problem_for_keys_of_ids(check):
    text = "Q1 Q0 a 3 1 s\nQ1 Q0 b 2 2 s\nQ1 Q0 a 1 3 s\n"
    assert check(text, ids={"a"}) == [(3, "'a' again for question 'Q1' (first on line 1)")]
    assert check(text) == []


def test_two_runs_of_one_name_are_a_problem(check, tmp_path):
    seen = RunNames()
    assert check("Q1 Q0 a 1 1 same\n", "one", seen) == []
    [(line, message)] = check("Q1 Q0 a 1 1 same\n", "two", seen)
    assert line is None
    assert "'same'" in message
    assert str(tmp_path / "one") in message
    assert check("Q1 Q0 a 1 1 same\n", "three", seen, name_from="file") == []


def test_reading_options_apply(check):
    text = '{"question":"Q1","answers":["none","a"]}\n'
    rules = {"run_format": "jsonl", "max_answers": 1}
    assert check(text, **rules) == [(1, "2 answers to question 'Q1', at most 1 allowed")]
    assert check(text, no_response="^none$", **rules) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("question\tanswers\nQ1\ta\n", "unknown column 'answers'"),
        ("no format at all\n", "fits no run format"),
    ],
)
def test_run_that_cannot_be_recognised_is_a_problem_like_others(check, text, words):
    [(line, message)] = check(text)
    assert line == 1
    assert words in message


def test_file_that_cannot_be_opened_is_not_read(tmp_path):
    checked = check_run(str(tmp_path / "none"), Rules(["Q1"], ids=None), RunNames())
    [problem] = checked.problems
    assert problem.message == "no such file"
    assert (checked.verdict, checked.lines, checked.opened) == ("not read", None, False)


def test_a_run_of_strange_questions_is_one_problem(check):
    text = "question\tanswer\n1\ta\n2\ta\n"
    first = "its first is '1', that of the key 'Q1'"
    message = f"none of its questions is in the key: {first}"
    assert check(text) == check(text, complete=True) == [(None, message)]


POOL = {"Q1": {"a": None, "b": None, "c": None}, "Q2": {"d": None}}


def test_answers_must_be_candidates_and_candidates_answers(check):
    text = "Q1 Q0 a 1 9 s\nQ1 Q0 x 2 8 s\nQ1 Q0 a 3 7 s\n"
    assert check(text, candidates=POOL) == [
        (None, "no line for 1 question: Q2"),
        (1, "question 'Q1': 2 of 3 candidates missing: b, c"),
        (2, "'x' is no candidate of question 'Q1'"),
        (3, "'a' again for question 'Q1' (first on line 1)"),
    ]


def test_the_top_of_a_pool_need_not_hold_all_of_it(check):
    text = "Q1 Q0 a 1 9 s\nQ1 Q0 x 2 8 s\n"
    assert check(text, candidates=POOL, max_answers=2) == [
        (2, "'x' is no candidate of question 'Q1'")
    ]
    assert check("Q1 Q0 a 1 9 s\nQ2 Q0 d 1 9 s\n", candidates=POOL, max_answers=1) == []


def test_a_pool_that_lacks_a_question_says_nothing_of_it(check):
    pool = {"Q2": {"d": None}}
    assert check("Q1 Q0 x 1 9 s\nQ2 Q0 d 1 9 s\n", candidates=pool) == []


def test_more_bytes_than_allowed(check):
    text = "question\tanswer\nQ1\ta\n"
    assert check(text, max_bytes=len(text)) == []
    message = f"more than {len(text) - 1} bytes (--max-bytes), not read"
    assert check(text, max_bytes=len(text) - 1) == [(None, message)]


def test_more_bytes_than_allowed_when_unzipped(tmp_path):
    """A million zeros are some thousand bytes of gz."""
    path = tmp_path / "bomb.tsv.gz"
    path.write_bytes(gzip.compress(b"0" * 1_000_000))
    rules = Rules(["Q1"], ids=None, max_bytes=10_000)
    checked = check_run(str(path), rules, RunNames())
    assert checked.problems[0].message == "more than 10,000 bytes (--max-bytes), not read"
    assert (checked.verdict, checked.opened) == ("not read", True)


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("rank 1 again for question 'Q1'", "rank 2 again for question 'it's 2'", True),
        ("confidence 1.5 is outside 0..1", "confidence -3 is outside 0..1", True),
        ("unknown question 'Q1'", "rank 1 again for question 'Q1'", False),
    ],
)
def test_problems_of_one_kind_differ_in_what_they_quote(one, other, alike):
    assert (InputError(one).kind == InputError(other).kind) is alike
