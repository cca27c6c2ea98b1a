"""Rows of csv and of JSON lines: columns, quoting, grades, scores."""

import math

import pytest

from qaeval.errors import InputError, InputRemark
from qaeval.files.foreign.row_columns import Asked, ValueColumn, parse_map
from qaeval.files.foreign.rows import Rows
from qaeval.patterns import Pattern

SIMPLEQA = parse_map("A=R,B=W,C=U")


def read(path, outcomes=SIMPLEQA, grade="grade", **columns):
    """The runs of a file of grades."""
    rows = Rows(Asked((ValueColumn(grade, grade),), True, map=outcomes, **columns))
    rows.take(str(path))
    return rows.responses()


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
        ("id,score\n1,A\n", {}, ":1: --outcome: no column 'grade' (there are: id, score)"),
        ("id,grade\n1,A\n", {"grade": "grad"}, "; did you mean 'grade'?"),
        ("id,grade\n1,A\n", {"confidence": "p"}, ":1: --confidence: no column 'p'"),
        ("id,grade,grade\n1,A,A\n", {}, ":1: --outcome: the column 'grade' stands twice"),
        ("problem,grade\nx,A\n", {}, ":1: no column question, id or question_id: say with"),
        ("id,question,grade\n1,x,A\n", {}, ":1: columns question and id: say with --question"),
        ("id,grade\n1,a\n", {}, ":2: grade 'a', but --map has only A, B, C"),
        ("id,grade\n1,\n", {}, ":2: grade '', but --map has only A, B, C"),
        (
            "id,grade\n1,A\n1,B\n",
            {},
            ":3: question '1' again: which column tells the two apart? (--r",
        ),
        ('{"id": 1}\n', {}, ":1: a JSON object, expected a header row: 'import jsonl' reads"),
        ("id,grade\n1,A,x\n", {}, ":2: 3 fields, expected 2 as in the header"),
        ("id,grade\n,A\n", {}, ":2: the question is empty (--question '#' numbers the rows)"),
        ("id,grade\nall,A\n", {}, ":2: a question may not be called 'all'"),
        ('id,grade\n"a\x07b",A\n', {}, r":2: question 'a\x07b' holds a control character (--que"),
        ('id,grade\n"a\nb",A\na b,A\n', {}, r":4: 'a b' and 'a\nb' are both called 'a b' once bla"),
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
        ("A=R,B=0", "'A=R,B=0': outcomes and numbers, expected the one or the other"),
        ("A=X", "outcome 'X', expected one of R W U UR UW, or a number"),
    ],
)
def test_bad_maps(text, message):
    with pytest.raises(InputError) as refused:
        parse_map(text)
    assert refused.value.message == message


def table(*columns, **asked):
    return Rows(Asked(tuple(ValueColumn(name, name) for name in columns), **asked))


def values(rows):
    """run, measure, question and sample of each cell, and its value."""
    cells = rows.cells()
    runs, labels, questions, figures = cells.columns()
    samples = cells.sample_codes()
    names = [list(known.place) for known in (cells.runs, cells.labels, cells.questions)]
    label = list(cells.samples.place)
    which = [""] * len(figures) if samples is None else [label[code] for code in samples]
    keys = zip(runs, labels, questions, strict=True)
    return {
        (*(names[i][code] for i, code in enumerate(key)), sample): value
        for key, sample, value in zip(keys, which, figures.tolist(), strict=True)
    }


def test_scores_by_task_and_sample(put):
    rows = table("f1", "em", run="model", task="subject", sample="try")
    text = "id,model,subject,try,f1,em\n1,m,law,1,0.25,True\n1,m,law,2,1,False\n1,n,tax,1,.5,1\n"
    rows.take(str(put("a.csv", text)))
    assert values(rows) == {
        ("m", "f1", "law:1", "1"): 0.25,
        ("m", "f1", "law:1", "2"): 1.0,
        ("n", "f1", "tax:1", "1"): 0.5,
        ("m", "em", "law:1", "1"): 1.0,
        ("m", "em", "law:1", "2"): 0.0,
        ("n", "em", "tax:1", "1"): 1.0,
    }
    assert rows.questions.table_text() == "question\ttask\nlaw:1\tlaw\ntax:1\ttax\n"


