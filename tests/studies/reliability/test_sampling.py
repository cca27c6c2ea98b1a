"""The question sets of the experiments: disjoint, reproducible, drawn as documented."""

import random

import numpy as np
import pytest
import slow_reliability as slow

from qaeval.collection.draws import Sets
from qaeval.studies.sampling import (
    Drawing,
    SetWeights,
    coin_blocks,
    draw,
    random_orders,
    resampled_weights,
)
from qaeval.studies.units import Units

# Byte order is not the order of numbers, nor that of letters regardless of case.
NAMES = ["q10", "q9", "Q2", "q100", "é1", "z", "Z", "質問1", "q1", "_a", "a b", "10", "9"]


def table_of(names, runs=("x", "y"), seed=1):
    source = random.Random(seed)
    rows = [f"{run}\tRR\t{name}\t{source.choice([0, 1, 0.5])}\n" for run in runs for name in names]
    return "run\tmeasure\tquestion\tvalue\n" + "".join(rows)


@pytest.fixture
def draws_of(qaeval):
    def run(*arguments):
        outcome = qaeval("sample", *arguments, "-f", "tsv")
        assert (outcome.code, outcome.err) == (0, ""), outcome
        return slow.read_draws(outcome.rows)

    return run


@pytest.fixture
def table(put):
    return put("t.tsv", table_of(NAMES))


@pytest.mark.parametrize("c", [1, 3, 6])
def test_sets_are_disjoint_of_the_right_size_and_without_repeats(draws_of, table, c):
    draws = draws_of(table, "-c", c, "--trials", 40)
    assert len(draws) == 40
    for first, second in draws:
        assert len(first) == len(second) == c
        assert len({*first, *second}) == 2 * c
        assert {*first, *second} <= set(NAMES)
    assert len({tuple(first) for first, _ in draws}) > 5


def documented(names, c, trials, seed):
    """PCG64's raw stream seeded by (seed, c); trial i sorts the questions by its own raw keys."""
    ordered = sorted(names, key=lambda name: name.encode())
    stream = np.random.PCG64(np.random.SeedSequence([seed, c]))
    draws = []
    for _ in range(trials):
        keys = [int(stream.random_raw()) for _ in ordered]
        order = sorted(range(len(ordered)), key=lambda i: (keys[i], i))
        draws.append(([ordered[i] for i in order[:c]], [ordered[i] for i in order[c : 2 * c]]))
    return draws


@pytest.mark.parametrize(("c", "seed"), [(6, 0), (6, 1), (2, 0), (1, 2**63)])
def test_the_documented_scheme(draws_of, table, c, seed):
    found = draws_of(table, "-c", c, "--trials", 30, "--seed", seed)
    assert found == documented(NAMES, c, 30, seed)


def test_the_seed_is_0_unless_told(draws_of, table):
    assert draws_of(table, "-c", 6, "--trials", 9) == documented(NAMES, 6, 9, 0)


def test_many_trials_come_in_several_portions(put, draws_of):
    """More keys than are drawn at once: the stream must run on."""
    from qaeval.studies import sampling

    names = sorted(f"q{i:04}" for i in range(2000))
    trials = sampling._KEYS_AT_ONCE // len(names) + 3
    found = sampling.draw(names, 1, trials, 0)
    last = slice(trials - 1, trials)
    stream = np.random.PCG64(np.random.SeedSequence([0, 1]))
    stream.advance((trials - 1) * len(names))
    keys = stream.random_raw(len(names))
    order = np.argsort(keys, kind="stable")
    assert np.flatnonzero(found.first.bits(last)).tolist() == order[:1].tolist()
    assert np.flatnonzero(found.second.bits(last)).tolist() == order[1:2].tolist()


def units_of(kind):
    """Nineteen questions as they are, in clusters, or of two tasks."""
    names = [f"q{i:02}" for i in range(19)]
    clusters = [f"k{(i * 7) % 8}" for i in range(19)]
    tasks = ["x" if i % 3 else "y" for i in range(19)]
    if kind == "clusters":
        return names, Units.of(clusters, None, 19), 4
    if kind == "tasks":
        return names, Units.of(None, tasks, 19), 9
    return names, Units.single(19), {"questions": 9, "one set": 12, "all": 19}[kind]


