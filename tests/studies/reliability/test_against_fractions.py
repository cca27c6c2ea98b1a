"""The experiments against a slow implementation in fractions, on the same draws: the same counts.

Not close ones: equality, margins and bin edges are decided on true values.
"""

import random
from fractions import Fraction

import numpy as np
import pytest
import reference
import slow_reliability as slow

HUNDREDTHS = [Fraction(n, 100) for n in range(1, 11)]
MIXED = [Fraction(text) for text in ("0", "0.01", "0.05", "0.1", "0.125", "0.25", "1")]
FINE = [Fraction(text) for text in ("0.0123", "0.03456", "0.3141592")]  # no steps in common
WIDTHS = [Fraction(1, 100), Fraction(3, 100)]
LEVELS = [Fraction(text) for text in ("0.5", "0.8", "0.9", "0.95", "0.99", "1")]


class Collection:
    """A score table and the true values behind it, by run and question."""

    def __init__(self, table, measure, truth, aggregate=slow.mean, exact=True):
        self.table = table
        self.measure = measure
        self.truth = truth
        self.aggregate = aggregate
        self.exact = exact  # values are fractions of a small common denominator


def matrix(truth):
    runs = list(truth)
    lines = [",".join(["question", *runs])]
    for question in truth[runs[0]]:
        cells = [repr(float(truth[run][question])) for run in runs]
        lines.append(",".join([question, *cells]))
    return "\n".join(lines) + "\n"


def questions_of(count):
    return [f"q{i:03}" for i in range(count)]


def drawn(seed, runs, count, choose):
    """Values by run and question; each run has its own strength."""
    source = random.Random(seed)
    return {
        f"run{i}": {question: choose(source, 0.35 + 0.05 * i) for question in questions_of(count)}
        for i in range(runs)
    }


def right_or_wrong(source, strength):
    return Fraction(source.random() < strength)


def reciprocal_rank(source, strength):
    ranks = [rank for rank in range(1, 6) if source.random() < strength / 2]
    return Fraction(1, ranks[0]) if ranks else Fraction(0)


@pytest.fixture
def right_wrong(put):
    truth = drawn(1, 7, 200, right_or_wrong)
    truth["copy"] = dict(truth["run3"])
    truth["silent"] = dict.fromkeys(truth["run3"], Fraction(0))
    truth["mute"] = dict.fromkeys(truth["run3"], Fraction(0))
    return Collection(put("right.csv", matrix(truth)), "accuracy", truth)


@pytest.fixture
def reciprocal(put):
    truth = drawn(2, 8, 200, reciprocal_rank)
    return Collection(put("rr.csv", matrix(truth)), "RR", truth)


def judged_table(qaeval, put, measures):
    source = random.Random(3)
    outcomes = {
        f"run{i}": {
            question: source.choices("RWU", (4 + i, 6 - i, 3))[0] for question in questions_of(120)
        }
        for i in range(6)
    }
    outcomes["copy"] = dict(outcomes["run2"])
    paths = [
        put(
            f"{run}.tsv",
            "question\toutcome\n" + "".join(f"{q}\t{o}\n" for q, o in by_question.items()),
        )
        for run, by_question in outcomes.items()
    ]
    asked = [word for name in measures for word in ("-m", name)]
    scored = qaeval("score", "--judged", "-q", "-f", "tsv", *asked, *paths)
    assert scored.code == 0, scored.err
    return put("judged-scores.tsv", scored.out), outcomes


@pytest.fixture
def c_at_1(qaeval, put):
    table, outcomes = judged_table(qaeval, put, ["accuracy", "c@1"])
    return Collection(table, "c@1", outcomes, slow.c_at_1)


def utilities(outcomes, pay):
    return {run: {q: Fraction(pay[o]) for q, o in given.items()} for run, given in outcomes.items()}


@pytest.fixture
def utility(qaeval, put):
    table, outcomes = judged_table(qaeval, put, ["UF"])
    return Collection(table, "UF", utilities(outcomes, {"R": 1, "W": -1, "U": 0}))


@pytest.fixture
def harsh_utility(qaeval, put):
    """Every run's mean is below 0."""
    name = "UF,right=0.1,wrong=-1,none=-0.3"
    table, outcomes = judged_table(qaeval, put, [name])
    pay = {"R": Fraction(1, 10), "W": -1, "U": Fraction(-3, 10)}
    return Collection(table, name, utilities(outcomes, pay))


