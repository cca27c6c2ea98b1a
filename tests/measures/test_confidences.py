"""Measures of confidence against scikit-learn, PAN's evaluator, and slow code from definitions."""

import itertools
import math
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from worked import responses_of

from qaeval.scores.reading import read_scores
from qaeval.scores.scoring import score


def drawn_cases():
    """Confidences and outcomes drawn at random, without ties and with many."""
    random = Random(15)
    for name, count, digits in (("no ties", 40, None), ("ties", 40, 1), ("few", 6, 1)):
        sure = [random.random() for _ in range(count)]
        sure = sure if digits is None else [round(number, digits) for number in sure]
        right = [random.random() < 0.3 + 0.6 * number for number in sure]
        yield name, sure, right


# roc_auc_score, brier_score_loss and log_loss of scikit-learn 1.9.1; AUGRC as fd-shifts computes
# it, by trapezoids between confidences; AURC and E-AURC where no ties make them a matter of order.
FROM_ELSEWHERE = {
    "no ties": {
        "AUROC": 0.7225274725274725,
        "Brier": 0.2294558242357298,
        "log-loss": 0.7036908937672517,
        "AUGRC": 0.124375,
        "AURC": 0.20932418647731116,
        "E-AURC": 0.13500434624617608,
    },
    "ties": {
        "AUROC": 0.8196930946291561,
        "Brier": 0.1775,
        "log-loss": 1.366380726028165,
        "AUGRC": 0.134375,
    },
    "few": {
        "AUROC": 0.8333333333333333,
        "Brier": 0.14,
        "log-loss": 0.42225147193786966,
        "AUGRC": 1 / 6,
    },
}


def in_words(sure, right):
    return " ".join(
        f"{'R' if is_right else 'W'}:{number!r}"
        for number, is_right in zip(sure, right, strict=True)
    )


@pytest.mark.parametrize(("name", "sure", "right"), list(drawn_cases()))
def test_figures_of_other_programs(name, sure, right):
    expected = FROM_ELSEWHERE[name]
    found = score([responses_of(in_words(sure, right))], list(expected))
    for measure, value in expected.items():
        assert found.overall(measure)["r"] == pytest.approx(value, abs=1e-14), measure


ANSWERS = st.lists(st.tuples(st.sampled_from("RWU"), st.integers(0, 10)), min_size=1, max_size=12)


def slow(pairs, precision):
    """By their definitions, in fractions; None where undefined."""
    answers = [(word == "R", level) for word, level in pairs if word != "U"]
    count = len(answers)
    right = [level for is_right, level in answers if is_right]
    wrong = [level for is_right, level in answers if not is_right]
    coverage = Fraction(0)
    for threshold in range(11):
        kept = [is_right for is_right, level in answers if level >= threshold]
        if kept and Fraction(sum(kept), len(kept)) >= precision:
            coverage = max(coverage, Fraction(len(kept), len(pairs)))
    found = {"coverage-at": coverage, "AUROC": None, "E-AURC": None, "AUGRC": None}
    if right and wrong:
        wins = [Fraction((x > y) - (x < y) + 1, 2) for x, y in itertools.product(right, wrong)]
        found["AUROC"] = sum(wins) / len(wins)
    if answers:
        found["E-AURC"] = _mean_risk(answers) - _least_risk(count, len(right))
        points = [(0, 0)]
        for threshold in range(10, -1, -1):
            kept = [is_right for is_right, level in answers if level >= threshold]
            points.append((Fraction(len(kept), count), Fraction(len(kept) - sum(kept), count)))
        steps = itertools.pairwise(points)
        found["AUGRC"] = sum((x - w) * (y + z) / 2 for (w, z), (x, y) in steps)
    return found


def _mean_risk(answers):
    """AURC: inside a tie the wrong ones are spread evenly, which is their expectation."""
    total, seen, wrong = Fraction(0), 0, Fraction(0)
    for level in sorted({level for _, level in answers}, reverse=True):
        tie = [is_right for is_right, at in answers if at == level]
        for _ in tie:
            seen, wrong = seen + 1, wrong + Fraction(tie.count(False), len(tie))
            total += wrong / seen
    return total / len(answers)


def _least_risk(count, right):
    """The same of every right answer before every wrong one."""
    return sum(Fraction(max(0, i - right), i) for i in range(1, count + 1)) / count


@given(ANSWERS, st.sampled_from(["0.5", "0.8", "0.9", "0.95", "1"]))
def test_by_definition(pairs, precision):
    words = " ".join(f"{word}:{level / 10}" for word, level in pairs)
    expected = slow(pairs, Fraction(precision))
    names = {name: name for name in expected} | {
        "coverage-at": f"coverage-at,precision={precision}"
    }
    found = score([responses_of(words)], list(names.values()))
    for name, exact in expected.items():
        value = found.overall(names[name])["r"]
        if exact is None:
            assert math.isnan(value), name
        else:
            assert abs(Fraction(value) - exact) < Fraction(1, 10**14), name


