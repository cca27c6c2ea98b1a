"""Questions that runs lack, and runs that have none of those asked for."""

import pytest

import qaeval as api

KEY = "question\tanswer\n" + "".join(f"q{n}\tyes\n" for n in range(1, 9))


def run(*questions):
    return "question\tanswer\n" + "".join(f"{name}\tyes\n" for name in questions)


def judged(*questions):
    return "question\toutcome\n" + "".join(f"{name}\tR\n" for name in questions)


@pytest.fixture
def key(put):
    return put("key.tsv", KEY)


def test_one_note_says_how_many_and_which_share(qaeval, put, key):
    ours = put("ours.tsv", run("q1", "q2", "q3", "q4", "q5", "q7"))
    note = f"qaeval: note: {ours}: 2 of 8 questions (25.0%) not in the run, "
    assert qaeval("score", "-m", "RR", key, ours).err == note + "scored as no response: q6, q8\n"
    left_out = qaeval("score", "-m", "RR", "--intersect", key, ours)
    assert left_out.err == note + "left out: q6, q8\n"
    assert qaeval("mark", key, ours).err == note + "without a row: q6, q8\n"


def test_many_runs_share_a_note(qaeval, put, key):
    same = [put(f"{name}.tsv", run("q1")) for name in "abcd"]
    full = put("full.tsv", run(*(f"q{n}" for n in range(1, 9))))
    assert qaeval("score", "-m", "RR", key, *same, full).err == (
        "qaeval: note: 4 runs lack the same 7 (87.5%) of the 8 questions, scored as no response: "
        "q2, q3, q4, q5, q6 and 2 more; the runs: a, b, c, d\n"
    )
    put("b.tsv", run("q1", "q2", "q3", "q4"))
    put("d.tsv", run("q3"))
    assert qaeval("score", "-m", "RR", key, *same, full).err == (
        "qaeval: note: 4 runs lack some of the 8 questions, scored as no response: "
        "a 7 (87.5%), c 7 (87.5%), d 7 (87.5%), b 4 (50.0%)\n"
    )
    assert qaeval("score", "-v", "-m", "RR", key, *same, full).err.count("not in the run") == 4
    assert qaeval("score", "-m", "RR", key, *same[:3], full).err.count("not in the run") == 3


def test_of_very_many_runs_each_has_its_number_and_share(qaeval, put, key):
    """Seven runs, of which the last two lack 2 and 1 of the 8 questions."""
    runs = [put(f"r{n}.tsv", run("q1")) for n in range(5)]
    runs += [put("r5.tsv", run(*(f"q{n}" for n in range(1, 7))))]
    runs += [put("r6.tsv", run(*(f"q{n}" for n in range(1, 8))))]
    err = qaeval("score", "-m", "RR", key, *runs).err
    assert err.endswith("r3 7 (87.5%), r4 7 (87.5%), r5 2 (25.0%), r6 1 (12.5%)\n")


def test_two_keys_with_the_same_questions_miss_them_once(qaeval, put, key):
    ours = put("ours.tsv", run("q1"))
    outcome = qaeval("score", "-m", "RR", f"A={key}", "--key", f"B={key}", ours)
    assert outcome.err.count("not in the run") == 1


def test_only_what_counts_is_missed(qaeval, put, key):
    questions = put("some.tsv", "question\nq1\nq2\n")
    ours = put("ours.tsv", run("q1"))
    outcome = qaeval("score", "-m", "RR", "--questions", questions, key, ours)
    assert "1 of 2 questions (50.0%) not in the run" in outcome.err


def test_a_share_is_none_or_all_only_where_it_is(qaeval, put):
    many = [f"q{n}" for n in range(3000)]
    key = put("key.tsv", run(*many))
    few, most = put("few.tsv", run("q1")), put("most.tsv", run(*many[1:]))
    err = qaeval("score", "-m", "RR", key, few, most).err
    assert "2,999 of 3,000 questions (>99.9%)" in err and "1 of 3,000 questions (<0.1%)" in err
    nothing = put("nothing.tsv", "question\tanswer\n")
    err = qaeval("score", "-m", "RR", key, nothing).err
    assert "3,000 of 3,000 questions (100%) not in the run" in err