def graded_lists():
    """Keys (levels of the classes) and runs (levels returned by rank, 0 for a wrong answer)."""
    source = random.Random(4)
    questions = questions_of(60)
    keys = {q: [source.randint(1, 3) for _ in range(source.randint(1, 9))] for q in questions}
    keys[questions[0]] = [3, 2]
    runs = {}
    for i in range(5):
        runs[f"run{i}"] = {}
        for question in questions:
            answers = [f"c{n}" for n in range(len(keys[question])) if source.random() < 0.3 + i / 9]
            answers += [f"w{n}" for n in range(source.randint(0, 6))]
            source.shuffle(answers)
            runs[f"run{i}"][question] = answers
    runs["copy"] = dict(runs["run2"])
    # As run2, but perfect where run2 is silent: whole steps of 1/c apart, among crooked values.
    silent = source.sample(questions, 20)
    runs["gaps"] = {q: [] if q in silent else answers for q, answers in runs["run2"].items()}
    runs["filled"] = {
        q: sorted((f"c{n}" for n in range(len(keys[q]))), key=lambda a, q=q: -keys[q][int(a[1:])])
        if q in silent
        else answers
        for q, answers in runs["run2"].items()
    }
    return keys, runs


def graded(qaeval, put, measure):
    keys, runs = graded_lists()
    key = put(
        "key.tsv",
        "question\tclass\tanswer\tlevel\n"
        + "".join(
            f"{q}\t{n}\tc{n}\t{level}\n"
            for q, levels in keys.items()
            for n, level in enumerate(levels)
        ),
    )
    paths = [
        put(
            f"runs/{run}.tsv",
            "question\trank\tanswer\n"
            + "".join(
                f"{q}\t{rank}\t{answer}\n"
                for q, answers in by_question.items()
                for rank, answer in enumerate(answers, 1)
            ),
        )
        for run, by_question in runs.items()
    ]
    scored = qaeval("score", "-q", "-f", "tsv", "-m", measure, key, *paths)
    assert scored.code == 0, scored.err

    def levels(question, answers):
        return [keys[question][int(a[1:])] if a.startswith("c") else 0 for a in answers]

    true_value = reference.REFERENCES[measure]
    truth = {
        run: {q: Fraction(true_value(levels(q, answers), keys[q])) for q, answers in given.items()}
        for run, given in runs.items()
    }
    return Collection(put("graded.tsv", scored.out), measure, truth, exact=False)


@pytest.fixture
def f_measure(qaeval, put):
    return graded(qaeval, put, "F")


@pytest.fixture
def q_measure(qaeval, put):
    return graded(qaeval, put, "Q")


CASES = [
    ("right_wrong", 100, 30),
    ("right_wrong", 50, 30),
    ("reciprocal", 100, 25),
    ("c_at_1", 50, 30),
    ("c_at_1", 60, 30),
    ("utility", 50, 30),
    ("harsh_utility", 60, 30),
    ("f_measure", 25, 25),
    ("q_measure", 25, 20),
]


@pytest.fixture(params=CASES, ids=lambda case: f"{case[0]}-c{case[1]}")
def experiment(request, qaeval, put):
    """A collection, the options that draw its question sets, and its true values on them."""
    name, c, trials = request.param
    collection = request.getfixturevalue(name)
    options = [collection.table, "-m", collection.measure, "-c", c, "--trials", trials]
    sampled = qaeval("sample", *options, "-f", "tsv")
    assert sampled.code == 0, sampled.err
    draws = slow.read_draws(sampled.rows)
    assert len(draws) == trials
    values = slow.on_sets(collection.truth.values(), draws, collection.aggregate)
    return collection, options, values


def records(outcome):
    assert (outcome.code, outcome.err) == (0, ""), outcome
    header, *rows = outcome.rows
    return [dict(zip(header, row, strict=True)) for row in rows]


