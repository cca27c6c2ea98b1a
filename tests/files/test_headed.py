"""Tables in tabs or commas: csv wherever tsv is read, and columns as the user names them."""

import pytest

from qaeval import InputError, InputRemark, read_judged, read_key, read_questions, read_run
from qaeval.files.assessments import read_assessments, read_best
from qaeval.files.headed import cells, parse_columns
from qaeval.files.label_patterns import read_map
from qaeval.files.samples import read_samples
from qaeval.files.scores import read_cells


def answers(run):
    ends = run.bounds.tolist()
    return {q: list(run.answers[ends[i] : ends[i + 1]]) for i, q in enumerate(run.questions)}


@pytest.fixture
def file(put):
    return lambda text: str(put("x", text))


def refusal(read, *arguments, **options):
    with pytest.raises(InputError) as refused:
        read(*arguments, **options)
    return str(refused.value)


def test_csv_is_quoted_as_rfc_4180_says():
    assert cells('a,"b, c","say ""x""",', ",") == ["a", "b, c", 'say "x"', ""]
    assert cells('a, "b, c",d ', ",") == ["a", "b, c", "d"]
    assert cells('a,"b"', "\t") == ['a,"b"']  # in tabs a quote is a quote


def test_a_csv_run_is_known_by_its_header(file):
    run = read_run(file('rank,question,answer\r\n2,Q1,"Rome, Italy"\r\n1,Q1,Paris\r\n'))
    assert (run.format, answers(run)) == ("tsv", {"Q1": ["Paris", "Rome, Italy"]})


def test_a_list_of_ids_stays_one(file):
    assert answers(read_run(file("Q1, a2, a1\nQ2, a3\n"))) == {"Q1": ["a2", "a1"], "Q2": ["a3"]}


def test_csv_keys_judged_responses_questions(file):
    key = read_key(file('question,answer,level\nQ1,"a, b",2\n'))
    assert (key.format, key.scale, key.classes["Q1"][0].levels) == ("classes", 2, {"a, b": 2})
    key = read_key(file('question,pattern\nQ1,"a,|b"\n'), format="patterns")
    assert key.classes["Q1"][0].patterns[0][0].text == "a,|b"
    (judged,) = read_judged(file("question,outcome,confidence\nQ1,R,0.5\n"))
    assert (judged.outcomes, judged.confidence.tolist()) == (["R"], [0.5])
    table = read_questions(file('question,type\nQ1,"who, what"\n'))
    assert (table.questions, table.columns) == (["Q1"], {"type": ["who, what"]})


def test_csv_assessments_best_answers_and_maps(put):
    rows = "question,answer,assessor,label\nQ1,a1,x,A\nQ1,a2,x,B\n"
    assessed = read_assessments(str(put("a.csv", rows)))
    assert assessed.labels.tolist() == [[0], [1]]
    best = read_best(str(put("b.csv", "question,answer\nQ1,a2\n")), assessed)
    assert best.tolist() == [False, True]
    assert read_map(str(put("m.csv", "pattern,level\nA,2\n-,0\n")), "AB") == {(1,): 2, (0,): 0}


def test_csv_score_tables_times_and_samples(put):
    table = put("t.csv", "run,measure,question,value\na,RR,Q1,0.5\n")
    times = put("s.csv", "run,score,seconds\na,0.25,3\n")
    found = read_cells([str(table), str(times)], "value")
    assert (list(found.labels.place), found.values.tolist()) == (
        ["RR", "score", "seconds"],
        [0.5, 0.25, 3.0],
    )
    drawn = read_samples(str(put("d.csv", "trial,set,question\n1,A,Q2\n")), ["Q1", "Q2"])
    assert (drawn.size, drawn.first.bits(slice(None)).tolist()) == (1, [[0, 1]])


@pytest.mark.parametrize("line", ['Q2,"a', '"Q2,a'])
def test_a_field_over_two_lines_is_refused_where_it_begins(file, line):
    path = file(f'# a comment\nquestion,answer\nQ1,"x, y"\n{line}\nb"\n')
    message = refusal(read_run, path)
    assert message.startswith(f"{path}:4: a quoted field has no end on its line")


def test_what_stands_behind_a_quote_is_no_csv(file):
    path = file('question,answer\nQ1,"a"b\n')
    assert refusal(read_run, path).startswith(f"{path}:2: not CSV (")


def test_columns_are_known_whatever_their_case(file):
    run = read_run(file("Question\t Answer \nQ1\tParis\n"))
    assert answers(run) == {"Q1": ["Paris"]}
    path = file("Question\tquestion\tanswer\n")
    assert refusal(read_run, path) == f"{path}:1: the column 'question' stands twice in the header"


def test_semicolons_are_told(file):
    path = file("question;answer\nQ1;Paris\n")
    assert refusal(read_run, path).endswith(
        "; are its columns separated by semicolons? expected tabs or commas"
    )


def test_extra_columns_are_ignored_with_one_remark(file):
    path = file("question\tanswer\ttype\tmodel\nQ1\ta\twho\tx\nQ2\tb\twho\tx\n")
    with pytest.warns(InputRemark) as told:
        assert answers(read_run(path)) == {"Q1": ["a"], "Q2": ["b"]}
    assert [str(remark.message) for remark in told] == [
        f"{path}:1: columns are ignored: type, model"
    ]


