"""How far scores settle the order of answers, counted by hand."""

import random
import struct

import pytest

import qaeval.files.text as text
from qaeval import read_run
from qaeval.files.score_order import ScoreOrder, score_order

TREC = """\
q1 Q0 a 1 5 s
q1 Q0 b 2 5 s
q1 Q0 c 3 4 s
q2 Q0 a 1 1 s
q2 Q0 b 2 1 s
q3 Q0 a 1 1 s
q3 Q0 b 2 2 s
q4 Q0 a 1 3 s
q4 Q0 b 2 1 s
q4 Q0 c 3 2 s
q5 Q0 a 1 9 s
q6 Q0 a 1 1.00000001 s
q6 Q0 b 2 1 s
q7 Q0 b 1 1.00000001 s
q7 Q0 a 2 1 s
"""


@pytest.fixture(params=[0, 1 << 40], ids=["scanned", "line by line"])
def order(put, request, monkeypatch):
    monkeypatch.setattr(text, "LARGE", request.param)

    def read(content, bits=64, name="run.txt"):
        path = str(put(name, content))
        return score_order(read_run(path, score_bits=bits, keep_scores=True), bits)

    return read


def test_ties_ranks_and_bits_are_counted(order):
    # Ties in q1 and q2; q3 upside down, q4 only in part; q6 and q7 tie in 32 bits, where q6 turns.
    found = order(TREC)
    assert found == ScoreOrder(
        6, tied=2, tied_answers=4, level=1, disagreeing=2, opposite=1, by_bits=1
    )
    assert found.remarks() == [
        "scores tie in 2 of 6 questions (4 answers; in 1 question all are equal); ties go by id, "
        "last in byte order first",
        "rank and score disagree in 2 of 6 questions, run opposite ways in 1 of them; the score "
        "decides, highest first",
        "32-bit scores would order the answers to 1 of 6 questions otherwise (--score-bits 32)",
    ]


def test_with_32_bits_more_ties_and_64_would_differ(order):
    found = order(TREC, 32)
    assert (found.tied, found.tied_answers, found.level, found.by_bits) == (4, 8, 3, 1)
    assert found.remarks()[-1].startswith("64-bit scores would order the answers to 1 of 6")


def test_all_scores_equal(order):
    found = order("1 Q0 a 0 0 s\n1 Q0 b 0 0 s\n2 Q0 a 0 -0 s\n2 Q0 b 0 0.0 s\n")
    assert (found.tied, found.tied_answers, found.level, found.disagreeing) == (2, 4, 2, 0)
    assert found.remarks() == [
        "scores tie in 2 of 2 questions (4 answers; in 2 questions all are equal); ties go by id, "
        "last in byte order first"
    ]


def test_ranks_that_say_nothing_contradict_nothing(order):
    # Not numbers, twice the same, or too long for a rank.
    ranks = [("x", "y"), ("1", "1"), ("1", "123456789"), ("1", "-")]
    rows = [f"{q} Q0 a {x} 1 s\n{q} Q0 b {y} 2 s\n" for q, (x, y) in enumerate(ranks)]
    assert order("".join(rows)).remarks() == []
    found = order("1 Q0 a 1 1 s\n1 Q0 b 2 2 s\n1 Q0 c 3 2 s\n")
    assert (found.disagreeing, found.opposite, found.tied_answers) == (1, 1, 2)
    assert "rank and score run opposite ways in 1 of 1 question; the score" in found.remarks()[1]


def test_a_table_with_ranks_goes_by_them_and_one_without_as_written(order):
    head = "question\trank\tanswer\tscore\n"
    found = order(head + "1\t1\ta\t0.1\n1\t2\tb\t0.2\n1\t3\tc\t0.2\n", name="run.tsv")
    assert found.remarks() == [
        "rank and score run opposite ways in 1 of 1 question; the rank decides"
    ]
    found = order("question\tanswer\tscore\n1\ta\t1\n1\tb\t1\n2\ta\t1\n", name="run.tsv")
    assert found.remarks() == [
        "scores tie in 1 of 1 question (2 answers; in 1 question all are equal); ties stay as "
        "written"
    ]


@pytest.mark.parametrize(
    "content",
    ["1, a, b\n", "question\trank\tanswer\n1\t1\ta\n1\t2\tb\n", '{"question": "1", "answers": []}'],
)
def test_without_scores_there_is_nothing_to_say(order, content):
    assert order(content).remarks() == []


@pytest.mark.parametrize("bits", [64, 32])
def test_random_runs_against_sorting_with_both_kinds_of_bits(order, bits):
    rng = random.Random(7)
    rows, otherwise, tied = [], 0, 0
    for q in range(60):
        ids = rng.sample(["a", "b", "ab", "é", "d9", "d10"], rng.randrange(1, 6))
        scores = [1 + rng.randrange(-3, 4) * rng.choice([1e-8, 1e-7, 0.25]) for _ in ids]
        short = [struct.unpack("f", struct.pack("f", score))[0] for score in scores]
        rows += [f"{q} Q0 {d} 1 {s!r} t\n" for d, s in zip(ids, scores, strict=True)]
        orders = [
            sorted(
                ids, key=dict(zip(ids, zip(x, map(str.encode, ids), strict=True), strict=True)).get
            )
            for x in (scores, short)
        ]
        otherwise += orders[0] != orders[1]
        tied += len(set(scores if bits == 64 else short)) < len(ids)
    found = order("".join(rows), bits)
    assert (found.by_bits, found.tied) == (otherwise, tied)
    assert otherwise > 5
