import gzip
import io
import math
import sys

import pytest

from qaeval import InputError, Run, read_run
from qaeval.files.run_formats import RUN_FORMATS, TSV_COLUMNS


@pytest.fixture
def file(tmp_path):
    def write(text, name="run.txt"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        return str(path)

    return write


def answers(run: Run) -> dict[str, list[str]]:
    return {
        question: list(run.answers[run.bounds[i] : run.bounds[i + 1]])
        for i, question in enumerate(run.questions)
    }


def refusal(path: str, **options) -> str:
    with pytest.raises(InputError) as caught:
        read_run(path, **options)
    return str(caught.value)


# trec: qid Q0 id rank score tag


def test_trec_goes_by_score_and_ignores_the_rank(file):
    run = read_run(file("1 Q0 low 1 0.5 sys\n1 Q0 high 9 2.5 sys\n1 Q0 mid x 1e0 sys\n"))
    assert run.format == "trec"
    assert answers(run) == {"1": ["high", "mid", "low"]}


def test_trec_ties_go_by_id_descending_in_byte_order(file):
    run = read_run(
        file("1 Q0 d1 1 7 s\n1 Q0 d10 2 7 s\n1 Q0 d9 3 7 s\n1 Q0 D9 4 7 s\n1 Q0 é 5 7 s\n")
    )
    assert answers(run) == {"1": ["é", "d9", "d10", "d1", "D9"]}


def test_trec_scores_that_are_one_32_bit_float_are_tied_with_32_bits_only(file):
    # 1.00000001 and 1 are the same single; 1.0000002 is the next but one.
    text = (
        "1 Q0 a 1 1.00000001 s\n1 Q0 b 2 1 s\n1 Q0 c 3 0.5 s\n2 Q0 a 1 1.0000002 s\n2 Q0 b 2 1 s\n"
    )
    assert answers(read_run(file(text))) == {"1": ["a", "b", "c"], "2": ["a", "b"]}
    run = read_run(file(text), score_bits=32)
    assert answers(run) == {"1": ["b", "a", "c"], "2": ["a", "b"]}
    with pytest.raises(InputError, match="score_bits is 16, expected 64 or 32"):
        read_run(file(text), score_bits=16)


def test_trec_scores_too_large_for_32_bits_are_tied_there(file):
    text = "1 Q0 a 1 2e39 s\n1 Q0 b 2 1e39 s\n1 Q0 c 3 3e38 s\n"
    assert answers(read_run(file(text))) == {"1": ["a", "b", "c"]}
    assert answers(read_run(file(text), score_bits=32)) == {"1": ["b", "a", "c"]}


def test_trec_lines_of_a_question_may_stand_apart(file):
    run = read_run(file("1 Q0 a 1 1 s\n2 Q0 b 1 1 s\n1 Q0 c 1 2 s\n"))
    assert answers(run) == {"1": ["c", "a"], "2": ["b"]}
    assert run.question_lines.tolist() == [1, 2]
    assert run.lines.tolist() == [3, 1, 2]


@pytest.mark.parametrize("score", ["abc", "nan", "inf", "1e999", "1,5", "0x1p3", "-"])
def test_trec_score_must_be_a_finite_number(file, score):
    path = file(f"1 Q0 a 1 1 s\n1 Q0 b 2 {score} s\n")
    message = refusal(path)
    assert message.startswith(f"{path}:2: score")
    assert "is not a number" in message or "is too large" in message


def test_trec_line_of_another_width_is_an_error(file):
    path = file("1 Q0 a 1 1 s\n1 Q0 b 2 0.5\n")
    assert refusal(path) == f"{path}:2: 5 fields, expected 6 (qid Q0 id rank score tag)"


def test_trec_file_with_two_tags_is_two_runs(file):
    path = file("1 Q0 a 1 1 first\n1 Q0 b 2 0.5 second\n")
    message = refusal(path)
    assert message.startswith(f"{path}:2: ")
    assert "'second' after 'first'" in message
    assert read_run(path, name_from="file").name == "run"


# cqa: qid, id, id, …


def test_cqa_keeps_the_order_written_and_drops_empty_ids(file):
    run = read_run(file("1000, z, a, , m\n1001,\n1002, b,\n"))
    assert run.format == "cqa"
    assert answers(run) == {"1000": ["z", "a", "m"], "1001": [], "1002": ["b"]}


def test_cqa_line_without_a_comma_is_an_error(file):
    path = file("1, a\n2 b\n")
    assert refusal(path).startswith(f"{path}:2: no comma, expected 'qid, id, id")


def test_cqa_question_on_two_lines_is_an_error(file):
    path = file("1, a\n2, b\n1, c\n")
    assert refusal(path) == f"{path}:3: question '1' again (first on line 1)"


# tsv


def test_tsv_goes_by_rank_and_closes_gaps(file):
    run = read_run(file("question\trank\tanswer\nQ1\t7\tlast\nQ1\t0\tfirst\nQ1\t3\tmiddle\n"))
    assert run.format == "tsv"
    assert answers(run) == {"Q1": ["first", "middle", "last"]}


def test_tsv_rank_beats_score(file):
    run = read_run(file("question\tanswer\tscore\trank\nQ1\ta\t9\t2\nQ1\tb\t1\t1\n"))
    assert answers(run) == {"Q1": ["b", "a"]}


def test_tsv_without_rank_goes_by_score_then_as_written(file):
    rows = "Q1\tz\t1\nQ1\ta\t1\nQ1\tm\t2.5\nQ1\tq\t-1\n"
    assert answers(read_run(file("question\tanswer\tscore\n" + rows))) == {
        "Q1": ["m", "z", "a", "q"]
    }


def test_tsv_without_rank_and_score_goes_as_written(file):
    run = read_run(file("answer\tquestion\nz\tQ1\na\tQ1\n"))
    assert answers(run) == {"Q1": ["z", "a"]}


def test_tsv_repeated_rank_is_an_error(file):
    path = file("question\trank\tanswer\nQ1\t1\ta\nQ2\t1\tb\nQ1\t1\tc\n")
    assert refusal(path) == f"{path}:4: rank 1 again for question 'Q1'"


@pytest.mark.parametrize("rank", ["one", "1.5", ""])
def test_tsv_rank_must_be_whole(file, rank):
    path = file(f"question\trank\tanswer\nQ1\t{rank}\ta\n")
    assert refusal(path) == f"{path}:2: rank '{rank}' is not a whole number"


@pytest.mark.parametrize("columns", ["question\tscore\tanswer", "question\trank\tscore\tanswer"])
def test_tsv_score_must_be_a_number_with_or_without_a_rank(file, columns):
    rank = "1\t" if "rank" in columns else ""
    path = file(f"{columns}\nQ1\t{rank}abc\ta\n")
    assert refusal(path).startswith(f"{path}:2: score 'abc'")


def test_tsv_has_no_quoting(file):
    run = read_run(file('question\tanswer\nQ1\t"a"\nQ1\tb, "c\n'))
    assert answers(run) == {"Q1": ['"a"', 'b, "c']}


def test_tsv_row_of_another_width_is_an_error(file):
    path = file("question\tanswer\nQ1\ta\tb\n")
    assert refusal(path) == f"{path}:2: 3 fields, expected 2 (question answer)"


def test_tsv_unknown_column_is_named_with_the_nearest(file):
    path = file("# run\nquestion\tanswers\nQ1\ta\n")
    message = refusal(path)
    assert message.startswith(f"{path}:2: unknown column 'answers'")
    assert message.endswith("did you mean 'answer'?")


def test_tsv_header_error_lists_each_column_once(file):
    message = refusal(file("question\tanswr\tzzz\nQ1\ta\tb\n"))
    listed = message.split("expected ")[1].split(";")[0].split()
    assert sorted(listed) == sorted(TSV_COLUMNS)


def test_tsv_column_twice_is_an_error(file):
    path = file("question\tanswer\tanswer\nQ1\ta\tb\n")
    assert refusal(path) == f"{path}:1: the column 'answer' stands twice in the header"


def test_header_alone_means_nothing_answered(file):
    run = read_run(file("question\tanswer\n"))
    assert (run.questions, list(run.answers), run.bounds.tolist()) == ([], [], [0])


# jsonl


def test_jsonl_goes_as_written(file):
    run = read_run(
        file('{"question": "Q1", "answers": ["z", "a"]}\n{"question": 2, "answers": []}')
    )
    assert run.format == "jsonl"
    assert answers(run) == {"Q1": ["z", "a"], "2": []}


def test_jsonl_without_blanks_is_recognised(file):
    run = read_run(file('{"question":"Q1","answers":["a","b"]}\n'))
    assert answers(run) == {"Q1": ["a", "b"]}


def test_jsonl_confidence_is_per_answer_else_per_question(file):
    line = (
        '{"question": "Q1", "confidence": 0.8, "seconds": 1.5, '
        '"answers": ["a", {"answer": "b", "confidence": 0.25}, {"answer": "c"}]}\n'
    )
    run = read_run(file(line))
    assert answers(run) == {"Q1": ["a", "b", "c"]}
    assert run.confidence.tolist() == [0.8, 0.25, 0.8]
    assert run.stated.tolist() == [0.8]
    assert run.seconds.tolist() == [1.5]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"question": "Q1", "answers": ["a"', "not a JSON object"),
        ('{"question": "Q1", "answers": "a"}', '"answers" is'),
        ('{"answers": ["a"]}', 'no "question"'),
        ('{"question": "Q1", "answers": [1]}', "answer is '1', expected a string"),
        ('{"question": "Q1", "answer": ["a"]}', "did you mean 'answers'?"),
        ('{"question": "Q1", "answers": [], "confidence": NaN}', "NaN is not a number"),
        ('{"question": "Q1", "answers": [], "confidence": 1.5}', "confidence 1.5 is outside 0..1"),
        ('{"question": "Q1", "answers": [], "confidence": "high"}', "expected a number"),
        ('{"question": "Q1", "answers": [], "seconds": -1}', "seconds -1 is negative"),
        ('{"question": "Q0", "answers": ["a"]}', "question 'Q0' again (first on line 1)"),
        ('{"question": "Q1", "question": "Q2", "answers": []}', "the same field twice"),
        ('["Q1"]', "expected a JSON object"),
    ],
)
def test_jsonl_errors_say_where_and_what(file, line, words):
    path = file('{"question": "Q0", "answers": ["a"]}\n' + line + "\n")
    message = refusal(path)
    assert message.startswith(f"{path}:2: ")
    assert words in message


