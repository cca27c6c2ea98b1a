"""Small TREC runs split all at once: the same run as line by line, or none at all."""

import random

import numpy as np
import pytest

from qaeval.errors import InputError
from qaeval.files.runs import read_run
from qaeval.files.text import read_document
from qaeval.files.trec_split import split_run

NEVER = "(?!)"  # a pattern that no answer matches, for which files are read line by line


def columns(run):
    arrays = run.bounds, run.confidence, run.stated, run.seconds, run.lines, run.question_lines
    lists = [array.tolist() for array in arrays]
    return repr((run.name, run.questions, list(run.answers), run.format, run.file, lists))


@pytest.mark.parametrize("seed", range(20))
def test_as_line_by_line(put, seed):
    draw = random.Random(seed)
    scores = ["0", "-0", ".5", "1e-1", "7.", "-2", "0.1", "0.10000000001"]
    lines = [
        f"q{draw.randrange(5)} Q0 d{draw.randrange(40)} 1 {draw.choice(scores)} t"
        for _ in range(30)
    ]
    if seed % 3:
        lines.sort(key=lambda line: line.split()[0])
    if seed % 2:
        lines = [line.replace(" ", "\t", draw.randrange(4)) for line in lines]
    path = str(put("a.run", "\n".join(lines) + "\n" * (seed % 2)))
    assert split_run(read_document(path), 64) is not None
    assert columns(read_run(path)) == columns(read_run(path, no_response=NEVER))
    narrow = read_run(path, score_bits=32, no_response=NEVER)
    assert columns(read_run(path, score_bits=32)) == columns(narrow)


def test_lines_in_order_are_left_where_they_are(put):
    path = str(put("a.run", "a Q0 x 1 3 t\na Q0 y 2 2 t\nb Q0 x 1 9 t\n"))
    split = split_run(read_document(path), 64)
    assert (split.questions, split.answers, split.tags) == (["a", "b"], ["x", "y", "x"], ["t"])
    assert split.bounds.tolist() == [0, 2, 3]
    assert split.answer_lines.tolist() == [1, 2, 3]
    assert split.first_lines.tolist() == [1, 3]
    assert np.array_equal(split.bounds, read_run(path).bounds)


ODD = {
    "two tags": "a Q0 x 1 3 t\na Q0 y 2 2 u\n",
    "five fields": "a Q0 x 1 3\na Q0 y 2 2\n",
    "five and seven": "a Q0 x 1 t\na Q0 y 2 2 2 t\n",
    "lines shifted by an id like the tag": "a Q0 t\n1 3 t a Q0 y 2 2 t\n",
    "an id like the tag": "a Q0 t 1 3 t\n",
    "two runs' lines in one": "a Q0 x 1 3 t b Q0 y 2 2 t\n\n",
    "a blank line": "a Q0 x 1 3 t\n\na Q0 y 2 2 t\n",
    "a blank at the end": "a Q0 x 1 3 t \n",
    "underscores": "a Q0 x 1 1_0 t\n",
    "not finite": "a Q0 x 1 nan t\n",
    "too large": "a Q0 x 1 1e999 t\n",
    "no number": "a Q0 x 1 high t\n",
    "all": "all Q0 x 1 1 t\n",
    "a form feed": "a Q0 x\fy 1 3 t\n",
    "letters of other scripts": "a Q0 é 1 3 t\n",
}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
def test_what_is_odd_is_left_to_the_line_reader(put, text):
    path = str(put("a.run", text))
    assert split_run(read_document(path), 64) is None
    assert outcome(path) == outcome(path, no_response=NEVER)


def outcome(path, **how):
    try:
        return columns(read_run(path, "trec", **how))
    except InputError as error:
        return str(error)