@given(st.integers(0, 8), st.integers(0, 8), st.lists(st.integers(0, 99), min_size=16, max_size=16))
def test_a_perfect_order_has_no_excess_at_all(right, wrong, levels):
    """Not 1e-17: exactly 0, however many answers tie among the right ones and the wrong ones."""
    words = [f"R:{0.5 + level / 200}" for level in levels[:right]]
    words += [f"W:{level / 201}" for level in levels[8 : 8 + wrong]]
    if words:
        assert score([responses_of(" ".join(words))], ["E-AURC"]).overall("E-AURC")["r"] == 0


@given(ANSWERS)
def test_identities_and_bounds(pairs):
    """AUGRC's own paper: (1 − AUROC)·acc·err + err²/2; a constant confidence orders nothing."""
    words = " ".join(f"{word}:{level / 10}" for word, level in pairs)
    names = ["AUROC", "AURC", "E-AURC", "AUGRC", "precision", "log-loss", "Brier", "coverage"]
    names.append("coverage-at")
    found = score([responses_of(words)], names)
    value = {name: found.overall(name)["r"] for name in names}
    assert 0 <= value["coverage-at"] <= value["coverage"] + 1e-15
    if value["coverage"] == 0:
        assert all(math.isnan(value[name]) for name in ("AUROC", "E-AURC", "AUGRC", "log-loss"))
        return
    error = 1 - value["precision"]
    assert 0 <= value["E-AURC"] <= value["AURC"] + 1e-15
    assert 0 <= value["AUGRC"] <= 0.5 and value["log-loss"] >= 0 and 0 <= value["Brier"] <= 1
    if not math.isnan(value["AUROC"]):
        stated = (1 - value["AUROC"]) * (1 - error) * error + error**2 / 2
        assert value["AUGRC"] == pytest.approx(stated, abs=1e-14)
    constant = " ".join(f"{word}:.5" for word, _ in pairs)
    flat = score([responses_of(constant)], ["AUROC", "AUGRC"])
    assert flat.overall("AUGRC")["r"] == pytest.approx(error / 2, abs=1e-15)
    assert flat.overall("AUROC")["r"] == 0.5 or error in (0, 1)


@pytest.mark.parametrize("words", ["U U", "R:.9 R:.5", "W:.9 W:.5 U"])
def test_auroc_needs_right_and_wrong_answers(words, value_of):
    assert math.isnan(value_of("AUROC", words))


@pytest.mark.parametrize(
    ("name", "words", "value"),
    [
        ("AUGRC", "R:.9 R:.5", 0),
        ("AUGRC", "W:.9 W:.5 U", 0.5),
        ("E-AURC", "W:.9 W:.5 U", 0),
        ("E-AURC", "W:.9 R:.5", 1 / 2),  # (1 + 1/2)/2 less (0 + 1/2)/2
        ("coverage-at", "U U", 0),
        ("coverage-at", "W:.9 R:.5", 0),
        ("coverage-at,precision=0.5", "W:.9 R:.5 W:.1", 2 / 3),
        # Of a tie no part can be held back: 2 of 3 right is not enough.
        ("coverage-at,precision=0.7", "R:.9 R:.9 W:.9", 0),
        # 19 of 20 are .95, as it is asked for.
        ("coverage-at,precision=0.95", " ".join(["R:.9"] * 19 + ["W:.9"]), 1),
        ("log-loss", "R:1 W:0", 0),
        ("log-loss", "R:.25 W:.75 U:.9", math.log(4)),
        # A chance of 0 counts as 2^-52, the least distance of doubles from 1.
        ("log-loss", "W:1", 52 * math.log(2)),
        ("log-loss", "R:0", 52 * math.log(2)),
        ("Brier", "U U R:.5", 0.25),
    ],
)
def test_by_hand(name, words, value, value_of):
    assert value_of(name, words) == pytest.approx(value, abs=1e-14)


# 0.5 is no decision.
TRUTH = ["1", "1", "0", "0", "1", "0", "1", "0"]
VALUES = [0.9, 0.3, 0.2, 0.7, 0.5, 0.5, 0.6, 0.45]


def test_pan_by_hand():
    """TP 2, FP 1, FN 1, and two without a decision."""
    words = []
    for truth, value in zip(TRUTH, VALUES, strict=True):
        if value == 0.5:
            words.append("UR" if truth == "1" else "UW")
        else:
            words.append(f"{'R' if (value > 0.5) == (truth == '1') else 'W'}:{value}")
    found = score([responses_of(" ".join(words))], ["F0.5u", "AUC", "c@1"])
    assert found.overall("F0.5u")["r"] == pytest.approx(1.25 * 2 / (1.25 * 2 + 0.25 * (1 + 2) + 1))
    yes, no = ([v for t, v in zip(TRUTH, VALUES, strict=True) if t == which] for which in "10")
    pairs = [(x > y) + (x == y) / 2 for x in yes for y in no]
    assert found.overall("AUC")["r"] == pytest.approx(sum(pairs) / 16)
    assert found.overall("c@1")["r"] == pytest.approx((4 + 2 * 4 / 8) / 8)