def test_json_lines_by_paths(put):
    record = '{{"item": {{"id": {}, "a.b": "x"}}, "scores": [{{"f1": {}}}], "model": "m"}}\n'
    path = put("a.jsonl", record.format(7, "0.1") + "\n" + record.format('"8 \\t9"', "true"))
    rows = table("scores.0.f1", question="item.id", cluster="item.a.b", run="model")
    rows.take(str(path), is_json=True)
    assert values(rows) == {
        ("m", "scores.0.f1", "7", ""): 0.1,
        ("m", "scores.0.f1", "8 9", ""): 1.0,
    }
    assert rows.questions.table_text() == "question\tcluster\n7\tx\n8 9\tx\n"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": 1, "x": [1]}', "a.jsonl:1: --column: '[1]', expected one value"),
        ('{"id": 1, "x": "B"}', "a.jsonl:1: value 'B' is not a number (--outcome reads grades"),
        ('{"id": 1, "x": 1, "x": 0}', "a.jsonl:1: the same field twice in one object: 'x'"),
        ('{"id": 1, "y": 1}', "a.jsonl: --column: no field 'x' (there are: id, y)"),
        ('{"id": null, "x": 1}', "a.jsonl:1: the question is empty"),
        ('{"x": 1}', "a.jsonl:1: no column question, id or question_id: say with --question"),
        ('[{"id": 1, "x": 1}]', "a.jsonl:1: a list, expected a JSON object a line"),
        ('{"id": 1, "x"', "a.jsonl:1: not a JSON object"),
        ('{"id": 1, "x": NaN}', "a.jsonl: no row has a value"),
        (" ", "a.jsonl: only blank lines, expected a JSON object"),
    ],
)
@pytest.mark.filterwarnings("ignore:.*without a value left out")
def test_bad_json_lines(put, line, message):
    rows = table("x")
    with pytest.raises(InputError) as refused:
        rows.take(str(put("a.jsonl", line + "\n")), is_json=True)
        rows.cells()
    assert message in str(refused.value)


def test_a_wide_table_has_a_column_for_each_run(put):
    rows = table("a", "b", wide="acc")
    rows.take(str(put("w.csv", "id,a,b\n1,1,0\n2,0.5,\n")))
    with pytest.warns(InputRemark, match=r"w.csv: 1 row without a value left out \(questions 2\)"):
        found = values(rows)
    assert found == {
        ("a", "acc", "1", ""): 1.0,
        ("a", "acc", "2", ""): 0.5,
        ("b", "acc", "1", ""): 0.0,
    }


def test_letters_as_numbers(put):
    """inspect_ai's C, P, I, N are worth 1, half, 0 and 0."""
    rows = table("g", map=parse_map("C=1,P=0.5,I=0,N=0"))
    rows.take(str(put("a.csv", "id,g\n1,C\n2,P\n3,N\n")))
    assert list(values(rows).values()) == [1.0, 0.5, 0.0]


@pytest.mark.parametrize(
    ("grades", "outcomes"),
    [
        ("R W U UR UW", ["R", "W", "U", "UR", "UW"]),
        ("True False", ["R", "W"]),
        ("1 0 1.0", ["R", "W", "R"]),
        ("CORRECT NOT_ATTEMPTED INCORRECT", ["R", "U", "W"]),
        ("A B C", ["R", "W", "U"]),
        ("A C", ["R", "U"]),
        ("C I N", ["R", "W", "U"]),
    ],
)
@pytest.mark.filterwarnings("ignore:.*grades are taken as C=R, I=W, N=U")
def test_grades_as_graders_write_them(put, grades, outcomes):
    text = "id,grade\n" + "".join(f"{i},{word}\n" for i, word in enumerate(grades.split()))
    (run,) = read(put("a.csv", text), None)
    assert run.outcomes == outcomes


