import pytest

from qaeval import InputError, read_questions


@pytest.fixture
def file(tmp_path):
    def write(text):
        path = tmp_path / "questions.tsv"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def refusal(path: str) -> str:
    with pytest.raises(InputError) as caught:
        read_questions(path)
    return str(caught.value)


def test_other_columns_are_the_organisers(file):
    table = read_questions(file("# QAC\nquestion\tcategory\t質\nQ2\tperson\t良\nQ1\t\t悪\n"))
    assert table.questions == ["Q2", "Q1"]
    assert table.columns == {"category": ["person", ""], "質": ["良", "悪"]}
    assert table.lines == [3, 4]


def test_question_column_alone_will_do(file):
    table = read_questions(file("question\nQ1\nQ2\n"))
    assert (table.questions, table.columns) == (["Q1", "Q2"], {})


def test_question_must_be_the_first_column(file):
    path = file("category\tquestion\nx\tQ1\n")
    assert refusal(path) == f"{path}:1: the first column is 'category', expected 'question'"


def test_table_without_questions_is_an_error(file):
    path = file("qid\tcategory\n1\tx\n")
    assert refusal(path).startswith(f"{path}:1: no column 'question' in the header")


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("Q1\tx\nQ1\ty\n", "3: question 'Q1' again"),
        ("Q1\tx\ny\n", "3: 1 field, expected 2 (question category)"),
        ("\tx\n", "2: the question is empty"),
        ("Q\x1b\tx\n", "2: question 'Q\\x1b' holds a control character"),
        ("all\tx\n", "2: a question may not be called 'all' (the name of the summary row)"),
    ],
)
def test_bad_rows_are_errors(file, rows, message):
    path = file("question\tcategory\n" + rows)
    assert refusal(path) == f"{path}:{message}"
