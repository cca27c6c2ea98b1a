"""-v: what is read, how many questions were left out, and why; --quiet: none of it."""

import json

import pytest

HEADER = "run\tmeasure\tquestion\tvalue\n"


@pytest.fixture
def table(put):
    rows = [f"{run}\t{m}\tq{i}\t{(i + j) % 3}\n" for j, run in enumerate("abc")
            for m in ("RR", "Q") for i in range(8)]  # fmt: skip
    return put("scores.tsv", HEADER + "".join(rows) + "a\tRR\tq9\t1\na\tQ\tq9\t1\n")


@pytest.fixture
def questions(put):
    rows = "".join(f"q{i}\t{'odd' if i % 2 else 'even'}\n" for i in range(10))
    return put("questions.tsv", "question\tkind\n" + rows)


STUDIES = {
    "compare": (),
    "stability": ("--trials", "2"),
    "swap": ("--trials", "2"),
    "sample": ("-c", "2", "--trials", "1"),
    "hardness": ("-m", "RR"),
    "correlate": ("--trials", "2"),
}


@pytest.mark.parametrize("command", STUDIES)
def test_studies(qaeval, table, questions, command):
    words = (command, *STUDIES[command], "--intersect", "--questions", questions)
    words += ("--only", "kind=odd", table)
    told = qaeval(*words, "-v").err
    assert f"note: {table}: 3 runs, 9 questions, measures: RR, Q\n" in told
    assert f"note: {questions}: 10 questions\n" in told
    assert f"note: 4 questions left out, not chosen from {questions}: q0, q2, q4, q6\n" in told
    assert "note: 1 question left out, for which some run has no value: q9\n" in told
    assert "left out" not in qaeval(*words).err


def test_several_tables_and_excluded_runs(qaeval, put):
    rows = "{0}\tRR\tq1\t1\n{0}\tRR\tq2\t0\n{0}\tRR\tq3\t0\n"
    tables = [put(f"{run}.tsv", HEADER + rows.format(run)) for run in "ab"]
    told = qaeval("hardness", "-v", "--exclude", "b", *tables).err
    assert f"note: {tables[0]}: read\n" in told and f"note: {tables[1]}: read\n" in told
    assert "note: 2 tables together: 2 runs, 3 questions, measures: RR\n" in told
    assert "note: 1 run left out by --exclude: b\n" in told


def test_score_mark_and_check(qaeval, put, questions):
    key = put("key.tsv", "question\tanswer\nq1\tx\nq2\ty\n")
    run = put("run.tsv", "question\tanswer\nq1\tx\n")
    scored = qaeval("score", "-v", "--questions", questions, "--only", "kind=odd", key, run).err
    assert f"note: {questions}: 10 questions\n" in scored
    assert f"note: {key}: key, 2 questions\n" in scored
    assert f"note: 1 question left out, not chosen from {questions}: q2\n" in scored
    assert f"note: {run}: tsv run run, 1 question, 1 answer\n" in scored
    assert f"note: {key}: key, 2 questions\n" in qaeval("mark", "-v", key, run).err
    checked = qaeval("check", "-v", key, run).err
    assert f"note: {key}: key, 2 questions\n" in checked and f"note: {run}: 0 problems\n" in checked


@pytest.mark.parametrize("command", ["score", "coverage"])
def test_judged_runs(qaeval, put, command):
    runs = [
        put("x.tsv", "question\toutcome\tconfidence\nq1\tR\t0.5\nq2\tW\t0.1\nq3\tU\t\n"),
        put("y.tsv", "question\toutcome\tconfidence\nq1\tR\t0.5\nq2\tW\t0.1\n"),
    ]
    told = qaeval(command, "--judged", "--intersect", "-v", *runs).err
    assert f"note: {runs[0]}: judged run x, 3 questions\n" in told
    assert f"note: {runs[1]}: judged run y, 2 questions\n" in told
    assert "note: 1 question left out, which some run lacks: q3\n" in told


def test_time_of_sums(qaeval, put):
    table = put("t.tsv", "run\tscore\tseconds\na\t0.5\t10\nb\t0.4\t5\n")
    assert f"note: {table}: 2 runs, measures: score, seconds\n" in qaeval("time", "-v", table).err


@pytest.mark.parametrize("command", STUDIES)
def test_quiet_studies_say_nothing_beside_their_output(qaeval, table, command):
    words = (command, *STUDIES[command], "--intersect", table)
    told, quiet = qaeval(*words), qaeval(*words, "--quiet")
    assert (quiet.code, quiet.out, quiet.err) == (0, told.out, "")


def test_quiet_score_tells_what_was_left_out_by_keep_going(qaeval, put):
    key = put("key.tsv", "question\tanswer\nq1\tx\n")
    good = put("good.tsv", "question\tanswer\nq1\tx\nq7\tx\n")
    bad = put("bad.tsv", "question\trank\tanswer\nq1\tfirst\tx\n")
    words = ("score", "--keep-going", "-f", "tsv", key, good, bad)
    assert "note: " in qaeval(*words).err
    quiet = qaeval(*words, "--quiet")
    assert quiet.code == 3 and quiet.err.startswith(f"qaeval: {bad}:2: ")
    assert quiet.err.count("\n") == 1


def test_quiet_check_leaves_the_verdict_to_the_exit_code(qaeval, put):
    key = put("key.tsv", "question\tanswer\nq1\tx\n")
    run = put("run.tsv", "question\tanswer\nq7\tx\n")
    found = qaeval("check", "--quiet", key, run)
    assert found.code == 1 and found.err == "" and "run.tsv:2: " in found.out


def test_more_and_nothing_at_once_is_refused(qaeval, table):
    outcome = qaeval("compare", "-v", "--quiet", table)
    assert outcome.code == 2
    assert outcome.err == "qaeval: -v beside --quiet: one asks for notes, the other for none\n"


SIGNED = {
    "compare": (),
    "stability": ("--trials", "2"),
    "swap": ("--trials", "2"),
    "hardness": ("-m", "RR"),
    "correlate": ("--trials", "2"),
}


@pytest.mark.parametrize("command", SIGNED)
def test_the_signature_can_be_left_out(qaeval, table, command):
    words = (command, *SIGNED[command], "--intersect", table)
    signed = qaeval(*words).out.splitlines()
    assert "version:" in signed[-1]
    bare = qaeval(*words, "--no-signature").out.splitlines()
    assert bare and bare == "\n".join(signed[:-1]).rstrip("\n").splitlines()


def test_json_without_a_signature(qaeval, put, table):
    key = put("key.tsv", "question\tanswer\nq1\tx\n")
    run = put("run.tsv", "question\tanswer\nq1\tx\n")
    for words in (("score", key, run), ("compare", "--intersect", table)):
        asked = (*words, "-f", "json")
        signed, bare = (json.loads(qaeval(*asked, *more).out) for more in ((), ["--no-signature"]))
        assert "version" in signed.pop("signature")
        assert bare == signed


def test_a_page_without_a_signature(qaeval, table):
    words = ("report", "--intersect", "--no-pictures", "--trials", "2", table)
    assert 'class="signature"' in qaeval(*words).out
    page = qaeval(*words, "--no-signature").out
    assert 'class="signature"' not in page and "--no-signature" in page


def test_the_description_of_a_run_is_shown(qaeval, put):
    run = put("run.txt", "<SYSDESC>BM25 \x1b[31m</SYSDESC>\n1 0 a 1 1 s\n")
    told = qaeval("score", "-v", "-m", "RR", put("qrels", "1 0 a 1\n"), run).err
    assert f"note: {run}: described as BM25 \\x1b[31m\n" in told
