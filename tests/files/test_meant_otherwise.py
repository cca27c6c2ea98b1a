"""Each reader, asked: what else could a person have meant by this file?"""

import re

import pytest

QRELS = "Q1 0 d1 1\nQ1 0 d2 0\nQ2 0 d3 1\n"
KEY = "question\tanswer\nQ1\tParis\nQ2\tRome\n"


@pytest.fixture(autouse=True)
def here(put, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    put("q.qrels", QRELS)
    put("key.tsv", KEY)
    put("run.tsv", KEY)
    put("m.csv", "question,a,b\nQ1,1,0\nQ2,0,1\n")


def refusal(qaeval, *arguments):
    outcome = qaeval(*arguments)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1), outcome
    return outcome.err.removeprefix("qaeval: ").rstrip("\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Q1 Q0 d1 1 0.5\n", "x:1: fits no run format .*; 5 fields, trec has 6 .qid Q0 id rank"),
        ("Q1 Q0 my doc 1 0.5 us\n", "x:1: fits no run format .*; 7 fields, trec has 6"),
        ("Q1 Q0 d1 1 0,5 us\n", "x:1: score '0,5' is not a number .a point stands before"),
        ("qid Q0 doc rank score tag\n", "x:1: score 'score' is not a number"),
        ("Q1;Q0;d1;1;0.5;us\n", "x:1: .*separated by semicolons"),
        ("d1 Q0 Q1 1 0.5 us\n", "x: none of its questions is in the key"),
        ("q1 Q0 d1 1 0.5 us\n", "x: none of its questions is in the key"),
        (QRELS, "x:1: fits no run format .*.a key. it comes before the runs."),
        ("[{}]\n", "x:1: .*; a JSON list. expected an object a line"),
        ("question answer\n", "x:1: .*; expected tabs or commas between the columns"),
        ("qid\tanswer\n", "x:1: .*; is 'qid' the column of questions. it is called 'question'"),
        ("question\tanswer\tconfidence\nQ1\ta\t85\n", "x:2: confidence 85.0 .*80% is 0.8"),
        ("question\tanswer\tconfidence\nQ1\ta\t85%\n", "x:2: confidence '85%' .*80% is 0.8"),
        ("question\tanswer\ttime\n", "x:1: unknown column 'time'.*times stand in the column"),
        ("question\tanswer\tanswer\n", "x:1: the column 'answer' stands twice"),
        ("question,answer\nQ1,Paris, France\n", "x:2: 3 fields, .*a comma stands in quotes"),
        ("Question ID,Answer\n", "x:1: .*; is 'question id' the column of questions. it is called"),
        ("Q1\tParis\n", "x:1: .*; a table without a header. --columns question,answer names its"),
        ('Q1,"Rome, Italy"\n', "x:1: a csv table without a header. expected 'qid, id, id, …' with"),
    ],
)
def test_runs(qaeval, put, text, message):
    put("x", text)
    assert re.match(message, refusal(qaeval, "score", "q.qrels", "x"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Q1 0 d1\n", "; qrels end in a level (qid iter id level)"),
        ("Q1,0,d1,1\n", "; the fields of qrels are separated by blanks (tr , ' ')"),
        ("Q1 0 d1 1.0\n", "; the level is a whole number"),
        ("query-id\tcorpus-id\tscore\n", "; is 'query-id' the column of questions?"),
        ("Q1 Q0 d1 1 0.5 us\n", "(a run? the key comes first)"),
        ("question;answer\n", "; are its columns separated by semicolons?"),
        ("Q1 0 d1 1\nQ1 d2 1\n", "x:2: 3 fields, expected 4 (qid iter id level)"),
        ('{"question": "Q1", "answers": ["a"], "level": 2}\n', "; levels and classes by name"),
        ("Q1\tParis\n", "; a table without a header? --key-columns question,answer names its"),
    ],
)
def test_keys(qaeval, put, text, message):
    put("x", text)
    assert message in refusal(qaeval, "score", "x", "run.tsv")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("question\toutcome\tsystem\nQ1\tR\ta\n", "(runs stand in the column 'run')"),
        ("question\toutcome\ttime\nQ1\tR\t3\n", "(times stand in the column 'seconds')"),
        ("outcome\tquestion\nQ1\tR\n", "x:2: outcome 'Q1', expected R (right)"),
        ("question\toutcome\tconfidence\nQ1\tR\t80\n", "outside 0..1 (80% is 0.8)"),
        (KEY, "x:1: fits no judged response format"),
        ("Q1\tR\n", "; a table without a header? --columns question,outcome names its columns"),
    ],
)
def test_judged_responses(qaeval, put, text, message):
    put("x", text)
    assert message in refusal(qaeval, "score", "--judged", "x")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("qid\ttype\nQ1\twho\n", "; is it 'qid'? call it 'question'"),
        ("question;type\nQ1;who\n", "; are its columns separated by semicolons?"),
        ("Q1\nQ2\n", "x:1: no column 'question' in the header"),
        ("type\tquestion\nwho\tQ1\n", "x:1: the first column is 'type', expected 'question'"),
    ],
)
def test_question_tables(qaeval, put, text, message):
    put("x", text)
    assert message in refusal(qaeval, "score", "--questions", "x", "key.tsv", "run.tsv")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("run\tquestion\tvalue\na\tQ1\t1\n", "expected the columns run measure question value"),
        ("system,score,seconds\na,1,2\n", "expected the columns run score seconds"),
        ("run,score,time\na,1,2\n", "expected the columns run score seconds"),
        ("rank\trun\tRR\n1\ta\t0.5\n", "x:1: a leaderboard, expected a row per question"),
        ("run\tmeasure\tvalue\na\tRR\t1\n", "x:1: no column 'question' in the header"),
        ("question,a\nQ1,50%\n", "x:2: value '50%' is not a number (80% is 0.8)"),
        ("question,a\nQ1,TRUE\n", "x:2: value 'TRUE' is not a number"),
        ("id,question,a\n1,who?,1\n", "x:2: value 'who?' is not a number"),
        (QRELS, "x:1: fits no table format"),
        (KEY, "x:1: a run or a key, expected a score table"),
    ],
)
def test_score_tables(qaeval, put, text, message):
    put("x", text)
    assert message in refusal(qaeval, "compare", "x")