@pytest.mark.parametrize("kind", ["questions", "one set", "all", "clusters", "tasks"])
@pytest.mark.parametrize("low_bits", [False, True], ids=["keys", "equal keys"])
def test_sets_are_what_the_orders_hold(monkeypatch, kind, low_bits):
    """Selected without sorting; where keys are equal the first questions go in, as in a sort."""
    if low_bits:
        keys = Drawing._keys
        monkeypatch.setattr(
            Drawing, "_keys", lambda self: (raw % np.uint64(4) for raw in keys(self))
        )
    names, units, size = units_of(kind)
    drawn = draw(names, size, 25, 3, units)
    orders = list(Drawing(units, size, 25, 3).orders())
    assert len(orders) == 25
    for which, sets in enumerate((drawn.first, drawn.second)):
        if sets is None:
            assert all(not len(order[which]) for order in orders)
            continue
        rows = sets.bits(slice(None))
        assert [np.flatnonzero(row).tolist() for row in rows] == [
            sorted(order[which].tolist()) for order in orders
        ]


@pytest.mark.parametrize("kind", ["questions", "clusters", "tasks"])
def test_weights_of_sets_are_those_of_their_questions(kind):
    names, units, size = units_of(kind)
    drawn = draw(names, size, 7, 0, units)
    (weights,) = SetWeights(drawn.first, units).stretches()
    assert weights.shape == (19, 7)
    for trial, (first, _) in enumerate(Drawing(units, size, 7, 0).orders()):
        held = [at for unit in first.tolist() for at in units.members[unit]]
        assert np.flatnonzero(weights[:, trial]).tolist() == sorted(held)


def test_clusters_of_one_question_each_keep_their_question():
    """Clusters are numbered by name, which need not be the order of the questions."""
    units = Units.of(["c", "a", "b"], None, 3)
    (weights,) = SetWeights(Sets.of(np.array([[0]]), 3), units).stretches()
    assert weights[:, 0].tolist() == [0, 1, 0]


def test_fewer_trials_are_the_first_of_more(draws_of, table):
    more = draws_of(table, "-c", 4, "--trials", 30)
    assert draws_of(table, "-c", 4, "--trials", 10) == more[:10]


def test_same_seed_same_bytes_other_seed_other_bytes(qaeval, table):
    options = ["sample", table, "-c", 4, "--trials", 10, "-f", "tsv"]
    once = qaeval(*options, "--seed", 5).out
    assert once == qaeval(*options, "--seed", 5).out
    assert once != qaeval(*options, "--seed", 6).out


def test_order_of_rows_runs_and_files_does_not_matter(put, qaeval, table):
    header, *rows = table.read_text(encoding="utf-8").splitlines(keepends=True)
    random.Random(3).shuffle(rows)
    shuffled = put("shuffled.tsv", header + "".join(rows))
    halves = [put(f"h{i}.tsv", header + "".join(rows[i::2])) for i in range(2)]
    options = ["-c", 4, "--trials", 10, "-f", "tsv"]
    expected = qaeval("sample", table, *options).out
    assert expected.count("\n") == 81
    assert qaeval("sample", shuffled, *options).out == expected
    assert qaeval("sample", *halves, *options).out == expected
    assert qaeval("sample", *reversed(halves), *options).out == expected


def test_other_runs_have_the_same_draws(put, draws_of, table):
    other = put("other.tsv", table_of(NAMES, runs=("u", "v", "w"), seed=7))
    assert draws_of(table, "--trials", 9) == draws_of(other, "--trials", 9)


