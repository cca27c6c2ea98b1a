"""Which difference to believe is said only where enough speaks for it."""

import json
import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from qaeval.studies.reliability.guess import RightWrong, Spread
from qaeval.studies.reliability.planning import Plan
from qaeval.studies.reliability.support import plan_lacks, swap_support
from qaeval.studies.reliability.swap import Swaps
from qaeval.studies.reliability.swap_model import SwapModel, Tally

LEVEL = Fraction(95, 100)


def swaps(rates, reach, runs=12, trials=10):
    """A hundred comparisons in each bin of .01, with these swap rates in percent."""
    counts = np.full(len(rates), 100)
    values = 2 * runs * trials
    reached = np.array(reach)
    return Swaps(Fraction(1, 100), counts, np.array(rates), 0, 0.8, values, trials, reached)


def test_enough_runs_and_pairs_and_rules_that_agree():
    support = swap_support(swaps([40, 5, 2, 0], [50, 6, 6, 4]), LEVEL)
    assert (support.at, support.steady, support.pairs, support.missing) == (1, 1, 16, "")


@pytest.mark.parametrize(
    ("counts", "missing"),
    [
        (swaps([40, 5, 2, 0], [50, 6, 6, 4], runs=9), "only 9 runs, expected 10 or more"),
        (
            swaps([40, 5, 2, 0], [57, 3, 3, 3]),
            "only 9 pairs of runs have differences of 0.01 or more, expected 10",
        ),
        (swaps([40, 30, 20, 9], [6, 20, 20, 20]), "no difference seen is as large"),
        (
            swaps([40, 5, 6, 0], [0, 6, 30, 30]),
            "the first bin good enough is 0.01, but a later one is not; from 0.03 on all are",
        ),
        (swaps([40, 5, 2, 6], [0, 6, 30, 30]), "on no bin all are"),
    ],
)
def test_what_is_missing(counts, missing):
    support = swap_support(counts, LEVEL)
    assert missing in support.missing and not support.is_enough


def test_the_steady_rule_needs_no_agreement():
    support = swap_support(swaps([40, 5, 6, 0], [0, 6, 30, 30]), LEVEL, steady_rule=True)
    assert (support.at, support.pairs, support.missing) == (3, 30, "")


def test_a_bin_that_one_swap_would_undo_supports_nothing():
    counts = swaps([40, 0, 0], [50, 20, 20])
    thin = replace(counts, comparisons=np.array([100, 19, 100]))
    assert swap_support(thin, LEVEL).missing == (
        "the bin from 0.01 holds only 19 comparisons, of which one swap would be more than 5%: "
        "expected 20 or more (--trials)"
    )
    enough = replace(counts, comparisons=np.array([100, 20, 1]))
    assert swap_support(enough, LEVEL).is_enough
    assert not swap_support(enough, Fraction(96, 100)).is_enough  # 1 of 25
    assert swap_support(enough, Fraction(90, 100)).is_enough


def test_swap_says_that_a_bin_holds_a_single_comparison(qaeval, put):
    head = "run\tmeasure\tquestion\tvalue\n"
    rows = [f"{run}\tRR\tq{i}\t{int(run == 'a')}\n" for run in "ab" for i in range(10)]
    out = qaeval("swap", "--trials", 1, put("scores.tsv", head + "".join(rows))).out
    told = " ".join(out.split())
    assert "RR, c = 5: the bin from 0.2 holds only 1 comparison, of which one swap" in told
    assert "Which difference to believe is not known: only 2 runs, expected 10 or more" in told


MODEL = SwapModel(0.0, -1.8, 0.0, 0.0, 0.5)


def plan(shift=0.0, reach=5.0, runs=12, questions=60):
    """A plan whose measured swap rates are the model's and `shift`, up to `reach` errors."""
    errors = np.arange(1, reach * 16) / 16
    tallies = []
    for size in (5, 30):
        rates = [MODEL.rate(u * 0.5 / math.sqrt(size), size) for u in errors]
        swapped = (np.clip(np.array(rates) + shift, 0, 1) * 1e6).astype(int)
        tallies.append(Tally(size, errors, np.full(len(errors), 10**6), swapped))
    return Plan(None, MODEL, [], 0.5, [5, 30], runs, questions, "question", tallies)


@pytest.mark.parametrize(
    ("planned", "questions", "missing"),
    [
        (plan(), 600, ""),
        (plan(shift=0.079), 600, ""),
        (plan(shift=0.081), 600, "the model does not fit: at c = "),
        (plan(shift=-0.3), 600, "the model does not fit"),
        (plan(runs=9), 600, "only 9 runs, expected 10 or more"),
        (plan(), 601, "more than 10 times the 60 questions"),
        (plan(reach=1.5), 60, "only 0.0% of the differences at c = 30 reach 0.15"),
    ],
)
def test_what_a_plan_lacks(planned, questions, missing):
    lacking = plan_lacks(planned, questions, 0.95)
    assert missing in lacking and bool(lacking) == bool(missing)


def abilities(runs, questions=60, seed=3, spread=0.35):
    draw = np.random.Generator(np.random.PCG64(seed))
    chances = np.linspace(0.5 - spread, 0.5 + spread, runs)[:, None]
    return (draw.random((runs, questions)) < chances).astype(int)


