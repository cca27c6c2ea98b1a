import math

import pytest
from worked import responses_of

from qaeval import InputError, Marks, mark, read_judged, read_key, read_run, score
from qaeval.marking.judged import mark_judged
from qaeval.marking.marks import REASONS

BEATLES = """question	class	answer	level
Q1	mccartney	Sir Paul McCartney	S
Q1	mccartney	Paul McCartney	S
Q1	mccartney	McCartney	A
Q1	mccartney	Paul	B
Q1	lennon	John Lennon	S
Q1	lennon	Lennon	A
Q1	harrison	George Harrison	S
Q1	harrison	Harrison	A
Q1	starr	Ringo Starr	S
Q1	starr	Starr	A
"""
DVD = """question	class	answer	level
Q1	dvd	Digital Versatile Disk	S
Q1	dvd	Digital Video Disk	A
"""
NIL = "question\tanswer\tlevel\nQ1\tNIL\tA\n"
ANYTHING_BUT_NIL = "question\tanswer\nQ1\tParis\n"


@pytest.fixture
def file(tmp_path):
    def write(text, name):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


@pytest.fixture
def marked(file):
    """Mark answers to Q1, written best first."""

    def marks(key, *answers, key_format=None, normalize="nfkc", **options):
        rows = "".join(f"Q1\t{answer}\n" for answer in answers)
        found = read_key(file(key, "key"), key_format, normalize)
        return mark(found, read_run(file("question\tanswer\n" + rows, "run")), **options)

    return marks


def levels(marks: Marks) -> list[int]:
    return marks.levels.tolist()


def why(marks: Marks) -> list[str]:
    return [REASONS[reason] for reason in marks.answers.reasons]


# the papers' examples


def test_beatles(marked):
    marks = marked(BEATLES, "McCartney", "Lennon", "Paul", "George Harrison", "Starr")
    assert levels(marks) == [2, 2, 0, 3, 2]
    assert why(marks) == ["correct", "correct", "duplicate", "correct", "correct"]
    assert marks.answers.classes == ["mccartney", "lennon", "mccartney", "harrison", "starr"]
    assert marks.ideal.tolist() == [3, 3, 3, 3]
    # BR = (C + cg)/(r + cg*) with C 1 2 2 3 4, cg 2 4 4 7 9, cg* 3 6 9 12 12
    expected = (3 / 4 + 6 / 8 + 10 / 16 + 13 / 17) / 4
    assert score([marks], ["Q"]).overall("Q")["run"] == pytest.approx(expected)
    assert round(expected, 4) == 0.7224


def test_dvd(marked):
    marks = marked(DVD, "Digital Video Disk", "Digital Versatile Disk")
    assert levels(marks) == [2, 0]
    assert why(marks) == ["correct", "duplicate"]
    assert marks.ideal.tolist() == [3]


# NIL


@pytest.mark.parametrize("level", ["S", "A", "B"])
def test_nil_at_rank_1_is_correct_where_the_key_has_it(marked, level):
    marks = marked(f"question\tanswer\tlevel\nQ1\tNIL\t{level}\n", "NIL")
    assert levels(marks) == [" BAS".index(level)]
    assert why(marks) == ["correct"]
    assert score([marks], ["Q"]).overall("Q") == {"run": 1.0}


def test_nil_below_rank_1_is_wrong(marked):
    marks = marked(NIL, "love", "NIL")
    assert levels(marks) == [0, 0]
    assert why(marks) == ["wrong", "NIL below rank 1"]


def test_nil_anywhere(marked):
    marks = marked(NIL, "love", "NIL", "NIL", nil="anywhere")
    assert levels(marks) == [0, 2, 0]
    assert why(marks) == ["wrong", "correct", "duplicate"]


@pytest.mark.parametrize("nil", ["first", "anywhere"])
def test_nil_is_wrong_where_the_key_lacks_it(marked, nil):
    marks = marked(ANYTHING_BUT_NIL, "NIL", "Paris", nil=nil)
    assert levels(marks) == [0, 1]
    assert why(marks) == ["wrong", "correct"]


def test_nil_that_the_key_judges_wrong_is_wrong(marked):
    marks = marked("question\tanswer\tlevel\nQ1\tNIL\t0\nQ1\tParis\t1\n", "NIL")
    assert levels(marks) == [0]
    assert why(marks) == ["wrong"]


def test_pattern_that_matches_anything_does_not_match_nil(marked):
    assert why(marked("Q1 .*\n", "NIL", key_format="patterns")) == ["wrong"]
    assert why(marked("Q1 .*\n", "nothing", key_format="patterns")) == ["correct"]


