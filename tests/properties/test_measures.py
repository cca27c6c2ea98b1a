"""What must hold for every list: bounds, order of questions, ideal lists, duplicates, exactness."""

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from reference import BEYOND_1, GAIN_BY_LOSS, REFERENCES
from worked import marks_of, responses_of

from qaeval.collection.keys import AnswerClass, Key
from qaeval.files.runs import read_run
from qaeval.marking.marker import mark
from qaeval.measures import DEFINITIONS, measure
from qaeval.scores.scoring import score

RANKED = [name for name in REFERENCES if name not in BEYOND_1]
NEVER_GAINING = [name for name in RANKED if name not in GAIN_BY_LOSS]


@st.composite
def lists(draw):
    """A key's levels, and a list that returns some of its classes at or below their levels."""
    key = draw(st.lists(st.integers(1, 3), min_size=1, max_size=6))
    found = draw(st.lists(st.sampled_from(range(len(key))), unique=True))
    wrong = draw(st.integers(0, 6))
    returned = [draw(st.integers(1, key[i])) for i in found] + [0] * wrong
    return draw(st.permutations(returned)), key


@st.composite
def responses(draw):
    words = draw(st.lists(st.sampled_from(["R", "W", "U", "UR", "UW"]), min_size=1, max_size=12))
    confidences = draw(st.lists(st.integers(0, 20), min_size=len(words), max_size=len(words)))
    return " ".join(
        f"{word}:{number / 20}" for word, number in zip(words, confidences, strict=True)
    )


@given(lists())
def test_ranked_values_are_those_of_a_slow_exact_implementation(example):
    returned, key = example
    scores = score([marks_of(returned, key, scale=3)], list(REFERENCES))
    for name, reference in REFERENCES.items():
        exact = reference(returned, key)
        assert abs(Fraction(scores.overall(name)["r"]) - Fraction(exact)) < Fraction(1, 10**14), (
            name
        )


@given(lists())
def test_values_stay_between_0_and_1(example):
    returned, key = example
    scores = score([marks_of(returned, key, scale=3)], RANKED)
    for name in RANKED:
        assert 0 <= scores.overall(name)["r"] <= 1 + 1e-15, name


@given(lists())
def test_q_is_1_only_for_an_ideal_list(example):
    returned, key = example
    ideal = sorted(key, reverse=True)
    value = score([marks_of(returned, key, scale=3)], ["Q"]).overall("Q")["r"]
    assert (value == 1) == (list(returned[: len(ideal)]) == ideal)


@given(lists(), st.integers(0, 12))
def test_a_wrong_answer_more_never_helps(example, at):
    returned, key = example
    longer = [*returned[:at], 0, *returned[at:]]
    before = score([marks_of(returned, key, scale=3)], NEVER_GAINING)
    after = score([marks_of(longer, key, scale=3)], NEVER_GAINING)
    for name in NEVER_GAINING:
        assert after.overall(name)["r"] <= before.overall(name)["r"] + 1e-15, name


def test_what_divides_by_the_found_within_a_cutoff_can_gain_by_a_loss():
    """By hand: 1 and 3 found of ranks 1 to 3, (1 + 2/3)/2; a wrong answer more, and 1 is alone."""
    for returned, expected in (([1, 0, 1], 5 / 6), ([1, 0, 0, 1], 1)):
        scores = score([marks_of(returned, [1, 1])], ["AP@3,norm=found"])
        assert abs(scores.overall("AP@3,norm=found")["r"] - expected) < 1e-15


@given(lists())
def test_flat_gains_ignore_levels(example):
    returned, key = example
    flat = [int(level > 0) for level in returned]
    graded = score([marks_of(returned, key, scale=3)], ["Q1:1:1"]).overall("Q1:1:1")["r"]
    plain = score([marks_of(flat, [1] * len(key))], ["Q"]).overall("Q")["r"]
    assert graded == plain


@given(st.lists(lists(), min_size=2, max_size=5), st.randoms())
def test_the_order_of_questions_changes_nothing(examples, random):
    def overall(order):
        columns = {name: [] for name in RANKED}
        for returned, key in order:
            scores = score([marks_of(returned, key, scale=3)], RANKED)
            for name in RANKED:
                columns[name].append(scores.overall(name)["r"])
        return [measure(name).overall({name: np.array([columns[name]])})[0] for name in RANKED]

    shuffled = list(examples)
    random.shuffle(shuffled)
    assert overall(examples) == overall(shuffled)


@given(responses())
def test_response_bounds(words):
    names = ["accuracy", "c@1", "UF", "coverage", "precision", "CWS", "K1", "K", "simpleqa-F"]
    scores = score([responses_of(words)], [*names, "n_ac", "n_aw", "n_u"])
    value = {name: scores.overall(name)["r"] for name in (*names, "n_ac", "n_aw", "n_u")}
    for name in names:
        low = -1 if name in ("UF", "K1", "K") else 0
        assert low <= value[name] <= 1 + 1e-12, name
    assert value["c@1"] >= value["accuracy"] - 1e-15
    silent_or_wrong = value["n_u"] == 0 or value["n_ac"] == 0
    assert (abs(value["c@1"] - value["accuracy"]) < 1e-12) == silent_or_wrong
    assert value["n_ac"] + value["n_aw"] + value["n_u"] == len(words.split())


