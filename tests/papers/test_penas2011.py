"""Peñas & Rodrigo 2011, "A simple measure to assess non-response"."""

import pytest

TABLE_3 = {
    "icia091ro": (".58", ".47", 237, 156, 107),
    "uaic092ro": (".47", ".47", 236, 264, 0),
    "loga092de": (".44", ".37", 187, 230, 83),
    "base092de": (".38", ".38", 189, 311, 0),
}


def overall(outcome):
    return {tuple(row[:2]): float(row[3]) for row in outcome.rows[1:]}


@pytest.mark.parametrize("system", TABLE_3)
def test_table_3_from_the_counts(qaeval, put, system):
    c_at_1, accuracy, right, wrong, silent = TABLE_3[system]
    outcomes = ["R"] * right + ["W"] * wrong + ["U"] * silent
    rows = "".join(f"q{i}\t{outcome}\n" for i, outcome in enumerate(outcomes))
    run = put(f"{system}.tsv", "question\toutcome\n" + rows)
    value = overall(qaeval("score", "--judged", "-f", "tsv", run))
    assert f"{value[system, 'c@1']:.2f}" == f"0{c_at_1}"
    assert f"{value[system, 'accuracy']:.2f}" == f"0{accuracy}"
    assert [value[system, name] for name in ("n_ac", "n_aw", "n_u")] == [right, wrong, silent]


def test_table_3_from_the_sample_runs(qaeval, sample_data):
    runs = [sample_data / "response/runs" / f"{system}.tsv" for system in TABLE_3]
    value = overall(qaeval("score", "--judged", "-f", "tsv", *runs))
    for system, (c_at_1, accuracy, right, wrong, silent) in TABLE_3.items():
        assert f"{value[system, 'c@1']:.2f}" == f"0{c_at_1}"
        assert f"{value[system, 'accuracy']:.2f}" == f"0{accuracy}"
        counts = [value[system, name] for name in ("n_ac", "n_aw", "n_u")]
        assert counts == [right, wrong, silent]


def test_c_at_1_on_real_counts(qaeval, put):
    # 14,311 questions, 12,709 right, 648 silent: (12709 + 648·12709/14311)/14311.
    outcomes = ["R"] * 12709 + ["U"] * 648 + ["W"] * (14311 - 12709 - 648)
    rows = "".join(f"q{i}\t{outcome}\n" for i, outcome in enumerate(outcomes))
    run = put("real.tsv", "question\toutcome\n" + rows)
    outcome = qaeval("score", "--judged", "-f", "tsv", "-m", "c@1", run)
    assert outcome.rows[1] == ["real", "c@1", "all", "0.9282692804722993"]


def test_section_3_what_each_alternative_rewards(qaeval, put):
    silent = put("silent.tsv", "question\toutcome\n" + "".join(f"q{i}\tU\n" for i in range(50)))
    header = "question\toutcome\nq0\t"
    rest = "".join(f"q{i}\tU\n" for i in range(1, 50))
    one_right = put("one-right.tsv", header + "R\n" + rest)
    one_wrong = put("one-wrong.tsv", header + "W\n" + rest)
    names = [f"PC,est={name}" for name in ("one", "precision", "error", "accuracy")]
    asked = [word for name in names for word in ("-m", name)]
    value = overall(qaeval("score", "--judged", "-f", "tsv", *asked, silent, one_right, one_wrong))
    assert value["silent", "PC,est=one"] == 1
    assert value["one-right", "PC,est=precision"] == 1
    assert value["one-wrong", "PC,est=error"] == 49 / 50
    assert value["one-right", "PC,est=accuracy"] == pytest.approx(1 / 50 + (1 / 50) * (49 / 50))
    assert value["one-wrong", "PC,est=accuracy"] == value["silent", "PC,est=accuracy"] == 0


def test_section_3_is_told(qaeval):
    """Why each of the five alternatives fails, as the paper has it."""
    told = " ".join(qaeval("measures", "PC").out.split())
    for reason in (
        "zero is accuracy (silence is an error)",
        "one: a system that says nothing scores 1",
        "half is the utility function UF rescaled: silence pays whatever the system can do",
        "precision is that of the answers given: one safe answer and silence elsewhere scores 1",
        "error: one wrong answer and silence elsewhere scores almost 1",
        "accuracy is c@1",
    ):
        assert reason in told