def test_samples_and_assessments(qaeval, put):
    put("x", "trial\tset\tquestion\n1\ta\tQ1\n")
    assert "x:2: set 'a', expected A or B" in refusal(qaeval, "swap", "--samples", "x", "m.csv")
    put("x", "question\tanswer\tx\tlabel\nQ1\ta1\tA\tB\n")
    assert "x:1: no column 'assessor' in the header" in refusal(
        qaeval, "gold", "x", "--scheme", "gaw"
    )
    put("x", "question\tclass\tanswer\tlevel\nQ1\tc\ta1\t3\n")
    assert "x:2: label 'c' by 'class', expected A, B or C" in refusal(
        qaeval, "gold", "x", "--scheme", "gaw"
    )


@pytest.mark.parametrize("copies", [1, 5000])
def test_a_rank_that_is_a_score_is_told_once(qaeval, put, copies):
    """Small and large files: the fast scan reads no ranks."""
    lines = [f"Q1 Q0 e{i} 0.{i} {i} us" for i in range(1, copies + 1)]
    put("x", "\n".join(["Q1 Q0 d1 0.5 1 us", *lines, "Q2 Q0 d3 0.9 1 us", ""]))
    outcome = qaeval("score", "-m", "AP", "q.qrels", "x")
    told = "x:1: rank '0.5' is not a whole number, and score '1' orders: are they swapped?"
    assert (outcome.code, outcome.err.count(told)) == (0, 1)


def test_numbered_rows_of_several_files_need_a_word(qaeval, put):
    put("a.csv", "grade\nA\nB\n")
    put("b.csv", "grade\nB\nB\n")
    put("c.csv", "grade\nB\n")
    asked = ("import", "csv", "--question", "#")
    assert "--same COLUMN names a text that must be the same in row n" in refusal(
        qaeval, *asked, "a.csv", "b.csv"
    )
    both = qaeval(*asked, "--same-order", "a.csv", "b.csv")
    assert (both.code, len(both.rows)) == (0, 5)
    message = "c.csv: 1 row, but a.csv has 2: --same-order cannot be"
    assert refusal(qaeval, *asked, "--same-order", "a.csv", "c.csv") == message
    assert qaeval(*asked, "a.csv").code == 0
    alone = refusal(qaeval, *asked, "--same-order", "a.csv")
    assert alone == "--same-order goes with --question '#' and several files"


@pytest.mark.parametrize("text", ["Q1\tAP@10\t0.5\n", "all\tmine\t0.5\n"])
def test_figures_of_ir_measures_are_not_trec_eval_s(qaeval, put, text):
    put("x", text)
    for command in (("import", "trec_eval"), ("compare",)):
        assert "is a measure, expected it before the question" in refusal(qaeval, *command, "x")