# names


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("gpt-4.1.jsonl", "gpt-4.1"),
        ("gpt-4.1.jsonl.gz", "gpt-4.1"),
        ("gpt-4.1", "gpt-4.1"),
        ("gpt-4.1.gz", "gpt-4.1"),
        ("sys.v2.tsv", "sys.v2"),
        ("sys", "sys"),
    ],
)
def test_name_is_the_files_less_gz_and_one_suffix_that_starts_with_a_letter(file, name, expected):
    assert read_run(file("question\tanswer\n", name)).name == expected


def test_name_is_the_tag_before_the_file(file):
    path = file("1 Q0 a 1 1 my.tag\n", "system.txt")
    assert read_run(path).name == "my.tag"
    assert read_run(path, name_from="tag").name == "my.tag"
    assert read_run(path, name_from="file").name == "system"


def test_name_from_tag_is_refused_where_there_is_none(file):
    path = file("question\tanswer\n")
    assert refusal(path, name_from="tag") == f"{path}: --name-from tag: a tsv run has no tag"


# no response


def test_empty_answers_are_dropped_and_the_question_stays(file):
    run = read_run(file("question\tanswer\nQ1\t\nQ1\ta\nQ2\t \nQ3\t\n"))
    assert answers(run) == {"Q1": ["a"], "Q2": [], "Q3": []}


