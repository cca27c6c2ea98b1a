"""Ties among scores: told by check and by score -v, a problem only where one is strict."""

import pytest

RUN = "q1 Q0 a 1 1 us\nq1 Q0 b 2 2 us\nq1 Q0 c 3 2 us\n"


@pytest.fixture
def files(put):
    return put("qrels", "q1 0 b 1\n"), put("us.txt", RUN)


def test_check_remarks_on_ties_and_ranks(qaeval, files):
    outcome = qaeval("check", *files)
    assert (outcome.code, outcome.out.splitlines()[1:]) == (0, [])
    assert outcome.err.splitlines()[:2] == [
        f"qaeval: note: {files[1]}: scores tie in 1 of 1 question (2 answers); ties go by id, last "
        "in byte order first",
        f"qaeval: note: {files[1]}: rank and score run opposite ways in 1 of 1 question; the score "
        "decides, highest first",
    ]


def test_strict_check_makes_them_problems(qaeval, files):
    outcome = qaeval("check", "--strict", "-f", "tsv", *files)
    assert outcome.code == 1
    assert [row[0] for row in outcome.rows[1:]] == [str(files[1])] * 2
    assert outcome.rows[1][-1].startswith("scores tie in 1 of 1 question")


def test_check_counts_ties_of_the_bits_asked_for(qaeval, put):
    files = put("qrels", "q1 0 a 1\n"), put("x", "q1 Q0 b 1 1 us\nq1 Q0 a 2 1.00000001 us\n")
    assert "32-bit scores would order the answers to 1 of 1" in qaeval("check", *files).err
    told = qaeval("check", "--score-bits", 32, *files).err
    assert "scores tie in 1 of 1 question (2 answers; in 1 question all are equal)" in told
    assert "64-bit scores would order the answers to 1 of 1" in told


def test_score_tells_how_ties_were_broken_when_asked(qaeval, files):
    asked = ("score", "-m", "RR", "-f", "tsv")
    assert "tie" not in qaeval(*asked, *files).err
    outcome = qaeval(*asked, "-v", *files)
    assert f"note: {files[1]}: scores tie in 1 of 1 question (2 answers); ties" in outcome.err
    assert outcome.rows[1][-1] == "0.5"  # c before b
