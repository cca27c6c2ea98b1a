"""-m NAME=MEASURE: a measure under another name, everywhere."""

import json

import pytest

KEY = "question\tanswer\nq1\ta\nq2\ta\nq3\ta\n"
ONE = "question\trank\tanswer\nq1\t1\tx\nq1\t2\ta\nq2\t1\ta\n"
TWO = "question\trank\tanswer\nq1\t1\ta\nq2\t1\tx\n"
LONG = "MAP=AP@10,norm=min"


@pytest.fixture
def files(put):
    return put("key.tsv", KEY), put("one.tsv", ONE), put("two.tsv", TWO)


def test_the_name_stands_in_every_format_and_the_signature_explains_it(qaeval, files):
    outcome = qaeval("score", "-m", LONG, "-m", "X=RR", *files)
    assert outcome.out.splitlines()[0].split() == ["rank", "run", "MAP", "X"]
    assert "|names:MAP=AP@10,norm=min;X=RR|" in outcome.out
    record = json.loads(qaeval("score", "-m", LONG, "-f", "json", *files).out)
    assert record["signature"]["names"] == LONG
    for format in ("tsv", "csv", "md", "latex", "trec"):
        out = qaeval("score", "-m", LONG, "-f", format, *files, "--no-signature").out
        assert "MAP" in out and "norm" not in out
    rows = qaeval("score", "-q", "-m", LONG, "-f", "tsv", *files).rows
    assert ["one", "MAP", "q1", "0.5"] in rows and ["one", "MAP", "all", "0.5"] in rows


def test_a_study_takes_the_name_of_a_table_as_it_is(qaeval, files, tmp_path):
    table = tmp_path / "scores.tsv"
    qaeval("score", "-q", "-f", "tsv", "-o", table, "-m", "MAP=RR@1", *files)
    # RR@1 is 0, 1, 0 and 1, 0, 0; average precision would be 1/2 for q1 of `one`.
    rows = qaeval("compare", "-f", "tsv", "-m", "MAP", table).rows
    assert [row[:4] for row in rows[1:]] == [
        ["MAP", "1", "one", "0.3333333333333333"],
        ["MAP", "1", "two", "0.3333333333333333"],
    ]


def test_a_study_gives_names_too(qaeval, files, tmp_path):
    table = tmp_path / "scores.tsv"
    qaeval("score", "-q", "-f", "tsv", "-o", table, "-m", "RR", "-m", "AP", *files)
    outcome = qaeval("compare", "-m", "first=RR", table)
    assert outcome.out.splitlines()[0] == "first"
    assert "|names:first=RR|" in outcome.out
    assert qaeval("compare", "-m", "AP=RR", table).err == "qaeval: two measures are called 'AP'\n"
    assert "no measure 'Q' here" in qaeval("compare", "-m", "x=Q", table).err
    scored = qaeval("compare", "-m", "first=RR", "--key", *files).out
    assert scored.splitlines()[0] == "first" and "|names:first=RR|" in scored


@pytest.mark.parametrize("made", ["CAT=c@1", "c@1", "precision"])
def test_what_is_no_mean_is_computed_from_its_components(qaeval, files, tmp_path, made):
    table = tmp_path / "scores.tsv"
    told = qaeval("score", "-q", "-f", "tsv", "-o", table, "-m", made, "-m", "RR", *files).err
    assert ("take it by -m CAT=c@1" in told) == (made == "CAT=c@1")
    # one: 1 right of 3, 1 unanswered: (1 + 1/3)/3; two the same.
    rows = qaeval("compare", "-f", "tsv", "-m", "CAT=c@1", table).rows
    assert [row[:4] for row in rows[1:]] == [
        ["CAT", "1", "one", "0.4444444444444444"],
        ["CAT", "1", "two", "0.4444444444444444"],
    ]


def test_a_table_may_have_the_name_already_where_it_has_no_rows_for_it(qaeval, files, tmp_path):
    table = tmp_path / "scores.tsv"
    qaeval("score", "-q", "-f", "tsv", "-o", table, "-m", "X=c@1", "-m", "c@1", *files)
    rows = qaeval("compare", "-f", "tsv", "-m", "X=c@1", table).rows
    assert [row[:3] for row in rows[1:]] == [["X", "1", "one"], ["X", "1", "two"]]


def test_a_name_of_one_key_of_several(qaeval, put, files):
    key, *runs = files
    asked = ("score", f"A={key}", "--key", f"B={key}", "-m", "first=A-RR", "-m", "RR", *runs)
    header = qaeval(*asked).out.splitlines()[0].split()
    assert header == ["rank", "run", "first", "A-RR", "B-RR"]


def test_gains_for_all_change_what_a_name_stands_for(qaeval, put):
    files = put("qrels", "1 0 a 2\n1 0 b 1\n"), put("run", "1 Q0 b 1 1 us\n")
    out = qaeval("score", "-m", "mine=Q", "--gains", "L1=1,L2=5", *files).out
    assert out.split()[2] == "mine" and "names:mine=Q5:1|" in out


def test_two_measures_of_one_name_are_refused(qaeval, files):
    message = "qaeval: two measures are called 'RR'\n"
    assert qaeval("score", "-m", "RR", "-m", "RR=Q", *files).err == message
    assert qaeval("score", "-m", "RR", "-m", "RR=MRR", *files).err == message


def test_the_name_of_another_measure_is_told(qaeval, files):
    told = "note: RR stands for Q, though another measure is called so\n"
    assert told in qaeval("score", "-m", "RR=Q", *files).err
    assert "stands for" not in qaeval("score", "-m", LONG, *files).err


def test_a_study_tells_what_a_table_has_under_another_name(qaeval, files, tmp_path):
    """The table's MAP may be anything: its maker says so, nobody else can."""
    table = tmp_path / "scores.tsv"
    qaeval("score", "-q", "-f", "tsv", "-o", table, "-m", "MAP=AP@10,norm=min", *files)
    told = "-m AP: the table has it as MAP, which is taken to be the same"
    assert f"qaeval: note: {told}\n" in qaeval("hardness", "-m", "AP", table).err
    assert told not in qaeval("hardness", "-m", "MAP", table).err
    assert told not in qaeval("hardness", "-m", "X=AP", table).err