def test_no_response_drops_matching_answers(file):
    path = file("question\tanswer\nQ1\tI don't know\nQ1\ta\nQ2\tI don't know.\n")
    assert answers(read_run(path, no_response="^I don't know")) == {"Q1": ["a"], "Q2": []}
    assert answers(read_run(path)) == {"Q1": ["I don't know", "a"], "Q2": ["I don't know."]}


def test_no_response_must_be_a_regular_expression(file):
    assert "'(' does not compile" in refusal(file("question\tanswer\n"), no_response="(")


def test_nil_is_a_response(file):
    assert answers(read_run(file("question\tanswer\nQ1\tNIL\n"))) == {"Q1": ["NIL"]}


# candidate, confidence, seconds


def test_candidate_is_an_answer_held_back(file):
    tsv = "question\tanswer\tcandidate\nQ1\t\tParis\nQ2\tRome\t\n"
    jsonl = (
        '{"question": "Q1", "answers": [], "candidate": "Paris"}\n'
        '{"question": "Q2", "answers": ["Rome"]}\n'
    )
    for run in (read_run(file(tsv)), read_run(file(jsonl))):
        assert run.candidates == {0: "Paris"}
        assert answers(run) == {"Q1": [], "Q2": ["Rome"]}


def test_second_candidate_is_an_error(file):
    path = file("question\tanswer\tcandidate\nQ1\t\tParis\nQ1\t\tRome\n")
    assert refusal(path) == f"{path}:3: a second candidate 'Rome' for question 'Q1'"


