"""Sakai 2007, "On the reliability of factoid question answering evaluation": worked examples."""

import pytest


@pytest.fixture
def examples(sample_data):
    return sample_data / "examples"


def test_section_4_1_beatles_gains(qaeval, examples):
    outcome = qaeval("mark", "-f", "tsv", examples / "key.tsv", examples / "runs/paper.tsv")
    rows = [row for row in outcome.rows if row[1] == "beatles"]
    assert [row[6] for row in rows] == ["2", "2", "0", "3", "2"]
    assert [row[7] for row in rows] == ["correct", "correct", "duplicate", "correct", "correct"]


def test_section_4_1_beatles_q_measure(qaeval, examples):
    outcome = qaeval(
        "score", "-q", "-f", "trec", "-m", "Q", examples / "key.tsv", examples / "runs/paper.tsv"
    )
    assert "Q                     \tbeatles\t0.7224\n" in outcome.out


@pytest.mark.parametrize("level", "SAB")
def test_section_4_1_nil_at_rank_1_has_q_1_whatever_its_level(qaeval, put, level):
    key = put("key.tsv", f"question\tclass\tanswer\tlevel\nlove\tnil\tNIL\t{level}\n")
    run = put("run.tsv", "question\trank\tanswer\nlove\t1\tNIL\n")
    outcome = qaeval("score", "-f", "tsv", "-m", "Q", key, run)
    assert outcome.rows[1] == ["run", "Q", "all", "1"]


def test_figure_7_nil_below_rank_1_is_wrong(qaeval, examples):
    outcome = qaeval("mark", "-f", "tsv", examples / "key.tsv", examples / "runs/late-nil.tsv")
    assert outcome.rows[-1][3:] == ["NIL", "", "0", "0", "NIL below rank 1"]


def test_section_3_the_nq_measures_are_coarse_reductions_of_rr(qaeval, sample_data):
    factoid = sample_data / "factoid"
    runs = sorted((factoid / "runs").iterdir())[:3]
    names = ("-m", "RR", "-m", "NQcorrect5", "-m", "NQcorrect1")
    outcome = qaeval("score", "-q", "-f", "tsv", *names, factoid / "key.tsv", *runs)
    value = {tuple(row[:3]): float(row[3]) for row in outcome.rows[1:] if row[2] != "all"}
    compared = 0
    for (run, measure, question), rr in value.items():
        if measure == "RR":
            compared += 1
            assert value[run, "NQcorrect5", question] == (rr > 0)
            assert value[run, "NQcorrect1", question] == (rr == 1)
    assert compared == 3 * 195
