import gzip

import pytest

from qaeval import InputError, Key, mark, read_key, read_run, score
from qaeval.files.key_formats import KEY_FORMATS
from qaeval.files.named import split_name


@pytest.fixture
def file(tmp_path):
    def write(text, name="key.txt"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        return str(path)

    return write


def classes(key: Key) -> dict[str, list[tuple[str, dict[str, int]]]]:
    return {
        question: [(found.name, found.levels) for found in key.classes[question]]
        for question in key.classes
    }


def refusal(path: str, **options) -> str:
    with pytest.raises(InputError) as caught:
        read_key(path, **options)
    return str(caught.value)


# qrels


@pytest.mark.parametrize("text", ["1 0 a 2\n1 0 b 0\n2 0 c 1\n", "1 a L2\n1 b L0\n2\tc  L1\n"])
def test_qrels_of_trec_and_of_ntcir(file, text):
    key = read_key(file(text))
    assert (key.format, key.holds_ids, key.scale) == ("qrels", True, 2)
    assert key.ids == {"1": {"a": 2, "b": 0}, "2": {"c": 1}}


def test_qrels_keep_one_form(file):
    path = file("1 0 a 2\n1 b 1\n")
    assert refusal(path) == f"{path}:2: 3 fields, expected 4 (qid iter id level)"


def test_qrels_ids_are_always_exact(file):
    key = read_key(file("1 0 Ａ 1\n1 0 a 2\n"), normalize="fold")
    assert key.normalize == "exact"
    assert key.ids == {"1": {"Ａ": 1, "a": 2}}


def test_questions_are_in_byte_order(file):
    assert read_key(file("9 0 a 1\n10 0 a 1\né 0 a 1\nZ 0 a 1\n")).questions == [
        "10",
        "9",
        "Z",
        "é",
    ]


# levels


def test_letters_are_3_2_1_and_the_scale_is_theirs(file):
    key = read_key(file("1 0 a A\n1 0 b B\n1 0 c 0\n"))
    assert key.ids == {"1": {"a": 2, "b": 1, "c": 0}}
    assert (key.scale, key.letters, key.level_names) == (3, True, ["S", "A", "B"])
    assert read_key(file("1 0 a S\n")).ids == {"1": {"a": 3}}


def test_zero_and_negative_levels_are_judged_wrong(file):
    key = read_key(file("1 0 a -1\n1 0 b 0\n1 0 c L0\n2 0 d 1\n"))
    assert key.unanswerable == ["1"]
    assert [found.tolist() for found in key.best_levels()] == [[1], [0, 0, 1]]
    assert key.questions == ["1", "2"]


def test_scale_runs_to_the_highest_level(file):
    key = read_key(file("1 0 a 1\n2 0 b 4\n"))
    assert (key.scale, key.level_names) == (4, ["4", "3", "2", "1"])


def test_levels_say_more(file):
    path = file("1 0 a 1\n2 0 b 2\n")
    assert read_key(path, levels=3).scale == 3
    assert refusal(path, levels=1) == f"{path}: the key has levels up to 2, not 1"


@pytest.mark.parametrize("level", ["x", "1.5", "s", "C", "L", "nan", "²"])
def test_level_that_is_none_is_an_error(file, level):
    path = file(f"1 0 a 1\n1 0 b {level}\n")
    message = refusal(path)
    assert message.startswith(f"{path}:2: level '{level}', expected")
    assert "S, A, B" in message


@pytest.mark.parametrize("text", ["1 0 a S\n1 0 b 2\n", "1 0 a L2\n1 0 b B\n"])
def test_letters_and_numbers_do_not_mix(file, text):
    path = file(text)
    message = refusal(path)
    assert message.startswith(f"{path}:2: ")
    assert "mixes the letters S, A, B with numbers" in message


def test_same_answer_twice_with_the_same_level_is_one(file):
    assert read_key(file("1 0 a 1\n1 0 a 1\n")).ids == {"1": {"a": 1}}
    key = read_key(file("question\tclass\tanswer\tlevel\nQ1\tx\ta\t1\nQ1\tx\ta\t1\n"))
    assert classes(key) == {"Q1": [("x", {"a": 1})]}


@pytest.mark.parametrize(
    "text",
    [
        "1 0 a 1\n2 0 a 2\n1 0 a 2\n",
        "1;a;1;x\n1;a;2;y\n1;a;2;x\n",
        "question\tanswer\tlevel\n1\ta\t1\n1\ta\t2\n",
    ],
)
def test_same_answer_twice_with_different_levels_is_an_error(file, text):
    path = file(text)
    assert refusal(path) == f"{path}:3: 'a' again with level 2, earlier 1"


# classes


def test_classes(file):
    rows = "Q1\tp\tPaul\t2\nQ1\tj\tJohn\t1\nQ1\tp\tMcCartney\t3\nQ2\tp\tx\t1\n"
    key = read_key(file("# Beatles\nquestion\tclass\tanswer\tlevel\n" + rows))
    assert (key.format, key.holds_ids, key.scale) == ("classes", False, 3)
    assert classes(key) == {
        "Q1": [("p", {"Paul": 2, "McCartney": 3}), ("j", {"John": 1})],
        "Q2": [("p", {"x": 1})],
    }
    assert [found.tolist() for found in key.best_levels()] == [[3, 1, 1], [0, 2, 3]]


def test_without_class_a_question_has_one_and_without_level_all_are_1(file):
    key = read_key(file("answer\tquestion\nParis\tQ1\nparis\tQ1\n"))
    assert [found.levels for found in key.classes["Q1"]] == [{"Paris": 1, "paris": 1}]
    assert key.scale == 1


def test_without_class_levels_still_count(file):
    key = read_key(file("question\tanswer\tlevel\nQ1\tParis\tS\nQ1\tFrance\tB\n"))
    assert [found.levels for found in key.classes["Q1"]] == [{"Paris": 3, "France": 1}]


def test_key_strings_are_normalised(file):
    text = "question\tanswer\nQ1\t Ｐａｒｉｓ  (France) \n"
    path = file(text)
    assert read_key(path).classes["Q1"][0].levels == {"Paris (France)": 1}
    assert read_key(path, normalize="exact").classes["Q1"][0].levels == {
        " Ｐａｒｉｓ  (France) ": 1
    }
    assert read_key(path, normalize="squad").classes["Q1"][0].levels == {"paris france": 1}


@pytest.mark.parametrize("answer", ["", "  ", "\u3000"])
def test_empty_answer_in_a_key_is_an_error(file, answer):
    path = file(f"question\tanswer\nQ1\ta\nQ1\t{answer}\n")
    assert refusal(path) == f"{path}:3: the answer is empty"


def test_header_alone_is_a_key_without_questions(file):
    assert read_key(file("question\tclass\tanswer\tlevel\n")).questions == []


# jsonl


def test_jsonl_inner_lists_are_classes(file):
    line = '{"question": "Q1", "answers": [["Paul", "McCartney"], ["John"]]}\n'
    key = read_key(file(line))
    assert (key.format, key.scale) == ("jsonl", 1)
    assert classes(key) == {"Q1": [("1", {"Paul": 1, "McCartney": 1}), ("2", {"John": 1})]}


def test_jsonl_flat_list_is_one_class(file):
    key = read_key(file('{"question":"Q1","answers":["Paris","City of Light"]}\n'))
    assert classes(key) == {"Q1": [("1", {"Paris": 1, "City of Light": 1})]}


def test_jsonl_question_without_answers_has_no_correct_one(file):
    key = read_key(file('{"question": "Q1", "answers": []}\n'))
    assert key.questions == ["Q1"]
    assert key.unanswerable == ["Q1"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"question": "Q1", "answers": ["a", ["b"]]}', "mixes lists and strings"),
        ('{"question": "Q1", "answers": "a"}', '"answers" is'),
        ('{"question": "Q1", "answers": [["a", 2]]}', "expected a string"),
        ('{"question": "Q0", "answers": ["a"]}', "question 'Q0' again"),
        ('{"question": "Q1", "anwers": ["a"]}', "did you mean 'answers'?"),
    ],
)
def test_jsonl_errors_say_where_and_what(file, line, words):
    path = file('{"question": "Q0", "answers": ["a"]}\n\n' + line)
    message = refusal(path)
    assert message.startswith(f"{path}:3: ")
    assert words in message