def test_tsv_confidence_is_per_answer_else_what_the_question_states(file):
    rows = "Q1\ta\t0.9\nQ1\tb\t\nQ1\t\t0.4\nQ2\tc\t\n"
    run = read_run(file("question\tanswer\tconfidence\n" + rows))
    assert run.confidence[:2].tolist() == [0.9, 0.4]
    assert math.isnan(run.confidence[2])
    assert run.stated[0] == 0.4
    assert math.isnan(run.stated[1])


@pytest.mark.parametrize("confidence", ["1.01", "-0.1", "nan", "inf", "sure"])
def test_confidence_must_be_from_0_to_1(file, confidence):
    path = file(f"question\tanswer\tconfidence\nQ1\ta\t{confidence}\n")
    assert refusal(path).startswith(f"{path}:2: confidence")


def test_confidence_may_be_either_end(file):
    run = read_run(file("question\tanswer\tconfidence\nQ1\ta\t0\nQ2\tb\t1\n"))
    assert run.confidence.tolist() == [0.0, 1.0]


def test_seconds_are_per_question_and_its_lines_agree(file):
    run = read_run(file("question\tanswer\tseconds\nQ1\ta\t1.5\nQ1\tb\t1.50\nQ2\tc\t\n"))
    assert run.seconds[0] == 1.5
    assert math.isnan(run.seconds[1])
    path = file("question\tanswer\tseconds\nQ1\ta\t1.5\nQ1\tb\t2\n")
    assert refusal(path).startswith(f"{path}:3: seconds 2, but 1.5")


@pytest.mark.parametrize("seconds", ["-1", "nan", "inf", "soon"])
def test_seconds_must_be_a_length_of_time(file, seconds):
    path = file(f"question\tanswer\tseconds\nQ1\ta\t{seconds}\n")
    assert refusal(path).startswith(f"{path}:2: seconds")


# text


def test_gzip_is_recognised_by_content(file):
    run = read_run(file(gzip.compress(b"question\tanswer\nQ1\ta\n"), "run.tsv"))
    assert answers(run) == {"Q1": ["a"]}


def test_truncated_gzip_is_an_error(file):
    path = file(gzip.compress(b"question\tanswer\nQ1\ta\n")[:-9], "run.gz")
    assert refusal(path) == f"{path}: the gzip data is truncated or damaged"


def test_bom_crlf_comments_and_blank_lines(file):
    text = "\ufeff# a run\r\n\r\nquestion\tanswer\r\n# Q1\tx\r\nQ1\ta\r\n \t \r\nQ1\tb\r\n"
    run = read_run(file(text))
    assert answers(run) == {"Q1": ["a", "b"]}
    assert run.lines.tolist() == [5, 7]


def test_last_line_needs_no_line_end(file):
    assert answers(read_run(file("1 Q0 a 1 1 s\n1 Q0 b 1 2 s"))) == {"1": ["b", "a"]}


def test_japanese_text(file):
    text = "question\tanswer\n問1\tビートルズ　一号\n問1\tポール\n"
    assert answers(read_run(file(text))) == {"問1": ["ビートルズ　一号", "ポール"]}


def test_hash_is_no_comment_in_trecs_format(file):
    assert answers(read_run(file("1 Q0 a 1 1 s\n#2 Q0 b 1 1 s\n"))) == {"1": ["a"], "#2": ["b"]}


