"""`compare` of runs: scored as `score` does, then compared as score tables are."""

import json

import pytest

KEY = "question\tanswer\n" + "".join(f"q{i:02}\ta{i}\n" for i in range(12))
SCORES = ("score", "-q", "-f", "tsv")


def answers(put, name, right, said="question\tanswer\n"):
    """A run that is right on these questions of twelve."""
    rows = [f"q{i:02}\t{f'a{i}' if i in right else 'x'}\n" for i in range(12)]
    return put(f"runs/{name}.tsv", said + "".join(rows))


@pytest.fixture
def key(put):
    return put("key.tsv", KEY)


@pytest.fixture
def runs(put):
    return [
        answers(put, "most", set(range(11))),
        answers(put, "half", set(range(6))),
        answers(put, "few", {0}),
    ]


@pytest.fixture
def responses(put):
    outcomes = {"good": "R R R R R U R R", "bad": "W W R W U W W R"}
    return [
        put(
            f"{name}.tsv",
            "question\toutcome\n" + "".join(f"q{i}\t{o}\n" for i, o in enumerate(said.split())),
        )
        for name, said in outcomes.items()
    ]


@pytest.mark.parametrize("form", [(), ("--pairs",), ("--baseline", "few"), ("--ranks",)])
def test_runs_and_a_key_give_what_their_score_table_gives(qaeval, put, key, runs, form):
    table = put("scores.tsv", qaeval(*SCORES, "-m", "RR", "-m", "Hit@1", key, *runs).out)
    asked = ("compare", "-f", "tsv", *form)
    direct = qaeval(*asked, "--key", key, "-m", "RR", "-m", "Hit@1", *runs)
    assert direct.code == 0 and len(direct.rows) > 5
    assert direct.out == qaeval(*asked, table).out
    # The order on the command line never shows.
    again = qaeval(*asked, "--key", key, "-m", "RR", "-m", "Hit@1", *reversed(runs))
    assert again.out == direct.out


def test_judged_responses_need_no_key(qaeval, put, responses):
    table = put("scores.tsv", qaeval(*SCORES, "--judged", *responses).out)
    direct = qaeval("compare", "--judged", "-f", "tsv", *responses)
    assert direct.out == qaeval("compare", "-f", "tsv", table).out
    assert direct.rows[1][:3] == ["accuracy", "1", "good"]


def test_the_signature_has_both_parts(qaeval, key, runs):
    out = qaeval("compare", "--key", key, "-m", "RR", "--normalize", "exact", *runs).out
    scored, compared = out.splitlines()[-1].split("|runs:3|")
    assert scored.startswith("key:key.tsv#") and "|questions:12|levels:" in scored
    assert "|normalize:exact|" in scored and "version" not in scored
    assert compared.startswith("test:max-t|correct:none|family:3 pairs|")
    told = json.loads(qaeval("compare", "--key", key, "-m", "RR", "-f", "json", *runs).out)
    assert told["signature"].startswith("key:key.tsv#") and "|test:max-t|" in told["signature"]


def test_presets_and_defaults_are_those_of_score(qaeval, key, runs):
    usual = qaeval("compare", "--key", key, "-f", "tsv", *runs)
    assert usual.out == qaeval("compare", "--key", key, "-m", "qac1", "-f", "tsv", *runs).out
    board = qaeval("score", "-f", "tsv", key, *runs)
    assert {row[0] for row in usual.rows[1:]} == {row[1] for row in board.rows[1:]}


def test_the_options_of_score_reach_the_scoring(qaeval, put, key):
    # Hesitation before the answer of each question, which --no-response drops.
    said = "".join(f"q{i:02}\tI don't know\nq{i:02}\ta{i}\n" for i in range(12))
    sly = put("sly.tsv", "question\tanswer\n" + said)
    rows = "question\tanswer\n" + "".join(f"q{i:02}\tA{i}\n" for i in range(12))
    loud = put("loud.tsv", rows)

    def values(*options):
        outcome = qaeval("compare", "--key", key, "-m", "RR", "-f", "tsv", *options, sly, loud)
        return {row[2]: float(row[3]) for row in outcome.rows[1:]}

    assert values() == {"sly": 0.5, "loud": 0}
    assert values("--no-response", "don't know") == {"sly": 1, "loud": 0}
    assert values("--normalize", "fold")["loud"] == 1


