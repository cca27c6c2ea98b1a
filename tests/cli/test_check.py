"""Many submissions at once, of which some are broken."""

import json

import pytest

KEY = "question\tanswer\nq1\tyes\nq2\tyes\n"
GOOD = "question\trank\tanswer\nq1\t1\tyes\nq2\t1\tno\n"


@pytest.fixture
def key(put):
    return put("key.tsv", KEY)


@pytest.fixture
def folder(put, key, monkeypatch):
    monkeypatch.chdir(key.parent)
    put("good.tsv", GOOD)
    put("bad.tsv", GOOD + "".join(f"q1\t1\tx{n}\n" for n in range(25)) + "q9\t1\tx\n")
    put("team/run.tsv", GOOD)
    return key.parent


def test_files_that_cannot_be_opened_do_not_end_it(qaeval, folder):
    outcome = qaeval("check", "key.tsv", "team", "absent.tsv", "bad.tsv", "good.tsv")
    assert outcome.code == 1
    lines = outcome.out.splitlines()
    assert lines[:3] == [
        "team: is a directory, expected a file (in it: run.tsv)",
        "absent.tsv: no such file",
        "bad.tsv:4: rank 1 again for question 'q1'",
    ]
    assert [line.split(maxsplit=3) for line in lines[-6:]] == [
        ["file", "lines", "problems", "verdict"],
        lines[-5].split(),
        ["team", "-", "1", "not read"],
        ["absent.tsv", "-", "1", "not read"],
        ["bad.tsv", "29", "26", "invalid"],
        ["good.tsv", "3", "0", "valid"],
    ]
    assert outcome.err.endswith("note: 4 files checked, 28 problems in 3 of them\n")


def test_where_none_can_be_opened_it_is_an_error(qaeval, folder):
    outcome = qaeval("check", "key.tsv", "absent.tsv", "team")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == "qaeval: absent.tsv: no such file\n"


def test_no_kind_of_problem_hides_the_others(qaeval, folder):
    """25 lines repeat a rank, of which people see 20, and one question is unknown."""
    lines = qaeval("check", "key.tsv", "bad.tsv").out.splitlines()
    assert len(lines) == 22
    assert lines[20:] == [
        "bad.tsv: … and 5 more of this kind",
        "bad.tsv:29: unknown question 'q9'",
    ]
    assert len(qaeval("check", "--max-problems", 0, "key.tsv", "bad.tsv").out.splitlines()) == 26
    few = qaeval("check", "--max-problems", 1, "key.tsv", "bad.tsv").out.splitlines()
    assert few[1] == "bad.tsv: … and 24 more of this kind" and len(few) == 3


def test_programs_get_every_problem_or_the_closing_table(qaeval, folder):
    command = ("check", "key.tsv", "bad.tsv", "good.tsv")
    rows = qaeval(*command, "-f", "tsv").rows
    assert rows[0] == ["file", "line", "message"] and len(rows) == 27
    few = qaeval(*command, "-f", "tsv", "--max-problems", 2).rows
    assert few[3] == ["bad.tsv", "-", "… and 23 more of this kind"]
    outcome = qaeval(*command, "-f", "tsv", "--summary")
    assert outcome.code == 1
    assert outcome.rows == [
        ["file", "lines", "problems", "verdict"],
        ["bad.tsv", "29", "26", "invalid"],
        ["good.tsv", "3", "0", "valid"],
    ]
    told = json.loads(qaeval(*command, "-f", "json", "--summary").out)
    assert told[1] == {"file": "good.tsv", "lines": 3, "problems": 0, "verdict": "valid"}


def test_one_good_file_needs_no_table(qaeval, folder):
    assert qaeval("check", "key.tsv", "good.tsv").out == ""
    asked_for = qaeval("check", "--summary", "key.tsv", "good.tsv").out
    assert asked_for.splitlines()[-1].split() == ["good.tsv", "3", "0", "valid"]


def test_missing_questions_are_told_where_they_are_no_problem(qaeval, put, folder):
    put("half.tsv", "question\tanswer\nq1\tyes\n")
    outcome = qaeval("check", "key.tsv", "half.tsv")
    assert (outcome.code, outcome.out) == (0, "")
    assert "half.tsv: 1 of 2 questions (50.0%) not in the run: q2\n" in outcome.err
    assert "50.0%" not in qaeval("check", "--complete", "key.tsv", "half.tsv").err


def test_candidates(qaeval, put, folder):
    put("pool.csv", "question,id\nq1,yes\nq1,no\n")
    outcome = qaeval("check", "--candidates", "pool.csv", "key.tsv", "good.tsv")
    assert outcome.code == 1
    assert outcome.out == "good.tsv:2: question 'q1': 1 of 2 candidates missing: no\n"
    assert "pool.csv: no candidates for 1 question of the key, not checked: q2\n" in outcome.err
    put("other.csv", "question,id\nQ1,yes\n")
    outcome = qaeval("check", "--candidates", "other.csv", "key.tsv", "good.tsv")
    assert outcome.code == 2
    assert "other.csv: none of its questions is in the key: its first is 'Q1'" in outcome.err


def test_max_bytes(qaeval, folder):
    outcome = qaeval("check", "--max-bytes", 50, "key.tsv", "bad.tsv", "good.tsv")
    assert outcome.code == 1
    assert outcome.out.startswith("bad.tsv: more than 50 bytes (--max-bytes), not read\n\n")


def test_a_file_of_another_format_is_one_problem(qaeval, put):
    """What is wrong with the file as a whole is not said of each line."""
    questions = put("questions.tsv", "question\nq1\n")
    lines = [f"q1,Q0,d{n},{n},{1 / n},ours\n" for n in range(1, 9)]
    outcome = qaeval("check", "--questions", questions, put("run.txt", "".join(lines)))
    assert outcome.out.count("a TREC run separated by commas?") == outcome.out.count("\n") == 1
