import pytest

from qaeval.errors import InputError
from qaeval.files.assessments import read_assessments, read_best
from qaeval.files.label_patterns import (
    parse_pattern,
    parse_scale,
    parse_weights,
    pattern_text,
    read_map,
)

HEADER = "question\tanswer\tassessor\tlabel\n"
LABELS = HEADER + "q2\tb\tJ1\tA\nq1\ta\tJ1\tC\nq2\tc\tJ1\tB\nq2\tb\tJ2\tB\nq2\tc\tJ2\tC\n"


@pytest.fixture
def assessments(put):
    return read_assessments(str(put("labels.tsv", LABELS)))


def refusal(read, *arguments):
    with pytest.raises(InputError) as caught:
        read(*arguments)
    return str(caught.value)


def test_questions_and_answers_are_in_the_order_of_the_file(assessments):
    assert assessments.questions == ["q2", "q1"]
    assert assessments.answers == ["b", "c", "a"]
    assert assessments.starts.tolist() == [0, 2]
    assert assessments.assessors == ["J1", "J2"]
    assert assessments.labels.tolist() == [[0, 1], [1, 2], [2, -1]]
    assert assessments.lines == [2, 4, 3]


def test_a_skipped_answer_is_an_error_or_gets_a_label(assessments):
    assert refusal(assessments.filled, None) == (
        f"{assessments.file}:3: answer 'a' to 'q1' has no label from 'J2' "
        "(--skipped-as LABEL gives it one)"
    )
    assert assessments.filled("C").labels.tolist() == [[0, 1], [1, 2], [2, 2]]
    assert assessments.only([0]).filled(None).labels.tolist() == [[0], [1], [2]]


def test_columns_in_any_order_and_the_same_line_twice(put):
    text = "label\tassessor\tanswer\tquestion\nA\tJ1\ta\tq\nA\tJ1\ta\tq\n"
    assert read_assessments(str(put("x", text))).labels.tolist() == [[0]]


def test_a_column_per_assessor_is_the_same(put):
    wide = "question\tanswer\tJ1\tJ2\nq2\tb\tA\tB\nq2\tc\tB\tC\nq1\ta\tC\t\n"
    found = read_assessments(str(put("wide.tsv", wide)))
    assert (found.questions, found.answers) == (["q2", "q1"], ["b", "c", "a"])
    assert found.assessors == ["J1", "J2"]
    assert found.labels.tolist() == [[0, 1], [1, 2], [2, -1]]
    named = "answer,assessor1,question,assessor2\na b,A,q 1,B\n"
    found = read_assessments(str(put("wide.csv", named)))
    assert found.assessors == ["assessor1", "assessor2"]
    assert (found.questions, found.answers) == (["q 1"], ["a b"])


def test_an_empty_label_is_none(put):
    text = HEADER + "q\ta\tJ1\t\nq\ta\tJ2\tB\n"
    assert read_assessments(str(put("x", text))).labels.tolist() == [[-1, 1]]


@pytest.mark.parametrize(
    "text, message",
    [
        (
            "question\tanswer\tJ1\nq\ta\tx\n",
            ":2: label 'x' by 'J1', expected A, B or C (or --labels)",
        ),
        (
            "question\tanswer\tJ1\tJ1\nq\ta\tA\tB\n",
            ":1: the column 'J1' stands twice in the header",
        ),
        ("question\tanswer\tJ1\t\nq\ta\tA\tB\n", ":2: the assessor is empty"),
        (
            "question\tanswer\nq\ta\n",
            ":1: no assessors in the header, expected question answer assessor label, "
            "or a column per assessor",
        ),
        ("question\tJ1\nq\tA\n", ":1: no column 'answer' in the header, expected question answer"),
        (
            "question\tanswer\tassesor\tlable\nq\ta\tJ\tA\n",
            ":1: unknown column 'assesor', expected question answer assessor label"
            "; did you mean 'assessor'?",
        ),
        (
            "question\tanswer\tJ1\nq\ta\tA\nq\ta\tB\n",
            ":3: 'J1' gives answer 'a' to 'q' the label 'B', but 'A' on line 2",
        ),
        ("question\tanswer\tJ1\nq\ta\t\n", ": not one label below the header"),
    ],
)
def test_bad_columns_of_assessors(put, text, message):
    path = str(put("wide.tsv", text))
    assert refusal(read_assessments, path) == path + message