@given(responses())
def test_what_the_2011_paper_says_the_estimates_come_to(words):
    """Section 3: accuracy, UF on another scale (Formula 2), precision, and c@1 (Formula 4)."""
    names = [f"PC,est={name}" for name in ("zero", "one", "half", "precision", "error", "accuracy")]
    plain = ["accuracy", "UF", "precision", "c@1", "coverage"]
    scores = score([responses_of(words)], [*names, *plain])
    value = {name: scores.overall(name)["r"] for name in (*names, *plain)}
    assert all(0 <= value[name] <= 1 + 1e-12 for name in names)
    assert value["PC,est=zero"] == value["accuracy"]
    assert abs(value["PC,est=one"] - (value["accuracy"] + 1 - value["coverage"])) < 1e-12
    assert abs(value["PC,est=half"] - (value["UF"] + 1) / 2) < 1e-12
    assert abs(value["PC,est=precision"] - value["precision"]) < 1e-12
    assert abs(value["PC,est=accuracy"] - value["c@1"]) < 1e-12


@given(responses(), *[st.integers(-5, 5)] * 3)
def test_utility_stays_between_the_pay_offs(words, right, wrong, none):
    name = f"UF,right={right},wrong={wrong},none={none}"
    value = score([responses_of(words)], [name]).overall(name)["r"]
    assert min(right, wrong, none) - 1e-12 <= value <= max(right, wrong, none) + 1e-12


@given(st.integers(1, 12))
def test_silence_stakes_nothing_and_earns_nothing(count):
    silent = responses_of(" ".join(["U"] * count))
    names = ["K1", "K", "c@1", "UF", "CWS", "coverage", "precision", "simpleqa-F"]
    scores = score([silent], names)
    assert [scores.overall(name)["r"] for name in names] == [0] * len(names)


@given(responses().filter(lambda words: "U" not in words))
def test_where_all_is_answered(words):
    scores = score([responses_of(words)], ["c@1", "accuracy", "CWS", "AURC", "precision"])
    value = {name: scores.overall(name)["r"] for name in ("c@1", "accuracy", "CWS", "AURC")}
    assert value["c@1"] == value["accuracy"]
    assert abs(value["CWS"] - (1 - value["AURC"])) < 1e-12


@given(responses(), st.randoms())
def test_the_order_of_responses_changes_nothing(words, random):
    names = [
        *("accuracy", "c@1", "UF", "CWS", "K1", "K", "AURC", "Brier", "ECE", "conf-r", "rejection"),
        *("candidate-accuracy", "simpleqa-F", "PC,est=error", "precision", "n_ac"),
        *("AUROC", "E-AURC", "AUGRC", "log-loss", "coverage-at,precision=0.7", "F0.5u", "AUC"),
    ]
    parts = words.split()
    random.shuffle(parts)
    one, other = score([responses_of(words)], names), score([responses_of(" ".join(parts))], names)
    for name in names:
        x, y = one.overall(name)["r"], other.overall(name)["r"]
        assert (np.isnan(x) and np.isnan(y)) or abs(x - y) < 1e-12, name


@given(st.lists(st.sampled_from("abcdexyz"), max_size=8), st.data())
def test_a_duplicate_never_helps(tmp_path_factory, answers, data):
    key = Key("k", "classes", "key", b"", 1, False)
    key.classes["q"] = [AnswerClass("1", {"a": 1, "b": 1}), AnswerClass("2", {"c": 1, "d": 1})]

    def values(given):
        path = tmp_path_factory.getbasetemp() / "run.tsv"
        rows = "".join(f"q\t{rank}\t{answer}\n" for rank, answer in enumerate(given))
        path.write_text("question\trank\tanswer\n" + rows)
        scores = score([mark(key, read_run(str(path)))], NEVER_GAINING)
        return {name: scores.overall(f"k-{name}")["run"] for name in NEVER_GAINING}

    if answers:
        again = data.draw(st.sampled_from(answers))
        at = data.draw(st.integers(answers.index(again) + 1, len(answers)))
        before, after = values(answers), values([*answers[:at], again, *answers[at:]])
        assert all(after[name] <= before[name] + 1e-15 for name in NEVER_GAINING)


def test_every_ranked_measure_has_a_slow_twin():
    """CONTRIBUTING says how to write one in reference.py."""
    covered = {measure(name).definition.name for name in REFERENCES}
    assert covered == {d.name for d in DEFINITIONS.values() if d.family in ("ranked", "sets")}