def test_pattern_for_nil(marked):
    assert why(marked("Q1 ^NIL$\n", "NIL", "NIL", key_format="patterns")) == [
        "correct",
        "NIL below rank 1",
    ]


@pytest.mark.parametrize("run", ["question\tanswer\n", "question\tanswer\nQ1\t\n"])
def test_silence_is_nil_where_the_key_has_the_class(file, run):
    key = read_key(file(NIL + "Q2\tParis\tA\n", "key"))
    read = read_run(file(run, "run"))
    marks = mark(key, read, silence_is_nil=True)
    assert (marks.answers.texts, levels(marks), why(marks)) == (["NIL"], [2], ["correct"])
    assert marks.answered.tolist() == [True, False]
    assert mark(key, read).answered.tolist() == [False, False]


def test_silence_is_nil_leaves_answers_alone(marked):
    marks = marked(NIL, "love", silence_is_nil=True)
    assert (marks.answers.texts, why(marks)) == (["love"], ["wrong"])


# classes


def test_answer_gets_the_level_of_its_own_string(marked):
    assert levels(marked(BEATLES, "Paul")) == [1]
    assert levels(marked(BEATLES, "Sir Paul McCartney")) == [3]


def test_class_is_used_up_by_its_first_member(marked):
    marks = marked(BEATLES, "Paul", "Sir Paul McCartney", "Paul")
    assert levels(marks) == [1, 0, 0]
    assert why(marks) == ["correct", "duplicate", "duplicate"]


def test_answer_of_several_classes_takes_the_highest_level_then_the_next(marked):
    key = "question\tclass\tanswer\tlevel\nQ1\tlow\tBush\t1\nQ1\thigh\tBush\t3\nQ1\tmid\tBush\t2\n"
    marks = marked(key, "Bush", "Bush", "Bush", "Bush")
    assert levels(marks) == [3, 2, 1, 0]
    assert marks.answers.classes[:3] == ["high", "mid", "low"]
    assert why(marks)[3] == "duplicate"


def test_answer_of_several_classes_of_one_level_takes_the_keys_order(marked):
    key = "question\tclass\tanswer\nQ1\tsenior\tBush\nQ1\tjunior\tBush\n"
    marks = marked(key, "Bush", "Bush")
    assert marks.answers.classes == ["senior", "junior"]
    assert levels(marks) == [1, 1]


def test_used_class_does_not_hide_a_free_one(marked):
    key = (
        "question\tclass\tanswer\tlevel\n"
        "Q1\tsenior\tBush\t2\nQ1\tsenior\tGeorge H. W.\t1\nQ1\tjunior\tBush\t1\n"
    )
    marks = marked(key, "George H. W.", "Bush")
    assert marks.answers.classes == ["senior", "junior"]
    assert levels(marks) == [1, 1]


def test_answer_at_level_0_is_wrong_and_does_not_use_the_class(marked):
    key = "question\tclass\tanswer\tlevel\nQ1\tx\tnearly\t0\nQ1\tx\tright\t2\n"
    marks = marked(key, "nearly", "right")
    assert levels(marks) == [0, 2]
    assert why(marks) == ["wrong", "correct"]


def test_answer_in_no_class_is_wrong(marked):
    marks = marked(BEATLES, "Mick Jagger")
    assert (levels(marks), why(marks), marks.answers.classes) == ([0], ["wrong"], [""])


def test_ideal_list_has_the_best_level_of_each_class_highest_first(marked):
    key = (
        "question\tclass\tanswer\tlevel\n"
        "Q1\ta\tx\t1\nQ1\tb\ty\t2\nQ1\tb\tz\t3\nQ1\tc\tw\t0\nQ1\td\tv\t-1\n"
    )
    marks = marked(key)
    assert marks.ideal.tolist() == [3, 1]
    assert marks.scale == 3


# questions


def test_questions_are_the_keys(file):
    key = read_key(file("question\tanswer\nQ2\ta\nQ1\tb\nQ3\tc\n", "key"))
    run = read_run(file("question\tanswer\nQ9\ta\nQ2\ta\nQ1\t\n", "run"))
    marks = mark(key, run)
    assert marks.questions == ["Q1", "Q2", "Q3"]
    assert marks.present.tolist() == [True, True, False]
    assert marks.answered.tolist() == [False, True, False]
    assert marks.correct.tolist() == [False, True, False]
    assert marks.unknown == ["Q9"]