def test_half_the_questions_and_1000_trials_unless_told(draws_of, table):
    draws = draws_of(table)
    assert len(draws) == 1000
    assert {len(first) for first, _ in draws} == {len(NAMES) // 2}


def test_more_than_half_gives_only_the_sets_A(draws_of, table):
    draws = draws_of(table, "-c", 7, "--trials", 5)
    assert [second for _, second in draws] == [[]] * 5
    assert [first for first, _ in draws] == [first for first, _ in documented(NAMES, 7, 5, 0)]
    everything = draws_of(table, "-c", len(NAMES), "--trials", 3)
    assert all(sorted(first) == sorted(NAMES) for first, _ in everything)


def test_every_question_is_drawn_about_as_often(draws_of, table):
    draws = draws_of(table, "-c", 3, "--trials", 1300)
    for which in (0, 1):
        counts = {name: sum(name in sets[which] for sets in draws) for name in NAMES}
        assert all(220 < count < 380 for count in counts.values()), counts


def test_stability_and_swap_draw_the_same_sets_A(put, qaeval):
    """Stability has A only; its ties at fuzziness 0 are the differences 0 of swap."""
    names = [f"q{i:02}" for i in range(12)]
    table = put("t.tsv", table_of(names, runs=("a", "b", "c", "d")))
    options = [table, "-c", 5, "--trials", 50, "-f", "tsv"]
    draws = slow.read_draws(qaeval("sample", *options).rows)
    only_a = "".join(f"{t}\tA\t{name}\n" for t, (first, _) in enumerate(draws, 1) for name in first)
    samples = put("a.tsv", "trial\tset\tquestion\n" + only_a)
    stability = qaeval("stability", *options, "--fuzziness", "0")
    assert stability.code == 0, stability.err
    from_file = qaeval("stability", table, "--samples", samples, "--fuzziness", "0", "-f", "tsv")
    assert from_file.out == stability.out
    ties = round(float(stability.rows[1][4]) * 6 * 50)
    swap = qaeval("swap", *options, "--bins", "--bin-width", "0.001")
    assert int(swap.rows[1][4]) == ties > 0


def test_sets_depend_on_c(draws_of, table):
    assert documented(NAMES, 3, 5, 0)[0][0] != documented(NAMES, 4, 5, 0)[0][0][:3]
    assert draws_of(table, "-c", 3, "--trials", 5)[0][0] == documented(NAMES, 3, 5, 0)[0][0]


def test_a_sample_of_one_run(put, draws_of):
    assert len(draws_of(put("one.tsv", table_of(NAMES, runs=("x",))), "--trials", 4)) == 4


def coins(count, trials, seed):
    """Every coin, questions × trials."""
    return np.concatenate(list(coin_blocks(count, trials, seed))).T.astype(np.bool_)


@pytest.mark.parametrize("count", [1, 63, 64, 65, 129])
def test_every_question_has_a_fair_coin_of_its_own(count):
    bits = coins(count, 400, seed=0)
    assert bits.shape == (count, 400)
    # Six standard deviations of 400 fair tosses are 60.
    assert (abs(bits.sum(axis=1) - 200) < 60).all()
    assert len({row.tobytes() for row in bits}) == count
    assert not np.array_equal(bits, coins(count, 400, seed=1))


def test_an_order_is_one_of_the_runs_in_every_question():
    orders = list(random_orders((4, 50), 30, seed=0))
    assert len(orders) == 30
    assert all((np.sort(order, axis=0) == np.arange(4)[:, None]).all() for order in orders)
    # Each run comes first in about a quarter of 1,500 questions: 375 ± 6·17.
    firsts = np.bincount(np.concatenate([order[0] for order in orders]), minlength=4)
    assert (abs(firsts - 375) < 102).all()
    assert not np.array_equal(orders[0], next(iter(random_orders((4, 50), 1, seed=1))))


def test_a_resample_draws_as_many_questions_as_there_are():
    weights = resampled_weights(40, 500, seed=0)
    assert weights.shape == (40, 500) and (weights.sum(axis=0) == 40).all()
    # Drawn 500 times each on average, every question: 500 ± 6·22.
    assert (abs(weights.sum(axis=1) - 500) < 132).all()
    assert not np.array_equal(weights, resampled_weights(40, 500, seed=1))