@pytest.mark.parametrize("text", ["map\tQ1\t0.5\n", "mine\tall\t0.5\n"])
def test_figures_of_trec_eval_are_not_ir_measures_s(qaeval, put, text):
    put("x", text)
    message = refusal(qaeval, "import", "ir_measures", "x")
    assert "is a measure, expected it after the query" in message


def test_a_header_of_another_kind_of_file_is_one(qaeval):
    assert "without a header" not in refusal(qaeval, "score", "--judged", "key.tsv")


@pytest.mark.parametrize(
    ("text", "columns", "message"),
    [
        ("Q1 Paris\n", "question,answer", "; expected tabs or commas between them"),
        ("Q1\tParis\n", "question,answer,answer", "'answer' stands twice among those named"),
        ('{"question": "Q1"}\n', "question,answer", "x:1: columns are named, but JSON has none"),
    ],
)
def test_columns_that_do_not_fit(qaeval, put, text, columns, message):
    put("x", text)
    assert message in refusal(qaeval, "score", "--columns", columns, "key.tsv", "x")


def test_a_header_of_patterns_without_tabs(qaeval, put):
    put("x", "question pattern\nQ1 Par.s\n")
    message = refusal(qaeval, "score", "--key-format", "patterns", "x", "run.tsv")
    assert message == "x:1: a header? expected tabs or commas in it, found 'question pattern'"


def test_patterns_with_blanks_around_them(qaeval, put):
    put("x", "Q1 Paris\nQ2  Rome \n")
    outcome = qaeval("score", "--key-format", "patterns", "-m", "RR", "-f", "tsv", "x", "run.tsv")
    assert outcome.rows[1][3] == "0.5"
    assert outcome.err == "qaeval: note: x:2: 1 pattern with blanks before or behind, which count\n"


def test_quotes_in_tsv(qaeval, put):
    told = "x:1: every row has a field in quotes, which are part of it: tsv takes none off"
    put("x", KEY.replace("Paris", '"Paris"').replace("Rome", '"Rome"'))
    assert qaeval("score", "key.tsv", "x").err == f"qaeval: note: {told}\n"
    assert qaeval("score", "x", "run.tsv").err == f"qaeval: note: {told}\n"
    assert refusal(qaeval, "score", "--strict", "key.tsv", "x") == told
    put("x", KEY.replace("Paris", '"Paris"'))
    assert qaeval("score", "key.tsv", "x").err == ""


def test_ids_that_the_key_does_not_have_are_told_by_check_too(qaeval, put):
    outcome = qaeval("check", "q.qrels", "run.tsv")
    assert outcome.code == 0
    assert "note: run.tsv: none of its ids is in the key: Paris, Rome\n" in outcome.err
    strict = qaeval("check", "--strict", "q.qrels", "run.tsv")
    assert (strict.code, strict.out.count("none of its ids")) == (1, 1)


def test_a_header_alone_lacks_all_questions(qaeval, put):
    put("x", "question\tanswer\n")
    assert (
        "x: 2 of 2 questions (100%) not in the run: Q1, Q2\n" in qaeval("check", "key.tsv", "x").err
    )


@pytest.mark.parametrize("name", ["type", "Category", "question_length", "weight"])
def test_columns_of_a_matrix_that_are_hardly_runs(qaeval, put, name):
    put("x", f"question,{name},a\nQ1,1,0\nQ2,2,1\n")
    assert f"note: x:1: taken for a run like the others: {name}\n" in qaeval("compare", "x").err


def test_a_column_of_questions_where_there_is_said_to_be_none(qaeval, put):
    asked = ("compare", "--no-question-column")
    put("x", "doc,a\n" + "".join(f"{n},1\n" for n in range(1, 6)))
    counts = "x:1: the first column counts the rows: name it 'question', and leave out"
    assert refusal(qaeval, *asked, "x") == f"{counts} --no-question-column"
    called = "m.csv:1: the first column is called 'question': no --no-question-column then"
    assert refusal(qaeval, *asked, "m.csv") == called


@pytest.mark.parametrize(("asked", "what"), [("X=qac1", "the preset qac1"), ("X=", "no measure")])
def test_a_name_for_no_one_measure(qaeval, asked, what):
    message = f"'{asked}': {what} behind '=', expected one measure"
    assert refusal(qaeval, "score", "-m", asked, "key.tsv", "run.tsv") == message
