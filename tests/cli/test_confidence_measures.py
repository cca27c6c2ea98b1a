"""Measures of confidence from the command line: what is said of them, and what is not."""

import pytest

ROWS = "".join(
    f"q{q:02}\t{'RRW'[(q + q // 3 * shift) % 3]}\t{(q * 7 + shift * 5) % 20 / 20}\t{run}\n"
    for shift, run in enumerate(("a", "b"))
    for q in range(30)
)


@pytest.fixture
def judged(put):
    return put("judged.tsv", "question\toutcome\tconfidence\trun\n" + ROWS)


@pytest.fixture
def table(qaeval, put, judged):
    path = put("scores.tsv", "")
    names = ("AUROC", "E-AURC", "AUGRC", "log-loss", "Brier", "coverage-at")
    asked = [word for name in names for word in ("-m", name)]
    assert qaeval("score", "--judged", "-q", "-f", "tsv", *asked, "-o", path, judged).code == 0
    return path


def test_intervals_that_do_not_hold_are_not_printed(qaeval, judged):
    names = ("-m", "AUROC", "-m", "log-loss", "-m", "coverage-at")
    outcome = qaeval("score", "--judged", "--intervals", *names, "-f", "tsv", judged)
    spans = {(row[0], row[1]): row[4:6] for row in outcome.rows[1:]}
    assert "-" not in spans["a", "AUROC"]
    assert spans["a", "log-loss"] == spans["b", "coverage-at"] == ["-", "-"]
    told = " ".join(qaeval("score", "--judged", "--intervals", *names, judged).out.split())
    assert "log-loss: no intervals, rare errors of sure answers decide it" in told
    assert "coverage-at: no intervals, one question can move it far." in told


def test_what_jumps_is_not_tested(qaeval, table):
    rows = qaeval("compare", "-m", "coverage-at", "-f", "tsv", table).rows
    header = rows[0]
    for row in rows[1:]:
        said = dict(zip(header, row, strict=True))
        assert said["value"] != "-" and (said["low"], said["high"]) == ("-", "-")
        assert not (said["p"] or said["best"] or said["letters"])
    pairs = qaeval("compare", "--pairs", "-m", "coverage-at", "-f", "tsv", table).rows
    said = dict(zip(*pairs, strict=True))
    assert (said["low"], said["high"], said["p"]) == ("-", "-", "-")
    told = " ".join(qaeval("compare", "-m", "coverage-at", table).out.split())
    assert "one question can move it far, so no test of it was found to hold" in told
    refused = qaeval("plan", "-m", "coverage-at", table)
    assert refused.code == 2 and "no difference can be planned for" in refused.err


@pytest.mark.parametrize("name", ["AUROC", "E-AURC", "AUGRC", "log-loss", "Brier"])
def test_the_others_go_through_every_study(qaeval, table, name):
    rows = qaeval("compare", "-m", name, "-f", "tsv", table).rows
    assert all(dict(zip(rows[0], row, strict=True))["letters"] for row in rows[1:])
    for study in ("swap", "stability"):
        outcome = qaeval(study, "-m", name, "--trials", "20", table)
        assert outcome.code == 0, outcome.err


def test_how_pan_reads_a_confidence_is_told(qaeval, judged, table):
    words = "F0.5u, AUC: the confidence is read as PAN's value of yes: above .5 says yes"
    assert words in qaeval("score", "--judged", "-m", "F0.5u", "-m", "AUC", judged).err
    assert "F0.5u: the confidence is read" in qaeval("compare", "-m", "F0.5u", table).err
    for option in ("-m", "--best-for"):
        refused = qaeval("coverage", "--judged", option, "F0.5u", judged)
        assert (refused.code, refused.out) == (2, "") and "coverage holds none back" in refused.err


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("coverage-at,precision=0", "precision '0', expected above 0 and at most 1"),
        ("coverage-at,precision=95", "precision '95', expected above 0 and at most 1"),
        ("coverage-at,precision=", "precision"),
        ("AUROC@5", "AUROC takes no cutoff"),
        ("log-loss,bins=3", "no parameter 'bins'"),
    ],
)
def test_bad_names(qaeval, judged, name, message):
    outcome = qaeval("score", "--judged", "-m", name, judged)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert message in outcome.err
