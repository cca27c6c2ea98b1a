"""Matrices: what else the first column, the header and the rows could have been meant to be."""

import pytest

from qaeval import InputError, InputRemark, read_scores
from qaeval.files import score_scan


@pytest.fixture
def file(put):
    return lambda text: str(put("m.csv", text))


def refusal(*arguments, **options):
    with pytest.raises(InputError) as refused:
        read_scores(*arguments, **options)
    return str(refused.value)


def value(scores, run, question):
    row, column = scores.runs.index(run), scores.questions.index(question)
    return scores.columns["value"][row, column]


@pytest.mark.parametrize("words", ["KASTS,SLWWW,THUIR", "KASTS\tSLWWW\tTHUIR"])
def test_scores_are_not_taken_for_questions(file, words):
    between = "\t" if "\t" in words else ","
    path = file(f"{words}\n" + between.join(("0.5", "0.2", "0.1")) + "\n")
    assert refusal(path) == (
        f"{path}:1: numbers under 'KASTS': the first column is taken for questions: name it "
        "'question', or give --no-question-column"
    )


def test_without_a_question_column_the_rows_are_numbered(file):
    path = file("KASTS,SLWWW\n0.5,0.2\n0.7,0.1\n")
    with pytest.warns(InputRemark, match="2 rows, numbered as questions from 1 on"):
        scores = read_scores(path, question_column=False)
    assert (scores.runs, scores.questions) == (["KASTS", "SLWWW"], ["1", "2"])
    assert value(scores, "KASTS", "2") == 0.7


def test_without_a_question_column_on_the_command_line(qaeval, file):
    path = file("a,b\n1,0\n1,0\n0,1\n1,0\n1,1\n")
    outcome = qaeval("compare", "--no-question-column", "-f", "tsv", path)
    assert (outcome.code, len(outcome.rows)) == (0, 3)
    assert "note: " + path + ": 5 rows, numbered as questions from 1 on" in outcome.err
    strict = qaeval("compare", "--no-question-column", "--strict", path)
    assert (strict.code, strict.out) == (2, "")


def test_only_a_matrix_can_be_without_a_question_column(qaeval, put):
    table = put("t.tsv", "run\tmeasure\tquestion\tvalue\na\tRR\tQ1\t1\n")
    message = "--no-question-column is for a matrix of runs, found run measure question value"
    assert message in qaeval("hardness", "--no-question-column", table).err
    key = put("key.tsv", "question\tanswer\nQ1\ta\n")
    run = put("run.tsv", "question\tanswer\nQ1\ta\n")
    outcome = qaeval("compare", "--no-question-column", "--key", key, run)
    assert "--no-question-column is for a matrix of scores, these are runs" in outcome.err


@pytest.mark.parametrize(
    "lead", ["question", "QID", "Topic ID", "query_id", "id", "No.", "q", "index"]
)
def test_questions_may_be_numbers_under_a_word_for_them(file, lead):
    scores = read_scores(file(f"{lead},a\n1,0.5\n2,0.2\n"))
    assert (scores.questions, value(scores, "a", "2")) == (["1", "2"], 0.2)


@pytest.mark.parametrize("lead", ["run", "System", "team_name", "Model", "runid"])
def test_runs_down_and_questions_across(file, lead):
    path = file(f"{lead},x,y\na,0.5,0.2\n")
    assert refusal(path) == (
        f"{path}:1: the first column is called '{lead}', expected a row per question and a column "
        "per run: transpose it"
    )


def test_columns_called_like_questions(file):
    path = file(",Q1,Q2\na,0.5,0.2\n")
    assert refusal(path).startswith(f"{path}:1: the columns are called Q1, Q2, expected a row per")
    assert refusal(path).endswith("transpose it")


@pytest.mark.parametrize("first", ["Q1,0.5,0.2", "1,0,1", ",0.5,0.2"])
def test_no_header(file, first):
    path = file(f"{first}\nQ2,0.7,0.1\n")
    assert refusal(path).startswith(f"{path}:1: no header: numbers stand where the runs are named")


@pytest.mark.parametrize(("lead", "told"), [("", "which has no name"), ("Frage", "'Frage'")])
def test_a_first_column_of_another_name_is_told(file, lead, told):
    path = file(f"{lead},a,b\nF1,0.5,0.2\n")
    with pytest.warns(InputRemark) as remarks:
        assert read_scores(path).questions == ["F1"]
    assert [str(remark.message) for remark in remarks] == [
        f"{path}:1: the first column, {told}, is taken for questions, the others for runs"
    ]


def test_an_index_as_pandas_writes_it(file):
    with pytest.warns(InputRemark, match="which has no name, is taken for questions"):
        assert read_scores(file(",a,b\n0,0.5,0.2\n1,0.7,0.1\n")).questions == ["0", "1"]
    path = file(",a,b\n0.5,0.5,0.2\n0.25,0.7,0.1\n")
    assert refusal(path).startswith(f"{path}:1: the first column is taken for questions: name it")


@pytest.mark.parametrize("name", ["mean", "Average", "MACRO AVG", "overall", "total"])
def test_a_summary_is_no_question(file, name):
    path = file(f"question,a\nQ1,0.5\n{name},0.5\n")
    assert refusal(path) == f"{path}:3: the row '{name}' is no question: take it out"


def test_a_column_of_means_is_told(file):
    with pytest.warns(InputRemark, match=":1: taken for a run like the others: mean"):
        read_scores(file("question,a,mean\nQ1,0.5,0.5\n"))


def test_a_question_stands_once(file):
    path = file("question,a\nQ1,0.5\nQ1,0.5\n")
    assert refusal(path) == f"{path}:3: question 'Q1' again (first on line 2)"


def test_a_quoted_field_over_two_lines(file):
    path = file('question,a,b\n"Q1, the first",0.5,1\n"Q2\nagain",0.7,1\n')
    assert refusal(path).startswith(f"{path}:3: a quoted field has no end on its line")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("question;a\nQ1;0,5\n", "separated by semicolons? expected tabs or commas"),
        ("question\ta\nQ1\t0,5\n", ":2: value '0,5' is not a number (a point stands"),
        ("Question,Answer\nQ1,x\n", "a run or a key, expected a score table"),
    ],
)
def test_other_ways_to_write_it(file, text, message):
    assert message in refusal(file(text))


@pytest.mark.parametrize(
    "text",
    ["a,b\n0.5,1\n", "question,mean\nQ1,1\n", "question,a\nQ1,1\nmean,1\n", "id,a\n1,1\n1,1\n"],
)
def test_the_fast_scan_leaves_what_is_odd_to_the_line_reader(text):
    from qaeval.files.cells import Cells
    from qaeval.files.text import Document

    assert not score_scan.scan_matrix(Document("m", text.encode()), "value", Cells())
    assert score_scan.scan_matrix(Document("m", b"id,a\n1,1\n2,1\n"), "value", Cells())
