"""Runs with repeated samples: scored as so many runs of one sample each would be, on the mean."""

import numpy as np
import pytest

from qaeval import InputError, mark, read_key, read_run, score

CLASSES = (
    "question\tclass\tanswer\tlevel\n"
    "q1\tp\tPaul\t2\nq1\tp\tMcCartney\t1\nq1\tj\tJohn\t2\nq2\tr\tRome\t1\nq3\tn\tNIL\t1\nq4\tx\tx\t0\n"
)
QRELS = "q1 0 d1 2\nq1 0 d2 1\nq1 0 d3 0\nq2 0 d1 1\nq2 0 d2 0\nq3 0 d9 2\n"

# question, sample, answers; sample 10 comes after 2, and q3 of it is silent with a candidate.
STRINGS = [
    ("q1", "10", ["Ringo", "John", "Paul"], ""),
    ("q1", "2", ["McCartney", "Paul"], ""),
    ("q2", "2", ["Rome"], ""),
    ("q2", "10", ["Paris"], ""),
    ("q3", "2", ["NIL"], ""),
    ("q3", "10", [], "NIL"),
]
IDS = [
    ("q1", "10", ["d3", "d2", "d1"], ""),
    ("q1", "2", ["d1", "d2"], ""),
    ("q2", "2", ["d2", "d1"], ""),
    ("q2", "10", ["d1"], ""),
    ("q3", "2", ["d1"], ""),
    ("q3", "10", [], "d9"),
]
NAMES = [
    *("RR", "Q", "nDCG@2", "AP", "P@2", "IR", "accuracy", "UF", "K1", "coverage", "Rprec"),
    *("c@1", "candidate-accuracy", "num_ret", "num_rel", "num_rel_ret", "seconds"),
]


def rows(entries, sample=None):
    """The entries of all samples, or of one, which then has no label."""
    lines = [
        "question\tanswer\tconfidence\tseconds\tcandidate" + ("\tsample" if not sample else "")
    ]
    for at, (question, label, answers, candidate) in enumerate(entries):
        if sample in (None, label):
            for answer in answers or [""]:
                held = candidate if not answer else ""
                line = f"{question}\t{answer}\t0.{at + 1}\t{at}\t{held}"
                lines.append(line + ("" if sample else f"\t{label}"))
    return "\n".join([*lines, ""])


@pytest.fixture
def read(tmp_path):
    def run(text, name="run.tsv"):
        path = tmp_path / name
        path.write_text(text)
        return str(path)

    return run


@pytest.mark.parametrize(("key", "entries"), [(CLASSES, STRINGS), (QRELS, IDS)])
def test_as_the_mean_over_runs_of_one_sample_each(read, key, entries):
    known = read_key(read(key, "key"))
    whole = score([mark(known, read_run(read(rows(entries))))], NAMES)
    parts = [
        score([mark(known, read_run(read(rows(entries, label))))], NAMES) for label in ("2", "10")
    ]
    assert whole.questions == parts[0].questions
    assert whole.repeats.names == ["2", "10"]
    for label, column in whole.columns.items():
        both = np.stack([part.columns[label] for part in parts], axis=-1)
        np.testing.assert_array_equal(whole.repeats.columns[label], both)
        if label != "confidence":  # of which silence needs none
            np.testing.assert_allclose(column, both.mean(axis=-1), rtol=1e-15)


def test_json_lines_give_the_same(read):
    tsv = read_run(read(rows(STRINGS)))
    lines = [
        f'{{"question": "{question}", "sample": {label}, "answers": {answers}, '.replace("'", '"')
        + f'"confidence": 0.{at + 1}, "seconds": {at}, "candidate": "{candidate}"}}'
        for at, (question, label, answers, candidate) in enumerate(STRINGS)
    ]
    jsonl = read_run(read("\n".join(lines), "run.jsonl"))
    assert (jsonl.questions, jsonl.samples) == (tsv.questions, tsv.samples)
    assert (list(jsonl.answers), jsonl.candidates) == (list(tsv.answers), tsv.candidates)
    assert jsonl.bounds.tolist() == tsv.bounds.tolist()


def test_a_question_of_the_key_that_the_run_lacks(read):
    known = read_key(read(QRELS, "key"))
    text = "question\tanswer\tsample\nq1\td1\ta\nq1\td2\tb\nq9\td1\ta\nq9\td1\tb\n"
    marks = mark(known, read_run(read(text)))
    assert (marks.questions, marks.samples) == (["q1", "q1", "q2", "q3"], ["a", "b", "", ""])
    assert (marks.missing, marks.unknown) == (["q2", "q3"], ["q9"])
    assert score([marks], "RR").per_question("RR") == {"run": {"q1": 1.0, "q2": 0.0, "q3": 0.0}}
    assert score([marks], "RR", intersect=True).per_question("RR") == {"run": {"q1": 1.0}}


def test_an_id_may_come_again_in_another_sample_only(read):
    known = read_key(read(QRELS, "key"))
    head = "question\tanswer\tsample\n"
    again = read_run(read(head + "q1\td1\t1\nq1\td1\t2\n"))
    assert score([mark(known, again)], "RR").overall("RR") == {"run": pytest.approx(1 / 3)}
    twice = read(head + "q1\td1\t1\nq1\td1\t2\nq1\td1\t2\n")
    with pytest.raises(InputError, match=r":4: id 'd1' again for sample '2' of question 'q1'"):
        mark(known, read_run(twice))


REFUSED = {
    "q1\t1\td1\t1\nq1\t1\td2\t1\n": "3: rank 1 again for sample '1' of question 'q1'",
    "q1\t1\td1\t1\nq1\t1\td2\t\n": "3: no sample for question 'q1', unlike the run's rows before",
    "q1\t1\td1\t\nq1\t1\td2\t1\n": "3: a sample for question 'q1', unlike the run's rows before",
}


@pytest.mark.parametrize(("lines", "message"), REFUSED.items())
def test_samples_that_are_refused(read, lines, message):
    path = read("question\trank\tanswer\tsample\n" + lines)
    with pytest.raises(InputError) as caught:
        read_run(path)
    assert str(caught.value) == f"{path}:{message}"


def test_mark_names_the_sample(qaeval, read):
    key, run = read(QRELS, "key"), read("question\tanswer\tsample\nq1\td1\tb\nq1\td2\ta\n")
    outcome = qaeval("mark", "-f", "tsv", key, run)
    assert outcome.rows == [
        ["run", "question", "sample", "rank", "answer", "class", "level", "gain", "why"],
        ["run", "q1", "a", "1", "d2", "d2", "1", "1", "correct"],
        ["run", "q1", "b", "1", "d1", "d1", "2", "2", "correct"],
    ]


def test_check_names_the_sample(qaeval, read):
    text = "question\tanswer\tsample\nq1\td1\ta\nq1\td2\tb\nq1\td1\tb\nq1\td1\tb\n"
    outcome = qaeval("check", "--max-answers", 2, read(QRELS, "key"), read(text))
    assert outcome.code == 1
    problems = [line.split(": ", 1)[1] for line in outcome.out.splitlines()]
    assert problems == [
        "3 answers to sample 'b' of question 'q1', at most 2 allowed",
        "'d1' again for sample 'b' of question 'q1' (first on line 4)",
    ]