@pytest.mark.parametrize(
    "rows, message",
    [
        ("q\ta\tJ1\tD\n", "2: label 'D' by 'J1', expected A, B or C (or --labels)"),
        ("q\ta\tJ1\ta\n", "2: label 'a' by 'J1', expected A, B or C (or --labels)"),
        (
            "q\ta\tJ1\tA\n\nq\ta\tJ1\tB\n",
            "4: 'J1' gives answer 'a' to 'q' the label 'B', but 'A' on line 2",
        ),
        ("q\ta\tJ1\n", "2: 3 fields, expected 4 (question answer assessor label)"),
        ("q\t\tJ1\tA\n", "2: the answer is empty"),
        ("\ta\tJ1\tA\n", "2: the question is empty"),
        ("q\ta\t\tA\n", "2: the assessor is empty"),
        ("q\ta\x1b[31m\tJ1\tA\n", "2: answer 'a\\x1b[31m' holds a control character"),
        ("q\ta\tJ\x07\tA\n", "2: assessor 'J\\x07' holds a control character"),
        ("all\ta\tJ1\tA\n", "2: a question may not be called 'all'"),
        ("q\ta\tbest\tA\n", "2: an assessor may not be called 'best'"),
    ],
)
def test_bad_rows(put, rows, message):
    path = str(put("labels.tsv", HEADER + rows))
    assert refusal(read_assessments, path).startswith(f"{path}:{message}")


def test_bad_files(put):
    path = str(put("labels.tsv", ""))
    assert refusal(read_assessments, path) == f"{path}: the file is empty (0 bytes)"
    put("labels.tsv", HEADER)
    assert refusal(read_assessments, path) == f"{path}: no assessments below the header"
    put("labels.tsv", "question\tanswer\tassesor\tlabel\n")
    assert refusal(read_assessments, path) == (
        f"{path}:1: unknown column 'assesor', expected question answer assessor label"
        "; did you mean 'assessor'?"
    )


def test_best_answers(put, assessments):
    best = read_best(str(put("best.tsv", "question\tanswer\nq2\tc\n")), assessments)
    assert best.tolist() == [False, True, False]


@pytest.mark.parametrize(
    "rows, message",
    [
        ("q2\ta\n", ":2: the best answer 'a' is not among the answers to 'q2' in "),
        ("q9\ta\n", ":2: question 'q9' is not in "),
        ("q2\tb\nq2\tc\n", ":3: a second best answer to 'q2' (the first is on line 2)"),
        ("", ": no best answers below the header"),
    ],
)
def test_bad_best_answers(put, assessments, rows, message):
    path = str(put("best.tsv", f"question\tanswer\n{rows}"))
    assert refusal(read_best, path, assessments).startswith(path + message)


def test_a_map_of_patterns(put):
    path = str(put("map.tsv", "pattern\tlevel\nAAB\tL2\nBA\t1\n-\t0\n"))
    assert read_map(path, ("A", "B", "C")) == {(2, 1): 2, (1, 1): 1, (0, 0): 0}


@pytest.mark.parametrize(
    "rows, message",
    [
        ("AAC\t1\n", ":2: pattern 'AAC': leave out the C's, which are no votes"),
        ("AAX\t1\n", ":2: pattern 'AAX': 'X' where A or B was expected"),
        ("AB\t1\nBA\t2\n", ":3: pattern 'BA' again, with level 2 after 1"),
        ("AB\thigh\n", ":2: level 'high' is not a whole number"),
        ("AB\t-1\n", ":2: level -1 is outside 0..1000"),
        ("\t0\n", ":2: the pattern is empty, expected '-' for C's only"),
        ("", ": no patterns below the header"),
    ],
)
def test_bad_maps(put, rows, message):
    path = str(put("map.tsv", f"pattern\tlevel\n{rows}"))
    assert refusal(read_map, path, ("A", "B", "C")) == path + message


def test_labels_of_several_letters_are_separated_by_blanks():
    scale = parse_scale("good,fair,bad")
    assert parse_pattern("good fair good", scale) == (2, 1)
    assert pattern_text((2, 1), scale) == "good good fair"
    assert pattern_text((0, 0), scale) == "-"


@pytest.mark.parametrize("text", ["A", "A,,B", "A,A", "A,-", "A, B", "A,\x1b"])
def test_bad_scales(text):
    assert refusal(parse_scale, text)


def test_weights():
    assert parse_weights("C=0,A=3,B=1", ("A", "B", "C")) == [3, 1, 0]


@pytest.mark.parametrize(
    "text, message",
    [
        ("A=2,B=1", "no weight for 'C'"),
        ("A=2,B=1,C=0,D=1", "no label 'D', expected A, B or C"),
        ("A=2,A=1", "'A' stands twice"),
        ("A", "'A', expected LABEL=WEIGHT"),
        ("A=0.5", "weight '0.5' is not a whole number"),
        ("A=nan", "weight 'nan' is not a whole number"),
        ("A=-1", "weight -1 is outside 0..1000"),
    ],
)
def test_bad_weights(text, message):
    assert refusal(parse_weights, text, ("A", "B", "C")) == message
