"""Equivalence: verdicts by hand, from the command line, and how often they are wrong."""

import math

import numpy as np
import pytest
from numpy.random import default_rng
from scipy import stats

from qaeval import scores_from
from qaeval.studies.inference.contributions import contributions
from qaeval.studies.inference.equivalence import standing
from qaeval.studies.inference.verdicts import Asked, verdicts
from qaeval.studies.units import Units

CASES = {
    "equivalent": (-0.009, 0.009),
    "better": (0.001, 0.03),
    "worse": (-0.03, -0.001),
    "no worse": (-0.009, 0.02),
    "no better": (-0.02, 0.009),
    "undecided": (-0.02, 0.02),
}


@pytest.mark.parametrize("verdict", CASES)
def test_verdicts_within_a_hundredth(verdict):
    low, high = CASES[verdict]
    assert standing(np.array([low]), np.array([high]), 0.01) == [verdict]


def test_an_end_at_the_margin_is_not_within_it():
    assert standing(np.array([-0.01]), np.array([0.01]), 0.01) == ["undecided"]
    assert standing(np.array([np.nan]), np.array([np.nan]), 0.01) == ["undecided"]


def claims(questions, changed, difference, samples, seed=7):
    """How often two runs that differ by exactly the margin are called equivalent or no worse."""
    up, down = (changed + difference) / 2, (changed - difference) / 2
    rng, asked = default_rng(seed), Asked("max-t", trials=999)
    wrong, names = 0, [f"q{n}" for n in range(questions)]
    for _ in range(samples):
        kind = rng.choice(3, size=questions, p=[up, down, 1 - up - down])
        both = rng.random(questions) < 0.6
        worse = np.where(kind == 0, 0.0, np.where(kind == 1, 1.0, both))
        better = np.where(kind == 0, 1.0, np.where(kind == 1, 0.0, both))
        table = scores_from({"question": names, "a": worse, "b": better}, measure="value")
        given = contributions(table, table.measures[0], Units.single(questions))
        found = verdicts(given, table.runs, "high", asked).pairs.intervals
        (verdict,) = standing(found.low, found.high, difference)
        wrong += verdict in ("equivalent", "no worse", "better")
    return wrong / samples


@pytest.mark.parametrize(("questions", "changed"), [(50, 0.3), (100, 0.12), (400, 0.15)])
def test_a_run_that_is_worse_by_the_margin_is_seldom_called_no_worse(questions, changed):
    """At most 5%, and two standard errors of the simulation; near-duplicates among them."""
    samples = 300
    rate = claims(questions, changed, 0.1, samples)
    assert rate <= 0.05 + 2 * math.sqrt(0.05 * 0.95 / samples)


def test_equivalence_from_the_command_line(qaeval, put):
    """200 questions, of which b changes two: one up, one down; Wilson's with t of 199 for z."""
    rows = ["question,a,b", *(f"q{n},{n % 2},{n % 2}" for n in range(198)), "x,0,1", "y,1,0"]
    table = put("m.csv", "\n".join(rows) + "\n")
    outcome = qaeval("compare", "--baseline", "a", "--equivalence", "0.05", "-f", "tsv", table)
    cells = dict(zip(outcome.rows[0], outcome.rows[1], strict=True))
    assert (cells["run_x"], cells["run_y"], cells["verdict"]) == ("b", "a", "equivalent")
    assert (cells["changed"], cells["up"], cells["down"]) == ("0.01", "1", "1")
    t, n, share = stats.t.ppf(0.975, 199), 200, 0.01
    middle = (share + t * t / (2 * n)) / (1 + t * t / n)
    half = t * math.sqrt(share * (1 - share) / n + t * t / (4 * n * n)) / (1 + t * t / n)
    ends = float(cells["changed_low"]), float(cells["changed_high"])
    assert ends == pytest.approx((middle - half, middle + half), abs=1e-12)
    assert "|equivalence:0.05|" in qaeval("compare", "--equivalence", "0.05", table).out


def test_of_what_is_better_low_worse_is_higher(qaeval, put):
    """Two seconds less on each of 30 questions."""
    lines = ["run\tmeasure\tquestion\tvalue"]
    for run, value in (("a", 1), ("b", 3)):
        lines += [f"{run}\tseconds\tq{n}\t{value + n % 2}" for n in range(30)]
        lines += [f"{run}\tseconds\tall\t{value + 0.5}"]
    table = put("s.tsv", "\n".join(lines) + "\n")
    outcome = qaeval("compare", "-m", "seconds", "--equivalence", "0.5", "-f", "tsv", table)
    cells = dict(zip(outcome.rows[0], outcome.rows[1], strict=True))
    assert (cells["run_x"], cells["diff"], cells["verdict"]) == ("a", "-60", "better")


def test_what_does_not_go_with_it(qaeval, put):
    table = put("m.csv", "question,a,b\nx,0,1\ny,1,0\n")
    call = ("compare", "--equivalence", "0.1", table)
    assert "so no --test" in qaeval(*call, "--test", "t").err
    assert "a table of its own" in qaeval(*call, "--pairs").err
    endless = qaeval("compare", "--equivalence", "1e309", table)
    assert endless.err == "qaeval: --equivalence inf, expected a finite number above 0\n"
    few = qaeval(*call, "-f", "tsv")
    assert few.rows[1][6] == "undecided"  # two questions: no test, so nothing is said