@pytest.mark.parametrize(
    ("read", "text", "names", "line"),
    [
        (read_run, '# made by x\n{"question": 2, "answers": [], "x": 1}', "x", 2),
        (read_run, '{"question": 1, "answers": [{"answer": "a", "score": 1}]}', "score", 1),
        (read_key, '{"question": 1, "answers": ["a"], "source": "w"}', "source", 1),
        (read_judged, '{"question": 1, "outcome": "R", "text": ["t"]}', "text", 1),
    ],
)
def test_extra_fields_of_json_are_ignored_with_one_remark(file, read, text, names, line):
    path = file(text)
    with pytest.warns(InputRemark) as told:
        read(path)
    (remark,) = told
    assert str(remark.message) == f"{path}:{line}: a field is ignored: {names}"


@pytest.mark.parametrize("name", ["anwser", "Answers", "confidense", "conf", "rnk", "second"])
def test_a_misspelt_column_is_no_extra_one(file, name):
    rest = "" if name.lower().startswith("an") else "\tanswer"
    path = file(f"question\t{name}{rest}\n")
    assert f"{path}:1: unknown column '{name}'" in refusal(read_run, path)
    assert "; did you mean '" in refusal(read_run, path)


@pytest.mark.parametrize(
    ("read", "header", "hint"),
    [
        (read_run, "question\tanswer\tlevel", "(a key? it comes before the runs)"),
        (read_run, "question\toutcome", "(judged responses are read with --judged)"),
        (read_run, "run\tmeasure\tquestion\tvalue", "(a score table? it goes into the studies)"),
        (read_key, "question\tanswer\tscore", "(a run? the key comes first)"),
        (read_key, "question\tanswer\tconfidence", "(a run? the key comes first)"),
        (read_key, "run\tmeasure\tquestion\tvalue", "is this a key?"),
    ],
)
def test_another_kind_of_file_is_told(file, read, header, hint):
    assert hint in refusal(read, file(header + "\n"))


def test_columns_as_the_user_names_them(file):
    names = parse_columns("question, -,Answer,score")
    assert names == ("question", "-", "answer", "score")
    path = file("Q1\tx\tParis\t0.5\nQ1\tx\tRome\t0.7\n")
    assert answers(read_run(path, columns=names)) == {"Q1": ["Rome", "Paris"]}
    path = file('Q1,x,"Paris, Texas",0.5\n')
    assert answers(read_run(path, columns=names)) == {"Q1": ["Paris, Texas"]}


@pytest.mark.parametrize(
    ("header", "word"), [("qid\tx\ttext\tscore", "qid"), ("frage\tx\ttext\tpunkte", "punkte")]
)
def test_a_header_of_other_names_is_passed_over_and_told(file, header, word):
    path = file(f"{header}\nQ1\tx\tParis\t0.5\n")
    with pytest.warns(InputRemark, match=f":1: the first row is taken for a header, .*'{word}'"):
        run = read_run(path, columns=("question", "-", "answer", "score"))
    assert answers(run) == {"Q1": ["Paris"]}


def test_named_columns_of_keys_and_judged_responses(file):
    path = file("1\twho\tWho was he?\t(Mc)?Cartney\n")
    key = read_key(path, "patterns", columns=("question", "-", "-", "pattern"))
    assert key.classes["1"][0].patterns[0][0].text == "(Mc)?Cartney"
    (judged,) = read_judged(file("R\tQ1\n"), columns=("outcome", "question"))
    assert judged.outcomes == ["R"]


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("question,-", ":1: no column 'answer' among those named, expected question"),
        ("-,answer", ":1: no column 'question' among those named, expected question"),
        ("question,anser", ":1: unknown column 'anser', expected"),
        ("question,type", ":1: unknown column 'type', expected"),
        ("question,-,answer", ":1: 2 fields, expected 3 (question - answer)"),
    ],
)
def test_columns_that_cannot_be(file, names, message):
    path = file("Q1\tParis\n")
    found = refusal(read_run, path, columns=parse_columns(names))
    assert found.startswith(path + message)


def test_only_tables_have_columns_to_name(file):
    path = file("Q1 Q0 d1 1 0.5 t\n")
    message = f"{path}: columns are named, but trec has none"
    assert refusal(read_run, path, "trec", columns=("question", "answer")) == message
    assert "an empty name in 'question,,answer'" in refusal(parse_columns, "question,,answer")


def test_tabs_in_patterns_are_refused(file):
    path = file("1 fine\n1\twho\tWho was he?\t(Mc)?Cartney\n")
    message = refusal(read_key, path, "patterns")
    assert message.startswith(f"{path}:2: a tab in the pattern: ")
    assert "'cut -f'" in message and "--key-columns question,-,-,pattern" in message


@pytest.mark.parametrize(
    "line", ["Q1,Q0,d1,1,0.5,t", "Q1, q0, d1, 1, 7, t", "Q1,0,d1,1,12.75,t", "Q1,Q0,d1,1,-3,t"]
)
def test_a_trec_run_in_commas_is_no_list_of_ids(file, line):
    path = file(f"Q0, d7, d8\n{line}\n")
    message = refusal(read_run, path)
    assert message.startswith(
        f"{path}:2: a TREC run separated by commas? expected 'qid, id, id, …'"
    )


def test_six_ids_that_are_numbers_are_ids(file):
    assert answers(read_run(file("Q1, 5, 3, 1, 2, 4\n"))) == {"Q1": ["5", "3", "1", "2", "4"]}