def test_pan_on_drawn_values():
    """F0.5u, AUC and c@1 as PAN's evaluator (clef22, scikit-learn 1.9.1) gives them."""
    random = Random(22)
    truths = [int(random.random() < 0.5) for _ in range(30)]
    words = []
    for truth in truths:
        value = 0.5
        if random.random() >= 0.2:
            pull = (0.35 if truth else -0.35) + random.gauss(0, 0.4)
            value = round(min(1, max(0, 0.5 + pull)), 3)
        said = f"{'R' if (value > 0.5) == truth else 'W'}:{value}"
        words.append(said if value != 0.5 else ("UR" if truth else "UW"))
    found = score([responses_of(" ".join(words))], ["F0.5u", "AUC", "c@1"])
    assert found.overall("F0.5u")["r"] == pytest.approx(0.7272727272727273, abs=1e-14)
    assert found.overall("AUC")["r"] == pytest.approx(0.9325, abs=1e-14)
    assert found.overall("c@1")["r"] == pytest.approx(0.84, abs=1e-14)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("F0.5u", "R:.1 R:.2"),  # nothing was yes, and nothing said to be
        ("AUC", "R:.9 R:.8"),  # every truth is yes
        ("AUC", "R:.9 R:.1 U"),  # nobody knows the truth of the last
    ],
)
def test_pan_undefined(name, words, value_of):
    assert math.isnan(value_of(name, words))


def test_a_value_of_exactly_one_half_is_no_answer(value_of):
    assert value_of("F0.5u", "R:.9 R:.5") == value_of("F0.5u", "R:.9 U") == 1.25 / 1.5


@pytest.mark.parametrize("step", [2.0**-53, 1e-12])
def test_correlation_of_confidences_near_1(step, value_of):
    """Right ones at 1 and wrong ones a hair below: the correlation is 1, not .7071."""
    assert value_of("conf-r", f"R:1 W:{1 - step!r} R:1 W:{1 - step!r} W:{1 - step!r}") == 1
    assert value_of("conf-r", f"R:{1 - step!r} W:1 W:1") == pytest.approx(-1, abs=1e-15)


def test_correlation_of_tiny_confidences(value_of):
    """As of 1, 2 and 4."""
    right, sure = np.array([1, 0, 0]), np.array([1.0, 2, 4])
    expected = float(np.corrcoef(right, sure)[0, 1])
    assert value_of("conf-r", "R:1e-200 W:2e-200 W:4e-200") == pytest.approx(expected, abs=1e-15)


def test_an_older_table_without_the_errors_is_enough(tmp_path):
    """Brier and log-loss of a table that has but correct, answered and confidence."""
    rows = {"q1": (1, 1, 0.9), "q2": (0, 1, 0.5), "q3": (0, 0, None)}
    lines = ["run\tmeasure\tquestion\tvalue\n", "a\tBrier\tall\t0.13\n"]
    for question, values in rows.items():
        for name, value in zip(("correct", "answered", "confidence"), values, strict=True):
            if value is not None:
                lines.append(f"a\t{name}\t{question}\t{value}\n")
    table = tmp_path / "scores.tsv"
    table.write_text("".join(lines))
    scores = read_scores(str(table))
    assert scores.overall("log-loss")["a"] == pytest.approx((-math.log(0.9) - math.log(0.5)) / 2)
    part = scores.on(["q2", "q3"])
    assert part.overall("Brier")["a"] == pytest.approx(0.25)


def test_of_repeated_samples_errors_are_averaged_not_confidences(qaeval, put):
    """q1: R .9 and W .9, q2: W .1: mean error of q1 (.01 + .81)/2 = .41, Brier (.41 + .01)/2."""
    rows = "q1\t1\tR\t.9\nq1\t2\tW\t.9\nq2\t1\tW\t.1\n"
    run = put("run.tsv", "question\tsample\toutcome\tconfidence\n" + rows)
    asked = ("-m", "Brier", "-m", "log-loss")
    surprise = (-(math.log(0.9) + math.log(0.1)) / 2 - math.log(0.9)) / 2
    table = put("scores.tsv", "")
    for words in (("--judged", run), ("--judged", "-q", "-o", table, run)):
        outcome = qaeval("score", *asked, "-f", "tsv", *words)
        assert outcome.code == 0, outcome.err
    rows = qaeval("score", *asked, "-f", "tsv", "--judged", run).rows[1:]
    values = {row[1]: float(row[-1]) for row in rows}
    assert values == {"Brier": pytest.approx(0.21), "log-loss": pytest.approx(surprise)}
    # A table that has no errors, only what they follow from: told sample by sample.
    bare = "".join(
        line
        for line in table.read_text().splitlines(keepends=True)
        if not {"squared_error", "log_error", "Brier", "log-loss"} & set(line.split("\t"))
    )
    found = read_scores(str(put("bare.tsv", bare)))
    assert found.overall("Brier")["run"] == pytest.approx(0.21)
    assert found.overall("log-loss")["run"] == pytest.approx(surprise)