# eqrels


def test_eqrels_split_at_the_first_and_the_last_two_semicolons(file):
    key = read_key(file("Q1;Paul;L2;1\nQ1;Lennon; John; etc;L1;2\nQ1;McCartney;L2;1\n"))
    assert key.format == "eqrels"
    assert classes(key) == {
        "Q1": [("1", {"Paul": 2, "McCartney": 2}), ("2", {"Lennon; John; etc": 1})]
    }


def test_eqrels_line_with_too_few_fields_is_an_error(file):
    path = file("Q1;Paul;L2;1\nQ1;John;L1\n")
    assert refusal(path).startswith(f"{path}:2: expected 'qid;answer;level;class'")


# patterns


def test_patterns_are_all_after_the_first_blank(file):
    key = read_key(file("1 (Paul )?McCartney\n1 Lennon\n2\t19[67]0s?\n"), format="patterns")
    found = {
        question: [
            (pattern.text, level) for a in key.classes[question] for pattern, level in a.patterns
        ]
        for question in key.questions
    }
    assert found == {"1": [("(Paul )?McCartney", 1), ("Lennon", 1)], "2": [("19[67]0s?", 1)]}
    assert [len(key.classes[question]) for question in key.questions] == [1, 1]


def test_patterns_with_a_header_have_classes_and_levels(file):
    rows = "Q1\tp\tMcCartney|Paul\tA\nQ1\tj\t^John\tB\n"
    key = read_key(file("question\tclass\tpattern\tlevel\n" + rows), format="patterns")
    assert [(a.name, a.best) for a in key.classes["Q1"]] == [("p", 2), ("j", 1)]
    assert key.scale == 3