def test_several_keys_have_a_name_each(qaeval, put, key, runs):
    other = put("other.tsv", KEY.replace("\ta3\n", "\tx\n"))
    keys = ("--key", f"A={key}", "--key", f"B={other}")
    outcome = qaeval("compare", *keys, "-m", "RR", "-f", "tsv", *runs)
    values = {(row[0], row[2]): row[3] for row in outcome.rows[1:]}
    assert values["A-RR", "half"] == "0.5" and float(values["B-RR", "half"]) == 5 / 12
    refused = qaeval("compare", "--key", key, "--key", other, *runs)
    assert refused.code == 2 and "several keys need a name each" in refused.err


def test_questions_clusters_and_runs_are_chosen_as_in_tables(qaeval, put, key, runs):
    rows = "".join(f"q{i:02}\t{'ab'[i % 2]}\tp{i // 2}\n" for i in range(12))
    questions = put("questions.tsv", "question\tkind\tpassage\n" + rows)
    table = put("scores.tsv", qaeval(*SCORES, "-m", "RR", key, *runs).out)
    for options in (
        ("--only", "kind=a"),
        ("--by", "kind"),
        ("--cluster", "passage"),
        ("--macro", "kind"),
        ("--exclude", "most"),
    ):
        asked = ("compare", "-f", "tsv", "--questions", questions, *options)
        direct = qaeval(*asked, "--key", key, "-m", "RR", *runs)
        assert direct.code == 0 and direct.out == qaeval(*asked, table).out, options
    missing = qaeval("compare", "--key", key, "--exclude", "mist", *runs)
    assert missing.code == 2 and "there is no such run; did you mean 'most'?" in missing.err


def test_a_question_that_a_run_lacks_counts_as_wrong_unless_intersected(qaeval, put, key, runs):
    short = put(
        "runs/short.tsv", "question\tanswer\n" + "".join(f"q{i:02}\ta{i}\n" for i in range(9))
    )
    asked = ("compare", "--key", key, "-m", "RR", "-f", "tsv")
    values = {row[2]: row[3] for row in qaeval(*asked, *runs, short).rows[1:]}
    assert values["short"] == "0.75"
    common = {row[2]: float(row[3]) for row in qaeval(*asked, "--intersect", *runs, short).rows[1:]}
    assert common == {"short": 1, "most": 1, "half": 6 / 9, "few": 1 / 9}
    strict = qaeval(*asked, "--strict", *runs, short)
    assert strict.code == 2 and "3 questions not in the run: q09, q10, q11" in strict.err


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--nil", "anywhere"], "--nil has no effect on score tables: it goes with --key KEY"),
        (["--run-format", "tsv"], "--run-format has no effect on score tables"),
        (["--unanswerable", "zero"], "--unanswerable has no effect on score tables"),
        (["--columns", "question,answer"], "it goes with --key KEY RUN... or --judged RUN..."),
        (["--judged", "--key", "key.tsv"], "--judged has no key or answers, so no --key"),
        (["--judged", "--gains", "S=1"], "--judged has no key or answers, so no --gains"),
    ],
)
def test_what_has_no_effect_is_refused(qaeval, put, options, told):
    table = put("scores.tsv", "run\tmeasure\tquestion\tvalue\nx\tRR\tq1\t1\n")
    outcome = qaeval("compare", *options, table)
    assert (outcome.code, outcome.out) == (2, "") and told in outcome.err


def test_one_run_has_an_interval_and_two_are_asked_for_where_pairs_are(qaeval, key, runs):
    alone = qaeval("compare", "--key", key, "-m", "RR", "-f", "tsv", runs[0])
    assert alone.code == 0 and alone.rows[1][2] == "most"
    refused = qaeval("compare", "--key", key, "--pairs", runs[0])
    assert refused.code == 2 and "1 run, expected 2 or more" in refused.err