def test_dash_is_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"1, a, b\n")))
    assert answers(read_run("-")) == {"1": ["a", "b"]}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", ": the file is empty (0 bytes)"),
        (gzip.compress(b"", mtime=0), ": the file is empty (0 bytes)"),
        (b"# nothing\n\n", ": only blank lines and comments"),
        (b"1, a\n2, \xff\n", ":2: not UTF-8 text (byte 0xff)"),
        ("1, a\n".encode("utf-16"), ": is UTF-16 text, expected UTF-8"),
        (b"1, a\n\n2, \0\n", ":3: not a text file"),
    ],
)
def test_what_is_no_text_is_an_error(file, content, words):
    path = file(content)
    assert refusal(path).startswith(path + words)


def test_missing_file_and_directory(tmp_path):
    assert refusal(str(tmp_path / "none")) == f"{tmp_path / 'none'}: no such file"
    assert refusal(str(tmp_path)) == f"{tmp_path}: is a directory, expected a file (it is empty)"


def test_a_folder_says_what_is_in_it(tmp_path):
    for name in ["b.tsv", "a.tsv", ".DS_Store"]:
        (tmp_path / name).touch()
    (tmp_path / "more").mkdir()
    assert refusal(str(tmp_path)).endswith("expected a file (in it: a.tsv, b.tsv, more/)")
    for number in range(10):
        (tmp_path / f"c{number}").touch()
    assert refusal(str(tmp_path)).endswith("c6, c7 and 3 more)")


def test_a_run_is_named_by_its_folder_or_by_hand(tmp_path, monkeypatch):
    folder = tmp_path / "team-7"
    folder.mkdir()
    path = folder / "run.trec"
    path.write_text("1 Q0 a 1 1 tag\n1 Q0 b 2 1 other\n")
    assert read_run(str(path), name_from="dir").name == "team-7"
    assert read_run(str(path), name_from="dir", among_many=True).name == "team-7"
    assert read_run(str(path), name="by hand").name == "by hand"
    assert refusal(str(path), name="#1").endswith("but a name may not start with '#'")
    monkeypatch.chdir(folder)
    assert read_run("run.trec", name_from="dir").name == "team-7"
    (folder / "deep").mkdir()
    monkeypatch.chdir(folder / "deep")
    assert read_run("../run.trec", name_from="dir").name == "team-7"


@pytest.mark.parametrize(
    "text",
    [
        "1 Q0 a\x1b[31m 1 1 s\n",
        "1 Q0 a 1 1 s\x07\n",
        "1\x01 Q0 a 1 1 s\n",
        "1, a\x1b\n",
        "question\tanswer\nQ\x1b\ta\n",
        '{"question": "Q\\u0007", "answers": []}\n',
    ],
)
def test_ids_and_names_with_control_characters_are_errors_that_do_not_repeat_them(file, text):
    message = refusal(file(text))
    assert "holds a control character" in message
    assert message.isprintable()


@pytest.mark.parametrize("text", ["all Q0 a 1 1 s\n", "all, a\n", "question\tanswer\nall\ta\n"])
def test_no_question_may_be_called_all(file, text):
    assert "may not be called 'all'" in refusal(file(text))


def test_empty_question_is_an_error(file):
    path = file("question\tanswer\n\ta\n")
    assert refusal(path) == f"{path}:2: the question is empty"


# recognition


def test_file_that_fits_no_format_says_what_was_tried(file):
    path, tried = file("# hm\nquite another thing\n"), ", ".join(RUN_FORMATS)
    message = refusal(path)
    assert message.startswith(f"{path}:2: fits no run format (tried {tried})")
    assert "'quite another thing'" in message


def test_forced_format_is_not_questioned(file):
    path = file('{"question":"Q1","answers":["a"]}\n')
    assert read_run(path, format="jsonl").format == "jsonl"
    assert refusal(path, format="trec").startswith(f"{path}:1: 1 field, expected 6")


def test_problems_are_collected_and_the_rest_is_read(file):
    path = file("1 Q0 a 1 1 s\n1 Q0 b 2\n1 Q0 c 3 x s\n2 Q0 d 1 1 s\n")
    problems = []
    run = read_run(path, problems=problems)
    assert answers(run) == {"1": ["a"], "2": ["d"]}
    assert [(problem.file, problem.line) for problem in problems] == [(path, 2), (path, 3)]