@pytest.mark.parametrize(
    ("grades", "message"),
    [
        ("C C", "a.csv: 'C' alone: right for inspect_ai, not attempted for SimpleQA; say what"),
        ("C P", "a.csv: 'P' is half right, which is no outcome: take these as scores"),
        ("A B D", "a.csv:4: grade 'D' among A, B, C: say with --map what it stands for"),
        ("x y", "a.csv: outcomes 'x', 'y' are unknown; say what each stands for with --map"),
    ],
)
def test_grades_that_can_be_taken_two_ways(put, grades, message):
    text = "id,grade\n" + "".join(f"{i},{word}\n" for i, word in enumerate(grades.split()))
    with pytest.raises(InputError) as refused:
        read(put("a.csv", text), None)
    assert message in str(refused.value)


def test_confidences_as_percentages_and_as_the_response_says(put):
    path = put("a.csv", "id,grade,p,r\n1,A,80,sure: 80%\n2,B,5%,sure: 10% or sure: 20%\n3,C,,?\n")
    (run,) = read(path, confidence="p", confidence_scale=100)
    assert run.confidence.tolist()[:2] == [0.8, 0.05] and math.isnan(run.confidence[2])
    with pytest.raises(InputError, match=r"80.0 is outside 0..1 .*--confidence-scale 100"):
        read(path, confidence="p")
    found = {"response": "r", "confidence_scale": 100}
    with pytest.warns(InputRemark, match="a confidence is found in 2 of 3 responses"):
        (run,) = read(path, confidence_from=Pattern.of(r"sure: (\d+)%"), **found)
    assert run.confidence.tolist()[:2] == [0.8, 0.2]  # the last counts
    # A group that takes no part in a match states nothing.
    with pytest.warns(InputRemark, match="a confidence is found in 2 of 3 responses"):
        (run,) = read(path, confidence_from=Pattern.of(r"sure: (\d+)%|or|\?"), **found)
    assert run.confidence.tolist()[:2] == [0.8, 0.2]
    with pytest.raises(InputError, match="is found in no response"):
        read(path, confidence_from=Pattern.of("certain"), **found)
    (run,) = read(path, response="r", no_response=Pattern.of("or"))
    assert run.outcomes == ["R", "U", "U"]


def test_rows_that_are_the_same_question_only_by_number(put):
    rows = table("x", question="#", same="text")
    rows.take(str(put("a.csv", "text,x\nWho?,1\nWhere?,0\n")))
    with pytest.raises(InputError) as refused:
        rows.take(str(put("b.csv", "text,x\nWho?,1\nWhen?,0\n")))
    assert str(refused.value).endswith(
        "b.csv:3: question '2' has 'When?' under --same, but 'Where?' before: two questions of one "
        "id, which cannot be paired"
    )


def test_long_files_are_as_short_ones(put):
    """Beyond a stretch of rows, errors still stand on their lines."""
    lines = [f"{i},{'AB'[i % 2]}\n" for i in range(40_000)]
    (run,) = read(put("a.csv", "id,grade\n" + "".join(lines)))
    assert run.outcomes.count("R") == 20_000 and run.questions[-1] == "39999"
    lines[30_000] = "7,A\n"
    with pytest.raises(InputError, match=r"a.csv:30002: question '7' again"):
        read(put("a.csv", "id,grade\n" + "".join(lines)))
    lines[30_000] = "30000,Z\n"
    with pytest.raises(InputError, match=r"a.csv:30002: grade 'Z', but --map has only A, B, C"):
        read(put("a.csv", "id,grade\n" + "".join(lines)))