def test_question_without_a_correct_answer_is_not_answerable(file):
    key = read_key(file("1 0 a 0\n2 0 a 1\n", "key"))
    marks = mark(key, read_run(file("1, a\n2, a\n", "run")))
    assert marks.answerable.tolist() == [False, True]
    assert levels(marks) == [0, 1]


# ids


def test_ids_are_compared_exactly_each_a_class_of_its_own(file):
    key = read_key(file("1 0 a 2\n1 0 b 1\n1 0 c 0\n1 0 d -1\n", "key"), normalize="fold")
    marks = mark(key, read_run(file("1, b, A, a, c, d\n", "run")))
    assert levels(marks) == [1, 0, 2, 0, 0]
    assert why(marks) == ["correct", "wrong", "correct", "wrong", "wrong"]
    assert marks.answers.classes == ["b", "", "a", "", ""]


def test_repeated_id_is_an_error_with_its_line(file):
    key = read_key(file("1 0 a 1\n", "key"))
    run = read_run(file("1 Q0 a 1 3 s\n2 Q0 a 1 1 s\n1 Q0 b 2 2 s\n1 Q0 a 3 1 s\n", "run"))
    with pytest.raises(InputError) as caught:
        mark(key, run)
    assert str(caught.value) == f"{run.file}:4: id 'a' again for question '1' (first on line 1)"


def test_repeated_id_is_told_on_the_later_line_whatever_its_score(file):
    key = read_key(file("1 0 a 1\n", "key"))
    run = read_run(file("1 Q0 a 1 1 s\n1 Q0 b 2 2 s\n1 Q0 a 3 3 s\n", "run"))
    with pytest.raises(InputError) as caught:
        mark(key, run)
    assert str(caught.value) == f"{run.file}:3: id 'a' again for question '1' (first on line 1)"


def test_repeated_string_is_an_ordinary_duplicate(marked):
    assert why(marked(ANYTHING_BUT_NIL, "Paris", "Paris", "x", "x")) == [
        "correct",
        "duplicate",
        "wrong",
        "wrong",
    ]


# patterns


def test_patterns_are_searched_without_regard_to_case(marked):
    marks = marked(
        "Q1 (Paul )?McCartney\n",
        "Sir PAUL MCCARTNEY, MBE",
        "mccartney",
        "Lennon",
        key_format="patterns",
    )
    assert why(marks) == ["correct", "duplicate", "wrong"]


def test_pattern_classes_and_levels(marked):
    key = "question\tclass\tpattern\tlevel\nQ1\tp\tPaul\tB\nQ1\tp\tMcCartney\tS\nQ1\tj\tLennon\tA\n"
    marks = marked(key, "Paul McCartney", "John Lennon", "Paul", key_format="patterns")
    assert levels(marks) == [3, 2, 0]
    assert marks.answers.classes == ["p", "j", "p"]
    assert marks.ideal.tolist() == [3, 2]


def test_answer_that_several_patterns_match_takes_the_highest_level(marked):
    key = "question\tclass\tpattern\tlevel\nQ1\tlow\tBush\t1\nQ1\thigh\tGeorge\t2\n"
    marks = marked(key, "George Bush", "George Bush", key_format="patterns")
    assert levels(marks) == [2, 1]
    assert marks.answers.classes == ["high", "low"]


# candidates, confidence, seconds


def test_candidates_are_right_wrong_or_none(file):
    key = read_key(
        file("question\tanswer\n" + "".join(f"Q{i}\tParis\n" for i in range(1, 5)), "key")
    )
    rows = "Q1\t\tparis\nQ2\t\tＰａｒｉｓ\nQ3\t\t\nQ4\tRome\tParis\n"
    marks = mark(key, read_run(file("question\tanswer\tcandidate\n" + rows, "run")))
    assert marks.held_back.tolist() == [-1, 1, 0, 0]
    assert marks.answered.tolist() == [False, False, False, True]


def test_candidate_ids(file):
    key = read_key(file("1 0 a 1\n2 0 b 0\n2 0 c 1\n", "key"))
    run = read_run(file("question\tanswer\tcandidate\n1\t\ta\n2\t\tb\n", "run"))
    assert mark(key, run).held_back.tolist() == [1, -1]


