"""Columns of score tables and judged responses that tell of questions: no --questions needed."""

import pytest

TASKS = {f"q{at}": "sums" if at < 6 else "names" for at in range(12)}
LISTED = "question\ttask\n" + "".join(f"{name}\t{task}\n" for name, task in TASKS.items())


def right(run, name):
    return (len(run) + int(name[1:])) % 3 > 0


def judged_rows(run):
    return [f"{name}\t{'RW'[right(run, name)]}\t{run}\n" for name in TASKS]


def score_rows(run):
    values = [f"{run}\tRR\t{name}\t{int(right(run, name))}\n" for name in TASKS]
    return [*values, f"{run}\tRR\tall\t0.5\n"]


@pytest.fixture
def judged(put):
    """Judged responses without and with the column."""
    rows = judged_rows("a") + judged_rows("bb")
    plain = put("plain.tsv", "question\toutcome\trun\n" + "".join(rows))
    told = [f"{row[:-1]}\t{TASKS[row.split()[0]]}\n" for row in rows]
    return plain, put("told.tsv", "question\toutcome\trun\ttask\n" + "".join(told))


@pytest.fixture
def tables(put):
    """Score tables without and with the column, which says nothing in rows of all questions."""
    rows = score_rows("a") + score_rows("bb")
    header = "run\tmeasure\tquestion\tvalue"
    told = [f"{row[:-1]}\t{TASKS.get(row.split()[2], '')}\n" for row in rows]
    plain = put("plain.scores", header + "\n" + "".join(rows))
    return plain, put("told.scores", header + "\ttask\n" + "".join(told))


ASKED = [("--by", "task"), ("--cluster", "task"), ("--macro", "task"), ("--only", "task=sums")]


def same(outcome, expected):
    """The same but for the name of the list of questions in the signature."""
    assert (outcome.code, expected.code) == (0, 0), outcome.err + expected.err
    assert outcome.out == expected.out.replace("set:q.tsv|", "")


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("command", ["score", "compare"])
def test_judged_responses_tell_of_questions(qaeval, put, judged, command, asked):
    plain, told = judged
    intervals = ["--intervals"] if command == "score" else []
    words = (command, "--judged", "--no-signature", *intervals, *asked)
    expected = qaeval(*words, "--questions", put("q.tsv", LISTED), plain)
    same(qaeval(*words, told), expected)


@pytest.mark.parametrize("asked", ASKED)
def test_score_tables_tell_of_questions(qaeval, put, tables, asked):
    plain, told = tables
    expected = qaeval("compare", *asked, "--questions", put("q.tsv", LISTED), plain)
    found = qaeval("compare", *asked, told)
    same(found, expected)
    assert "ignored" not in found.err


def test_only_goes_with_coverage(qaeval, put):
    rows = [f"{name}\t{'RW'[at % 2]}\t0.{at + 10}" for at, name in enumerate(TASKS)]
    plain = put("run.tsv", "question\toutcome\tconfidence\n" + "\n".join(rows) + "\n")
    words = ("coverage", "--judged", "--only", "task=sums", "--no-signature")
    expected = qaeval(*words, "--questions", put("q.tsv", LISTED), plain)
    told = "".join(f"{row}\t{TASKS[row.split()[0]]}\n" for row in rows)
    same(qaeval(*words, put("run.tsv", "question\toutcome\tconfidence\ttask\n" + told)), expected)


def test_fields_of_json_tell_of_questions(qaeval, put):
    lines = [
        f'{{"question": "{name}", "outcome": {str(right("a", name)).lower()}, "task": "{task}", '
        f'"tags": ["x"]}}\n'
        for name, task in TASKS.items()
    ]
    path = put("run.jsonl", "".join(lines))
    outcome = qaeval("score", "--judged", "-f", "tsv", "-m", "accuracy", "--by", "task", path)
    # (1 + number) mod 3 is not 0 for 4 of the first six numbers, and for 4 of the next six.
    assert [row[:1] + row[-1:] for row in outcome.rows[1:3]] == [
        ["sums", "0.6666666666666666"],
        ["names", "0.6666666666666666"],
    ]
    assert outcome.err == f"qaeval: note: {path}:1: a field is ignored: tags\n"


@pytest.fixture
def varying(put):
    return put("v.tsv", "question\toutcome\trun\tsaid\nq1\tR\ta\tyes\nq1\tW\tb\tno\n")


VARIES = "question 'q1' has 'yes' in line 2 and 'no' in line 3"


def test_columns_that_vary_are_ignored_and_told(qaeval, varying):
    outcome = qaeval("score", "--judged", varying)
    assert outcome.err == f"qaeval: note: {varying}:1: a column is ignored: said ({VARIES})\n"
    strict = qaeval("score", "--judged", "--strict", varying)
    assert strict.code == 2
    assert strict.err == f"qaeval: {varying}:1: a column is ignored: said ({VARIES})\n"


def test_columns_that_vary_cannot_be_asked_for(qaeval, varying):
    outcome = qaeval("score", "--judged", "--by", "said", varying)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.endswith(f"qaeval: {varying}: --by said: {VARIES}\n")


def test_files_may_not_contradict_each_other(qaeval, put):
    one = put("a.tsv", "question\toutcome\ttask\nq1\tR\tsums\n")
    two = put("b.tsv", "question\toutcome\ttask\nq1\tW\tnames\n")
    clash = f"question 'q1' has 'sums' in {one} and 'names' in {two}"
    outcome = qaeval("score", "--judged", "--by", "task", one, two)
    assert outcome.code == 2
    assert outcome.err.endswith(f"qaeval: {one}: --by task: {clash}\n")
    unasked = qaeval("score", "--judged", one, two)
    assert unasked.code == 0
    assert unasked.err == f"qaeval: note: {two}: a column is ignored: task, since {clash}\n"


def test_a_file_without_the_column_lacks_it(qaeval, put):
    one = put("a.tsv", "question\toutcome\ttask\nq1\tR\tsums\n")
    two = put("b.tsv", "question\toutcome\nq1\tR\n")
    three = put("c.tsv", "question\toutcome\nq1\tR\nq2\tR\n")
    words = ("compare", "--judged", "--cluster", "task")
    assert qaeval(*words, one, two).code == 0
    lacking = qaeval(*words, "--intersect", one, three)
    assert lacking.code == 0
    refused = qaeval(*words, three, f"again={three}", "--intersect")
    assert refused.err.endswith("--cluster needs --questions FILE, whose column it names\n")