def test_a_run_of_strange_questions_is_an_error(qaeval, put, key):
    strange, good = put("strange.tsv", run("Q01", "Q02")), put("good.tsv", run("q1", "q2"))
    message = f"{strange}: none of its questions is in the key: its first is 'Q01', that of the "
    for command in ("score", "mark", "compare --key"):
        outcome = qaeval(*command.split(), key, good, strange)
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err == f"qaeval: {message}key 'q1'\n"
    outcome = qaeval("score", "--keep-going", "-m", "RR", "-f", "tsv", key, good, strange)
    assert outcome.code == 3 and len(outcome.rows) == 2
    assert message in outcome.err


def test_judged_runs_likewise(qaeval, put):
    questions = put("questions.tsv", "question\nq1\nq2\n")
    strange, good = put("strange.tsv", judged("Q1")), put("good.tsv", judged("q1"))
    message = "none of its questions is in the list of questions: its first is 'Q1', that of the "
    for command in ("score", "compare"):
        options = ("--judged", "--questions", questions, good, strange)
        outcome = qaeval(command, *options)
        assert (outcome.code, outcome.err) == (
            2,
            f"qaeval: {strange}: {message}list of questions 'q1'\n",
        )
    outcome = qaeval("coverage", "--judged", "--questions", questions, strange)
    assert outcome.code == 2 and message in outcome.err
    outcome = qaeval("score", "--judged", "--keep-going", "--questions", questions, good, strange)
    assert outcome.code == 3
    assert f"{good}: 1 of 2 questions (50.0%) not in the run, unanswered: q2" in outcome.err


def test_a_file_of_several_runs_names_the_one(qaeval, put):
    questions = put("questions.tsv", "question\nq1\nq2\n")
    both = put("both.tsv", "question\toutcome\trun\nq1\tR\ta\nq1\tR\tb\nq2\tR\tb\n")
    outcome = qaeval("score", "--judged", "--questions", questions, both)
    assert f"{both}: run a: 1 of 2 questions (50.0%) not in the run, unanswered: q2" in outcome.err


def test_the_functions_keep_the_same_rule(put, key):
    strange, ours = put("strange.tsv", run("Q1")), put("ours.tsv", run("q1", "q2", "q3"))
    read = api.read_key(str(key))
    assert api.mark(read, api.read_run(str(ours))).missing == ["q4", "q5", "q6", "q7", "q8"]
    with pytest.raises(api.InputError, match=r"strange\.tsv: none of its questions is in the key"):
        api.mark(read, api.read_run(str(strange)))
    [responses] = api.read_judged(str(put("judged.tsv", judged("q1"))))
    scores = api.score(responses, "accuracy", questions=["q1", "q2"])
    assert scores.overall("accuracy") == {"judged": 0.5}
    with pytest.raises(api.InputError, match="none of its questions is in the list of questions"):
        api.score(responses, "accuracy", questions=["q2"])


@pytest.mark.parametrize("command", [("score",), ("coverage",), ("compare",)])
def test_intersect_of_judged_runs_says_how_many_are_left(qaeval, put, command):
    header = "question\toutcome\tconfidence\n"
    ours = put("ours.tsv", header + "".join(f"q{at}\tR\t0.5\n" for at in range(8)))
    theirs = put("theirs.tsv", header + "".join(f"q{at}\tW\t0.5\n" for at in range(2, 9)))
    told = qaeval(*command, "--judged", "--intersect", ours, theirs)
    assert told.code == 0
    assert told.err.count("note: --intersect: 6 of 9 questions left, which all runs have\n") == 1
    alike = qaeval(*command, "--judged", "--intersect", ours, f"again={ours}")
    assert "--intersect" not in alike.err


def test_intersect_of_a_study_says_how_many_are_left(qaeval, put):
    rows = [f"{run}\tRR\tq{at}\t{at % 2}\n" for run in "ab" for at in range(8)]
    table = put("scores.tsv", "run\tmeasure\tquestion\tvalue\n" + "".join(rows[1:]))
    told = qaeval("compare", "--intersect", table)
    assert "note: --intersect: 7 of 8 questions left, which all runs have\n" in told.err