def matrix(put, values, name="m.csv"):
    lines = [",".join(["question", *(f"r{run:02}" for run in range(len(values)))])]
    lines += [",".join([f"q{at:03}", *map(str, row)]) for at, row in enumerate(values.T)]
    return put(name, "\n".join(lines) + "\n")


def test_json_has_no_difference_that_nothing_speaks_for(qaeval, put):
    few, many = matrix(put, abilities(4), "few.csv"), matrix(put, abilities(14), "many.csv")
    for command, column in (("swap", "diff_required"), ("plan", "diff_required")):
        asked = (command, "--trials", 200, *(["--at", 60] if command == "plan" else []))
        (poor,) = json.loads(qaeval(*asked, "-f", "json", few).out)
        (rich,) = json.loads(qaeval(*asked, "-f", "json", many).out)
        assert poor[column] is None and poor["supported"] is False
        assert rich[column] > 0 and rich["supported"] is True
        header, row = qaeval(*asked, "-f", "tsv", few).rows
        told = dict(zip(header, row, strict=True))
        assert float(told[column]) > 0 and told["supported"] == "no"
    (needs,) = json.loads(qaeval("plan", "--diff", 0.1, "-f", "json", few).out)
    assert needs["questions_required"] is None and needs["questions_detectable"] > 0
    assert needs["supported"] is False


def test_one_line_says_which_pairs_are_missing(qaeval, put):
    # Twelve runs that are all but alike, and one far below: eleven pairs less one differ much.
    values = np.repeat(abilities(1, seed=1), 12, axis=0)
    values[0] = 0
    table = matrix(put, values[:10])
    out = " ".join(qaeval("swap", "--trials", 100, table).out.split())
    assert "value, c = 30: only 9 pairs of runs have differences of" in out


def test_complementary_sets_are_told(qaeval, put):
    table = matrix(put, abilities(12))
    said = "At c = 30 the two sets are complementary (together they hold all 60 questions)"
    assert said in " ".join(qaeval("swap", "--trials", 20, table).out.split())
    assert "complementary" not in qaeval("swap", "--trials", 20, "-c", 20, table).out


def test_a_guess_of_right_and_wrong_by_hand():
    guess = RightWrong(0.7, 0.2)
    # At d = .05 the variance is .2 − .0025, so as many questions as for that sd.
    needed = Spread(math.sqrt(0.1975)).needed(0.05, 2, 0.05, 0.8)
    assert guess.needed(0.05, 2, 0.05, 0.8) == needed
    found = guess.detectable(needed, 2, 0.05, 0.8)
    assert found <= 0.05 < guess.detectable(needed - 1, 2, 0.05, 0.8)
    # 95% of Wilson's interval of 70 of 100, with t for z and 99 for 100.
    t = 1.984217
    half = t * math.sqrt(0.21 / 99 + t * t / (4 * 99**2)) / (1 + t * t / 99)
    assert guess.half_width(100) == pytest.approx(half, rel=1e-5)
    assert RightWrong(0.7, 0.01).detectable(20, 2, 0.05, 0.8) is None


def test_plans_without_scores(qaeval):
    rows = qaeval("plan", "--sd", 0.45, "--diff", 0.05, "-f", "tsv").rows
    assert rows == [["diff", "questions_detectable"], ["0.05", "638"]]
    asked = ("plan", "--accuracy", 0.7, "--discordant", 0.2, "--at", 500)
    assert qaeval(*asked, "-f", "tsv").rows[0] == ["questions", "diff_detectable", "half_width"]
    said = " ".join(qaeval(*asked, "--compared-runs", 10).out.split())
    assert "max-t over all pairs of 10 runs" in said and "half width" in said


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], "expected SCORES or, without a pilot, --sd"),
        (["--sd", "0.4", "scores.tsv"], "--sd beside SCORES"),
        (["--sd", "0.4", "--accuracy", "0.5"], "--sd beside --accuracy or --discordant"),
        (["--accuracy", "0.5"], "--accuracy needs --discordant"),
        (["--discordant", "0.5"], "--discordant needs --accuracy"),
        (["--accuracy", "0.9", "--discordant", "0.3"], "can differ on 0.2 of the questions"),
        (["--sd", "0"], "--sd '0', expected a number, more than 0"),
        (["--sd", "1", "--cluster", "x"], "--cluster beside --sd: it needs SCORES"),
        (["--sd", "1", "--trials", "200"], "--trials beside --sd: it needs SCORES"),
        (["--accuracy", ".5", "--discordant", ".2", "--diff", ".3"], "cannot be further apart"),
    ],
)
def test_guesses_that_cannot_be_taken(qaeval, options, words):
    found = qaeval("plan", *options)
    assert (found.code, found.out) == (2, "")
    assert words in found.err and found.err.count("\n") == 1


def test_pictures_of_plans(qaeval, put, tmp_path):
    pytest.importorskip("matplotlib")
    picture = tmp_path / "plan.svg"
    table = matrix(put, abilities(14))
    for asked in (("--trials", 50, table), ("--sd", 0.4), ("--sd", 0.4, "--at", 10)):
        assert qaeval("plan", "--plot", picture, *asked).code == 0
        first = picture.read_bytes()
        assert b"<svg" in first
        qaeval("plan", "--plot", picture, *asked)
        assert picture.read_bytes() == first
    same = matrix(put, np.ones((3, 30), dtype=int), "same.csv")
    refused = qaeval("plan", "--plot", picture, same)
    assert refused.code == 2 and "--plot: runs differ by the same" in refused.err