def test_patterns_are_never_recognised_by_content(file):
    path = file("1 McCartney\n")
    assert refusal(path).startswith(f"{path}:1: fits no key format")
    path = file("question\tclass\tpattern\tlevel\nQ1\t1\tx\t1\n")
    assert refusal(path).startswith(f"{path}:1: unknown column 'pattern'")
    assert refusal(path).endswith("; patterns need --key-format patterns")


def test_pattern_must_compile(file):
    path = file("1 fine\n1 (open\n")
    message = refusal(path, format="patterns")
    assert message.startswith(f"{path}:2: ")
    assert "'(open' does not compile" in message


# recognition, names, fingerprint


def test_file_that_fits_no_format_says_what_was_tried(file):
    path = file("hello\n")
    tried = ", ".join(name for name, format in KEY_FORMATS.items() if format.fits is not None)
    assert refusal(path) == (
        f"{path}:1: fits no key format (tried {tried}): 'hello'"
        "; patterns need --key-format patterns"
    )


def test_file_that_fits_two_formats_is_an_error_that_names_them(file):
    path = file("Q1;Abbey Road;2; 1\n")
    message = refusal(path)
    assert message.startswith(f"{path}:1: fits both qrels and eqrels")
    assert "--key-format" in message
    key = read_key(path, format="eqrels")
    assert classes(key) == {"Q1": [("1", {"Abbey Road": 2})]}
    assert read_key(path, format="qrels").ids == {"Q1;Abbey": {"Road;2;": 1}}


def test_no_question_may_be_called_all(file):
    path = file("1 0 a 1\nall 0 a 1\n")
    assert refusal(path).startswith(f"{path}:2: a question may not be called 'all'")


def test_ids_with_control_characters_are_errors(file):
    path = file("1 0 a 1\n1 0 b\x1b 1\n")
    assert refusal(path) == f"{path}:2: id 'b\\x1b' holds a control character"


@pytest.mark.parametrize(
    ("argument", "expected"),
    [
        ("GA=ga.qrels", ("GA", "ga.qrels")),
        ("UFA=dir/a=b.qrels", ("UFA", "dir/a=b.qrels")),
        ("ga.qrels", (None, "ga.qrels")),
        ("dir/x=y.qrels", (None, "dir/x=y.qrels")),
        ("=ga.qrels", (None, "=ga.qrels")),
        ("GA=", (None, "GA=")),
    ],
)
def test_key_may_be_named(argument, expected):
    assert split_name(argument) == expected


def test_measures_of_named_keys_carry_the_names(file):
    run = read_run(file("1, a, b\n", "run"))
    keys = [
        read_key(file("1 0 a 1\n1 0 b 3\n", "ga"), name="GA"),
        read_key(file("1 0 b 1\n", "ufa"), name="UFA"),
    ]
    scores = score([mark(key, run) for key in keys], ["nG@1", "Hit@1"])
    labels = [found.label for found in scores.measures]
    assert labels == ["GA-nG@1", "UFA-nG@1", "GA-Hit@1", "UFA-Hit@1"]  # in the order asked
    assert scores.overall("GA-nG@1") == {"run": pytest.approx(1 / 3)}
    assert scores.overall("UFA-Hit@1") == {"run": 0.0}


def test_fingerprint_is_the_contents(file):
    text = b"1 0 a 1\n"
    plain = read_key(file(text, "one")).fingerprint()
    assert read_key(file(gzip.compress(text), "two")).fingerprint() == plain
    assert read_key(file(b"1 0 a 2\n", "three")).fingerprint() != plain