@pytest.mark.parametrize(
    "fuzziness", [HUNDREDTHS, MIXED, FINE], ids=["hundredths", "mixed", "fine"]
)
def test_stability_counts(experiment, qaeval, fuzziness):
    _, options, (first, _) = experiment
    assert not slow.near_margins(first, fuzziness)
    asked = [word for f in fuzziness for word in ("--fuzziness", str(float(f)))]
    found = records(qaeval("stability", *options, *asked, "-f", "tsv"))
    runs, trials = len(first), len(first[0])
    total = runs * (runs - 1) // 2 * trials
    expected = slow.stability(first, fuzziness)
    got = {
        Fraction(row["fuzziness"]): (
            float(row["minority_rate"]) * total,
            float(row["prop_ties"]) * total,
        )
        for row in found
    }
    assert {f: (round(m), round(t)) for f, (m, t) in got.items()} == expected
    assert all(
        count == pytest.approx(round(count), abs=1e-6) for pair in got.values() for count in pair
    )
    assert {(row["pairs"], row["trials"]) for row in found} == {(str(total // trials), str(trials))}


def test_default_fuzziness_is_one_to_ten_hundredths(experiment, qaeval):
    _, options, _ = experiment
    asked = [word for f in HUNDREDTHS for word in ("--fuzziness", str(float(f)))]
    default = qaeval("stability", *options, "-f", "tsv")
    assert default.out == qaeval("stability", *options, *asked, "-f", "tsv").out


@pytest.mark.parametrize("kind", ["strict", "original"])
@pytest.mark.parametrize("width", WIDTHS, ids=str)
def test_swap_counts(experiment, qaeval, kind, width):
    _, options, (first, second) = experiment
    assert not slow.near_edges(first, second, width)
    counts, swaps, _ = slow.swap(first, second, width, strict=kind == "strict")
    options = [*options, "--swaps", kind, "--bin-width", str(float(width)), "--bins", "-f", "tsv"]
    found = records(qaeval("swap", *options))
    assert [int(row["comparisons"]) for row in found] == counts
    assert [int(row["swaps"]) for row in found] == swaps
    assert [float(row["low"]) for row in found] == [float(width * at) for at in range(21)]
    assert [row["high"] for row in found[:-1]] == [row["low"] for row in found[1:]]
    for row, count, swapped in zip(found, counts, swaps, strict=True):
        if count:
            assert float(row["swap_rate"]) == swapped / count


@pytest.mark.parametrize("kind", ["strict", "original"])
@pytest.mark.parametrize("rule", ["first", "steady"])
def test_sensitivity(experiment, qaeval, kind, rule):
    _, options, (first, second) = experiment
    width = WIDTHS[0]
    counted = slow.swap(first, second, width, strict=kind == "strict")
    levels = [word for level in LEVELS for word in ("--confidence", str(float(level)))]
    options = [*options, "--swaps", kind, "--rule", rule, *levels, "-f", "tsv"]
    found = records(qaeval("swap", *options))
    largest = float(max(value for run in [*first, *second] for value in run))
    total = sum(counted[0])
    for row, level in zip(found, LEVELS, strict=True):
        assert Fraction(row["confidence"]) == level
        # The same float where sums are exact; c@1 and values on the grid may be one rounding off.
        assert float(row["max_value"]) == pytest.approx(largest, rel=0, abs=2e-12)
        assert int(row["values"]) == 2 * len(first) * len(first[0])
        assert int(row["comparisons"]) == total
        at = slow.required(counted, level, rule == "steady")
        if at is None:
            assert (row["diff_required"], row["relative_diff"], row["sensitivity"]) == (
                "none",
                "",
                "",
            )
            continue
        assert float(row["diff_required"]) == float(at * width)
        assert float(row["sensitivity"]) == sum(counted[0][at:]) / total
        if largest > 0:
            assert float(row["relative_diff"]) == pytest.approx(float(at * width) / largest)


# The data above must hold what goes wrong in plain floating point, or these tests show nothing.


def test_the_data_can_show_a_wrong_bin(right_wrong, qaeval):
    sampled = qaeval("sample", right_wrong.table, "-c", 100, "--trials", 30, "-f", "tsv")
    draws = slow.read_draws(sampled.rows)
    first, second = slow.on_sets(right_wrong.truth.values(), draws)
    floats = [np.array([[float(v) for v in run] for run in side]) for side in (first, second)]
    places = [
        int(abs(x - y) // 0.01)
        for i, one in enumerate(floats[0])
        for other in floats[0][i + 1 :]
        for x, y in zip(one, other, strict=True)
    ]
    naive = np.bincount(np.minimum(places, 20), minlength=21).tolist()
    exact, _, _ = slow.swap(first, second, WIDTHS[0])
    wrong = sum(abs(a - b) for a, b in zip(naive, exact, strict=True)) / sum(exact)
    assert wrong > 0.1
    assert slow.on_margins(first, HUNDREDTHS) > 5


def test_the_graded_data_has_differences_on_edges_and_ties(q_measure, qaeval):
    values = [value for run in q_measure.truth.values() for value in run.values()]
    assert any(value.denominator > 2520 for value in values)  # so: on the grid
    sampled = qaeval("sample", q_measure.table, "-c", 25, "--trials", 20, "-f", "tsv")
    first, second = slow.on_sets(q_measure.truth.values(), slow.read_draws(sampled.rows))
    assert slow.on_edges(first, second, WIDTHS[0]) > 5
    assert slow.swap(first, second, WIDTHS[0])[2][0] >= 20


# By hand.


def bins_of(qaeval, put, matrix_text, samples_text, *options):
    table, samples = put("m.csv", matrix_text), put("samples.tsv", samples_text)
    found = records(qaeval("swap", table, "--samples", samples, "--bins", "-f", "tsv", *options))
    return {row["low"]: (int(row["comparisons"]), int(row["swaps"])) for row in found}


def halves(count):
    """One trial: the first half of questions q000… is A, the other B."""
    lines = [f"1\t{'A' if i < count // 2 else 'B'}\tq{i:03}\n" for i in range(count)]
    return "trial\tset\tquestion\n" + "".join(lines)


def two_runs(x, y):
    rows = "".join(f"q{i:03},{a},{b}\n" for i, (a, b) in enumerate(zip(x, y, strict=True)))
    return "question,x,y\n" + rows


@pytest.mark.parametrize(
    ("x", "y", "low"),
    [
        ([1, 1, 1] + [0] * 7, [1, 1] + [0] * 8, "0.1"),  # 0.3 − 0.2 = 0.09999999999999998
        ([0.3], [0.2], "0.1"),
        ([0.7], [0.6], "0.1"),
        ([0.57], [0.5], "0.07"),
        ([0.3], [0.2000001], "0.09"),
        ([0.3], [0.1], "0.2"),
        ([1], [0], "0.2"),  # the last bin is open
        ([1 / 3], [1 / 3], "0"),
        ([0.123456789012, 0.3], [0.123456789012, 0.2], "0.05"),  # on the grid
    ],
)
def test_a_difference_on_an_edge_is_in_the_bin_it_starts(qaeval, put, x, y, low):
    found = bins_of(qaeval, put, two_runs(x * 2, y * 2), halves(2 * len(x)))
    assert {edge for edge, (count, _) in found.items() if count} == {low}
    assert sum(swaps for _, swaps in found.values()) == 0


@pytest.mark.parametrize(
    ("on_a", "on_b", "strict", "original"),
    [
        ((1, 0), (1, 0), 0, 0),
        ((1, 0), (0, 1), 1, 1),
        ((1, 0), (1, 1), 1, 0),
        ((1, 1), (1, 0), 1, 0),
        ((0, 0), (1, 1), 0, 0),
    ],
)
def test_what_a_swap_is(qaeval, put, on_a, on_b, strict, original):
    table = two_runs([on_a[0], on_b[0]], [on_a[1], on_b[1]])
    for kind, expected in (("strict", strict), ("original", original)):
        found = bins_of(qaeval, put, table, halves(2), "--swaps", kind)
        assert sum(swaps for _, swaps in found.values()) == expected


def wins_and_ties(qaeval, put, x, y, *fuzziness):
    """The proportion of ties of two runs on their one question at each fuzziness."""
    table, samples = (
        put("m.csv", two_runs(x, y)),
        put("s.tsv", "trial\tset\tquestion\n1\tA\tq000\n"),
    )
    asked = [word for f in fuzziness for word in ("--fuzziness", f)]
    found = records(qaeval("stability", table, "--samples", samples, "-f", "tsv", *asked))
    return {row["fuzziness"]: row["prop_ties"] for row in found}


@pytest.mark.parametrize(
    ("x", "y", "fuzziness", "tie"),
    [
        (1, 0.9, "0.1", False),  # equal to the margin
        (1, 0.9, "0.11", True),
        (0.5, 0.45, "0.1", False),
        (0.3, 0.27, "0.1", False),
        (0.1, 0.099, "0.01", False),
        (0.123456789012, 0.1111111101108, "0.1", False),  # equal to the margin, on the grid
        (0.123456789012, 0.11111112, "0.1", True),
        (0, 0, "0.1", True),
        (0, 0, "0", True),
        (0, 0, "1", True),
        (1, 0, "1", False),
        (1, 0.01, "1", True),
        (0.1, 0.1, "0", True),
        (0.3, 0.299, "0", False),
        (-1, -1.05, "0.05", False),  # |f·max| = 0.05
        (-1, -1.04, "0.05", True),
        (0, -0.5, "1", False),  # the margin is 0
        (0, -0.123456789012, "1", False),
        (0.5, -0.5, "1", False),
    ],
)
def test_what_a_tie_is(qaeval, put, x, y, fuzziness, tie):
    for one, other in ((x, y), (y, x)):
        found = wins_and_ties(qaeval, put, [one], [other], fuzziness)
        assert found == {fuzziness: "1" if tie else "0"}


def test_bins_of_exact_ties_are_passed_over(qaeval, put):
    """Original swaps, c <= 100, right/wrong: bin 0 never has a swap, and must not be the answer."""
    truth = drawn(5, 4, 40, right_or_wrong)
    truth["silent"] = dict.fromkeys(truth["run0"], Fraction(0))
    table = put("m.csv", matrix(truth))
    options = [table, "-c", 20, "--trials", 50, "--swaps", "original", "-f", "tsv"]
    bins = records(qaeval("swap", *options, "--bins"))
    assert int(bins[0]["comparisons"]) > 0
    assert float(bins[0]["swap_rate"]) == 0
    for rule in ("first", "steady"):
        (row,) = records(qaeval("swap", *options, "--rule", rule, "--confidence", "0.7"))
        assert row["diff_required"] not in ("0", "0.0", "none")


def test_a_tie_beside_a_real_difference_lets_the_first_bin_answer(qaeval, put):
    """Bin 0 holds a difference of 0.005 that stands: then 0 is enough."""
    table = put("m.csv", two_runs([0.5, 0.5], [0.495, 0.495]))
    samples = put("s.tsv", halves(2))
    (row,) = records(qaeval("swap", table, "--samples", samples, "-f", "tsv"))
    assert (row["diff_required"], row["sensitivity"]) == ("0", "1")


@pytest.mark.parametrize("kind", ["strict", "original"])
def test_nothing_but_ties_is_no_answer(qaeval, put, kind):
    table = put("m.csv", two_runs([1, 0], [1, 0]))
    options = [table, "--samples", put("s.tsv", halves(2)), "--swaps", kind, "-f", "tsv"]
    (row,) = records(qaeval("swap", *options))
    assert row["diff_required"] == "none"
    assert (row["relative_diff"], row["sensitivity"]) == ("", "")


def test_a_swap_rate_equal_to_what_is_allowed_is_enough(qaeval, put):
    """20 trials, one swap: 5%, and 0.95 is reached; 0.951 is not."""
    table = put("m.csv", two_runs([1, 1, 0], [0, 0, 1]))
    trials = "".join(
        f"{t}\tA\tq000\n{t}\tB\t{'q002' if t == 1 else 'q001'}\n" for t in range(1, 21)
    )
    samples = put("s.tsv", "trial\tset\tquestion\n" + trials)
    options = [table, "--samples", samples, "--confidence", "0.95", "--confidence", "0.951"]
    rows = records(qaeval("swap", *options, "-f", "tsv"))
    assert [row["diff_required"] for row in rows] == ["0.2", "none"]


# On the grid: a crooked value elsewhere in the column, and true values that rounding moves.

CROOKED = 0.123456789012


def test_equal_means_of_values_rounded_to_the_grid_are_equal(qaeval, put):
    """Three thirds against 1, 0, 0."""
    table = put("m.csv", two_runs(([1 / 3] * 3 + [CROOKED]) * 2, [1, 0, 0, CROOKED] * 2))
    samples = put("s.tsv", halves(8))
    options = [table, "--samples", samples, "-f", "tsv"]
    (row,) = records(qaeval("stability", *options, "--fuzziness", "0"))
    assert (row["minority_rate"], row["prop_ties"]) == ("0", "1")
    (row,) = records(qaeval("swap", *options))
    assert row["diff_required"] == "none"  # nothing but exact ties


def test_an_equal_mean_against_a_difference_is_a_strict_swap(qaeval, put):
    x, y = [1 / 3] * 3 + [CROOKED], [1, 0, 0, CROOKED]
    table = two_runs(x + [CROOKED] * 4, y + [0] * 4)
    strict = bins_of(qaeval, put, table, halves(8))
    original = bins_of(qaeval, put, table, halves(8), "--swaps", "original")
    assert (strict["0"], original["0"]) == ((1, 1), (1, 0))


def test_an_edge_that_rounding_to_the_grid_fell_short_of(qaeval, put):
    table = two_runs([0.003, CROOKED], [0, 0])
    found = bins_of(qaeval, put, table, halves(2), "--bin-width", "0.001")
    assert {low for low, (count, _) in found.items() if count} == {"0.003"}


def test_a_margin_that_rounding_to_the_grid_fell_short_of(qaeval, put):
    found = wins_and_ties(qaeval, put, [0.03, CROOKED], [0.027, 0], "0.1")
    assert found == {"0.1": "0"}
