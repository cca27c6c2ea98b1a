"""Decisions on answers, true or false, from the file to the measures."""

import random

import pytest

NAMES = ("decision-F1", "decision-precision", "decision-recall", "decision-accuracy")
ASKED = [word for name in NAMES for word in ("-m", name)]
COLUMNS = ("--columns", "question,answer,-,score,decision")


@pytest.fixture
def values(qaeval):
    def found(*words):
        rows = qaeval("score", "-f", "tsv", *ASKED, *words).rows[1:]
        return {row[1]: float(row[3]) for row in rows if row[2] == "all"}

    return found


def test_by_hand(values, put):
    # q1: a rightly good, b wrongly good, c wrongly not; q2: d rightly not, e rightly good; of the
    # key's four correct answers f is not in the run, and q3 has no line.
    key = put("qrels", "q1 0 a 1\nq1 0 b 0\nq1 0 c 2\nq2 0 d 0\nq2 0 e 1\nq3 0 f 1\n")
    head = "question\tanswer\tscore\tdecision\n"
    rows = "q1\ta\t3\ttrue\nq1\tb\t2\tTrue\nq1\tc\t1\tfalse\nq2\td\t2\tfalse\nq2\te\t1\ttrue\n"
    expected = dict(zip(NAMES, (4 / 7, 2 / 3, 2 / 4, 3 / 5), strict=True))
    assert values(key, put("run.tsv", head + rows)) == pytest.approx(expected, abs=1e-15)
    lines = (
        '{"question": "q1", "answers": [{"answer": "a", "decision": true}, '
        '{"answer": "b", "decision": "true"}, {"answer": "c", "decision": false}]}\n'
        '{"question": "q2", "answers": [{"answer": "d", "decision": false}, '
        '{"answer": "e", "decision": true}]}\n'
    )
    assert values(key, put("run.jsonl", lines)) == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize("seed", range(5))
def test_as_semeval_scores_its_files(values, qaeval, put, seed):
    """A confusion matrix over all pairs; average precision over what is found in the top 10."""
    rng = random.Random(seed)
    gold, pred, matrix, precisions = [], [], {}, []
    for q in range(20):
        ranked = []
        for a in rng.sample(range(100), 15):
            good, said, score = rng.random() < 0.2, rng.random() < 0.4, rng.random()
            gold.append(f"q{q}\t0\ta{a}\t{int(good)}\n")
            pred.append(f"q{q}\ta{a}\t0\t{score!r}\t{str(said).lower()}\n")
            matrix[good, said] = matrix.get((good, said), 0) + 1
            ranked.append((score, good))
        found = [good for _, good in sorted(ranked, reverse=True)][:10]
        at = [sum(found[: i + 1]) / (i + 1) for i, good in enumerate(found) if good]
        precisions.append(sum(at) / len(at) if at else 0)
    p = matrix[True, True] / (matrix[True, True] + matrix[False, True])
    r = matrix[True, True] / (matrix[True, True] + matrix[True, False])
    accuracy = (matrix[True, True] + matrix[False, False]) / (20 * 15)
    expected = dict(zip(NAMES, (2 * p * r / (p + r), p, r, accuracy), strict=True))
    words = ("--unanswerable", "zero", *COLUMNS)
    files = put("gold", "".join(gold)), put("run.pred", "".join(pred))
    assert values(*words, *files) == pytest.approx(expected)
    rows = qaeval("score", "-f", "tsv", "-m", "MAP=AP@10,norm=found", *words, *files).rows
    assert rows[1][:3] == ["run", "MAP", "all"]
    assert float(rows[1][3]) == pytest.approx(sum(precisions) / 20)


def test_studies_compute_them_from_their_components(qaeval, put, tmp_path):
    key = put("qrels", "q1 0 a 1\nq2 0 a 1\n")
    head = "question\tanswer\tdecision\n"
    one = put("one.tsv", head + "q1\ta\ttrue\nq2\ta\tfalse\n")
    two = put("two.tsv", head + "q1\ta\ttrue\nq2\ta\ttrue\n")
    table = tmp_path / "scores.tsv"
    qaeval("score", "-q", "-f", "tsv", "-o", table, "-m", "decision-F1", key, one, two)
    rows = qaeval("compare", "-f", "tsv", "-m", "decision-F1", table).rows[1:]
    assert [(row[2], float(row[3])) for row in rows] == [
        ("two", 1.0),
        ("one", pytest.approx(2 / 3)),  # 2·1/(1+2)
    ]


def test_nothing_decided_good_is_0(values, put):
    run = put("run.tsv", "question\tanswer\tdecision\nq1\ta\tfalse\n")
    expected = dict(zip(NAMES, (0, 0, 0, 0), strict=True))
    assert values(put("qrels", "q1 0 a 1\n"), run) == expected


def test_what_lacks_decisions_is_told(qaeval, put):
    key = put("qrels", "q1 0 a 1\n")
    head = "question\tanswer\tdecision\n"
    needs = "decision-F1 needs a decision (true or false) on every answer: run 'run' has none for"
    for content in ("question\tanswer\nq1\ta\n", head + "q1\ta\ttrue\nq1\tb\t\n"):
        outcome = qaeval("score", "-m", "decision-F1", key, put("run.tsv", content))
        assert (outcome.code, needs in outcome.err) == (2, True)
    run = put("run.tsv", head + "q1\ta\tmaybe\n")
    outcome = qaeval("score", "-m", "decision-F1", key, run)
    assert outcome.err == f"qaeval: {run}:2: decision 'maybe', expected true or false\n"
    run = put("run.jsonl", '{"question": "q1", "answers": [{"answer": "a", "decision": 1}]}\n')
    outcome = qaeval("score", "-m", "decision-F1", key, run)
    assert outcome.err == f"qaeval: {run}:1: \"decision\" is '1', expected true or false\n"
