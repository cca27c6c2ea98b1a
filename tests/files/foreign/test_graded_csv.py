"""Graded CSV: columns, quoting, grades."""

import pytest

from qaeval.errors import InputError
from qaeval.files.foreign.graded_csv import Columns, parse_map, read_graded

SIMPLEQA = parse_map("A=R,B=W,C=U")


def read(path, outcomes=SIMPLEQA, **columns):
    return read_graded(str(path), None, Columns(columns.pop("grade", "grade"), **columns), outcomes)


def outcomes_of(run):
    return dict(zip(run.questions, run.outcomes, strict=True))


def test_simpleqa(put):
    (run,) = read(put("model.csv", "id,grade\n1,A\n2,B\n3,C\n"))
    assert (run.name, outcomes_of(run)) == ("model", {"1": "R", "2": "W", "3": "U"})


@pytest.mark.parametrize("separator", ["\t", ",", ";"])
def test_tabs_commas_and_semicolons(put, separator):
    text = "\ufeff\r\nid,grade,note\r\n1,A,x\r\n2,B,\r\n".replace(",", separator)
    (run,) = read(put("model.csv", text))
    assert outcomes_of(run) == {"1": "R", "2": "W"}


def test_quoted_fields_may_hold_anything_and_lines_are_counted_right(put):
    rows = 'id,response,grade\n1,"a ""b"",\nc\n",A\n2,"' + "x" * 200_000 + '",B\n3,,Z\n'
    with pytest.raises(InputError, match=r"model.csv:6: grade 'Z', but --map has only A, B, C"):
        read(put("model.csv", rows))
    (run,) = read(put("model.csv", rows.replace("Z", "C")))
    assert outcomes_of(run) == {"1": "R", "2": "W", "3": "U"}


def test_other_columns(put):
    text = "nr,verdict,p,time,model\n1,yes,0.9,2,m\n1,no,,3,n\n2,idk,0.1,,m\n"
    m, n = read(
        put("all.csv", text),
        parse_map("yes=R, no=W, idk=UW"),
        grade="verdict",
        question="nr",
        confidence="p",
        seconds="time",
        run="model",
    )
    assert (m.name, outcomes_of(m)) == ("m", {"1": "R", "2": "UW"})
    assert (
        m.confidence.tolist() == [0.9, 0.1] and m.seconds[0] == 2 and m.seconds[1] != m.seconds[1]
    )
    assert (n.name, outcomes_of(n)) == ("n", {"1": "W"}) and n.confidence[0] != n.confidence[0]


def test_rows_by_number(put):
    (run,) = read(put("model.csv", 'problem,grade\n"Who\nwas it?",A\nWho?,B\n'), question="#")
    assert outcomes_of(run) == {"1": "R", "2": "W"}


def test_a_grade_may_be_empty_if_the_map_says_so(put):
    (run,) = read(put("model.csv", "id,grade\n1,\n"), parse_map("A=R,=U"))
    assert outcomes_of(run) == {"1": "U"}


@pytest.mark.parametrize(
    ("text", "columns", "message"),
    [
        ("id,score\n1,A\n", {}, ":1: --column: no column 'grade' (there are: id, score)"),
        ("id,grade\n1,A\n", {"grade": "grad"}, "; did you mean 'grade'?"),
        ("id,grade\n1,A\n", {"confidence": "p"}, ":1: --confidence: no column 'p'"),
        ("id,grade,grade\n1,A,A\n", {}, ":1: --column: the column 'grade' stands twice"),
        ("problem,grade\nx,A\n", {}, ":1: no column question, id or question_id: say with"),
        ("id,question,grade\n1,x,A\n", {}, ":1: columns question and id: say with --question"),
        ("id,grade\n1,a\n", {}, ":2: grade 'a', but --map has only A, B, C"),
        ("id,grade\n1,\n", {}, ":2: grade '', but --map has only A, B, C"),
        ("id,grade\n1,A\n1,B\n", {}, ":3: question '1' again"),
        ("id,grade\n1,A,x\n", {}, ":2: 3 fields, expected 2 as in the header"),
        ("id,grade\n,A\n", {}, ":2: the question is empty (--question '#' numbers the rows)"),
        ("id,grade\nall,A\n", {}, ":2: a question may not be called 'all'"),
        ('id,grade\n"a\nb",A\n', {}, r":2: question 'a\nb' holds a control character (--question"),
        ('id,grade\n1,"A\n', {}, ":2: not CSV: "),
        ("id,grade\n", {}, ": no rows below the header"),
        ("\n  \n", {}, ": only blank lines, expected a header row"),
        ("", {}, ": the file is empty"),
        ("id,grade,p\n1,A,1.5\n", {"confidence": "p"}, ":2: confidence 1.5 is outside 0..1"),
        ("id,grade,p\n1,A,nan\n", {"confidence": "p"}, ":2: confidence 'nan' is not a number"),
        ("id,grade,t\n1,A,-1\n", {"seconds": "t"}, ":2: seconds -1 is negative"),
        ("id,grade,m\n1,A,\n", {"run": "m"}, ":2: the run name is empty"),
    ],
)
def test_bad_files(put, text, columns, message):
    path = put("model.csv", text)
    with pytest.raises(InputError) as refused:
        read(path, **columns)
    assert str(refused.value).startswith(str(path)) and message in str(refused.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A", "'A': expected GRADE=OUTCOME,… such as A=R,B=W,C=U"),
        ("", "'': expected GRADE=OUTCOME,… such as A=R,B=W,C=U"),
        ("A=R,A=W", "grade 'A' twice in 'A=R,A=W'"),
        ("A=X", "outcome 'X', expected one of R W U UR UW"),
    ],
)
def test_bad_maps(text, message):
    with pytest.raises(InputError) as refused:
        parse_map(text)
    assert refused.value.message == message
