"""Ids that a key does not know: the wrong key, or fields that are no ids."""

KEY = "Q1 0 a1 1\nQ1 0 a2 0\nQ2 0 a3 1\nQ2 0 a4 0\n"


def notes(outcome):
    return [line.removeprefix("qaeval: note: ") for line in outcome.err.splitlines()]


def test_a_run_of_which_the_key_knows_nothing(qaeval, put, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    put("key", KEY)
    put("run", "Q1 Q0 x1 1 2 t\nQ2 Q0 x2 1 1 t\n")
    assert "run: none of its ids is in the key key: x1, x2" in notes(qaeval("score", "key", "run"))
    outcome = qaeval("score", "--strict", "key", "run")
    assert (outcome.code, outcome.out) == (2, "")


def test_a_run_without_a_right_answer_is_no_stranger(qaeval, put):
    outcome = qaeval("score", put("key", KEY), put("run", "Q1 Q0 a2 1 2 t\nQ2 Q0 x 1 1 t\n"))
    assert (outcome.code, outcome.err) == (0, "")


def test_an_id_in_every_question_that_its_pool_lacks(qaeval, put):
    run = put("run", "Q1, a1, 1, t\nQ2, a4, 2, t\n")
    (note,) = notes(qaeval("score", put("key", KEY), run))
    assert note.endswith("key does not have for it: 1, 2")
    assert "every question has an id that the key" in note


def test_a_key_of_right_answers_alone_lists_no_pool(qaeval, put):
    key = put("key", "Q1 0 a1 1\nQ2 0 a3 1\n")
    assert notes(qaeval("score", key, put("run", "Q1, a1, a2\nQ2, a4, a3\n"))) == []


def test_one_question_whose_ids_are_all_known(qaeval, put):
    run = put("run", "Q1, a1, 1\nQ2, a4, a3\n")
    assert notes(qaeval("score", put("key", KEY), run)) == []