def test_response_is_rank_1_with_its_confidence(file):
    key = read_key(file("question\tanswer\nQ1\ta\nQ2\ta\nQ3\ta\n", "key"))
    lines = (
        '{"question": "Q1", "confidence": 0.5, '
        '"answers": [{"answer": "a", "confidence": 0.9}, "b"]}\n'
        '{"question": "Q2", "answers": ["b", "a"], "confidence": 0.5, "seconds": 2}\n'
        '{"question": "Q3", "answers": [], "confidence": 0.25}\n'
    )
    marks = mark(key, read_run(file(lines, "run")))
    assert marks.correct.tolist() == [True, False, False]
    assert marks.response_confidence.tolist() == [0.9, 0.5, 0.25]
    assert marks.answers.confidence.tolist() == [0.9, 0.5, 0.5, 0.5]
    assert marks.seconds[1] == 2.0
    assert math.isnan(marks.seconds[0])


# normalisation


@pytest.mark.parametrize(
    ("normalize", "accepted"),
    [
        ("exact", {"The Beatles!"}),
        ("nfkc", {"The Beatles!", "Ｔｈｅ Ｂｅａｔｌｅｓ！", " The   Beatles! "}),
        ("fold", {"The Beatles!", "Ｔｈｅ Ｂｅａｔｌｅｓ！", " The   Beatles! ", "the BEATLES!"}),
        (
            "squad",
            {
                "The Beatles!",
                "Ｔｈｅ Ｂｅａｔｌｅｓ！",
                " The   Beatles! ",
                "the BEATLES!",
                "beatles",
            },
        ),
    ],
)
def test_strings_are_compared_after_normalisation(marked, normalize, accepted):
    tried = [
        "The Beatles!",
        "Ｔｈｅ Ｂｅａｔｌｅｓ！",
        " The   Beatles! ",
        "the BEATLES!",
        "beatles",
        "Beetles",
    ]
    key = "question\tanswer\nQ1\tThe Beatles!\n"
    found = {
        answer for answer in tried if why(marked(key, answer, normalize=normalize)) == ["correct"]
    }
    assert found == accepted


def test_nil_is_found_after_normalisation(marked):
    assert why(marked(NIL, "ＮＩＬ")) == ["correct"]
    assert why(marked(NIL, "love", "ＮＩＬ")) == ["wrong", "NIL below rank 1"]
    assert why(marked(NIL, "ＮＩＬ", normalize="exact")) == ["wrong"]
    assert why(marked(NIL, "NIL", "NIL", normalize="fold")) == ["correct", "NIL below rank 1"]


# judged responses


@pytest.fixture
def responses(file):
    rows = "Q3\tU\t0.1\nQ1\tR\t0.9\nQ2\tW\t\nQ5\tUW\t\nQ4\tUR\t\n"
    return read_judged(file("question\toutcome\tconfidence\n" + rows, "judged.tsv"))[0]


def test_judged_responses_are_marks_in_the_order_of_questions(responses):
    marks = mark_judged(responses)
    assert marks.questions == ["Q1", "Q2", "Q3", "Q4", "Q5"]
    assert marks.answered.tolist() == [True, True, False, False, False]
    assert marks.correct.tolist() == [True, False, False, False, False]
    assert marks.held_back.tolist() == [0, 0, 0, 1, -1]
    assert marks.response_confidence[[0, 2]].tolist() == [0.9, 0.1]
    assert math.isnan(marks.response_confidence[1])
    assert marks.answerable.all()


def test_judged_responses_over_a_fixed_set_of_questions(responses):
    marks = mark_judged(responses, ["Q0", "Q1", "Q2"])
    assert marks.questions == ["Q0", "Q1", "Q2"]
    assert marks.present.tolist() == [False, True, True]
    assert marks.answered.tolist() == [False, True, True]
    assert marks.unknown == ["Q3", "Q5", "Q4"]
    scores = score([marks], ["n_ac", "n_aw", "n_u"])
    assert [scores.overall(name)["judged"] for name in ("n_ac", "n_aw", "n_u")] == [1, 1, 1]


def test_judged_responses_are_lists_of_one_answer():
    """Right at the only level there is, so that ranked measures say what accuracy says."""
    marks = responses_of("R W U R")
    assert marks.correct_levels.tolist() == [1, 1] and marks.answers.classes == ["1", "", "1"]
    assert responses_of("UR UW U R").held_back.tolist() == [1, -1, 0, 0]
    names = ["accuracy", "RR", "Q", "nDCG", "AP"]
    scores = score([marks], names)
    assert [scores.overall(name)["r"] for name in names] == [0.5] * 5


def test_two_runs_of_one_name_are_refused():
    with pytest.raises(InputError, match="two runs are called 'r'"):
        score([responses_of("R W"), responses_of("W R")], ["accuracy"])
